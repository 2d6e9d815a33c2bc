import type { Lake } from '../lake/lake.ts';
import { verifyError } from '../ledger/verify.ts';

/** A ledger hash that somebody trusts, hex. */
export interface Anchor {
  sequence: number;
  hash: string;
}

/**
 * Returns whether the lake has the anchor's ledger; one that is read now is compared by its worker before it is committed. Throws
 * VerifyError when the lake's has another hash.
 */
export async function holdsAnchor(lake: Lake, { sequence, hash }: Anchor): Promise<boolean> {
  const held = (await lake.hashes({ first: sequence, last: sequence })).get(sequence);
  if (held && held.hash !== hash) throw verifyError({ file: lake.path, sequence }, 'anchor', held.hash, hash);
  return held !== undefined;
}
