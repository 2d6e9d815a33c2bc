/** The largest pages of real ledgers do not hold the event loop of a server. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { mediaTypes } from '../../src/server/query/tables.ts';
import { corpus, hasCorpus } from '../corpus.ts';
import { temporaryFolder } from '../folder.ts';
import { startProcess, type ServerProcess } from '../server/process.ts';

const store = join(corpus, 'pubnet-p26/store');
const [FIRST, LAST] = [63_092_982, 63_092_994];
const lists = ['ledgers', 'transactions', 'operations', 'effects', 'trades', 'contract_events'];

describe.skipIf(!hasCorpus)('a server of ledgers of the public network', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    const lake = join(temporaryFolder(), 'lake');
    const opened = await open(lake, { network: 'mainnet' });
    await opened.load(store);
    await opened.close();
    const data = join(temporaryFolder(), 'data');
    const options = ['--lake', lake, '--store', store, '--data-dir', data, '--auth', 'off'];
    server = await startProcess(...options, '--query-time', '600s');
  });
  afterAll(() => server.stop());

  /** Returns the status and the length of an answer, and what the server said of its event loop meanwhile. */
  async function ask(path: string, init: RequestInit): Promise<{ status: number; bytes: number; held: string[] }> {
    const before = server.said().length;
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
    const { byteLength: bytes } = await answer.arrayBuffer();
    const lines = server.said().slice(before).split('\n');
    return { status: answer.status, bytes, held: lines.filter((line) => line.includes('the event loop was held')) };
  }

  it.each(Object.values(mediaTypes))('is not held by lists of 10,000 rows as %s', async (Accept) => {
    for (const list of lists) {
      const path = `/lake/v1/mainnet/api/v1/bronze/${list}?start=${FIRST}&end=${LAST}&limit=10000`;
      const { status, held } = await ask(path, { headers: { Accept } });
      expect({ list, status, held }).toEqual({ list, status: 200, held: [] });
    }
  });

  it.each(['getLedgers', 'getTransactions', 'getEvents'])('is not held by %s', async (method) => {
    for (const xdrFormat of ['base64', 'json']) {
      const params = { startLedger: FIRST, xdrFormat, pagination: { limit: method === 'getEvents' ? 10_000 : 200 } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const { status, bytes, held } = await ask('/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      expect({ status, held }).toEqual({ status: 200, held: [] });
      expect(bytes).toBeGreaterThan(1e6);
    }
  });
});
