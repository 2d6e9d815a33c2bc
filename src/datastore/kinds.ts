/** The kinds of stores that there are: to add one, write its file in `kinds/` and add it to this line. */
import type { StoreKind } from './kind.ts';
import { filesystem } from './kinds/filesystem.ts';
import { gcs } from './kinds/gcs.ts';
import { http } from './kinds/http.ts';
import { s3 } from './kinds/s3.ts';

const all = [filesystem, gcs, s3, http] as const;

/** Every kind, in the order in which help and errors name them. */
export const kinds: readonly StoreKind[] = all;

/** The kinds with the types of their parameters. */
export type KnownKind = (typeof all)[number];
