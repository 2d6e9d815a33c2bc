/** Events that are kept apart from their ledgers. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../src/core/errors.ts';
import { EventStore } from '../../src/history/events/event-store.ts';
import { eventsOf, type LedgerEvents } from '../../src/history/events/ledger-events.ts';
import { paired } from '../../src/history/paired.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { metaChecksum } from '../../src/ledger/verify.ts';
import { temporaryFolder } from '../folder.ts';
import { passphrase, startTestNode, type NodeOptions, type TestNode } from '../server/node.ts';
import { sampleLedgers } from './cut.ts';

const LAST = 129;
const START = { transaction: 0, operation: 0, number: 0 };
const ledgers: Ledger[] = [];
let node: TestNode | undefined;

beforeAll(async () => {
  for (const [, bytes] of await sampleLedgers()) ledgers.push(paired(readLedger(bytes), networkId(passphrase)));
});

afterEach(async () => {
  await node?.stop();
  node = undefined;
});

/** Starts a node and waits until it keeps what it can. */
async function started(options: NodeOptions): Promise<TestNode> {
  node = await startTestNode(options);
  await node.node.history.eventsKept();
  return node;
}

/** Returns the answers to calls of many kinds. */
async function answers(to: TestNode): Promise<unknown[]> {
  const all = await to.call('getEvents', { startLedger: 2, pagination: { limit: 10_000 } });
  const events = all.result!['events'] as { id: string; contractId: string; topic: string[] }[];
  const asked = [];
  for (let i = 0; i < events.length; i += 97) {
    const { id, contractId, topic } = events[i];
    const page = { pagination: { cursor: id, limit: 7 } };
    asked.push(page, { ...page, filters: [{ contractIds: contractId ? [contractId] : [] }], xdrFormat: 'json' });
    asked.push({
      startLedger: 2,
      filters: [{ topics: [topic.length > 4 ? ['**'] : topic] }],
      pagination: { limit: 50 },
    });
  }
  return [all, ...(await Promise.all(asked.map((params) => to.call('getEvents', params))))];
}

/** Returns the events as plain data. */
function dataOf(events: LedgerEvents | undefined) {
  if (!events) return undefined;
  const found = [...events.blocks(START)].flatMap(({ list, bytes, view }) =>
    Array.from({ length: list.length }, (_, i) => {
      const source = list.source(i);
      return {
        ...{ source, transaction: list.transaction(i), operation: list.operation(i), number: list.number(i) },
        // Contract, type and version of the event.
        head: Buffer.from(bytes.subarray(list.start(i), list.start(i) + 12)).toString('hex'),
        topics: view.getUint32(list.start(i) + (view.getUint32(list.start(i) + 4) === 1 ? 48 : 16)),
        hash: Buffer.from(events.hash(source)).toString('hex'),
        successful: events.isSuccessful(source),
      };
    }),
  );
  return { closeTime: events.closeTime, found };
}

async function filled(folder: string, told: string[] = []): Promise<EventStore> {
  const store = new EventStore(folder, (error, what) => void told.push(`cannot ${what}: ${String(error)}`));
  for (const ledger of ledgers) await store.add(ledger);
  await store.flush();
  return store;
}

function readAll(store: EventStore) {
  return ledgers.map((ledger) => dataOf(store.read(ledger.sequence, metaChecksum(ledger))));
}

describe('a node that keeps events', () => {
  it('answers as one that reads ledgers', async () => {
    const kept = await started({});
    for (let ledger = 2; ledger <= LAST; ledger++) expect(kept.node.history.keptEvents(ledger)).toBeDefined();
    const ours = await answers(kept);
    await kept.stop();
    const expected = await answers(await started({ config: { keepEvents: false } }));
    expect(ours).toEqual(expected);
  });

  it('answers from its folder after a restart, and makes what was lost', async () => {
    const indexFolder = temporaryFolder();
    const before = await answers(await started({ indexFolder }));
    await node!.stop();
    const events = join(indexFolder, 'events');
    const files = readdirSync(events);
    expect(files.length).toBeGreaterThan(0);
    expect(await answers(await started({ indexFolder }))).toEqual(before);
    await node!.stop();
    expect(readdirSync(events)).toEqual(files);
    rmSync(events, { recursive: true });
    expect(await answers(await started({ indexFolder }))).toEqual(before);
    expect(node!.node.history.keptEvents(2)).toBeDefined();
  });

  it('reads ledgers when it cannot write, and says so once', async () => {
    const indexFolder = temporaryFolder();
    writeFileSync(join(indexFolder, 'events'), '');
    const { lines } = await started({ indexFolder });
    expect(node!.node.history.keptEvents(2)).toBeUndefined();
    expect((await answers(node!)).length).toBeGreaterThan(100);
    expect(lines.filter((line) => line.includes('keep events apart'))).toHaveLength(1);
  });

  it('reads ledgers of a file that is a folder, and leaves it there', async () => {
    const indexFolder = temporaryFolder();
    const path = join(indexFolder, 'events', '2-folder.events');
    mkdirSync(path, { recursive: true });
    const { lines } = await started({ indexFolder });
    expect((await answers(node!)).length).toBeGreaterThan(100);
    const told = lines.filter((line) => line.includes('2-folder.events'));
    expect(told).toEqual([expect.stringContaining('cannot read a file of events')]);
    expect(existsSync(path)).toBe(true);
  });

  it('keeps none where it is told so', async () => {
    const indexFolder = temporaryFolder();
    await started({ indexFolder, config: { keepEvents: false } });
    expect(existsSync(join(indexFolder, 'events'))).toBe(false);
  });
});

