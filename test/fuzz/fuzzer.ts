/** Fuzzing of one target: inputs that run new code are kept and changed further, those that break a rule are made small. */
import { BlockCoverage } from './coverage.ts';
import { joined, mutate, seededRandom, type Grammar, type Random } from './mutate.ts';

/** A part of the program that takes bytes of strangers. */
export interface Target extends Grammar {
  name: string;
  /** Sound inputs. */
  seeds: readonly Uint8Array[];
  /** Throws what breaks a rule of the target: an expected error is not thrown. */
  run(input: Uint8Array): void | Promise<void>;
  /** Ends what it started. */
  close?(): void | Promise<void>;
}

/** An input that broke a rule. */
export interface Found {
  input: Uint8Array;
  error: Error;
}

/** How long and from where to fuzz, and who is told. */
export interface FuzzOptions {
  seed: number;
  /** Asked before each batch: false ends the run. */
  goesOn(runs: number): boolean;
  /** Inputs of earlier runs. */
  kept?: readonly Uint8Array[];
  /** Told before an input runs, so that one which ends the process is known. */
  onInput?(input: Uint8Array): void;
  /** Told of an input that ran new code. */
  onKept?(input: Uint8Array): void;
  onFound(found: Found): void;
  /** What the URLs of the scripts have whose new code counts; by default those of `src`. */
  scripts?: string;
}

const BATCH = 64;
const MOST_KEPT = 4000;
const MOST_BYTES = 256 * 1024;
const MOST_RUNS_TO_SHRINK = 2000;

/** Returns how many inputs ran and how many are kept. Each kind of fault is told once. */
export async function fuzz(target: Target, options: FuzzOptions): Promise<{ runs: number; kept: number }> {
  const random = seededRandom(options.seed);
  const corpus: Uint8Array[] = [...target.seeds, ...(options.kept ?? [])];
  const told = new Set<string>();
  const coverage = new BlockCoverage(options.scripts);
  let runs = 0;
  const runOne = async (input: Uint8Array) => {
    options.onInput?.(input);
    runs++;
    const error = await errorOf(target, input);
    if (!error || told.has(kindOf(error))) return;
    told.add(kindOf(error));
    options.onFound(await shrunk(target, { input, error }, random));
  };
  try {
    for (const input of corpus) await runOne(input);
    coverage.grew();
    while (options.goesOn(runs)) {
      const batch = Array.from({ length: BATCH }, () => nextInput(target, corpus, random));
      for (const input of batch) await runOne(input);
      if (!coverage.grew()) continue;
      coverage.forget();
      for (const input of batch) {
        await errorOf(target, input);
        if (!coverage.grew() || corpus.length > MOST_KEPT) continue;
        corpus.push(input);
        options.onKept?.(input);
      }
    }
    return { runs, kept: corpus.length - target.seeds.length };
  } finally {
    coverage.stop();
    await target.close?.();
  }
}

function nextInput(target: Target, corpus: readonly Uint8Array[], random: Random): Uint8Array {
  const input = mutate(corpus[random(corpus.length)], corpus, target, random);
  return input.length > MOST_BYTES ? input.subarray(0, MOST_BYTES) : input;
}

async function errorOf(target: Target, input: Uint8Array): Promise<Error | undefined> {
  try {
    await target.run(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Returns what tells faults apart: the error and the first place of ours that threw it. */
export function kindOf({ name, message, stack = '' }: Error): string {
  const place = /\/(?:src|test)\/[^)\s]+/.exec(stack.replace(message, ''))?.[0] ?? '';
  return `${name} ${place} ${message.replaceAll(/\d+/g, '#').slice(0, 60)}`;
}

/** Takes pieces away as long as the same fault stays. */
async function shrunk(target: Target, found: Found, random: Random): Promise<Found> {
  const kind = kindOf(found.error);
  const { align = 1 } = target;
  let best = found;
  for (let i = 0; i < MOST_RUNS_TO_SHRINK && best.input.length > align; i++) {
    const { input } = best;
    const size = Math.max(1, Math.floor(input.length / align) >> (i % 12)) * align;
    const at = random(Math.floor(Math.max(0, input.length - size) / align) + 1) * align;
    const smaller = joined(input.subarray(0, at), input.subarray(at + size));
    const error = await errorOf(target, smaller);
    if (error && kindOf(error) === kind) best = { input: smaller, error };
  }
  return best;
}
