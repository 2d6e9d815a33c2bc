import { expect, it } from 'vitest';
import { bodyOf, serveSample } from './sample-server.ts';

const { ask } = serveSample();

type Rows = Record<string, unknown>[];

const rowsOf = async (path: string) => (await bodyOf<{ data: Rows }>(ask(path))).data;
const foundBy = async (q: string) => (await rowsOf(`/silver/search?q=${q}`)).map(({ type, id }) => [type, id]);

it('finds an asset and its contract by the code in any letters, and not by the issuer', async () => {
  const assets = await rowsOf('/silver/assets');
  const issued = assets.filter(({ asset_type: type }) => type !== 'native');
  expect(issued.length).toBeGreaterThan(2);
  for (const { asset_code: code, asset_issuer: issuer, contract_id: contract } of issued) {
    const named = `${String(code)}:${String(issuer)}`;
    const both = [
      ['token', contract],
      ['asset', named],
    ];
    expect(await foundBy(String(code).toLowerCase())).toEqual(both);
    expect(await foundBy(named)).toEqual(both.slice(1));
    expect(await foundBy(String(issuer).slice(0, 8))).toEqual([]);
  }
});

it('finds the contract of lumens by the name that it has', async () => {
  const lumens = (await rowsOf('/silver/assets')).find(({ asset_type: type }) => type === 'native');
  expect(await foundBy('native')).toEqual([['token', lumens?.['contract_id']]]);
  expect(await foundBy('XLM')).toEqual([['asset', 'XLM']]);
});
