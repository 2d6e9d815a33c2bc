import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/datastore/open.ts';
import { DecodeError } from '../../src/errors.ts';
import { StoredLedgers } from '../../src/history/objects.ts';
import { inspectStore } from '../../src/ingest/inspect.ts';
import { mirrorStore, planMirror } from '../../src/ingest/mirror.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { temporaryFolder } from '../folder.ts';
import { sample, startTestNode } from '../server/node.ts';
import { batchOf, sampleLedgers, writeObjects } from './cut.ts';

const FIRST = 20;
/** The first ledger of the newer protocol; there are as many before it as from it on. */
const NEWER = 30;
const LAST = 39;

/** Returns a ledger as one of protocol 31, with transaction meta of a version that no schema has. */
function newer(bytes: Uint8Array): Buffer {
  const changed = Buffer.from(bytes);
  const { header, transactions } = readLedger(bytes);
  changed.writeUInt32BE(31, header.ledgerVersion);
  for (const { meta } of transactions) changed.writeUInt32BE(9, meta);
  return changed;
}

const ledgers = new Map<number, Uint8Array>();
const folder = temporaryFolder();

beforeAll(async () => {
  for (const [sequence, bytes] of await sampleLedgers()) ledgers.set(sequence, sequence < NEWER ? bytes : newer(bytes));
  writeObjects(folder, ledgers, { first: FIRST, last: LAST, size: 1 });
  const manifest = JSON.parse(readFileSync(join(sample, '.config.json'), 'utf8')) as object;
  writeFileSync(
    join(folder, '.config.json'),
    JSON.stringify({ ...manifest, ledgersPerBatch: 1, batchesPerPartition: 1 }),
  );
});

const fault =
  /TransactionMeta has no arm 9; the ledger is of protocol 31, those of protocols 0 to 30 are read: update ledgerlake/;

describe('ledgers of a newer protocol', () => {
  it('are served as base64, and not as what has to be read', async () => {
    const node = await startTestNode({ stores: [folder] });
    await node.node.history.indexed();
    const asked = { startLedger: NEWER - 1, pagination: { limit: 5 } };
    const { result } = await node.call('getLedgers', asked);
    expect(result).toMatchObject({ latestLedger: LAST });
    const found = (result!['ledgers'] as { sequence: number; metadataXdr: string; headerXdr: string }[]).map((each) => [
      ...[each.sequence, each.metadataXdr, each.headerXdr.length],
    ]);
    expect(found).toEqual(
      Array.from({ length: 5 }, (_, i) => {
        const bytes = ledgers.get(NEWER - 1 + i)!;
        return [NEWER - 1 + i, Buffer.from(bytes).toString('base64'), expect.any(Number)];
      }),
    );
    expect((await node.call('getLatestLedger')).result).toMatchObject({ protocolVersion: 31, sequence: LAST });
    expect((await node.call('getNetwork')).result).toMatchObject({ protocolVersion: 31 });
    for (const [method, params] of [
      ['getLedgers', { ...asked, xdrFormat: 'json' }],
      ['getTransactions', { startLedger: NEWER }],
      ['getEvents', { startLedger: NEWER }],
    ] as const) {
      expect([method, (await node.call(method, params)).error?.message]).toEqual([
        method,
        expect.stringMatching(fault),
      ]);
    }
    const { result: older } = await node.call('getTransactions', { startLedger: FIRST, pagination: { limit: 1 } });
    expect(older).toMatchObject({ transactions: [{ ledger: FIRST }] });
    await node.stop();
    const told = node.lines.filter((line) => line.includes('index ledgers of protocol 31'));
    expect(told).toHaveLength(1);
  });

  it('are copied, and counted', async () => {
    const store = await openStore([folder]);
    const to = join(temporaryFolder(), 'copy');
    const report = await mirrorStore(store, to, await planMirror(store, to));
    const withTransactions = [...ledgers].filter(
      ([sequence, bytes]) => sequence >= NEWER && sequence <= LAST && !isReadable(bytes),
    );
    expect(withTransactions.length).toBeGreaterThan(5);
    expect(report).toMatchObject({ objects: LAST - FIRST + 1, newer: withTransactions.length });
    const copy = await openStore([to]);
    for (const { key } of (await store.list()).objects) expect(await copy.get(key)).toEqual(await store.get(key));
  });

  it('are inspected without being verified', async () => {
    const { sample: found } = await inspectStore(await openStore([folder]), { range: { first: NEWER, last: LAST } });
    expect(found).toMatchObject({ ledgers: 1, newer: 31 });
    const { sample: older } = await inspectStore(await openStore([folder]), {
      range: { first: FIRST, last: NEWER - 1 },
    });
    expect(older).not.toHaveProperty('newer');
  });

  it('are errors where the object holds others, too, or they are damaged', () => {
    const of = (first: number, last: number) => () => new StoredLedgers(batchOf(ledgers, first, last), 'x');
    expect(of(NEWER, NEWER + 1)).toThrow(DecodeError);
    const older = Buffer.from(newer(ledgers.get(FIRST)!));
    older.writeUInt32BE(26, readLedger(ledgers.get(FIRST)!).header.ledgerVersion);
    expect(() => new StoredLedgers(older, 'x')).toThrow('TransactionMeta has no arm 9');
    expect(() => new StoredLedgers(ledgers.get(NEWER)!.subarray(0, 300), 'x')).toThrow(DecodeError);
  });
});

function isReadable(bytes: Uint8Array): boolean {
  try {
    readLedger(bytes);
    return true;
  } catch {
    return false;
  }
}
