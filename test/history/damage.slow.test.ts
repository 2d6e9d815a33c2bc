import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StrKey } from '@stellar/stellar-sdk';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { indexStore } from '../../src/history/index-store.ts';
import { Lookup, LOOKUP_FOLDER } from '../../src/history/lookup.ts';
import { paired } from '../../src/history/paired.ts';
import { contractKey, hashKey, type RowKey } from '../../src/history/row-keys.ts';
import { mergeRuns, runOf, type Run } from '../../src/history/run.ts';
import { DamagedRun, saveRun } from '../../src/history/run-file.ts';
import { listEvents } from '../../src/ledger/event-list.ts';
import { networkId } from '../../src/ledger/network.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { open, refreshLake, repairLake, verifyLake } from '../../src/index.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, sample, startTestNode } from '../server/node.ts';
import { sampleLedgers } from './cut.ts';

const NAME = '2-129.rows';
const pristine = temporaryFolder();
const whole = { first: 2, last: 129 };
/** The ledgers of each transaction, and of the events of each contract, of the sample. */
const transactions: { key: RowKey; ledger: number }[] = [];
const contracts = new Map<RowKey, Set<number>>();

beforeAll(async () => {
  const runs: Run[] = [];
  for (const [sequence, bytes] of await sampleLedgers()) {
    const ledger = paired(readLedger(bytes), networkId(passphrase));
    runs.push(runOf(ledger));
    for (const { pair } of ledger.transactions) transactions.push({ key: hashKey(bytes, pair), ledger: sequence });
    const events = listEvents(ledger);
    for (let i = 0; i < events.length; i++) {
      const p = events.start(i) + 4;
      if (ledger.view.getUint32(p) === 0) continue;
      const key = contractKey(ledger.view, p + 4);
      contracts.set(key, (contracts.get(key) ?? new Set()).add(sequence));
    }
  }
  saveRun(pristine, mergeRuns(runs)).close!();
});

/** Opens a copy of the index that was spoiled. */
function spoiled(spoil: (bytes: Buffer) => Buffer, name = NAME) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), spoil(readFileSync(join(pristine, NAME))));
  const told: string[] = [];
  const onFault = (error: unknown, what: string) => void told.push(`cannot ${what}: ${(error as Error).message}`);
  return { folder, told, onFault, lookup: new Lookup(folder, { onFault }) };
}

function flipped(at: number, bit: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    bytes[at % bytes.length] ^= 1 << bit;
    return bytes;
  };
}

const again = 'it is put aside, and its ledgers are indexed again by the server, and by ingest --index-only';

describe('an index file with a flipped bit', () => {
  const at = fc.oneof(fc.nat(5000), fc.nat(2 ** 30));

  it('never hides a transaction or an event without a word', () => {
    fc.assert(
      fc.property(at, fc.nat(7), fc.nat(), fc.nat(), (byte, bit, nth, other) => {
        const { lookup, told } = spoiled(flipped(byte, bit));
        const { key, ledger } = transactions[nth % transactions.length];
        const found = postingsOf(lookup, key);
        if (found) expect(found).toContain(ledger);
        else expect(told).toHaveLength(1);
        const [contract, ledgers] = [...contracts][other % contracts.size];
        const named = new Set(lookup.events(contract, whole));
        for (const { first, last } of lookup.missing(whole)) for (let i = first; i <= last; i++) named.add(i);
        expect([...ledgers].filter((one) => !named.has(one))).toEqual([]);
        lookup.close();
      }),
      { numRuns: 300 },
    );
  });

  it('never leads a search astray', () => {
    const pages = Math.ceil((transactions.length * 12) / 4092);
    expect(pages).toBeGreaterThan(4);
    fc.assert(
      // The first row of a page is what a search looks at.
      fc.property(fc.integer({ min: 1, max: pages }), fc.nat(11), fc.nat(7), (page, byte, bit) => {
        const { lookup } = spoiled(flipped(page * 4096 + byte, bit));
        for (const { key, ledger } of transactions) {
          const found = postingsOf(lookup, key);
          if (!found) break;
          expect(found).toContain(ledger);
        }
        expect(lookup.missing(whole)).toEqual([whole]);
        lookup.close();
      }),
      { numRuns: 100 },
    );
  });

  it('is found, told once and put aside by one who reads all of it', () => {
    fc.assert(
      fc.property(at, fc.nat(7), (byte, bit) => {
        const { lookup, told, folder } = spoiled(flipped(byte, bit));
        lookup.verify(whole);
        expect(lookup.ranges()).toEqual([]);
        expect(told).toHaveLength(1);
        expect(told[0]).toContain(`cannot read an index file: ${join(folder, NAME)}: `);
        expect(told[0]).toContain(again);
        expect(readdirSync(folder)).toEqual([`${NAME}.damaged`]);
        lookup.close();
      }),
      { numRuns: 200 },
    );
  });

  /** Undefined when nothing is said of the ledgers, since they are not in the index. */
  function postingsOf(lookup: Lookup, key: RowKey): number[] | undefined {
    if (lookup.missing(whole).length > 0) return undefined;
    try {
      return lookup.transactions(key).map(({ ledger }) => ledger);
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedRun);
      expect(lookup.missing(whole)).toEqual([whole]);
      return undefined;
    }
  }
});

