/** Which blocks of our own code ran, as V8 counts them. */
import { Session, type Profiler } from 'node:inspector';

/** Texts of a script, from one offset to another. */
type Span = readonly [start: number, end: number];

/** Watches the blocks of the scripts whose URL has a text, and tells when some ran that never did before. */
export class BlockCoverage {
  readonly #of: string;
  readonly #session = new Session();
  /** Of each function that ran, the spans that never did. */
  #never = new Map<string, Span[]>();
  #before = this.#never;

  constructor(of = '/src/') {
    this.#of = of;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Returns whether code ran, since the last call, that had never run before. */
  grew(): boolean {
    this.#before = new Map(this.#never);
    let grew = false;
    for (const { scriptId, url, functions } of this.#take()) {
      if (!url.includes(this.#of)) continue;
      for (const of of functions) if (this.#add(`${scriptId}:${of.ranges[0].startOffset}`, of.ranges)) grew = true;
    }
    return grew;
  }

  /** Forgets what the last call of `grew` learned, so that the same inputs can be asked about one by one. */
  forget(): void {
    this.#never = this.#before;
  }

  stop(): void {
    this.#session.disconnect();
  }

  #take(): Profiler.ScriptCoverage[] {
    let taken: Profiler.ScriptCoverage[] = [];
    // In the thread of the session the answer comes before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error;
      taken = result;
    });
    return taken;
  }

  #add(key: string, ranges: readonly Profiler.CoverageRange[]): boolean {
    if (ranges[0].count === 0) return false;
    const idle = idleSpans(ranges);
    const before = this.#never.get(key);
    const left = before ? common(before, idle) : idle;
    this.#never.set(key, left);
    return before === undefined || lengthOf(left) < lengthOf(before);
  }
}

/** Returns the spans that did not run. V8 lists a block below the block around it, and only where their counts differ. */
function idleSpans(ranges: readonly Profiler.CoverageRange[]): Span[] {
  return ranges.flatMap(({ startOffset, endOffset, count }): Span[] => (count === 0 ? [[startOffset, endOffset]] : []));
}

/** Returns the spans that are in both lists, which ascend. */
export function common(one: readonly Span[], other: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (let i = 0, k = 0; i < one.length && k < other.length;) {
    const [start, end] = [Math.max(one[i][0], other[k][0]), Math.min(one[i][1], other[k][1])];
    if (start < end) found.push([start, end]);
    if (one[i][1] < other[k][1]) i++;
    else k++;
  }
  return found;
}

const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, [start, end]) => sum + end - start, 0);
