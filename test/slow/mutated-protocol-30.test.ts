/**
 * Ledgers of protocol 30 changed to what no schema has, in a store with others: everything that reads the store names field, arm, ledger and
 * object, and whatever passes over them answers as if they were not there.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectKey } from '../../src/datastore/keys.ts';
import { open } from '../../src/index.ts';
import { fileAsJson } from '../../src/ledger/file-as-json.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { listen, type Listener } from '../../src/server/http/listener.ts';
import { endpoints } from '../../src/server/query/endpoints/index.ts';
import { queryRoom, type QueryRoomOptions } from '../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../src/server/query/start.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { temporaryFolder } from '../folder.ts';
import { writeObjects } from '../history/cut.ts';
import { rehash } from '../make/newer.ts';
import { ARM, parts, withArm } from '../make/newer-parts.ts';
import { definitionOf } from '../pipelines/definition.ts';
import { startTestNode, type TestNode } from '../server/node.ts';
import { budget, secret } from '../server/query/sample-server.ts';

const passphrase = 'Mutated Network';
const FIRST = 2;
const LAST = 61;
const folder = temporaryFolder();
const key = (sequence: number) => objectKey(sequence, { ledgersPerFile: 1, filesPerPartition: 1 });

const options = { seed: 'mutated', passphrase, ledgers: LAST - 1, transactionsPerLedger: 10, protocol: 30 };
const ledgers = new Map(
  Array.from(simulate({ ...options, mix: 'mixed' }), ({ sequence, bytes }) => [sequence, readLedger(bytes)]),
);

/** A changed ledger, and what is said of it. */
interface Mutation {
  what: string;
  sequence: number;
  bytes: Buffer;
  /** The field and what is wrong with it. */
  fault: RegExp;
  isNewer: boolean;
}

function withLateClose(ledger: Ledger): Buffer {
  const bytes = Buffer.from(ledger.bytes);
  bytes.writeBigUInt64BE(253_402_300_799n, ledger.scpValue.closeTime);
  bytes.writeBigUInt64BE(253_402_300_800_000n, ledger.scpValue.ext + 4);
  rehash(bytes, ledger);
  return bytes;
}

/** Returns a mutation per part, of every fifth ledger. */
function mutationsOf(): Mutation[] {
  let next = 20;
  const made = parts.map(({ part, path, union, at }): Mutation => {
    while (at(ledgers.get(next)!) === undefined) next++;
    const ledger = ledgers.get(next)!;
    next += 5;
    const fault = new RegExp(
      `LedgerCloseMeta\\.v2${path.source}: ${union} has no arm ${ARM}; the ledger is of protocol 31`,
    );
    return { what: part, sequence: ledger.sequence, bytes: withArm(ledger, at(ledger)!), fault, isNewer: true };
  });
  const fault =
    /LedgerCloseMeta\.v2\.ledgerHeader\.header\.scpValue\.ext\.stellarValueSignedMs: closeTimeMs 253402300800000 is after year 9999/;
  const late = { what: 'a late close time', sequence: next, bytes: withLateClose(ledgers.get(next)!), fault };
  return [...made, { ...late, isNewer: false }];
}

const mutations = mutationsOf();

function writeStore(name: string, mutated: readonly Mutation[]): string {
  const store = join(folder, name);
  const bytes = new Map<number, Uint8Array>(Array.from(ledgers, ([sequence, { bytes }]) => [sequence, bytes]));
  for (const { sequence, bytes: other } of mutated) bytes.set(sequence, other);
  mkdirSync(store);
  writeObjects(store, bytes, { first: FIRST, last: LAST, size: 1 });
  const manifest = { networkPassphrase: passphrase, version: '1.0', compression: 'zstd' };
  writeFileSync(
    join(store, '.config.json'),
    JSON.stringify({ ...manifest, ledgersPerBatch: 1, batchesPerPartition: 1 }),
  );
  return store;
}

const store = writeStore('store', mutations);
const lacking = writeStore('lacking', []);
for (const { sequence } of mutations) rmSync(join(lacking, key(sequence)));

