import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';
import { column } from '../../../src/arrow/table.ts';
import { describeRelations, type Relation } from '../../../src/lake/meaning/relations.ts';
import { docsOf, listRelations } from '../../../src/lake/meaning/sql-files.ts';
import { tables } from '../../../src/tables/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { payments } from '../tables.ts';

let relations: Relation[];
beforeAll(async () => {
  relations = await describeRelations(tables);
});

const named = (name: string) => relations.find((relation) => relation.name === name)!;
const columnOf = (relation: string, name: string) => named(relation).columns.find((column) => column.name === name);

/** Columns of all relations and fields of details, each with its place. */
const allFields = () =>
  relations.flatMap(({ name, columns, details = {} }) => [
    ...columns.map((column) => ({ place: `${name}.${column.name}`, ...column })),
    ...Object.entries(details).flatMap(([type, fields]) =>
      fields.map((field) => ({ place: `${name}.${type}.${field.name}`, ...field })),
    ),
  ]);

/** Names of numbers that measure something, and of those that only look so: factors, and counts of parts of code. */
const measure =
  /(^|_)(amount|balance|liabilities|limit|fee|coins|stroops|shares|share_count|bytes|milliseconds|instructions|slippage|refund|bid|age|gap|max_fee)(_|$)|_1kb/;
const measureless = /_factor$|^n_/;

/** What makes sense only beside another meaning: `tables --search` and `describe` show each alone. */
const leaning =
  /^(?:its?|the same|the(?:ir|y)|th(?:at|is|ese|ose)|such)\b|\bof (?:them|these|those)\b|\blikewise\b|\b(?:next|previous) column\b/i;

