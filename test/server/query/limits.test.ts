/** Lists all of whose rows are made before the first is known give other limits from the same result. */
import { expect, it, vi } from 'vitest';
import { bodyOf, serveSample } from './sample-server.ts';

const { ask, lakes } = serveSample();

type Rows = Record<string, unknown>[];

const rowsOf = async (path: string) => (await bodyOf<{ data: Rows }>(ask(path))).data;

it('asks for holders once for most limits, and cuts each page off at its own', async () => {
  const [, asset = {}] = await rowsOf('/silver/assets?limit=5');
  const path = `/silver/assets/${String(asset['asset_code'])}:${String(asset['asset_issuer'])}/holders`;
  for (const list of [path, `/silver/tokens/${String(asset['contract_id'])}/balances`]) {
    const all = await rowsOf(`${list}?limit=100`);
    const rows = vi.spyOn(lakes()[0].statements, 'rows');
    const pages = [await rowsOf(`${list}?limit=2`), await rowsOf(`${list}?limit=3`)];
    expect(all.length).toBeGreaterThan(3);
    expect(pages).toEqual([all.slice(0, 2), all.slice(0, 3)]);
    const answered = rows.mock.calls.filter((_, i) => rows.mock.settledResults[i].type === 'fulfilled');
    const limits = answered.flatMap(([sql, { parameters }]) => {
      const bound = parameters as unknown[];
      return sql.trimEnd().endsWith(`limit $${bound.length}`) ? [bound.at(-1)] : [];
    });
    expect(limits).toEqual([129, 129]);
    rows.mockRestore();
  }
});
