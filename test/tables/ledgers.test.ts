import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { networkId } from '../../src/ledger/network.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { extractLedgers, historyLedgers } from '../../src/tables/ledgers.ts';
import { corpus, hasCorpus } from '../corpus.ts';
import { ledgers, metas, options } from '../simulator/ledgers.ts';

const id = networkId(options.passphrase);
const decoder = new Decoder(id);

/** Returns the row of each ledger. */
function rowsOf(ledgers: Uint8Array[]): Record<string, unknown>[] {
  const { columns, batch } = createBuilder(historyLedgers);
  for (const bytes of ledgers) {
    const ledger = readLedger(bytes);
    checkLedger(ledger, id, { verify: false });
    extractLedgers(new Context(ledger, decoder), columns);
  }
  const rows = batch();
  const all = rows.schema.names.map((name) => [name, rows.getChild(name)!] as const);
  return ledgers.map((_, i) => Object.fromEntries(all.map(([name, column]) => [name, column.get(i)])));
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

const contractKey = (byte: number) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 6, 0, 0, 0, 1]),
    Buffer.alloc(32, byte),
    Buffer.from('0000001400000001', 'hex'),
  ]);

/** A close meta of the second form around a header: no transactions, two evicted keys. */
function closeMeta(header: Buffer, { hash = Buffer.alloc(32), fee = 0n, size = 0n }): Buffer {
  const int = (value: number) => Buffer.from([0, 0, 0, value]);
  const headerEntry = [hash, header, int(0)];
  const txSet = [int(1), Buffer.alloc(32), int(0)];
  const evicted = [int(2), contractKey(1), contractKey(2)];
  return Buffer.concat([
    ...[int(1), int(1), int(0), int64(fee), ...headerEntry, ...txSet],
    ...[int(0), int(0), int(0), int64(size), ...evicted, int(0)],
  ]);
}

describe('history_ledgers', () => {
  it('counts transactions, operations and events as the SDK sees them', () => {
    rowsOf(ledgers.map(({ bytes }) => bytes)).forEach((row, i) => {
      const processing = metas[i].txProcessing;
      const fees = processing.reduce((sum, { result }) => sum + result.result.feeCharged, 0n);
      const events = processing.flatMap(({ txApplyProcessing }) =>
        txApplyProcessing.type === 'v4' ? txApplyProcessing.v4.operations.flatMap((operation) => operation.events) : [],
      );
      expect(row.total_fee_charged).toBe(fees);
      expect(row.contract_events_count).toBe(events.length);
      expect(Number(row.successful_transaction_count) + Number(row.failed_transaction_count)).toBe(processing.length);
      expect(row.transaction_count).toBe(row.successful_transaction_count);
      expect(row.soroban_op_count).toBe(0);
    });
  });

  it('lists evicted keys with their types', () => {
    const header = metas[1].ledgerHeader.header;
    const [row] = rowsOf([closeMeta(Buffer.from(header.toXdr()), {})]);
    expect(JSON.parse(row.evicted_ledger_keys_type_json as string)).toEqual([
      'LedgerEntryTypeContractData',
      'LedgerEntryTypeContractData',
    ]);
    expect(JSON.parse(row.evicted_ledger_keys_hash_json as string)).toEqual([
      contractKey(1).toString('base64'),
      contractKey(2).toString('base64'),
    ]);
    expect(row.evicted_keys_count).toBe(2);
  });

  const units = 'golden-units/stellar-etl-ledgers-52929555-52929960.jsonl';
  it.skipIf(!hasCorpus)("reads headers to the reference's values", () => {
    const lines = readFileSync(join(corpus, units), 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThan(200);
    const exact = lines.map((line) => line.replace(/:(\d{16,})/g, ':"$1"'));
    const goldens = exact.map((line) => JSON.parse(line) as Record<string, string | number>);
    const headers = goldens.map((golden) =>
      closeMeta(Buffer.from(golden.ledger_header as string, 'base64'), {
        hash: Buffer.from(golden.ledger_hash as string, 'hex'),
        fee: BigInt(golden.soroban_fee_write_1kb),
        size: BigInt(golden.total_byte_size_of_bucket_list),
      }),
    );
    const rows = rowsOf(headers);
    for (const [i, golden] of goldens.entries()) {
      const row = rows[i];
      for (const name of Object.keys(golden).filter((column) => !/count$|evicted|closed_at/.test(column))) {
        expect(`${name} ${row[name]}`).toBe(`${name} ${golden[name]}`);
      }
      expect(new Date(Number(row.closed_at)).toISOString()).toBe(`${String(golden.closed_at).slice(0, 19)}.000Z`);
    }
  });
});
