/** Limits the young generation of V8, which otherwise grows to 130 MB in each thread. */
import { setFlagsFromString } from 'node:v8';

/** What a worker may have; loads of pubnet-p26 take a tenth less processor time with 24 MB than without a bound. */
export const YOUNG_GENERATION_MB = 24;

/**
 * Leaves young generations as large as they are: those of workers begin with all that they may have, and that of the main thread, which
 * waits, commits and reads manifests, stays small, where V8 lets it grow to 128 MB. V8 reads these flags when a generation is about to
 * grow and when a thread starts; `--max-semi-space-size` only before the process does.
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
 * Marks a heap at three times its live size instead of 1.3 times. A ledger leaves megabytes of buffers behind, for which V8
 * marked the 30 MB of a worker every four to seven ledgers; half as often, the collector's threads take 3 ms a ledger of pubnet-p26 in place
 * of 6, all threads 27 instead of 32 (a busy machine, in turn), and a worker has 25 MB more.
 */
export function collectLessOften(): void {
  setFlagsFromString('--heap-growing-percent=200');
}
