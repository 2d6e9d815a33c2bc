import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { decodeTables } from '../../src/index.ts';
import { selectRows } from '../../src/lake/duckdb.ts';
import { openScratch, type Scratch } from '../../src/lake/scratch.ts';
import { tables } from '../../src/tables/index.ts';
import { historyOperations } from '../../src/tables/operations.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';

const flat =
  'destination, amount_stroops, source_amount_stroops, asset, soroban_function, soroban_contract_id, soroban_arguments_json';

let scratch: Scratch;
beforeEach(async () => {
  scratch = await openScratch({ tables });
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

/** Rows with these details; what else a row has does not matter. */
async function loadDetails(details: [type: number, json: string][]): Promise<void> {
  const { columns, batch } = createBuilder(historyOperations);
  details.forEach(([type, json], index) => {
    for (const column of [columns.id, columns.transaction_id, columns.closed_at]) column.pushNumber(index);
    for (const column of [columns.ledger_sequence, columns.operation_index]) column.push(index);
    for (const name of ['source_account', 'type_string', 'transaction_hash'] as const) columns[name].ascii('');
    for (const name of ['operation_result_code', 'operation_trace_code'] as const) columns[name].ascii('');
    columns.source_account_muxed.pushNull();
    columns.type.push(type);
    columns.details_json.push(json);
    columns.transaction_successful.push(true);
    columns.soroban_auth_credentials_types.pushNull();
    columns.soroban_auth_addresses.pushNull();
  });
  await scratch.append('history_operations', batch());
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
    return BigInt(units! + fraction.padEnd(7, '0'));
  };
  const assetOf = (prefix: string) => {
    if (details[`${prefix}asset_type`] === 'native') return 'native';
    const code = details[`${prefix}asset_code`];
    return code === undefined ? null : `${code}:${details[`${prefix}asset_issuer`]}`;
  };
  const side = type === 12 ? 'buying_' : type === 3 || type === 4 ? 'selling_' : '';
  const isCall = details.type === 'invoke_contract';
  const parameters = (details.parameters_json_decoded ?? []) as unknown as { symbol?: string }[];
  return {
    destination: (type === 0 ? details.account : (details.to ?? details.into)) ?? null,
    amount_stroops: stroops(type === 0 ? details.starting_balance : details.amount),
    source_amount_stroops: stroops(details.source_amount),
    asset: details.asset ?? (type === 0 || type === 8 ? 'native' : assetOf(side)),
    soroban_function: isCall ? parameters[1]!.symbol : null,
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

  it('keeps every digit of the largest and the smallest amount', async () => {
    await loadDetails([
      [1, '{"to":"G","amount":922337203685.4775807}'],
      [1, '{"to":"G","amount":-922337203685.4775808}'],
      [13, '{"to":"G","source_amount":0.0000001,"amount":"0.0000000"}'],
      [0, '{"account":"G","starting_balance":1}'],
    ]);
    expect(await rows('select amount_stroops, source_amount_stroops from history_operations order by id')).toEqual([
      { amount_stroops: 2n ** 63n - 1n, source_amount_stroops: null },
      { amount_stroops: -(2n ** 63n), source_amount_stroops: null },
      { amount_stroops: 0n, source_amount_stroops: 1n },
      { amount_stroops: 10_000_000n, source_amount_stroops: null },
    ]);
  });

  it('takes no amount out of a text', async () => {
    const text = JSON.stringify('","amount":5,"asset_type":"native","a":"');
    await loadDetails([
      [5, `{"home_domain":${text}}`],
      [10, `{"name":${text},"value":null}`],
      [6, '{"asset_type":"liquidity_pool_shares","liquidity_pool_id":"00"}'],
    ]);
    expect(await rows(`select ${flat} from history_operations`)).toEqual([nothing, nothing, nothing]);
  });

  it('has no function and no arguments where no contract is called', async () => {
    await loadDetails([
      [24, '{"type":"create_contract_v2","contract_id":"C","parameters_json_decoded":[{"u32":1},{"symbol":"f"}]}'],
      [24, '{"type":"upload_wasm"}'],
      [25, '{"type":"extend_footprint_ttl","contract_id":"C"}'],
    ]);
    expect(await rows(`select ${flat} from history_operations`)).toEqual([
      { ...nothing, soroban_contract_id: 'C' },
      nothing,
      { ...nothing, soroban_contract_id: 'C' },
    ]);
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
