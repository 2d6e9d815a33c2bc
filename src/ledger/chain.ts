/** The chain of ledgers: each names the hash of the one before it. */
import type { Ledger } from './ledger.ts';

/** A ledger in the chain; hashes are hex. */
export interface Link {
  sequence: number;
  hash: string;
  previousHash: string;
}

/** Returns a ledger's place in the chain. */
export function linkOf({ bytes, sequence, hash, header }: Ledger): Link {
  return { sequence, hash: hashAt(bytes, hash), previousHash: hashAt(bytes, header.previousLedgerHash) };
}

/** Returns whether `before` is the ledger right before this one, so that the two can be held against each other. */
export function isNext(before: Link | undefined, { sequence }: Link): before is Link {
  return before?.sequence === sequence - 1;
}

/** Returns the hash that a ledger names and the one that it should, when `before` is right before it and has another. */
export function brokenLink(before: Link | undefined, ledger: Link): { found: string; expected: string } | undefined {
  if (!isNext(before, ledger) || before.hash === ledger.previousHash) return undefined;
  return { found: ledger.previousHash, expected: before.hash };
}

/** Returns the hash that stands there, as hex. */
export function hashAt(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, 32).toString('hex');
}
