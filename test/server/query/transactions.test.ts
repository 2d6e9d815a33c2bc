/** What is told of one transaction, of the sample network. */
import { decodeJson } from '../../../src/xdr/decode.ts';
import { describe, expect, it, vi } from 'vitest';
import { authorization, bodyOf, errorOf, serveSample } from './sample-server.ts';

const { ask, lakes, listener } = serveSample();

interface Change {
  address: string;
  asset_type: string;
  before: string;
  after: string;
  delta: string;
}

interface Node {
  to_contract: string;
  calls: Node[];
}

type Row = Record<string, unknown>;

const body = (path: string) => bodyOf(ask(path));

describe('/silver/tx/{hash}', () => {
  it('tells changes of balances that fit what moved', async () => {
    const { data } = (await body('/silver/payments?asset_code=XLM&successful=true&limit=1')) as {
      data: { transaction_hash: string; source_account: string; destination: string; tx_fee_charged: number }[];
    };
    const [{ transaction_hash: hash, destination }] = data;
    const diffs = await body(`/silver/tx/${hash}/diffs`);
    const changes = diffs['balance_changes'] as Change[];
    const got = changes.find(({ address, asset_type: type }) => address === destination && type === 'native');
    expect(got?.delta).toMatch(/^\+\d+\.\d{7}$/);
    expect(Number(got?.after) - Number(got?.before)).toBeCloseTo(Number(got?.delta), 6);
    const phases = (diffs['state_changes'] as { phase: string }[]).map(({ phase }) => phase);
    expect(phases[0]).toBe('fee');
  });

  it('tells all of a transaction, with XDR where it is asked for', async () => {
    const { data } = (await body('/silver/operations/soroban?limit=1')) as { data: { transaction_hash: string }[] };
    const path = `/silver/tx/${data[0]?.transaction_hash}/full`;
    const full = await body(path);
    expect(full).toMatchObject({ transaction: { tx_hash: data[0]?.transaction_hash }, result: {}, envelope: {} });
    expect(full['xdr']).toBeUndefined();
    const { xdr } = (await body(`${path}?include=xdr`)) as { xdr: Record<string, string> };
    expect(Object.keys(xdr)).toEqual(['envelope', 'result', 'meta', 'fee_meta']);
    expect(Buffer.from(xdr['envelope'] ?? '', 'base64').length).toBeGreaterThan(100);
  });

  it('has the XDR of a transaction as SEP-51 JSON where it is asked for', async () => {
    const { data } = (await body('/silver/operations/soroban?limit=1')) as { data: { transaction_hash: string }[] };
    const full = await body(`/silver/tx/${data[0]?.transaction_hash}/full?include=xdr,json`);
    const { xdr, xdr_json: json } = full as { xdr: Record<string, string>; xdr_json: Record<string, object> };
    expect(json).toMatchObject({
      envelope: { tx: {} },
      result: { fee_charged: expect.stringMatching(/^\d+$/) },
      meta: { v4: {} },
    });
    for (const [name, type] of Object.entries({ envelope: 'TransactionEnvelope', meta: 'TransactionMeta' })) {
      expect(json[name]).toEqual(JSON.parse(decodeJson(type, Buffer.from(xdr[name], 'base64'))));
    }
  });

  it('tells others of its ledger without SQL, the same as with SQL', async () => {
    const { data } = (await body('/silver/transfers?limit=200')) as { data: Row[] };
    const hashes = [...new Set(data.map((row) => String(row['transaction_hash'])))].slice(0, 12);
    const decoded = async (hash: string, more = '') => {
      const { summary, operations, events, ...told } = await body(`/silver/tx/${hash}/decoded${more}`);
      return { summary, operations, events, fee: told['fee'], memo: told['memo'], result_code: told['result_code'] };
    };
    await decoded(hashes[0]);
    const rows = vi.spyOn(lakes()[0].statements, 'rows');
    const kept: Row[] = [];
    for (const hash of hashes) kept.push(await decoded(hash));
    const statements = rows.mock.calls.length;
    const told: Row[] = [];
    for (const hash of hashes) told.push(await decoded(hash, '?explain=true'));
    expect(kept).toEqual(told);
    expect(kept.every((one) => (one['operations'] as unknown[]).length > 0)).toBe(true);
    expect([statements < hashes.length, rows.mock.calls.length - statements >= 3 * hashes.length]).toEqual([
      true,
      true,
    ]);
  });

  it('tells several at once, and which there are not', async () => {
    const { data } = (await body('/silver/payments?limit=2')) as { data: { transaction_hash: string }[] };
    const [one = '', two = ''] = data.map(({ transaction_hash: hash }) => hash);
    const none = 'ab'.repeat(32);
    const single = await body(`/silver/tx/${one}/decoded`);
    const summaries = await body(`/silver/transactions/summaries?hashes=${one},${none},${two}`);
    expect(summaries).toMatchObject({
      count: 2,
      not_found: [none],
      data: [{ tx_hash: one, summary: single['summary'] }, { tx_hash: two }],
    });
    const url = `${listener().url}lake/v1/local/api/v1/silver/tx/batch/decoded`;
    const post = (sent: unknown) => fetch(url, { method: 'POST', headers: authorization, body: JSON.stringify(sent) });
    const batch = (await (await post({ hashes: [one.toUpperCase(), none] })).json()) as { data: Row[] };
    const { _meta, ...told } = single;
    expect(_meta).toBeDefined();
    expect(batch).toMatchObject({ data: [told], count: 1, not_found: [none] });
    const refused = await Promise.all(
      [{}, { hashes: [] }, { hashes: ['x'] }, { hashes: Array(101).fill(one) }].map(post),
    );
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await ask('/silver/transactions/summaries?hashes=zz')).status).toBe(400);
  });

  it('tells the same calls as edges and as a tree', async () => {
    const { data } = (await body('/silver/operations/soroban?limit=1')) as { data: { transaction_hash: string }[] };
    const path = `/silver/tx/${data[0]?.transaction_hash}`;
    const { calls, count } = (await body(`${path}/call-graph`)) as { calls: { to_contract: string }[]; count: number };
    const { roots } = (await body(`${path}/hierarchy`)) as { roots: Node[] };
    const flat = (nodes: Node[]): string[] => nodes.flatMap((node) => [node.to_contract, ...flat(node.calls)]);
    expect(count).toBe(calls.length);
    expect(flat(roots)).toEqual(calls.map(({ to_contract: to }) => to));
    const { contracts } = (await body(`${path}/contracts-summary`)) as { contracts: { calls_received: number }[] };
    expect(contracts.reduce((sum, one) => sum + one.calls_received, 0)).toBe(count);
    expect(await body(`${path}/contracts-involved`)).toMatchObject({ count: contracts.length });
  });

  it('gives a receipt with the results of operations', async () => {
    const { data } = (await body('/silver/payments?limit=1')) as { data: { transaction_hash: string }[] };
    const receipt = await body(`/silver/tx/${data[0]?.transaction_hash}/receipt`);
    expect(receipt['operations']).toHaveLength(receipt['operation_count'] as number);
    const { summary } = (await body(`/silver/tx/${data[0]?.transaction_hash}/semantic`)) as Record<string, Row>;
    expect(summary).toMatchObject({ description: receipt['description'] });
  });

  it('refuses what is no hash, and knows no other', async () => {
    expect(await errorOf(ask('/silver/tx/abc/diffs'))).toEqual([400, 'invalid transaction hash']);
    expect(await errorOf(ask(`/silver/tx/${'0'.repeat(64)}/full`))).toEqual([404, 'transaction not found']);
  });
});

describe('/bronze/{accounts,trustlines,offers}', () => {
  it('has the rows of one owner, ledger by ledger', async () => {
    const { data } = (await body('/silver/accounts?limit=1')) as { data: { account_id: string }[] };
    const owner = data[0]?.account_id;
    const rows = (await body(`/bronze/accounts?account_id=${owner}`)) as {
      data: { account_id: string; ledger_sequence: number }[];
    };
    expect(rows.data.length).toBeGreaterThan(0);
    expect(new Set(rows.data.map(({ account_id: id }) => id))).toEqual(new Set([owner]));
    const ledgers = rows.data.map(({ ledger_sequence: ledger }) => ledger);
    expect(ledgers).toEqual([...new Set(ledgers)].sort((a, b) => a - b));
    expect((await body(`/bronze/trustlines?account_id=${owner}`))['error']).toBeUndefined();
    expect((await body(`/bronze/offers?seller_id=${owner}`))['error']).toBeUndefined();
    expect((await ask('/bronze/offers')).status).toBe(400);
  });
});
