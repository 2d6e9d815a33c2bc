/** Whether a segment may enter the lake: its ledgers are new, and their hashes follow on those beside them. */
import { LakeError, VerifyError } from '../../../core/errors.ts';
import { brokenLink, type Link } from '../../../ledger/chain.ts';
import { segmentName, type Segment, type SegmentLedger } from './manifest.ts';
import type { LedgerIdentity } from './manifests.ts';

/**
 * Returns whether the segment's ledgers are new to the lake: false when all are there. Throws a LakeError when some are,
 * or one is there with another hash, and a VerifyError when the chain of hashes breaks inside or at its ends. `known` is what the
 * lake has of its ledgers and of those beside it.
 */
export function checkSegment(known: ReadonlyMap<number, LedgerIdentity>, segment: Segment, chain = true): boolean {
  checkShape(segment);
  const { first, last, ledgers } = segment;
  const loaded = ledgers.filter(({ sequence }) => known.has(sequence));
  for (const ledger of loaded) checkSame(ledger, known.get(ledger.sequence)!);
  if (loaded.length === ledgers.length) return false;
  if (loaded.length > 0) {
    const message = `segment ${segmentName(segment)} has ledger ${loaded[0].sequence}, which is loaded already`;
    throw new LakeError(message, { ledger: loaded[0].sequence });
  }
  if (chain) checkChain(linkAt(known, first - 1), ledgers, linkAt(known, last + 1));
  return true;
}

function checkShape(segment: Segment): void {
  const { first, last, ledgers } = segment;
  if (
    last >= first &&
    ledgers.length === last - first + 1 &&
    ledgers.every(({ sequence }, i) => sequence === first + i)
  )
    return;
  throw new Error(`segment ${segmentName(segment)} does not list each of its ledgers once and in order`);
}

function checkSame({ sequence, ...ledger }: SegmentLedger, known: LedgerIdentity): void {
  const other = otherBytes(ledger, known);
  if (!other) return;
  const message = `other bytes for ledger ${sequence}: its ${other.what} is ${other.found}, that of the loaded ledger ${other.expected}`;
  throw new LakeError(message, { ledger: sequence, ...other });
}

/** Returns in what a ledger differs from the one that is loaded, or nothing when they are the same as far as is known. */
export function otherBytes(
  found: Pick<LedgerIdentity, 'hash' | 'crc32'>,
  known: Pick<LedgerIdentity, 'hash' | 'crc32'>,
): { what: string; check: string; found: string; expected: string } | undefined {
  if (found.hash !== known.hash) return { what: 'hash', check: 'ledger-hash', found: found.hash, expected: known.hash };
  if (found.crc32 === undefined || known.crc32 === undefined || found.crc32 === known.crc32) return undefined;
  const hex = (crc: number) => crc.toString(16).padStart(8, '0');
  const what = 'CRC-32 of the close meta (the hash is the same)';
  return { what, check: 'meta-checksum', found: hex(found.crc32), expected: hex(known.crc32) };
}

function linkAt(known: ReadonlyMap<number, LedgerIdentity>, sequence: number): Link[] {
  const ledger = known.get(sequence);
  return ledger ? [{ sequence, ...ledger }] : [];
}

function checkChain(before: readonly Link[], ledgers: readonly Link[], after: readonly Link[]): void {
  let last: Link | undefined;
  for (const link of [...before, ...ledgers, ...after]) {
    const broken = brokenLink(last, link);
    if (broken) throw chainError(link.sequence, broken);
    last = link;
  }
}

function chainError(ledger: number, { found, expected }: { found: string; expected: string }): VerifyError {
  const message = `ledger ${ledger}: its header names the previous ledger hash ${found}, but ledger ${ledger - 1} has ${expected}`;
  return new VerifyError(message, { ledger, check: 'previousLedgerHash', found, expected });
}
