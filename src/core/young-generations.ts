/** Limits the young generation of V8, which otherwise grows to 130 MB in each thread. */
import { setFlagsFromString } from 'node:v8';

/** What a worker may have; loads of pubnet-p26 take a tenth less processor time with 24 MB than without a bound. */
export const YOUNG_GENERATION_MB = 24;

/**
 * Keeps young generations at their present size: the main thread's, which V8 would let grow to 128 MB, stays small. V8 reads
 * these flags when a generation grows and when a thread starts.
 */
export function boundYoungGenerations(): void {
  keepYoungGeneration();
  // A generation of V8 is three such spaces.
  setFlagsFromString(`--min-semi-space-size=${YOUNG_GENERATION_MB / 3}`);
}

/** Keeps the size of a thread's young generation, which could grow to 128 MB; threads that start later begin as this one did. */
export function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Marks a heap at three times its live size instead of 1.3 times. With the buffers of ledgers, V8 marked every four to seven
 * ledgers; half as often, all threads take 27 ms a ledger of pubnet-p26 instead of 32, and a worker has 25 MB more.
 */
export function collectLessOften(): void {
  setFlagsFromString('--heap-growing-percent=200');
}