describe('an index file that is none', () => {
  const other = (bytes: Buffer) => {
    bytes.write('LLINDEX3', 'latin1');
    return bytes;
  };
  const swapped = (bytes: Buffer) => {
    const page = Buffer.from(bytes.subarray(4096, 8192));
    bytes.copyWithin(4096, 8192, 12_288);
    page.copy(bytes, 8192);
    return bytes;
  };

  it.each([
    { what: 'empty', spoil: () => Buffer.alloc(0), why: 'it is no index' },
    { what: 'of zeros', spoil: (bytes: Buffer) => bytes.fill(0), why: 'it is no index' },
    { what: 'cut short', spoil: (bytes: Buffer) => bytes.subarray(0, 5000), why: 'it is cut short' },
    { what: 'too long', spoil: (bytes: Buffer) => Buffer.concat([bytes, bytes]), why: 'it is too long' },
    { what: 'of another format', spoil: other, why: 'it is no index' },
    { what: 'of other ledgers', spoil: (bytes: Buffer) => bytes, name: '2-130.rows', why: 'it holds ledgers 2 to 129' },
  ])('because it is $what is told and made again', async ({ spoil, why, name = NAME }) => {
    const { folder, told, lookup, onFault } = spoiled(spoil, name);
    expect(told).toEqual([`cannot read an index file: ${join(folder, name)}: ${why}; ${again}`]);
    const report = await indexStore(await openLedgerStore([sample]), { passphrase, lookup });
    expect(report).toMatchObject({ ledgers: 128, ranges: [whole], skipped: [] });
    lookup.close();
    expect(readdirSync(folder)).toContain(`${name}.damaged`);
    const made = new Lookup(folder, { onFault });
    expect(made.ranges()).toEqual([whole]);
    for (const { key, ledger } of transactions.slice(0, 20)) {
      expect(made.transactions(key)).toContainEqual(expect.objectContaining({ ledger }));
    }
    made.close();
    // What was damaged is kept until all of its ledgers are in the index.
    expect(readdirSync(folder).filter((one) => one.endsWith('.damaged'))).toEqual(
      name === NAME ? [] : [`${name}.damaged`],
    );
    expect(told).toHaveLength(1);
  });

  it('for its pages are in each other’s places is told when they are read', () => {
    const { lookup, told } = spoiled(swapped);
    expect(lookup.ranges()).toEqual([whole]);
    lookup.verify(whole);
    expect(told[0]).toContain('page 1 is not what was written');
    lookup.close();
  });

  it('gives way to shorter ones that hold the same ledgers', async () => {
    const { folder } = spoiled((bytes) => bytes.fill(0));
    const parts = join(folder, 'parts');
    for (const range of [
      { first: 2, last: 80 },
      { first: 81, last: 129 },
    ]) {
      const lookup = new Lookup(join(parts, String(range.first)));
      await indexStore(await openLedgerStore([sample]), { passphrase, lookup, range });
      lookup.close();
      cpSync(join(parts, String(range.first)), folder, { recursive: true });
    }
    copyFileSync(join(folder, `${NAME}.damaged`), join(folder, NAME));
    const lookup = new Lookup(folder);
    expect(lookup.ranges()).toEqual([whole]);
    lookup.close();
  });
});

