/** A store of extremes behind JSON-RPC: every method answers for every ledger, transaction, event and entry, in both forms. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow } from '../folder.ts';
import { defaultConfig } from '../../src/server/rpc/config/to-rpc-config.ts';
import { methods } from '../../src/server/rpc/methods/index.ts';
import { poisonPassphrase, poisonStore } from '../make/poison-store.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readTree, writeTree, type Arm, type Fields, type Tree } from '../make/xdr-tree.ts';
import { startTestNode, type Answer, type TestNode } from './node.ts';

let node: TestNode;
let ledgers: Fields[];
beforeAll(async () => {
  const store = await poisonStore();
  node = await startTestNode({ stores: [store], config: defaultConfig(poisonPassphrase) });
  const files = filesBelow(store, store).filter((name) => name.endsWith('.zst'));
  ledgers = files.flatMap((name) => {
    const bytes = decompress(readFileSync(join(store, name)), { file: name });
    const { ledgerCloseMetas } = readTree('LedgerCloseMetaBatch', bytes) as Fields;
    return (ledgerCloseMetas as Arm[]).map(({ value }) => value as Fields);
  });
  ledgers.sort((one, other) => sequenceOf(one) - sequenceOf(other));
});
afterAll(() => node?.stop());

const formats = ['base64', 'json'];
const PAGE = 50;
const sequenceOf = ({ ledgerHeader }: Fields) => Number(((ledgerHeader as Fields).header as Fields).ledgerSeq);

/** Calls a method; an answer that is the server's own fault fails the test. */
async function call(method: string, params?: unknown): Promise<Answer> {
  const answer = await node.call(method, params);
  // What takes a core: entries that no ledger of the store writes, and transactions that are sent.
  const isCore = /^ledger files hold changes, not state|^this node is read-only/.test(String(answer.error?.data));
  const fault = answer.error?.code === -32603 && !isCore ? answer.error : undefined;
  expect([method, params, fault]).toEqual([method, params, undefined]);
  return answer;
}

/** The keys of all entries that changes of the ledgers write, in base64. */
function keysOf(tree: Tree, found: Set<string>): Set<string> {
  if (Array.isArray(tree)) for (const each of tree) keysOf(each, found);
  else if (tree !== null && typeof tree === 'object' && !(tree instanceof Uint8Array)) {
    const { arm, value } = tree;
    // LEDGER_ENTRY_REMOVED has the key of what is gone.
    const isKey = arm === 2 && value !== null && typeof value === 'object' && 'arm' in value && isLedgerKey(value);
    if (isKey) found.add(writeTree('LedgerKey', value).toString('base64'));
    for (const each of Object.values(tree)) keysOf(each, found);
  }
  return found;
}

function isLedgerKey(value: Tree): boolean {
  try {
    return writeTree('LedgerKey', value).length > 0;
  } catch {
    return false;
  }
}

describe('a node of a store of extremes', () => {
  it('has a call of each method here', () => {
    expect(Object.keys(methods).sort()).toEqual(
      [
        ...[
          'getHealth',
          'getNetwork',
          'getVersionInfo',
          'getLatestLedger',
          'getFeeStats',
          'getLedgers',
          'getTransactions',
        ],
        ...['getTransaction', 'getEvents', 'getLedgerEntries', 'sendTransaction', 'simulateTransaction'],
      ].sort(),
    );
  });

  it.each(['getHealth', 'getNetwork', 'getVersionInfo', 'getLatestLedger', 'getFeeStats'])(
    'answers %s',
    async (method) => {
      expect(await call(method)).toHaveProperty('result');
    },
  );

  it.each(formats)('lists ledgers, transactions and events in %s', async (xdrFormat) => {
    const startLedger = sequenceOf(ledgers.at(-16)!);
    for (const [method, member] of [
      ['getLedgers', 'ledgers'],
      ['getTransactions', 'transactions'],
      ['getEvents', 'events'],
    ] as const) {
      let pagination: object = { limit: PAGE };
      let seen = 0;
      for (let page = 0; page < 100; page++) {
        const isFirst = page === 0;
        const { result } = await call(method, { ...(isFirst && { startLedger }), xdrFormat, pagination });
        const rows = result?.[member] as unknown[];
        seen += rows.length;
        if (rows.length < PAGE) break;
        pagination = { limit: PAGE, cursor: result?.cursor };
      }
      expect([method, seen > 15]).toEqual([method, true]);
    }
  });

  it.each(formats)('finds each transaction in %s', async (xdrFormat) => {
    const statuses = new Set<unknown>();
    for (const { txProcessing } of ledgers.slice(-16)) {
      for (const { result } of txProcessing as Fields[]) {
        const hash = Buffer.from((result as Fields).transactionHash as Uint8Array).toString('hex');
        statuses.add((await call('getTransaction', { hash, xdrFormat })).result?.status);
      }
    }
    expect([...statuses].sort()).toEqual(['FAILED', 'SUCCESS']);
  });

  it.each(formats)('answers for the entry of each key in %s', async (xdrFormat) => {
    const keys = [...keysOf(ledgers.slice(-16), new Set())];
    expect(keys.length).toBeGreaterThan(20);
    for (const key of keys) await call('getLedgerEntries', { keys: [key], xdrFormat });
  });

  it('answers for a transaction that is sent or tried', async () => {
    for (const { txSet } of ledgers.slice(-4)) {
      for (const envelope of envelopesIn(txSet as Arm)) {
        const transaction = writeTree('TransactionEnvelope', envelope).toString('base64');
        await call('sendTransaction', { transaction });
        await call('simulateTransaction', { transaction });
      }
    }
  });
});

function envelopesIn({ value }: Arm): Tree[] {
  return ((value as Fields).phases as Arm[]).flatMap(({ arm, value }) => {
    if (arm === 0) return (value as Arm[]).flatMap((component) => (component.value as Fields).txs as Tree[]);
    return ((value as Fields).executionStages as Tree[][][]).flat(2);
  });
}
