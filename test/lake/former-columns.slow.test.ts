import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TableSpec } from '../../src/arrow/table.ts';
import { decodeTables } from '../../src/index.ts';
import { quoteName, quotePath, quoteText, selectRows } from '../../src/lake/duckdb.ts';
import { formerColumns, laterColumns } from '../../src/lake/relations/former-columns.ts';
import { openScratch, type Scratch } from '../../src/lake/query/scratch.ts';
import { areOfNow, columnsOfNow, createFileRelations, rowsOfNow } from '../../src/lake/relations/views.ts';
import { tables } from '../../src/tables/index.ts';
import { historyEffects } from '../../src/tables/effects/declaration.ts';
import { historyOperations } from '../../src/tables/operations.ts';
import { tokenTransfersRaw } from '../../src/tables/transfers/declaration.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';

const sample = join(import.meta.dirname, '../../data/sample/FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst');
const ledgers = [
  { file: sample, network: 'Ledgerlake Sample Network ; 2026' },
  ...(hasCorpus ? corpusFiles('pubnet-eras/store', '.zst') : []).map((file) => ({ file, network: 'pubnet' })),
];
/** Columns that have another meaning in files of before. */
const STILL = ['other_details_json', 'asset_type', 'asset_issuer'];

/**
 * Columns of files of now, of files of before the last change, of files of before some details were columns, and of files that have details
 * as JSON only.
 */
function columnsOf(table: TableSpec) {
  const now = Object.keys(table.columns);
  const steps = laterColumns[table.name]!;
  const later = steps.flatMap(({ columns }) => Object.keys(columns));
  const lacking = [...Object.keys(formerColumns[table.name]!.columns), ...later];
  const before = (gone: typeof steps) => [
    ...now.filter((name) => STILL.includes(name) || !gone.some(({ columns }) => name in columns)),
    ...gone.flatMap(({ of = [] }) => of),
  ];
  const formerly = [...now.filter((name) => !lacking.includes(name)), 'details_json'];
  return { now, recently: before(steps.slice(-1)), lately: before(steps), formerly };
}

const typeOf = (key: string) =>
  `case when ${key} = 'native' then 'native' when length(${key}) <= 61 then 'credit_alphanum4' when ${key} != '' then 'credit_alphanum12' end`;

/** The columns as files of before the last change have them, from those of now. */
const RECENT: Record<string, string> = {
  history_operations: `r.*`,
  history_effects: `r.* replace (
      case when r.type between 50 and 65 then ${typeOf('r.asset_key')} else r.asset_type end as asset_type,
      bronze.key_issuer(r.asset_key) as asset_issuer),
      bronze.key_code(r.asset_key) as asset_code,
    ${['bought', 'sold'].flatMap((side) => ['code', 'issuer'].map((part) => `bronze.key_${part}(r.${side}_asset_key) as ${side}_asset_${part}`)).join()}`,
};

/** The rest of the details as files of before have it, from the columns of now. */
const FORMER_REST: Record<string, string> = {
  history_operations: `case when r.details_from is null then r.other_details_json else cast(json_merge_patch(
    r.other_details_json, json_object('from', r.details_from, 'asset', r.contract_asset)) as varchar) end as other_details_json`,
  history_effects: `case when r.wide_amount is null then r.other_details_json else cast(json_merge_patch(
    r.other_details_json, json_object('amount', r.wide_amount)) as varchar) end as other_details_json`,
};

/** Rows of the table as they are in all files of before. */
const rowsOfBefore = (view: string, where = '') => `(
  select r.* replace (${FORMER_REST[view]}), cast(v.details_json as varchar) as details_json
  from (select ${RECENT[view]} from bronze.${view}_raw_v1 r) r join bronze.${view} v using (id) ${where})`;

let scratch: Scratch;
let session: Awaited<ReturnType<Scratch['session']>>;
beforeEach(async () => {
  scratch = await openScratch({ tables });
  session = await scratch.session();
  mkdirSync(join(scratch.spool, 'ledger_range=0'), { recursive: true });
});
afterEach(async () => {
  await session.release();
  await scratch.close();
});