describe('files of events', () => {
  it('give the events of their ledgers, from any place on', async () => {
    const folder = temporaryFolder();
    const store = await filled(folder);
    expect(readAll(store)).toEqual(ledgers.map((ledger) => dataOf(eventsOf(ledger))));
    for (const ledger of ledgers) {
      const [{ list }] = eventsOf(ledger).blocks(START);
      for (let i = 0; i < list.length; i += 5) {
        const place = { transaction: list.transaction(i), operation: list.operation(i), number: list.number(i) };
        const [first] = store.read(ledger.sequence, metaChecksum(ledger))!.blocks(place);
        const at = first.list.from(place.transaction, place.operation, place.number);
        expect([first.list.source(at), first.list.number(at)]).toEqual([list.source(i), list.number(i)]);
      }
    }
    store.close();
  });

  it('know that a ledger has no events', async () => {
    const store = new EventStore(temporaryFolder(), () => undefined);
    const ledger: Ledger = { ...ledgers[0], transactions: [] };
    await store.add(ledger);
    expect(dataOf(store.read(ledger.sequence, metaChecksum(ledger)))?.found).toEqual([]);
    await store.flush();
    expect(dataOf(store.read(ledger.sequence, metaChecksum(ledger)))?.found).toEqual([]);
    store.close();
  });

  it('give none of a ledger that is not what was indexed', async () => {
    const store = await filled(temporaryFolder());
    const [{ sequence }] = ledgers;
    const checksum = metaChecksum(ledgers[0]);
    expect(store.read(sequence, checksum ^ 1)).toBeUndefined();
    expect(store.has(sequence)).toBe(false);
    store.close();
  });

  it('give the same or nothing after any byte of them was changed', async () => {
    const folder = temporaryFolder();
    (await filled(folder)).close();
    const [name] = readdirSync(folder);
    const bytes = readFileSync(join(folder, name));
    const expected = ledgers.map((ledger) => dataOf(eventsOf(ledger)));
    for (let at = 0; at < bytes.length; at += at < 32 ? 1 : 16_001) {
      const changed = temporaryFolder();
      const copy = Buffer.from(bytes);
      copy[at] ^= 1 << (at % 8);
      writeFileSync(join(changed, name), copy);
      const store = new EventStore(changed, () => undefined);
      readAll(store).forEach((found, i) => found && expect(found, `byte ${at}`).toEqual(expected[i]));
      store.close();
      rmSync(changed, { recursive: true });
    }
  });

  it('throw StoreError for a block that changed after its record was read', async () => {
    const folder = temporaryFolder();
    (await filled(folder)).close();
    const store = new EventStore(folder, () => undefined);
    const [name] = readdirSync(folder);
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const ledger = ledgers.at(-1)!;
    const expected = dataOf(eventsOf(ledger));
    let thrown = 0;
    for (let back = 1; back < 1000; back += 7) {
      const events = store.read(ledger.sequence, metaChecksum(ledger));
      const copy = Buffer.from(bytes);
      copy[copy.length - back] ^= 1 << (back % 8);
      writeFileSync(path, copy);
      try {
        expect(dataOf(events), `byte -${back}`).toEqual(expected);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        thrown++;
      }
      writeFileSync(path, bytes);
    }
    expect(thrown).toBeGreaterThan(100);
    store.close();
  });

  it('give what was written whole before a crash', async () => {
    const folder = temporaryFolder();
    (await filled(folder)).close();
    const [name] = readdirSync(folder);
    const bytes = readFileSync(join(folder, name));
    const expected = ledgers.map((ledger) => dataOf(eventsOf(ledger)));
    let before = 0;
    for (let end = 0; end < bytes.length; end += 9001) {
      const cut = temporaryFolder();
      writeFileSync(join(cut, name), bytes.subarray(0, end));
      const store = new EventStore(cut, () => undefined);
      const found = readAll(store);
      found.forEach((events, i) => events && expect(events).toEqual(expected[i]));
      const whole = found.filter((events) => events !== undefined).length;
      expect(whole).toBeGreaterThanOrEqual(before);
      before = whole;
      store.close();
      rmSync(cut, { recursive: true });
    }
    expect(before).toBeGreaterThan(100);
  });

  it('of many restarts are made again as one', async () => {
    const folder = temporaryFolder();
    const one = temporaryFolder();
    (await filled(one)).close();
    const [name] = readdirSync(one);
    mkdirSync(folder, { recursive: true });
    for (let i = 0; i <= 256; i++) cpSync(join(one, name), join(folder, `${i}-copy.events`));
    const store = await filled(folder);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readAll(store)).toEqual(ledgers.map((ledger) => dataOf(eventsOf(ledger))));
    store.close();
  });
});
