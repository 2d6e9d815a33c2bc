/** Processes that are started again and again, and killed at random. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

let seed = 20_261_122;

/** Returns a number that looks random, below `limit`. */
export function below(limit: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

export interface LaneOptions {
  /** Milliseconds after which it may be killed; 1,000 unless given. */
  shortest?: number;
  /** So many milliseconds later it is killed, if not before. */
  longest: number;
  /** Whether it may come to its end. */
  isEnding?: boolean;
}

/** Starts a process again and again, killing it at random, until it is stopped; an end of its own is an error unless it may end well. */
export class Lane {
  readonly #words: () => string[];
  readonly #options: LaneOptions;
  kills = 0;
  /** How often it came to its end. */
  ends = 0;
  complaint = '';
  #isStopped = false;
  #child?: ChildProcess;

  constructor(options: LaneOptions, words: () => string[]) {
    this.#options = options;
    this.#words = words;
  }

  async run(): Promise<void> {
    const { shortest = 1000, longest, isEnding = false } = this.#options;
    while (!this.#isStopped && this.complaint === '') {
      const words = this.#words();
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
      this.#child = child;
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data));
      const ended = once(child, 'exit');
      const outcome = await Promise.race([ended, wait(shortest + below(longest), 'time')]);
      if (outcome === 'time') {
        this.kills++;
        child.kill('SIGKILL');
      }
      const [code] = await ended;
      const isWell = isEnding && code === 0;
      if (isWell) this.ends++;
      if (code !== null && !isWell && !this.#isStopped) {
        this.complaint = `${words.slice(0, 3).join(' ')}: exit code ${code}: ${said.slice(-3000)}`;
      }
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#child?.kill('SIGKILL');
  }
}

/** Runs lanes for so long, or until one complains, the first of them from the time on that it takes to be `ready`; returns the complaints. */
export async function runLanes(
  lanes: readonly Lane[],
  seconds: number,
  ready: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<string[]> {
  const isWell = () => lanes.every(({ complaint }) => complaint === '');
  const ended = [lanes[0].run()];
  while (isWell() && !(await ready())) await wait(100);
  ended.push(...lanes.slice(1).map((lane) => lane.run()));
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until && isWell()) await wait(100);
  for (const lane of lanes) lane.stop();
  await Promise.all(ended);
  return lanes.map(({ complaint }) => complaint).filter((complaint) => complaint !== '');
}
