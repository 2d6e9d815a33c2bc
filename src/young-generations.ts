/** Bounds what V8 keeps for short-lived values, which it otherwise lets grow to 130 MB in each thread within a minute. */
import { setFlagsFromString } from 'node:v8';

/** What a worker may have; loads of pubnet-p26 take a tenth less processor time with 24 MB than without a bound. */
export const YOUNG_GENERATION_MB = 24;

/**
 * Leaves young generations as large as they are: those of workers begin with all that they may have, and that of the main thread, which
 * waits, commits and reads manifests, stays small, where V8 lets it grow to 128 MB. V8 reads these flags when a generation is about to
 * grow and when a thread starts; `--max-semi-space-size` only before the process does.
 */
export function boundYoungGenerations(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  // A generation of V8 is three such spaces.
  setFlagsFromString(`--min-semi-space-size=${YOUNG_GENERATION_MB / 3}`);
}
