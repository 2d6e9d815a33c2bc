/** Made-up tables and segments of them: ledger N has N % 3 payments, and hashes that follow from N. */
import { createHash } from 'node:crypto';
import { column, createBuilder, defineTable, nullable } from '../../src/arrow/table.ts';
import type { Lake } from '../../src/lake/asking/lake.ts';
import { fileIdsOf, type Segment, type SegmentLedger } from '../../src/lake/disk/snapshot/manifest.ts';
import { createSegmentWriter, type SegmentWriter } from '../../src/lake/writing/segment.ts';

export const network = 'Made-up Network ; 2024';

export const ledgers = defineTable({
  name: 'history_ledgers',
  grain: 'One row per ledger.',
  key: ['sequence'],
  columns: { sequence: column('int32', 'Ledger.'), closed_at: column('timestamp', 'Close time.') },
});

export const payments = defineTable({
  name: 'payments',
  grain: 'One row per payment.',
  key: ['id'],
  columns: {
    id: column('int64', 'Payment.'),
    ledger_sequence: column('int32', 'Ledger.'),
    account: column('utf8', 'Payer.'),
    memo: nullable('utf8', 'Memo.'),
    key: column('binary', 'Key.'),
  },
});

/** Of this table no ledger has rows. */
export const empty = defineTable({
  name: 'empty',
  grain: 'Nothing.',
  key: [],
  columns: { ledger_sequence: column('int32', 'Ledger.'), name: nullable('utf8', 'Name.') },
});

export const tables = [ledgers, payments, empty];

export function hash(ledger: number, salt = ''): string {
  return createHash('sha256').update(`${salt}${ledger}`).digest('hex');
}

export function segmentOf(first: number, last: number, salt = ''): Segment {
  const count = last - first + 1;
  const ledgers = Array.from({ length: count }, (_, i): SegmentLedger => {
    const sequence = first + i;
    const hashes = { hash: hash(sequence, salt), previousHash: hash(sequence - 1, salt) };
    return { sequence, ...hashes, source: 0, start: 12, length: 100, checks: ['header-hash'], unchecked: [] };
  });
  const source = {
    object: `FC--${first}.xdr.zst`,
    firstLedger: first,
    lastLedger: last,
    bytes: 10,
    compression: 'zstd',
  };
  return {
    first,
    last,
    ledgers,
    sources: [{ ...source, sha256: hash(first, 'file') }],
    files: [],
    decoderVersion: '1',
  };
}

export async function writeSegment(
  writer: SegmentWriter,
  lake: string,
  first: number,
  last: number,
  onWritten?: () => void,
): Promise<Segment> {
  const ledgerRows = createBuilder(ledgers);
  const paymentRows = createBuilder(payments);
  for (let sequence = first; sequence <= last; sequence++) {
    ledgerRows.columns.sequence.push(sequence);
    ledgerRows.columns.closed_at.pushNumber(sequence * 5_000_000);
    for (let i = 0; i < sequence % 3; i++) {
      const { id, ledger_sequence, account, memo, key } = paymentRows.columns;
      id.pushNumber(sequence * 4096 + i);
      ledger_sequence.push(sequence);
      account.ascii(`ACCOUNT${(sequence * 7 + i) % 10}`);
      if (i === 0) memo.pushNull();
      else memo.push(`memo of ledger ${sequence}`);
      key.bytes(Buffer.from(hash(sequence % 50), 'hex'), 0, 32);
    }
  }
  writer.append('history_ledgers', ledgerRows.batch());
  writer.append('payments', paymentRows.batch());
  const segment = segmentOf(first, last);
  const { files, kept } = await writer.finish({ lake, first, last, fileIds: fileIdsOf(segment) }, { onWritten });
  return { ...segment, files, kept };
}

/** Loads ranges into the lake, one segment each. */
export async function load(lake: Lake, ...ranges: [number, number][]): Promise<boolean[]> {
  const writer = await createSegmentWriter(tables, { sql: lake.sql });
  const committed: boolean[] = [];
  for (const [first, last] of ranges)
    committed.push(await lake.commit(await writeSegment(writer, lake.path, first, last)));
  writer.close();
  return committed;
}