describe.each(mutations)('$what that no schema has', ({ sequence, bytes, fault, isNewer, what }) => {
  const whole = new RegExp(`^${key(sequence)}, ledger ${sequence}, byte \\d+, ${fault.source}`);
  const range = { first: sequence, last: sequence };

  it('ends a load', async () => {
    const lake = await open(join(folder, `load-${sequence}`), { network: passphrase });
    await expect(lake.load(store, { range })).rejects.toThrow(whole);
    await lake.close();
  });

  it('is printed as far as it can be read', async () => {
    const faults: string[] = [];
    const texts: string[] = [];
    const path = join(store, key(sequence));
    for await (const text of fileAsJson(path, { onFault: ({ message }) => faults.push(message) })) texts.push(text);
    expect(texts).toHaveLength(1);
    expect(() => JSON.parse(texts[0]) as unknown).not.toThrow();
    const rest = [...texts[0].matchAll(/\{"undecoded":"([0-9a-f]+)"\}/g)].map(([, hex]) => hex);
    if (!isNewer) expect([rest, texts[0].includes('"253402300800000"')]).toEqual([[], true]);
    else expect([rest.length, faults.length, bytes.toString('hex').endsWith(rest[0])]).toEqual([1, 1, true]);
    for (const message of faults) expect(message).toMatch(fault);
  });

  it('ends a pipeline, unless no record needs it', async () => {
    const consumers = [{ type: 'jsonl', config: { path: join(folder, `${sequence}.jsonl`) } }];
    const ends = { start: String(sequence - 1), end: String(sequence) };
    const run = runPipeline(definitionOf({ ...ends, name: `mutated-${sequence}`, consumers }), {
      store,
      dataDir: folder,
    });
    if (what === 'a header') expect(await run).toMatchObject({ status: 'completed' });
    else await expect(run).rejects.toThrow(fault);
  });
});

describe('JSON-RPC over a store with such ledgers', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode({ stores: [store], config: { passphrase } });
    await node.node.history.indexed();
  });
  afterAll(() => node?.stop());

  it.each(mutations)('copies $what or names it', async ({ sequence, bytes, fault, isNewer }) => {
    const asked = { startLedger: sequence, pagination: { limit: 1 } };
    const { result, error } = await node.call('getLedgers', asked);
    if (isNewer) expect(result).toMatchObject({ ledgers: [{ sequence, metadataXdr: bytes.toString('base64') }] });
    else expect(error?.message).toMatch(fault);
    for (const [method, params] of [
      ['getLedgers', { ...asked, xdrFormat: 'json' }],
      ['getTransactions', asked],
      ['getEvents', asked],
    ] as const) {
      const told = (await node.call(method, params)).error?.message;
      expect([method, told]).toEqual([method, expect.stringMatching(fault)]);
      expect([method, told]).toEqual([method, expect.stringContaining(`ledger ${sequence}, `)]);
    }
  });
});

describe('a lake that passes over such ledgers', () => {
  let lakes: QueryRoomOptions['lakes'][] = [];
  let servers: Listener[] = [];
  beforeAll(async () => {
    const loads = [
      ['skipping', store, { skipUndecodable: true }] as const,
      ['without', lacking, { allowGaps: true }] as const,
    ];
    for (const [name, from, how] of loads) {
      const lake = await open(join(folder, name), { network: passphrase });
      const { ledgers: loaded, omitted } = await lake.load(from, how);
      expect(loaded).toBe(LAST - 1 - mutations.length);
      const found = omitted.map(({ object, first, last }) => ({ object, first, last }));
      const expected = mutations.map(({ sequence: first }) => ({ object: key(first), first, last: first }));
      expect(found).toEqual(name === 'skipping' ? expected : []);
      omitted.forEach(({ message }, i) => expect(message).toMatch(mutations[i].fault));
      await lake.close();
      lakes.push(await openLakes([join(folder, name)]));
    }
    servers = await Promise.all(lakes.map((of) => listen('127.0.0.1:0', [queryRoom({ lakes: of, secret, budget })])));
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    for (const of of lakes) await closeLakes(of);
    lakes = [];
  });

  it.each(['application/json', 'text/csv'])(
    'answers every endpoint in %s as one of a store without them',
    async (Accept) => {
      let good = 0;
      const paths = endpoints.filter(({ path, method }) => !path.includes('{') && method === undefined);
      for (const { path } of paths) {
        const [found, expected] = await Promise.all(
          servers.map(async ({ url }) => {
            const answer = await fetch(`${url}lake/v1/local${path}`, { headers: { Accept } });
            return { status: answer.status, text: plain(await answer.text()) };
          }),
        );
        expect([path, found]).toEqual([path, expected]);
        if (found.status === 200) good++;
        expect(found.status, path).toBeLessThan(500);
      }
      expect(good).toBeGreaterThan(20);
    },
  );
});

/** Returns an answer without what tells how it was made. */
function plain(text: string): unknown {
  if (!text.startsWith('{')) return text;
  return JSON.parse(text, (name, value: unknown) =>
    ['_meta', 'request_id', 'commit', 'generated_at'].includes(name) ? undefined : value,
  );
}
