/** Ledgers of the protocol after the newest that is read, with parts that no schema has. The hash of each header holds. */
import { createHash } from 'node:crypto';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { NEWEST_PROTOCOL } from '../../src/xdr/schema/whole.ts';
import { words } from './ledger.ts';

/** The next protocol. */
export const NEXT_PROTOCOL = NEWEST_PROTOCOL + 1;

/** What the error says of a ledger of it. */
export const why = `the ledger is of protocol ${NEXT_PROTOCOL}, those of protocols 0 to ${NEWEST_PROTOCOL} are read: update ledgerlake`;

/** Returns a ledger with transaction meta of version 9. */
export function withNewerMeta(bytes: Uint8Array): Buffer {
  const changed = Buffer.from(bytes);
  const { header, headerStart, headerEnd, hash, transactions } = readLedger(bytes);
  changed.writeUInt32BE(NEXT_PROTOCOL, header.ledgerVersion);
  for (const { meta } of transactions) changed.writeUInt32BE(9, meta);
  rehash(changed, { hash, headerStart, headerEnd });
  return changed;
}

/** Writes the hash of a header before it. */
export function rehash(
  bytes: Buffer,
  { hash, headerStart, headerEnd }: Pick<Ledger, 'hash' | 'headerStart' | 'headerEnd'>,
): void {
  createHash('sha256').update(bytes.subarray(headerStart, headerEnd)).digest().copy(bytes, hash);
}

/** Returns a ledger with arm 99 as the extension of its StellarValue or of its header. */
export function withNewerExtension(bytes: Uint8Array, of: 'header' | 'value'): Buffer {
  const { header, headerStart, headerEnd, hash, scpValue } = readLedger(bytes);
  const [from, to] = of === 'header' ? [header.ext, headerEnd] : [scpValue.ext, header.txSetResultHash];
  const extension = Buffer.concat([words(99), Buffer.alloc(20, 0xab)]);
  const changed = Buffer.concat([bytes.subarray(0, from), extension, bytes.subarray(to)]);
  changed.writeUInt32BE(NEXT_PROTOCOL, header.ledgerVersion);
  rehash(changed, { hash, headerStart, headerEnd: headerEnd - (to - from) + extension.length });
  return changed;
}
