/** Tasks of one process in short runs by turns, so that they share the state of the machine. */
import { Bench } from 'tinybench';
import type { Spread } from './report.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8);
const MS = 250;
const WARM_UP_MS = 1500;
/** Of the normal distribution, at 95 %. */
const Z = 1.96;

/** Runs each task for a quarter of a second a round; returns milliseconds of a call by the names of the tasks. */
export async function alternate<N extends string>(tasks: Record<N, () => unknown>): Promise<Record<N, Spread>> {
  const samples = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const warm = { warmup: round === 0, warmupTime: WARM_UP_MS, warmupIterations: 10 };
    const bench = new Bench({ time: MS, iterations: 2, retainSamples: true, throws: true, ...warm });
    for (const [name, run] of Object.entries<() => unknown>(tasks)) bench.add(name, run);
    for (const { name, result } of await bench.run()) {
      if (result.state !== 'completed') throw new Error(`${name}: ${result.state}`);
      samples.set(name, [...(samples.get(name) ?? []), ...(result.latency.samples ?? [])]);
    }
  }
  return Object.fromEntries([...samples].map(([name, times]) => [name, spreadOf(times)])) as Record<N, Spread>;
}

/** Returns what the samples say together. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, sorted.length - 1);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p99: at(0.99), margin: (Z * Math.sqrt(variance / sorted.length)) / mean };
}

/** Returns megabytes a second of milliseconds a call. */
export function rateOf({ p50, p99, margin }: Spread, bytes: number): Spread {
  return { p50: bytes / p50 / 1000, p99: bytes / p99 / 1000, margin };
}
