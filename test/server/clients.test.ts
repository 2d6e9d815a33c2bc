import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rpc } from '@stellar/stellar-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { createLogger } from '../../src/server/http/log.ts';
import { startNode, type RunningNode } from '../../src/server/rpc/start.ts';
import { temporaryFolder } from '../folder.ts';
import { patientConfig } from './node.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const passphrase = 'Ledgerlake Sample Network ; 2026';

async function start(folder: string, follow = false): Promise<RunningNode> {
  return startNode({
    config: patientConfig(passphrase),
    stores: [await openLedgerStore([folder])],
    endpoint: '127.0.0.1:0',
    ...{ follow, followEvery: 20 },
    logger: createLogger({ write: () => undefined }),
  });
}

function clientOf({ port }: RunningNode): rpc.Server {
  return new rpc.Server(`http://127.0.0.1:${port}`, { allowHttp: true });
}

describe('@stellar/stellar-sdk against a served store', () => {
  let node: RunningNode;
  let client: rpc.Server;
  beforeAll(async () => {
    node = await start(sample);
    client = clientOf(node);
  });
  afterAll(() => node.stop());

  it('reads health, network, versions, fees and the latest ledger', async () => {
    expect((await client.getHealth()).status).toBe('healthy');
    expect((await client.getNetwork()).passphrase).toBe(passphrase);
    expect((await client.getVersionInfo()).version).toContain('ledgerlake');
    expect(Number((await client.getFeeStats()).inclusionFee.transactionCount)).toBeGreaterThan(0);
    const latest = await client.getLatestLedger();
    expect(latest.sequence).toBe(129);
    expect(latest.headerXdr.ledgerSeq).toBe(129);
  });

  it('pages through all ledgers', async () => {
    const found: number[] = [];
    let page = await client.getLedgers({ startLedger: 2, pagination: { limit: 50 } });
    while (found.at(-1) !== page.latestLedger) {
      found.push(...page.ledgers.map(({ sequence }) => sequence));
      if (found.at(-1) === page.latestLedger) break;
      page = await client.getLedgers({ pagination: { cursor: page.cursor, limit: 50 } });
    }
    expect(found).toEqual(Array.from({ length: 128 }, (_, i) => i + 2));
  });

  it('finds a transaction by its hash, and polls for it', async () => {
    const { transactions } = await client.getTransactions({ startLedger: 8, pagination: { limit: 1 } });
    const [{ txHash: hash, status, ledger }] = transactions;
    expect(await client.getTransaction(hash)).toMatchObject({ status, ledger });
    expect(await client.pollTransaction(hash)).toMatchObject({ status });
    expect(await client.getTransaction('ab'.repeat(32))).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('reads events', async () => {
    const { events } = await client.getEvents({ startLedger: 2, filters: [], limit: 10 });
    expect(events.length).toBe(10);
    expect(events.every(({ topic, value }) => topic.length > 0 && value !== undefined)).toBe(true);
  });
});

describe('two clients while ledgers arrive', () => {
  const folder = temporaryFolder();

  it('see each transaction and each event once, in order', async () => {
    const objects = readdirSync(sample, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.zst'))
      .sort((a, b) => firstOf(a) - firstOf(b));
    const deliver = (name: string) => {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      cpSync(join(sample, name), join(folder, name));
    };
    cpSync(join(sample, '.config.json'), join(folder, '.config.json'));
    deliver(objects[0]);
    const node = await start(folder, true);
    const readers = [allTransactions(node), allEvents(node)];
    for (const name of objects.slice(1)) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      deliver(name);
    }
    const [transactions, events] = await Promise.all(readers);
    await node.stop();

    const whole = await start(sample);
    expect(transactions).toEqual(await allTransactions(whole));
    expect(events).toEqual(await allEvents(whole));
    await whole.stop();
    for (const found of [transactions, events]) expect(new Set(found).size).toBe(found.length);
    expect(transactions.length).toBeGreaterThan(500);
  });
});

const LAST = 129;

function firstOf(name: string): number {
  return Number(/--(\d+)(?:-\d+)?\.xdr/.exec(name)![1]);
}

async function allTransactions(node: RunningNode): Promise<string[]> {
  const client = clientOf(node);
  const found: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await client.getTransactions(
      cursor === undefined ? { startLedger: 2, pagination: { limit: 37 } } : { pagination: { cursor, limit: 37 } },
    );
    found.push(...page.transactions.map(({ txHash }) => txHash));
    // At the tip the reference answers 0 or the tip's beginning: whoever polls keeps the last cursor that brought something.
    if (page.transactions.length > 0) cursor = page.cursor;
    else if (page.latestLedger === LAST) return found;
  }
}

async function allEvents(node: RunningNode): Promise<string[]> {
  const client = clientOf(node);
  const found: string[] = [];
  let page = await client.getEvents({ startLedger: 2, filters: [], limit: 41 });
  for (;;) {
    found.push(...page.events.map(({ id, txHash }) => `${id} ${txHash}`));
    if (page.events.length === 0 && page.latestLedger === LAST) return found;
    page = await client.getEvents({ cursor: page.cursor, filters: [], limit: 41 });
  }
}
