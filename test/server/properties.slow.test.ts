import { StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/server/rpc/errors.ts';
import { methods } from '../../src/server/rpc/methods/index.ts';
import { startTestNode, type TestNode } from './node.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const list = { type: 'array' };

/** The members that each method's result always has, and of what type. */
const schemas: Record<string, Record<string, { type: string }>> = {
  getHealth: { status: text, latestLedger: number, oldestLedger: number, ledgerRetentionWindow: number },
  getNetwork: { passphrase: text, protocolVersion: number },
  getVersionInfo: {
    version: text,
    commitHash: text,
    buildTimestamp: text,
    captiveCoreVersion: text,
    protocolVersion: number,
  },
  getLatestLedger: {
    id: text,
    protocolVersion: number,
    sequence: number,
    closeTime: text,
    headerXdr: text,
    metadataXdr: text,
  },
  getLedgers: {
    ledgers: list,
    latestLedger: number,
    latestLedgerCloseTime: number,
    oldestLedger: number,
    cursor: text,
  },
  getTransactions: {
    transactions: list,
    latestLedger: number,
    latestLedgerCloseTimestamp: number,
    oldestLedger: number,
    cursor: text,
  },
  getTransaction: {
    status: text,
    txHash: text,
    latestLedger: number,
    latestLedgerCloseTime: text,
    oldestLedger: number,
    createdAt: text,
  },
  getEvents: { events: list, cursor: text, latestLedger: number, oldestLedger: number, latestLedgerCloseTime: text },
  getFeeStats: { sorobanInclusionFee: { type: 'object' }, inclusionFee: { type: 'object' }, latestLedger: number },
  getLedgerEntries: { entries: list, latestLedger: number },
  simulateTransaction: { error: text, latestLedger: number },
  sendTransaction: { status: text, hash: text },
};

/** The members of each item of a list; of those joined by `|` one is there. */
const itemSchemas: Record<string, Record<string, { type: string }>> = {
  ledgers: { hash: text, sequence: number, ledgerCloseTime: text, headerXdr: text, metadataXdr: text },
  transactions: {
    ...{ status: text, txHash: text, applicationOrder: number, feeBump: { type: 'boolean' }, ledger: number },
    ...{
      createdAt: number,
      events: { type: 'object' },
      'envelopeXdr|envelopeJson': text,
      'resultXdr|resultJson': text,
    },
    'resultMetaXdr|resultMetaJson': text,
  },
  events: {
    ...{ type: text, ledger: number, ledgerClosedAt: text, contractId: text, id: text, operationIndex: number },
    ...{ transactionIndex: number, txHash: text, 'topic|topicJson': list, 'value|valueJson': text },
  },
  entries: { 'key|keyJson': text, 'xdr|dataJson': text, 'extXdr|extJson': text, lastModifiedLedgerSeq: number },
};

/** What is XDR in one format is any JSON in the other. */
function expectItem(item: Record<string, unknown>, schema: Record<string, { type: string }>): void {
  const types = typesOf(item);
  for (const [names, type] of Object.entries(schema)) {
    const [xdrName, jsonName = xdrName] = names.split('|');
    const name = xdrName in item ? xdrName : jsonName;
    expect(Object.keys(item)).toContain(name);
    if (name === xdrName) expect(types[name], name).toEqual(type);
  }
}

const sequence = fc.oneof(
  fc.integer({ min: -2, max: 140 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constant(null),
  fc.string(),
);
const cursor = fc.oneof(
  fc.string(),
  fc.nat(140).map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String),
  fc
    .tuple(fc.nat(140), fc.nat(20), fc.nat(3))
    .map(([l, t, o]) => ((BigInt(l) << 32n) | BigInt(t * 4096 + o)).toString()),
  fc.tuple(fc.nat(140), fc.nat(9)).map(([l, n]) => `${BigInt(l) << 32n}-${n}`),
  fc.constant(null),
);
const segment = fc.oneof(
  fc.constantFrom('*', '**', 'AAAADwAAAAh0cmFuc2Zlcg==', 'AAAADwAAAANmZWUA'),
  fc.base64String(),
  fc.string(),
);
const filter = fc.oneof(
  fc.record(
    {
      type: fc.oneof(fc.constantFrom('contract', 'system', 'contract,system', '', 'x'), fc.jsonValue()),
      contractIds: fc.oneof(fc.array(fc.string(), { maxLength: 6 }), fc.jsonValue()),
      topics: fc.oneof(fc.array(fc.array(segment, { maxLength: 6 }), { maxLength: 6 }), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);
const account = fc.uint8Array({ minLength: 32, maxLength: 32 });
const accountKey = (id: Uint8Array) => Buffer.concat([Buffer.alloc(8), id]).toString('base64');
const codeKey = (hash: Uint8Array) =>
  Buffer.from(xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash })).toXdr()).toString('base64');
/** Keys of entries that may be there, of those that cannot, of another kind, and no keys. */
const ledgerKey = fc.oneof(
  fc.nat(20).map((n) => accountKey(accounts[n % accounts.length])),
  account.map(accountKey),
  account.map(codeKey),
  fc.constantFrom('AAAACQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH', 'AAAACAAAAAA='),
  fc.base64String(),
  fc.jsonValue(),
);
const params = fc.oneof(
  fc.record({ keys: fc.array(ledgerKey, { maxLength: 5 }), xdrFormat: fc.constantFrom('base64', 'json') }),
  fc.record({ hash: fc.constantFrom('00'.repeat(32), 'AB'.repeat(32)), xdrFormat: fc.constantFrom('', 'json') }),
  fc.record({ startLedger: fc.integer({ min: 2, max: 129 }), xdrFormat: fc.constantFrom('', 'json') }),
  fc.record(
    {
      startLedger: sequence,
      endLedger: sequence,
      pagination: fc.oneof(fc.record({ cursor, limit: sequence }, { requiredKeys: [] }), fc.jsonValue()),
      xdrFormat: fc.oneof(fc.constantFrom('', 'base64', 'json', 'xml'), fc.jsonValue()),
      filters: fc.oneof(fc.array(filter, { maxLength: 6 }), fc.jsonValue()),
      hash: fc.oneof(fc.string({ maxLength: 70 }), fc.stringMatching(/^[0-9a-f]{64}$/)),
      keys: fc.oneof(fc.array(fc.base64String()), fc.jsonValue()),
      transaction: fc.oneof(fc.base64String(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
  fc.array(fc.jsonValue()),
);

let node: TestNode;
/** Public keys of accounts of the sample. */
let accounts: Uint8Array[] = [];
beforeAll(async () => {
  node = await startTestNode();
  await node.node.history.indexed();
  const { result } = await node.call('getTransactions', { startLedger: 2, xdrFormat: 'json' });
  const names = JSON.stringify(result).matchAll(/"source_account":"(G\w{55})"/g);
  accounts = [...names].map(([, name]) => StrKey.decodeEd25519PublicKey(name));
});
afterAll(() => node.stop());

describe('any parameters', () => {
  it.each(Object.keys(methods))('of %s give a result of its schema or an error of the table', async (method) => {
    await fc.assert(
      fc.asyncProperty(params, async (given) => {
        const { status, text: body } = await node.post(
          JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: given }),
        );
        expect(status).toBe(200);
        const answer = JSON.parse(body) as {
          id: number;
          result?: Record<string, unknown>;
          error?: { code: number; message: string };
        };
        expect(answer.id).toBe(7);
        expect(Object.keys(answer)).toHaveLength(3);
        if (answer.error) {
          expect(Object.values(codes)).toContain(answer.error.code);
          expect(answer.error.code).not.toBe(codes.panic);
          expect(answer.error.message).not.toBe('');
        } else {
          expect(typesOf(answer.result!)).toMatchObject(schemas[method]);
          for (const [name, items] of Object.entries(answer.result!)) {
            const schema = itemSchemas[name];
            if (!schema || !Array.isArray(items)) continue;
            for (const item of items as Record<string, unknown>[]) expectItem(item, schema);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

function typesOf(result: Record<string, unknown>) {
  const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, { type: typeOf(value) }]));
}