describe('describeRelations', () => {
  it('has every relation of every schema', () => {
    const names = relations.map(({ schema, name }) => `${schema}.${name}`);
    expect(names).toEqual([...names].sort());
    for (const { name } of tables) expect(names).toContain(`bronze.${name}`);
    for (const { name } of tables) expect(names).toContain(`bronze.${name}_raw_v1`);
    expect(names).toEqual(expect.arrayContaining(['bronze.operations_row_v2', 'meta.gaps', 'meta.ledgers']));
  });

  it('knows what a row of each is, and which columns are its key', () => {
    for (const { name, grain, key, columns } of relations) {
      expect(grain, name).toMatch(/^One row per .*\.$/);
      if (name.endsWith('_row_v2') || key.length === 0) continue;
      expect(
        columns.map(({ name }) => name),
        name,
      ).toEqual(expect.arrayContaining([...key]));
    }
  });

  it('knows what every column means', () => {
    const silent = relations.flatMap(({ name, columns }) =>
      columns.filter(({ doc }) => !/^.+\.$/.test(doc)).map((column) => `${name}.${column.name}`),
    );
    expect(silent).toEqual([]);
  });

  it('says what each means without the help of another meaning', () => {
    expect(allFields().filter(({ doc }) => leaning.test(doc))).toEqual([]);
  });

  it('names the unit of every number that measures something', () => {
    const isMeasure = ({ name, type }: { name: string; type?: string }) =>
      /^(BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/.test(type ?? '') && measure.test(name) && !measureless.test(name);
    const measures = allFields().filter(isMeasure);
    expect(measures.length).toBeGreaterThan(250);
    expect(measures.filter(({ unit }) => !unit).map(({ place }) => place)).toEqual([]);
  });

  it('tells units apart under like names', () => {
    expect(columnOf('trust_lines', 'balance')).toMatchObject({ type: 'DECIMAL(19,7)', unit: 'units' });
    expect(columnOf('trust_lines', 'trust_line_limit')).toMatchObject({ type: 'BIGINT', unit: 'stroops' });
    expect(columnOf('trustlines_snapshot_v1', 'trust_limit')).toMatchObject({ type: 'VARCHAR', unit: 'units' });
    expect(columnOf('native_balances_snapshot_v1', 'balance')).toMatchObject({ type: 'BIGINT', unit: 'stroops' });
    expect(columnOf('offers_snapshot_v1', 'amount')).toMatchObject({ type: 'VARCHAR', unit: 'stroops' });
    expect(columnOf('token_transfers_raw', 'amount')).toMatchObject({ type: 'DOUBLE', unit: 'units' });
    expect(columnOf('token_transfers_raw', 'amount_integer')).toMatchObject({ type: 'HUGEINT', unit: 'stroops' });
  });

  it('says null where a view has made it of an empty text', () => {
    expect(columnOf('history_trades', 'selling_asset_code')?.doc).toMatch(/; empty for lumens\.$/);
    expect(columnOf('trades_row_v1', 'selling_asset_code')?.doc).toMatch(/; null for lumens\.$/);
  });

  it('explains no column that a view lacks', () => {
    for (const file of listRelations()) {
      const found = relations.find(({ schema, name }) => schema === file.schema && name === file.name);
      const names = found?.columns.map(({ name }) => name) ?? [];
      const { declared } = docsOf(file);
      expect(
        [...declared.keys()].filter((column) => !names.includes(column)),
        file.name,
      ).toEqual([]);
    }
  });

  it('gives each field of details its type in the struct', () => {
    const of = (type: string) => Object.fromEntries(named('history_operations').details![type].map((f) => [f.name, f]));
    expect(of('payment')['amount']).toEqual({
      name: 'amount',
      type: 'DECIMAL(19,7)',
      unit: 'units',
      doc: 'Amount that is paid.',
    });
    expect(of('manage_buy_offer')['price_r.n']).toMatchObject({ type: 'INTEGER' });
    expect(of('path_payment_strict_send')['path[].asset_code']).toMatchObject({ type: 'VARCHAR' });
    expect(named('history_effects').details!['liquidity_pool_trade']).toContainEqual(
      expect.objectContaining({ name: 'liquidity_pool.reserves[].amount', type: 'DECIMAL(19,7)', unit: 'units' }),
    );
  });

  it.each(['history_operations', 'history_effects'])('explains every field of the struct details of %s', (relation) => {
    const struct = columnOf(relation, 'details')!.type;
    const explained = new Set(
      Object.values(named(relation).details!).flatMap((fields) => fields.map(({ name }) => name)),
    );
    const tops = new Set([...explained].map((name) => /^\w+/.exec(name)![0]));
    expect(topNames(struct).filter((name) => !tops.has(name))).toEqual([]);
    expect(
      Object.values(named(relation).details!)
        .flat()
        .filter(({ type }) => !type),
    ).toEqual([]);
  });

  it('passes meanings on from layer to layer, but one that two sources tell differently', async () => {
    const refunds = { ...payments, name: 'refunds', columns: { ...payments.columns, id: column('int64', 'Refund.') } };
    const sql = temporaryFolder();
    mkdirSync(join(sql, 'bronze'));
    writeFileSync(
      join(sql, 'bronze/moves.sql'),
      `-- One row per payment and refund; key id, refund.
select
    p.id,
    p.account,
    r.id as refund,
    -- cents [cents]: How much.
    1 as cents
from bronze.payments_raw_v1 as p
inner join bronze.refunds_raw_v1 as r using (account)`,
    );
    mkdirSync(join(sql, 'silver'));
    writeFileSync(
      join(sql, 'silver/payers.sql'),
      '-- One row per payer; key account.\nselect distinct account, cents from bronze.moves',
    );
    const found = await describeRelations([payments, refunds], sql);
    expect(found.find(({ schema }) => schema === 'silver')!.columns).toEqual([
      { name: 'account', type: 'VARCHAR', doc: 'Payer.' },
      { name: 'cents', type: 'INTEGER', unit: 'cents', doc: 'How much.' },
    ]);
    expect(found.find(({ name }) => name === 'moves')).toEqual({
      schema: 'bronze',
      name: 'moves',
      kind: 'view',
      grain: 'One row per payment and refund.',
      key: ['id', 'refund'],
      columns: [
        { name: 'id', type: 'BIGINT', doc: '' },
        { name: 'account', type: 'VARCHAR', doc: 'Payer.' },
        { name: 'refund', type: 'BIGINT', doc: '' },
        { name: 'cents', type: 'INTEGER', unit: 'cents', doc: 'How much.' },
      ],
    });
  });
});

/** The names of the outermost fields of a STRUCT type. */
function topNames(type: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [, opening, closing, name] of type.matchAll(/(\()|(\))|"?([a-z_0-9]+)"? (?=[A-Z])/g)) {
    if (opening) depth++;
    else if (closing) depth--;
    else if (depth === 1 && name) names.push(name);
  }
  return names;
}
