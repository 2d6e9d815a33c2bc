/** Parses trusted ledger hashes and compares them with the hashes in a lake. */
import { whole, type Kind } from '../options/kinds.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { verifyError } from '../ledger/verify.ts';

/** A ledger hash that somebody trusts, hex. */
export interface Anchor {
  /** Sequence of the ledger. */
  sequence: number;
  /** SHA-256 of its header, 64 hexadecimal digits. */
  hash: string;
}

/** An anchor as an option: also the text that the command line takes. */
export const anchorKind: Kind = {
  expected: 'SEQ:HASH, or sequence and hash, a ledger and its hash of 64 hexadecimal digits',
  read: (value) => {
    const [, number, digits] = typeof value === 'string' ? (/^(\d{1,10}):([^:]*)$/.exec(value) ?? []) : [];
    const given = typeof value === 'string' ? { sequence: number, hash: digits } : (value as Partial<Anchor> | null);
    const sequence = whole().read(given?.sequence) as number | undefined;
    const hash: unknown = given?.hash;
    if (sequence === undefined || typeof hash !== 'string' || !/^[0-9a-f]{64}$/i.test(hash)) return undefined;
    return { sequence, hash: hash.toLowerCase() } satisfies Anchor;
  },
};

/**
 * Returns whether the lake has the anchor's ledger; one that is read now is compared by its worker before it is committed. Throws
 * VerifyError when the lake's has another hash.
 */
export async function holdsAnchor(lake: Lake, { sequence, hash }: Anchor): Promise<boolean> {
  const held = (await lake.hashes({ first: sequence, last: sequence })).get(sequence);
  if (held && held.hash !== hash) throw verifyError({ file: lake.path, sequence }, 'anchor', held.hash, hash);
  return held !== undefined;
}