const rows = (sql: string) => selectRows(session.connection, sql);

/** Writes the rows of a query to a file as a lake has it. */
async function write(name: string, columns: string[], source: string) {
  const path = join(scratch.spool, 'ledger_range=0', `${name}.parquet`);
  const select = `select ${columns.map(quoteName).join()}, 'file' as batch_id from ${source}`;
  await session.connection.run(`copy (${select}) to ${quoteText(path)} (format parquet)`);
  return { path, columns: [...columns, 'batch_id'] };
}

/** Makes the views show the files. */
async function show(table: TableSpec, ...files: { path: string; columns: string[] }[]) {
  await createFileRelations(session.connection, [table], () => files);
}

/** All rows of the views, with details parsed, their numbers as they are written. */
async function shown(views: { view: string; order: string; obsrvr: string; obsrvrOrder: string }) {
  const exact = (_key: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' ? `#${context.source}` : value;
  const parsed = (json: unknown) => JSON.parse(String(json), exact as Parameters<typeof JSON.parse>[1]) as unknown;
  const found = await rows(
    `select * exclude (details, details_json), cast(details as varchar) as details, cast(details_json as varchar) as json
     from ${views.view} order by ${views.order}`,
  );
  const obsrvr = await rows(`select * exclude (ledger_range) from ${views.obsrvr} order by ${views.obsrvrOrder}`);
  return {
    rows: found.map(({ json, ...row }) => ({ ...row, json: parsed(json) })),
    obsrvr: obsrvr.map(({ details_json, ...row }) => ({ ...row, json: details_json && parsed(details_json) })),
  };
}

const shapes = [
  {
    ...{ table: historyOperations, key: 'id', view: 'history_operations', order: 'id' },
    ...{ obsrvr: 'operations_row_v2', obsrvrOrder: 'operation_id' },
  },
  {
    ...{ table: historyEffects, key: 'index', view: 'history_effects', order: 'operation_id, index' },
    ...{ obsrvr: 'effects_row_v1', obsrvrOrder: 'operation_id, effect_index' },
  },
];

describe('files that have details as JSON only', () => {
  it.each(shapes)('show what files with columns show, and so do files merged of both: $view', async (shape) => {
    const { table, key, view } = shape;
    const { now, lately, formerly } = columnsOf(table);
    for (const { file, network } of ledgers) {
      const batches = decodeTables(readFileSync(file), { network, verify: false });
      for (const name of [table.name, 'history_transactions']) await scratch.append(name, batches.get(name)!);
    }
    const both = rowsOfBefore(view);
    const newer = await write('newer', now, `bronze.${view}_raw_v1`);
    const late = await write('late', lately, both);
    const former = await write('former', formerly, both);
    const merged = await write(
      'merged',
      [...lately, 'details_json'],
      `(
      select * exclude (batch_id) from read_parquet(${quotePath(former.path)}) where ${key} % 2 = 0
      union all by name
      select * exclude (batch_id) from read_parquet(${quotePath(late.path)}) where ${key} % 2 = 1)`,
    );
    await show(table, newer);
    const expected = await shown(shape);
    expect(expected.rows.length).toBeGreaterThan(100);
    await show(table, former);
    expect(await shown(shape)).toEqual(expected);
    await show(table, merged);
    expect(await shown(shape)).toEqual(expected);
  });

  it.each(shapes)('show what files of later versions show, and so do files merged of all: $view', async (shape) => {
    const { table, key, view } = shape;
    const { now, recently, lately, formerly } = columnsOf(table);
    for (const { file, network } of ledgers) {
      const batches = decodeTables(readFileSync(file), { network, verify: false });
      for (const name of [table.name, 'history_transactions']) await scratch.append(name, batches.get(name)!);
    }
    const part = (rest: number) => rowsOfBefore(view, `where r.${key} % 4 = ${rest}`);
    const newer = await write('newer', now, `(select * from bronze.${view}_raw_v1 where ${key} % 4 = 0)`);
    const isOne = laterColumns[view]!.length === 1;
    const recent = await write(
      'recent',
      recently,
      isOne ? part(3) : `(select ${RECENT[view]} from bronze.${view}_raw_v1 r where ${key} % 4 = 3)`,
    );
    const all = await write('all', now, `bronze.${view}_raw_v1`);
    const late = await write('late', lately, part(1));
    const former = await write('former', formerly, part(2));
    await show(table, all);
    const expected = await shown(shape);
    const files = [former, late, recent, newer];
    await show(table, ...files);
    expect(await shown(shape)).toEqual(expected);
    expect([areOfNow(table, files), areOfNow(table, [recent]), areOfNow(table, [newer])]).toEqual([false, false, true]);
    const columns = columnsOfNow(table, files);
    expect(columns.sort()).toEqual([...now, 'batch_id'].sort());
    await show(table, await write('merged', now, `(${rowsOfNow(table, files, new Set(columns))})`));
    expect(await shown(shape)).toEqual(expected);
  });

  it.each([
    [19, null, '{"from":"G","from_muxed":"M"}', { details_from: 'G', contract_asset: null, rest: { from_muxed: 'M' } }],
    [24, null, '{"from":"asset","asset":"native"}', { details_from: 'asset', contract_asset: 'native', rest: {} }],
    [
      24,
      'f',
      '{"from":"x","asset":"y"}',
      { details_from: null, contract_asset: null, rest: { from: 'x', asset: 'y' } },
    ],
    [19, null, '{"a":1,"from":"G"}', { details_from: 'G', contract_asset: null, rest: { a: 1 } }],
    [
      24,
      null,
      '{"a":1,"from":"address","b":2}',
      { details_from: 'address', contract_asset: null, rest: { a: 1, b: 2 } },
    ],
    [5, null, '{"from":"x"}', { details_from: null, contract_asset: null, rest: { from: 'x' } }],
  ])('of before take out of JSON what has a column: type %i, %s, %s', async (type, name, json, expected) => {
    const { file, network } = ledgers[0];
    const batch = decodeTables(readFileSync(file), { network }).get('history_operations')!;
    await scratch.append('history_operations', batch);
    const made = `(select * replace (${type} as type, ${name === null ? 'null' : quoteText(name)} as function_name, ${quoteText(json)} as other_details_json)
      from bronze.history_operations_raw_v1 limit 1)`;
    await show(historyOperations, await write('late', columnsOf(historyOperations).lately, made));
    const [{ rest, ...row }] = await rows(
      'select details_from, contract_asset, other_details_json as rest from bronze.history_operations_raw_v1',
    );
    expect({ ...row, rest: JSON.parse(String(rest)) as unknown }).toEqual(expected);
  });

  it('of before have what a contract moved of more than 64 bits in JSON', async () => {
    const { file, network } = ledgers[0];
    const batch = decodeTables(readFileSync(file), { network }).get('history_effects')!;
    await scratch.append('history_effects', batch);
    const wide = '17014118346046923173168730371588.4105727';
    const made = `(select * replace (96 as type, 'transfer' as contract_event_type, null::bigint as amount_stroops, v as other_details_json)
      from (select ${RECENT['history_effects']} from bronze.history_effects_raw_v1 r limit 1), (values ('{"amount":"${wide}"}'), ('{"amount":"1844674407370.9551616"}')) as amounts(v))`;
    await show(historyEffects, await write('late', columnsOf(historyEffects).lately, made));
    const found = await rows(
      `select (select list(other_details_json) from bronze.history_effects_raw_v1) as rests,
         details.amount::varchar as amount, details_json ->> '$.amount' as text from history_effects order by text`,
    );
    expect(found).toEqual([
      { rests: ['{}', '{}'], amount: null, text: wide },
      { rests: ['{}', '{}'], amount: '1844674407370.9551616', text: '1844674407370.9551616' },
    ]);
  });

  it.each([
    [1, '{"to":"G","amount":922337203685.4775807}', { amount_stroops: 2n ** 63n - 1n, destination: 'G' }],
    [1, '{"to":"G","amount":-922337203685.4775808}', { amount_stroops: -(2n ** 63n), destination: 'G' }],
    [13, '{"source_amount":0.0000001,"amount":"0.0000000"}', { amount_stroops: 0n, source_amount_stroops: 1n }],
    [0, '{"account":"G","starting_balance":1}', { amount_stroops: 10_000_000n, destination: 'G', asset: 'native' }],
    [5, `{"home_domain":${JSON.stringify('","amount":5,"asset_type":"native","a":"')}}`, {}],
    [10, `{"name":${JSON.stringify('","amount":5,"limit":"1')},"value":null}`, {}],
    [24, '{"function":"f","type":"upload_wasm","contract_id":""}', { soroban_contract_id: '' }],
  ])('keep every digit, and nothing is taken out of a text: type %i, %s', async (type, json, expected) => {
    const { file, network } = ledgers[0];
    await scratch.append(
      'history_operations',
      decodeTables(readFileSync(file), { network }).get('history_operations')!,
    );
    const made = `(select * replace (${type} as type), ${quoteText(json)} as details_json from bronze.history_operations_raw_v1 limit 1)`;
    await show(historyOperations, await write('former', columnsOf(historyOperations).formerly, made));
    const flat = 'amount_stroops, source_amount_stroops, destination, asset, soroban_function, soroban_contract_id';
    const [row] = await rows(`select ${flat}, cast(details_json as varchar) as json from history_operations`);
    const { json: text, ...columns } = row;
    const nothing = Object.fromEntries(flat.split(', ').map((name) => [name, null]));
    expect(columns).toEqual({ ...nothing, ...expected });
    expect(JSON.parse(String(text))).toMatchObject(JSON.parse(json) as object);
  });
});

describe('files that have code and issuer of what moved', () => {
  it('show what files with one text show, and so do files merged of both', async () => {
    for (const { file, network } of ledgers) {
      const batches = decodeTables(readFileSync(file), { network, verify: false });
      await scratch.append('token_transfers_raw', batches.get('token_transfers_raw')!);
    }
    const now = Object.keys(tokenTransfersRaw.columns);
    const before = [...now.filter((name) => name !== 'asset_key'), 'asset_code', 'asset_issuer'];
    const raw = (
      rest: number,
    ) => `(select *, if(asset_type in ('native', ''), null, split_part(asset_key, ':', 1)) as asset_code,
      if(asset_type in ('native', ''), null, split_part(asset_key, ':', 2)) as asset_issuer
      from bronze.token_transfers_raw_raw_v1 where ledger_sequence % 2 = ${rest})`;
    const files = [await write('before', before, raw(0)), await write('newer', now, raw(1))];
    const all = await write('all', now, 'bronze.token_transfers_raw_raw_v1');
    const every = async () => {
      const views = ['bronze.token_transfers_raw_raw_v1', 'bronze.token_transfers_raw', 'silver.token_transfers_raw'];
      const found = views.map((view) => rows(`from ${view} order by ledger_sequence, event_index`));
      return Promise.all([
        ...found,
        rows('select asset_key, asset_issuer, asset_code from silver.contract_activity order by all'),
      ]);
    };
    await show(tokenTransfersRaw, all);
    const expected = await every();
    expect(expected.every(({ length }) => length > 10)).toBe(true);
    await show(tokenTransfersRaw, ...files);
    expect(await every()).toEqual(expected);
    const columns = columnsOfNow(tokenTransfersRaw, files);
    expect(columns.sort()).toEqual([...now, 'batch_id'].sort());
    await show(
      tokenTransfersRaw,
      await write('merged', now, `(${rowsOfNow(tokenTransfersRaw, files, new Set(columns))})`),
    );
    expect(await every()).toEqual(expected);
  });
});