describe('what a process that was killed left in the folder', () => {
  async function writer(folder: string) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), folder]);
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(said)).toBe('begun\n');
    return child;
  }
  const temporary = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.'));

  it('is removed, and not what another is writing', async () => {
    const folder = temporaryFolder();
    const killed = await writer(folder);
    const living = await writer(folder);
    expect(temporary(folder)).toHaveLength(2);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    new Lookup(folder).close();
    expect(temporary(folder)).toEqual([expect.stringContaining(`.${living.pid}.`)]);
    living.kill('SIGKILL');
    await once(living, 'exit');
    new Lookup(folder).close();
    expect(temporary(folder)).toEqual([]);
  });

  it('is left for an hour when it is of another machine', () => {
    const folder = temporaryFolder();
    for (const name of ['.1-9.rows.elsewhere.1.1', '.1-9.rows.123', 'notes.txt']) writeFileSync(join(folder, name), '');
    new Lookup(folder).close();
    expect(readdirSync(folder)).toHaveLength(3);
    const hoursAgo = Date.now() / 1000 - 7200;
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), hoursAgo, hoursAgo);
    new Lookup(folder).close();
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('is removed, too, when it is a file that a longer one holds', () => {
    const folder = temporaryFolder();
    copyFileSync(join(pristine, NAME), join(folder, NAME));
    writeFileSync(join(folder, '10-19.rows'), '');
    const lookup = new Lookup(folder);
    expect(lookup.ranges()).toEqual([whole]);
    lookup.close();
    expect(readdirSync(folder)).toEqual([NAME]);
  });
});

describe('a server whose index is damaged', () => {
  const textOf = (key: Buffer) => key.toString('base64');
  async function serverOver(spoil: (bytes: Buffer) => Buffer) {
    const indexFolder = temporaryFolder();
    writeFileSync(join(indexFolder, NAME), spoil(readFileSync(join(pristine, NAME))));
    return { indexFolder, node: await startTestNode({ indexFolder }) };
  }
  /** Every page of rows is damaged, and neither the head nor the page of checksums, which are read at once. */
  const everywhere = (bytes: Buffer) => {
    for (let page = 4096; page < bytes.length - 4096; page += 4096) bytes[page] ^= 1;
    return bytes;
  };

  it('finds a transaction all the same, tells it, and makes the index again', async () => {
    const { node, indexFolder } = await serverOver(everywhere);
    const { result } = await node.call('getTransactions', { startLedger: 50, pagination: { limit: 1 } });
    const [{ txHash: hash, status }] = result!['transactions'] as [{ txHash: string; status: string }];
    expect((await node.call('getTransaction', { hash })).result).toMatchObject({ status, ledger: 50 });
    expect((await node.call('getTransaction', { hash: 'ab'.repeat(32) })).result).toMatchObject({
      status: 'NOT_FOUND',
    });
    expect(node.lines.join('')).toContain('cannot read an index file');
    await node.stop();
    expect(readdirSync(indexFolder)).toContain(`${NAME}.damaged`);
    const made = new Lookup(indexFolder);
    expect(made.ranges()).toEqual([whole]);
    made.close();
  });

  it('gives the events that it gave', async () => {
    const sound = await startTestNode();
    await sound.node.history.indexed();
    const asked = { startLedger: 2, filters: [{ type: 'contract', topics: [['AAAADwAAAAh0cmFuc2Zlcg==', '**']] }] };
    const expected = (await sound.call('getEvents', asked)).result;
    await sound.stop();
    expect((expected!['events'] as unknown[]).length).toBeGreaterThan(0);
    const { node } = await serverOver(everywhere);
    expect((await node.call('getEvents', asked)).result).toEqual(expected);
    await node.stop();
  });

  it('is not sure of an entry, and is the next time', async () => {
    const { node } = await serverOver(everywhere);
    const { result } = await node.call('getTransactions', {
      startLedger: 129,
      xdrFormat: 'json',
      pagination: { limit: 1 },
    });
    const source = /"source_account":"(G\w{55})"/.exec(JSON.stringify(result))![1];
    const key = Buffer.concat([Buffer.alloc(8), StrKey.decodeEd25519PublicKey(source)]);
    const other = Buffer.from(key).fill(7, 8);
    const { error } = await node.call('getLedgerEntries', { keys: [textOf(key), textOf(other)] });
    const [, ...lines] = String(error!.data).split('\n');
    const told = lines.map((line) => line.slice(line.indexOf(': ') + 2));
    expect(told).toEqual([expect.stringContaining('is put aside'), 'ledgers 2 to 129 are not in the index']);
    expect((await node.call('getLedgerEntries', { keys: [textOf(key)] })).result!['entries']).toHaveLength(1);
    await node.stop();
  });

  it('serves when nothing can be kept in its folder, and tells that once', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const node = await startTestNode({ indexFolder: join(file, LOOKUP_FOLDER) });
    await node.node.history.indexed();
    expect((await node.call('getTransaction', { hash: 'ab'.repeat(32) })).result).toMatchObject({
      status: 'NOT_FOUND',
    });
    await node.stop();
    expect(node.lines.filter((line) => line.includes('cannot keep the index'))).toHaveLength(1);
  });
});

