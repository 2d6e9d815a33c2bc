/** What the JavaScript SDK, which knows protocol 28, gets of a network of protocol 30. */
import { join } from 'node:path';
import { Keypair, rpc, xdr } from '@stellar/stellar-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { writeStore } from '../../src/simulator/store.ts';
import { decodeJson } from '../../src/xdr/decode.ts';
import { temporaryFolder } from '../folder.ts';
import { patientConfig, startTestNode, type TestNode } from './node.ts';

const network = {
  ...{ seed: 'clients', passphrase: 'Clients Network', protocol: 30, interval: 0.6, mix: 'mixed' as const },
  ...{ startLedger: 2, ledgers: 58, transactionsPerLedger: 10, ledgersPerFile: 10, filesPerPartition: 10 },
};

let node: TestNode;
let client: rpc.Server;
beforeAll(async () => {
  const store = join(temporaryFolder(), 'store');
  writeStore(store, network);
  node = await startTestNode({ stores: [await openLedgerStore([store])], config: patientConfig(network.passphrase) });
  client = new rpc.Server(`http://127.0.0.1:${node.port}`, { allowHttp: true });
});
afterAll(() => node.stop());

const SECONDS = /^\d{10}$/;
const pagination = { limit: 50 };
type Json = Record<string, unknown>;

async function inJson(method: string, params: Json): Promise<Json> {
  const { result } = await node.call(method, { ...params, xdrFormat: 'json' });
  return result!;
}

const read = (type: string, base64: string): unknown => JSON.parse(decodeJson(type, Buffer.from(base64, 'base64')));
const textOf = (value: unknown): string => JSON.stringify(value);
const MUXED_CONTRACT = /"W[A-D][A-Z2-7]{67}"/;

describe('@stellar/stellar-sdk against a network of protocol 30', () => {
  it('has ledgers as its raw types say, in base64 and in JSON, and cannot read their XDR', async () => {
    const { ledgers, latestLedgerCloseTime } = await client._getLedgers({ startLedger: 2, pagination });
    const { ledgers: texts } = await inJson('getLedgers', { startLedger: 2, pagination });
    expect(ledgers).toHaveLength(pagination.limit);
    for (const { ledgerCloseTime } of ledgers) expect(ledgerCloseTime).toMatch(SECONDS);
    expect(String(latestLedgerCloseTime)).toMatch(SECONDS);
    expect(ledgers.map(({ metadataXdr }) => read('LedgerCloseMeta', metadataXdr))).toEqual(
      (texts as Json[]).map(({ metadataJson }) => metadataJson),
    );
    expect(textOf(texts)).toContain('"signed_ms"');
    await expect(client.getLedgers({ startLedger: 2, pagination })).rejects.toThrow(/scpValue\.ext/);
  });

  it('has the latest ledger as its raw type says, and cannot read its header', async () => {
    const latest = await client._getLatestLedger();
    expect(latest).toMatchObject({ protocolVersion: 30, sequence: 59 });
    expect(read('LedgerHeader', latest.headerXdr)).toMatchObject({
      ...{ ledger_version: 30, scp_value: { close_time: latest.closeTime, ext: { signed_ms: {} } } },
    });
    await expect(client.getLatestLedger()).rejects.toThrow(/scpValue\.ext/);
  });

  it('reads transactions but those with muxed contracts, which its raw types have', async () => {
    const page = { startLedger: 2, pagination: { limit: 200 } };
    const transactions = (await client._getTransactions(page)).transactions!;
    const { transactions: texts } = await inJson('getTransactions', page);
    expect(transactions.map(({ envelopeXdr }) => read('TransactionEnvelope', envelopeXdr!))).toEqual(
      (texts as Json[]).map(({ envelopeJson }) => envelopeJson),
    );
    const isNewer = (texts as Json[]).map((one) => MUXED_CONTRACT.test(textOf(one)));
    expect(new Set(isNewer)).toEqual(new Set([true, false]));
    for (const [i, { txHash, ledger }] of transactions.entries()) {
      const found = client.getTransaction(txHash);
      if (isNewer[i]) await expect(found).rejects.toThrow(/unknown enum value 5/);
      else expect(await found).toMatchObject({ status: transactions[i].status, ledger });
      expect(await client._getTransaction(txHash)).toMatchObject({ ledger, envelopeXdr: transactions[i].envelopeXdr });
    }
  });

  it('reads events, the same in JSON', async () => {
    const page = { startLedger: 2, filters: [], limit: 1000 };
    const { events } = await client.getEvents(page);
    const { events: texts } = await inJson('getEvents', { ...page, pagination: { limit: page.limit } });
    expect(events.length).toBeGreaterThan(100);
    expect(
      events.map(({ topic, value }) => [...topic, value].map((one) => read('ScVal', one.toXdr('base64')))),
    ).toEqual((texts as Json[]).map(({ topicJson, valueJson }) => [...(topicJson as unknown[]), valueJson]));
  });

  it('reads entries, the same in JSON', async () => {
    const { transactions } = await inJson('getTransactions', { startLedger: 10, pagination: { limit: 1 } });
    const [address] = /"G[A-Z2-7]{55}"/.exec(textOf(transactions))!;
    const key = xdr.LedgerKey.account(
      new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(address.slice(1, -1)).xdrAccountId() }),
    );
    const { entries } = await client.getLedgerEntries(key);
    const { entries: texts } = await inJson('getLedgerEntries', { keys: [key.toXdr('base64')] });
    expect(entries.map(({ val }) => read('LedgerEntryData', val.toXdr('base64')))).toEqual(
      (texts as Json[]).map(({ dataJson }) => dataJson),
    );
    expect(entries).toHaveLength(1);
  });
});
