import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeTables } from '../../src/index.ts';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { openScratch, type ScratchDatabase } from '../../src/lake/asking/query/scratch.ts';
import { tables } from '../../src/tables/index.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';

const flat =
  'destination, amount_stroops, source_amount_stroops, asset, soroban_function, soroban_contract_id, soroban_arguments_json';

let scratch: ScratchDatabase;
beforeEach(async () => {
  scratch = await openScratch({ tables, layers: ['bronze'] });
});
afterEach(() => scratch.close());

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const { connection, release } = await scratch.session();
  const found = await selectRows(connection, sql);
  await release();
  return found;
}

async function load(network: string, files: string[]): Promise<void> {
  for (const file of files) {
    const batch = decodeTables(readFileSync(file), { network, verify: false }).get('history_operations')!;
    await scratch.append('history_operations', batch);
  }
}

const nothing = {
  destination: null,
  amount_stroops: null,
  source_amount_stroops: null,
  asset: null,
  soroban_function: null,
  soroban_contract_id: null,
  soroban_arguments_json: null,
};

/** What the columns should be, worked out from the details with the digits of each number kept. */
function expected(type: number, json: string): Record<string, unknown> {
  const exact = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context!.source!.includes('.') ? context!.source : value;
  const details = JSON.parse(json, exact as Parameters<typeof JSON.parse>[1]) as Record<string, string | undefined>;
  const stroops = (amount: string | number | undefined) => {
    if (amount === undefined) return null;
    const [units, fraction = ''] = String(amount).split('.');
    return BigInt(units + fraction.padEnd(7, '0'));
  };
  const assetOf = (prefix: string) => {
    if (details[`${prefix}asset_type`] === 'native') return 'native';
    const code = details[`${prefix}asset_code`];
    return code === undefined ? null : `${code}:${details[`${prefix}asset_issuer`]}`;
  };
  const side = type === 12 ? 'buying_' : type === 3 || type === 4 ? 'selling_' : '';
  const isCall = details.type === 'invoke_contract';
  const parameters = (details.parameters_json_decoded ?? []) as { symbol?: string }[];
  return {
    destination: (type === 0 ? details.account : (details.to ?? details.into)) ?? null,
    amount_stroops: stroops(type === 0 ? details.starting_balance : details.amount),
    source_amount_stroops: stroops(details.source_amount),
    asset: details.asset ?? (type === 0 || type === 8 ? 'native' : assetOf(side)),
    soroban_function: isCall ? parameters[1].symbol : null,
    soroban_contract_id: details.contract_id ?? null,
    soroban_arguments_json: isCall ? JSON.stringify(parameters.slice(2)) : null,
  };
}

const sample = join(import.meta.dirname, '../../data/sample/FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst');
const p26 = hasCorpus ? corpusFiles('pubnet-p26/store', '.zst') : [];

describe('view history_operations', () => {
  it.each([
    { name: 'the sample', network: 'Ledgerlake Sample Network ; 2026', files: [sample] },
    { name: 'pubnet', network: 'pubnet', files: p26 },
  ])('has the flat columns of the details of $name', async ({ network, files }) => {
    await load(network, files);
    const found = await rows(`select type, cast(details_json as varchar) as json, ${flat} from history_operations`);
    for (const { type, json, ...columns } of found) expect(columns).toEqual(expected(Number(type), String(json)));
    expect(found.length > 0).toBe(files.length > 0);
  });

  it.skipIf(!hasCorpus)('is exact for operations of pubnet', async () => {
    await load('pubnet', p26);
    const of = async (id: bigint) => (await rows(`select ${flat} from history_operations where id = ${id}`))[0];
    expect(await of(270982294297722881n)).toEqual({
      ...nothing,
      destination: 'GBQIGD3SEKUS2KIHFXZ4AK4MS7GPDWJC7TXAD3PRJ32K3B7P4JCWCT3Q',
      amount_stroops: 12900000000000000n,
      asset: 'wXLM:GD4YWGGFRWOIOHIM7AKCD2WMSZJNGPLSW47QEEPZEMZ55YE6DNSYN2GF',
    });
    expect(await of(270982345837043713n)).toEqual({
      ...nothing,
      destination: 'GABDED2BTMKH4DBSRY2YNBEOTOYSRHYB6NUBCUUJQ7COY2MF7K5IM5BD',
      amount_stroops: 28308713102881n,
      source_amount_stroops: 20000000n,
      asset: 'STARDUST:GCPLNANLXTV2G6NPIRDPOLM5NAO5XH2IPYQBZCTTAKPNV4IRTU5X5B4S',
    });
    expect(await of(270982315772715009n)).toEqual({
      ...nothing,
      amount_stroops: 107374182300000000n,
      asset: 'GOOGL:GAWW3KZP6QEJOSTBNBQBSLKEHYFXHL5HVBB63XHS75GYUZQ7JVF2VANG',
    });
    expect(await of(270982302888275969n)).toEqual({
      ...nothing,
      soroban_function: 'set_price',
      soroban_contract_id: 'CAWGFKEL4XSE7JHVZLFIXSDVK7HNI57VFU4OPVRV7NHECRXCZ3ZNDNTR',
      soroban_arguments_json: '[{"u32":17},"void",{"u128":"598514830"}]',
    });
  });

  it('reads no details for a query that asks for none', async () => {
    for (const sql of ['count(*)', 'sum(type)', 'max(operation_trace_code)']) {
      const [{ explain_value: plan }] = (await rows(`explain select ${sql} from history_operations`)) as [
        { explain_value: string },
      ];
      expect(plan).not.toMatch(/json|regexp|->>/);
    }
  });
});
