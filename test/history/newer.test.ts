import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { DecodeError } from '../../src/core/errors.ts';
import { StoredLedgers } from '../../src/history/stored-ledgers.ts';
import { inspectStore } from '../../src/ingest/inspect.ts';
import { mirrorStore, planMirror } from '../../src/ingest/mirror.ts';
import { ledgersIn, newerLedger, readLedger } from '../../src/ledger/ledger.ts';
import { words } from '../make/ledger.ts';
import { NEXT_PROTOCOL as PROTOCOL, why, withNewerExtension, withNewerMeta } from '../make/newer.ts';
import { temporaryFolder } from '../folder.ts';
import { sample, startTestNode } from '../server/node.ts';
import { batchOf, sampleLedgers, writeObjects } from './cut.ts';

const FIRST = 20;
/** The first ledger of the newer protocol; there are as many before it as from it on. */
const NEWER = 30;
const LAST = 39;

const withNewerValue = (bytes: Uint8Array) => withNewerExtension(bytes, 'value');

describe.each([
  {
    part: 'transaction meta',
    newer: withNewerMeta,
    fault: RegExp(`TransactionMeta has no arm 9; ${why}`),
  },
  {
    part: 'a StellarValue',
    newer: withNewerValue,
    fault: RegExp(`StellarValueExt has no arm 99; ${why}`),
  },
])('ledgers of a newer protocol, with $part that no schema has', ({ newer, fault }) => {
  const ledgers = new Map<number, Uint8Array>();
  const older = new Map<number, Uint8Array>();
  const folder = temporaryFolder();

  beforeAll(async () => {
    for (const [sequence, bytes] of await sampleLedgers()) {
      older.set(sequence, bytes);
      ledgers.set(sequence, sequence < NEWER ? bytes : newer(bytes));
    }
    writeObjects(folder, ledgers, { first: FIRST, last: LAST, size: 1 });
    const manifest = JSON.parse(readFileSync(join(sample, '.config.json'), 'utf8')) as object;
    writeFileSync(
      join(folder, '.config.json'),
      JSON.stringify({ ...manifest, ledgersPerBatch: 1, batchesPerPartition: 1 }),
    );
  });

  it('are served as base64, and not as what has to be read', async () => {
    const node = await startTestNode({ stores: [folder] });
    await node.node.history.indexed();
    const asked = { startLedger: NEWER - 1, pagination: { limit: 5 } };
    const { result } = await node.call('getLedgers', asked);
    expect(result).toMatchObject({ latestLedger: LAST });
    const found = result!['ledgers'] as Record<'headerXdr' | 'metadataXdr' | 'ledgerCloseTime' | 'hash', string>[];
    expect(found).toHaveLength(5);
    for (const [i, { headerXdr, metadataXdr, ...rest }] of found.entries()) {
      const bytes = Buffer.from(ledgers.get(NEWER - 1 + i)!);
      expect(metadataXdr).toBe(bytes.toString('base64'));
      const { hash, txSet, closeTime, ...before } = readLedger(older.get(NEWER - 1 + i)!);
      // What was put into the header stands before the transaction set.
      const added = bytes.length - before.bytes.length;
      expect(headerXdr).toBe(bytes.subarray(hash, txSet + added).toString('base64'));
      expect(rest).toMatchObject({
        ...{ sequence: NEWER - 1 + i, ledgerCloseTime: String(closeTime) },
        hash: bytes.subarray(hash, hash + 32).toString('hex'),
      });
    }
    const latest = await node.call('getLatestLedger');
    expect(latest.result).toMatchObject({ protocolVersion: PROTOCOL, sequence: LAST });
    const hashed = createHash('sha256').update(Buffer.from(String(latest.result!['headerXdr']), 'base64'));
    if (newer === withNewerValue) expect(hashed.digest('hex')).toBe(latest.result!['id']);
    expect((await node.call('getNetwork')).result).toMatchObject({ protocolVersion: PROTOCOL });
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
    const health = (await (await fetch(`${node.url}health`)).json()) as object;
    expect(health).toMatchObject({ latestLedger: LAST, undecodable: { ledger: NEWER, protocol: PROTOCOL } });
    const { result: first } = await node.call('getTransactions', { startLedger: FIRST, pagination: { limit: 1 } });
    expect(first).toMatchObject({ transactions: [{ ledger: FIRST }] });
    await node.stop();
    const told = node.lines.filter((line) => line.includes(`index ledgers of protocol ${PROTOCOL}`));
    expect(told).toHaveLength(1);
  });

  it('are not counted in statistics of fees, which need others', async () => {
    const feesOver = async (store: string, fees: number) => {
      const node = await startTestNode({ stores: [store], config: { classicFeeWindow: fees, sorobanFeeWindow: fees } });
      const answer = await node.call('getFeeStats');
      await node.stop();
      return answer;
    };
    const known = join(temporaryFolder(), 'known');
    writeObjects(known, older, { first: FIRST, last: NEWER - 1, size: 1 });
    const { result: expected } = await feesOver(known, NEWER - FIRST);
    expect(expected).toMatchObject({ inclusionFee: { ledgerCount: NEWER - FIRST } });
    const { result } = await feesOver(folder, LAST - FIRST + 1);
    const readable = [...ledgers].filter(
      ([sequence, bytes]) => sequence <= LAST && sequence >= NEWER && isReadable(bytes),
    );
    if (readable.length === 0) expect(result).toEqual({ ...expected, latestLedger: LAST });
    else expect(result).toMatchObject({ inclusionFee: { ledgerCount: NEWER - FIRST + readable.length } });
    const { error } = await feesOver(folder, 1);
    expect(error?.message).toMatch(fault);
  });

  it('are copied, and counted', async () => {
    const store = await openLedgerStore([folder]);
    const to = join(temporaryFolder(), 'copy');
    const report = await mirrorStore(store, to, await planMirror(store, to));
    const unread = [...ledgers].filter(
      ([sequence, bytes]) => sequence >= NEWER && sequence <= LAST && !isReadable(bytes),
    );
    expect(unread.length).toBeGreaterThan(5);
    expect(report).toMatchObject({ objects: LAST - FIRST + 1, newer: unread.length });
    const copy = await openLedgerStore([to]);
    for (const { key } of (await store.list()).objects) expect(await copy.get(key)).toEqual(await store.get(key));
  });

  it('are inspected without being verified', async () => {
    const { sample: found } = await inspectStore(await openLedgerStore([folder]), {
      range: { first: NEWER, last: LAST },
    });
    expect(found).toMatchObject({ ledgers: 1, newer: PROTOCOL });
    const { sample: known } = await inspectStore(await openLedgerStore([folder]), {
      range: { first: FIRST, last: NEWER - 1 },
    });
    expect(known).not.toHaveProperty('newer');
  });

  it('are told by number in a stream, whose other ledgers are served', () => {
    const record = (sequence: number) => {
      const bytes = ledgers.get(sequence)!;
      return Buffer.concat([words(bytes.length + 0x80000000), bytes]);
    };
    const stream = Buffer.concat([NEWER, NEWER + 1, NEWER - 1].map(record));
    expect(() => [...ledgersIn(stream, 'x')]).toThrow(new RegExp(`^x, ledger ${NEWER}, byte .*${fault.source}`));
    const stored = new StoredLedgers(stream, 'x');
    expect([...stored.ledgers()].map(({ sequence }) => sequence)).toEqual([NEWER, NEWER + 1, NEWER - 1]);
    expect(Buffer.from(stored.ledger(NEWER + 1)!.bytes)).toEqual(Buffer.from(ledgers.get(NEWER + 1)!));
  });

  it('are errors where the object holds others behind them, or they are damaged', () => {
    const of = (first: number, last: number) => new StoredLedgers(batchOf(ledgers, first, last), 'x');
    expect(() => of(NEWER, NEWER + 1)).toThrow(DecodeError);
    expect(of(NEWER - 1, NEWER).ledger(NEWER)).toMatchObject({ protocolVersion: PROTOCOL });
    const known = Buffer.from(newer(older.get(FIRST)!));
    known.writeUInt32BE(26, readLedger(older.get(FIRST)!).header.ledgerVersion);
    expect(() => new StoredLedgers(known, 'x')).toThrow(/has no arm (9|99); a newer protocol may bring it/);
    expect(() => new StoredLedgers(ledgers.get(NEWER)!.subarray(0, 300), 'x')).toThrow(DecodeError);
    const misnamed = () => new StoredLedgers(ledgers.get(NEWER)!, 'x', { first: LAST, last: LAST });
    expect(misnamed).toThrow(
      `x: the header says ledger ${NEWER}, expected one of ${LAST} to ${LAST}, as the name says`,
    );
  });
});

it('a header with an unknown extension is found by its hash alone', async () => {
  const first = (await sampleLedgers()).get(FIRST)!;
  const bytes = withNewerValue(first);
  const {
    sequence,
    protocolVersion,
    header,
    headerStart,
    headerEnd,
    bytes: all,
  } = newerLedger(bytes, new DecodeError('', {}))!;
  expect([sequence, protocolVersion]).toEqual([readLedger(first).sequence, PROTOCOL]);
  const before = readLedger(first).header;
  const same = first.subarray(before.bucketListHash, before.end);
  expect(Buffer.from(all.subarray(header.bucketListHash, header.end))).toEqual(Buffer.from(same));
  // Each byte of the header is under its hash.
  for (let at = headerStart + 4; at < headerEnd; at += 4) {
    const damaged = Buffer.from(bytes);
    damaged[at + 1] ^= 1;
    expect(newerLedger(damaged, new DecodeError('', {})), String(at)).toBeUndefined();
  }
});

function isReadable(bytes: Uint8Array): boolean {
  try {
    readLedger(bytes);
    return true;
  } catch {
    return false;
  }
}