it('a load goes on beside damaged index files, and tells them', async () => {
  const dir = join(temporaryFolder(), 'lake');
  const lake = await open(dir, { network: passphrase });
  await lake.load(sample, { range: { first: 2, last: 60 } });
  const names = readdirSync(join(dir, LOOKUP_FOLDER)).sort();
  for (const name of names) writeFileSync(join(dir, LOOKUP_FOLDER, name), 'nothing');
  mkdirSync(join(dir, LOOKUP_FOLDER, 'other'));
  const told: string[] = [];
  const report = await lake.load(sample, { onTrouble: (message) => void told.push(message) });
  await lake.close();
  expect(report).toMatchObject({ ledgers: 69 });
  const faults = names.map((name) => `cannot read an index file: ${join(dir, LOOKUP_FOLDER, name)}: it is no index; `);
  const whys = [again.replace('the server, and by ingest --index-only', 'ledgerlake refresh'), again];
  expect(told.sort()).toEqual(faults.map((fault, i) => fault + whys[i]));
});

it('verify finds a page that is not what was written, repair puts its file aside, and the index is made again', async () => {
  const dir = join(temporaryFolder(), 'lake');
  const lake = await open(dir, { network: passphrase });
  await lake.load(sample, { range: { first: 2, last: 60 } });
  await lake.close();
  const verified = async () => {
    const read = await open(dir, { readOnly: true });
    return verifyLake(read.lake).finally(() => read.close());
  };
  const sound = await verified();
  expect(sound.problems).toEqual([]);
  const names = readdirSync(join(dir, LOOKUP_FOLDER)).sort();
  expect(names).toEqual([expect.stringMatching(/^2-60\.\w+\.keys$/), '2-60.rows']);
  for (const name of names) {
    const path = join(dir, LOOKUP_FOLDER, name);
    const bytes = readFileSync(path);
    // One of the last list of rows.
    bytes[bytes.length - 4096 - (name.endsWith('.rows') ? 4096 : 0)] ^= 1;
    writeFileSync(path, bytes);
  }
  const { problems, ...counts } = await verified();
  expect({ ...counts, problems: [] }).toEqual(sound);
  expect(problems).toEqual(
    names.map((name) => ({
      where: `${LOOKUP_FOLDER}/${name}`,
      check: 'index-file',
      found: expect.stringMatching(/^damaged \(page \d+ is not what was written\)$/) as string,
      expected: 'each page as it was written',
    })),
  );
  expect(readdirSync(join(dir, LOOKUP_FOLDER)).sort()).toEqual(names);
  const { lost, notes } = await repairLake(dir);
  expect(lost).toEqual([]);
  expect(notes).toEqual(names.map((name) => expect.stringContaining(`${name}: page `) as string));
  expect(readdirSync(join(dir, LOOKUP_FOLDER)).sort()).toEqual(names.map((name) => `${name}.damaged`));
  const again = await open(dir);
  await refreshLake(again.lake);
  await again.close();
  const lookup = new Lookup(join(dir, LOOKUP_FOLDER));
  await indexStore(await openLedgerStore([sample]), { passphrase, lookup, range: { first: 2, last: 60 } });
  lookup.close();
  expect((await verified()).problems).toEqual([]);
});
