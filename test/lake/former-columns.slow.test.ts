import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TableSpec } from '../../src/arrow/table.ts';
import { decodeTables } from '../../src/index.ts';
import { quoteName, quotePath, quoteText, selectRows } from '../../src/lake/duckdb.ts';
import { formerColumns } from '../../src/lake/former-columns.ts';
import { openScratch, type Scratch } from '../../src/lake/scratch.ts';
import { createFileRelations } from '../../src/lake/views.ts';
import { tables } from '../../src/tables/index.ts';
import { historyEffects } from '../../src/tables/effects/declaration.ts';
import { historyOperations } from '../../src/tables/operations.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';

const sample = join(import.meta.dirname, '../../data/sample/FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst');
const ledgers = [
  { file: sample, network: 'Ledgerlake Sample Network ; 2026' },
  ...(hasCorpus ? corpusFiles('pubnet-eras/store', '.zst') : []).map((file) => ({ file, network: 'pubnet' })),
];
/** Columns of files of now, and of files that have details as JSON only. */
function columnsOf(table: TableSpec) {
  const now = Object.keys(table.columns);
  const lacking = Object.keys(formerColumns[table.name]!.columns);
  return { now, formerly: [...now.filter((name) => !lacking.includes(name)), 'details_json'] };
}

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
    const { now, formerly } = columnsOf(table);
    for (const { file, network } of ledgers) {
      const batches = decodeTables(readFileSync(file), { network, verify: false });
      for (const name of [table.name, 'history_transactions']) await scratch.append(name, batches.get(name)!);
    }
    const both = `(select r.*, cast(v.details_json as varchar) as details_json
      from bronze.${view}_raw_v1 r join bronze.${view} v using (id))`;
    const newer = await write('newer', now, both);
    const former = await write('former', formerly, both);
    const merged = await write(
      'merged',
      [...now, 'details_json'],
      `(
      select * exclude (batch_id) from read_parquet(${quotePath(former.path)}) where ${key} % 2 = 0
      union all by name
      select * exclude (batch_id) from read_parquet(${quotePath(newer.path)}) where ${key} % 2 = 1)`,
    );
    await show(table, newer);
    const expected = await shown(shape);
    expect(expected.rows.length).toBeGreaterThan(100);
    await show(table, former);
    expect(await shown(shape)).toEqual(expected);
    await show(table, merged);
    expect(await shown(shape)).toEqual(expected);
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
