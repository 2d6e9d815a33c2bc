/** What is told of one transaction, of the sample network. */
import { describe, expect, it } from 'vitest';
import { serveSample } from './sample-server.ts';

const { ask } = serveSample();

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

const body = async (path: string) => (await (await ask(path)).json()) as Record<string, unknown>;

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
    expect(await body('/silver/tx/abc/diffs')).toEqual({ error: 'invalid transaction hash' });
    expect(await body(`/silver/tx/${'0'.repeat(64)}/full`)).toEqual({ error: 'transaction not found' });
  });
});
