/** The program `ledgerlake`, built of this checkout's sources at the beginning of the run. */
import { inject } from 'vitest';

export const main = inject('main');
