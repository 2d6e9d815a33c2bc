import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { assert, asyncProperty, constantFrom, integer, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactLake } from '../../../src/lake/writing/compact.ts';
import { openDatabase, quoteText, selectRows, type SelectedRow } from '../../../src/lake/duckdb/duckdb.ts';
import { fingerprint } from '../../../src/lake/disk/files.ts';
import { checkKept } from '../../../src/lake/repair/kept-check.ts';
import { foldedQuery, keptOf, segmentQuery } from '../../../src/lake/meaning/kept.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { refreshParts } from '../../../src/lake/writing/refresh.ts';
import { repairSnapshot } from '../../../src/lake/repair/repair.ts';
import { createSegmentWriter } from '../../../src/lake/writing/segment.ts';
import { listRelations } from '../../../src/lake/meaning/sql-files.ts';
import { SqlRelations } from '../../../src/lake/meaning/sql-relations.ts';
import { lakeStatus } from '../../../src/lake/asking/status.ts';
import { verifyFiles } from '../../../src/lake/repair/verify.ts';
import { tables as allTables } from '../../../src/tables/index.ts';
import { temporaryFolder } from '../../folder.ts';
import { keptSql } from '../kept-sql.ts';
import { load, network, tables, writeSegment } from '../tables.ts';

const sql = keptSql();
const open = (dir: string, folder = sql) => openLake(dir, { tables, write: true, network, sql: folder });

const relations = ['silver.last_payment', 'silver.payers'];

/** What the relations say, as text, but for the files that ledgers came from, which are other ones in other segments. */
async function answers(lake: Lake): Promise<SelectedRow[][]> {
  const asked = relations.map(
    (name) => `select t::varchar as row from (select columns(c -> c != 'batch_id') from ${name}) as t order by row`,
  );
  const all: SelectedRow[][] = [];
  for (const one of asked) all.push(await lake.read((c) => selectRows(c, one), { sql: one }));
  return all;
}

/** What they say when there are no parts. */
async function plainAnswers(...ranges: [number, number][]): Promise<SelectedRow[][]> {
  const lake = await open(temporaryFolder());
  await commitBare(lake, ...ranges);
  expect(await behind(lake)).toHaveLength(relations.length);
  const rows = await answers(lake);
  await lake.close();
  return rows;
}

/** Commits segments without parts. */
async function commitBare(lake: Lake, ...ranges: [number, number][]): Promise<void> {
  const writer = await createSegmentWriter(tables);
  for (const [first, last] of ranges) await lake.commit(await writeSegment(writer, lake.path, first, last));
  writer.close();
}

async function behind(lake: Lake): Promise<string[]> {
  const { kept } = await lakeStatus(lake);
  return kept.filter((one) => one.behind.length > 0 && relations.includes(one.name)).map(({ name }) => name);
}

const partsOf = async (lake: Lake, name = 'silver.last_payment') => (await lake.snapshot()).filesOf(name);

/** Cuts the ledgers 1 to 60 before each of the numbers. */
function cut(numbers: readonly number[]): [number, number][] {
  const starts = [1, ...numbers.toSorted((a, b) => a - b)];
  return starts.map((first, i) => [first, (starts[i + 1] ?? 61) - 1]);
}

describe('a kept relation', () => {
  it('has the same rows in whatever segments and order its ledgers come, merged, repaired, brought up or not', async () => {
    const expected = await plainAnswers([1, 60]);
    const cuts = uniqueArray(integer({ min: 2, max: 60 }), { maxLength: 6 });
    const steps = uniqueArray(constantFrom('compact', 'refresh', 'repair', 'bare'), { maxLength: 4 });
    const property = asyncProperty(cuts, steps, integer({ min: 0, max: 5 }), async (numbers, after, turned) => {
      const dir = temporaryFolder();
      let lake = await open(dir);
      const ranges = cut(numbers);
      const ordered = [...ranges.slice(turned), ...ranges.slice(0, turned)];
      const [head, ...rest] = ordered;
      if (after.includes('bare')) await commitBare(lake, head);
      else await load(lake, head);
      await load(lake, ...rest);
      for (const step of after) {
        if (step === 'compact') await compactLake(lake);
        if (step === 'refresh') await refreshParts(lake);
        if (step === 'repair') {
          await lake.close();
          await repairSnapshot(dir);
          lake = await open(dir);
        }
        expect(await answers(lake)).toEqual(expected);
      }
      await refreshParts(lake);
      expect(await behind(lake)).toEqual([]);
      expect(await answers(lake)).toEqual(expected);
      expect((await verifyFiles(lake)).problems).toEqual([]);
      await lake.close();
      rmSync(dir, { recursive: true });
    });
    await assert(property, { numRuns: 5 });
  }, 60_000);

  it('is answered from its parts: with each account once for each segment, and once when those are merged', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [1, 100], [101, 200], [201, 300]);
    const rows = async () => (await lake.snapshot()).totals['silver.last_payment'].rows;
    expect([await rows(), (await partsOf(lake)).length]).toEqual([30, 3]);
    await compactLake(lake);
    expect([await rows(), (await partsOf(lake)).length]).toEqual([10, 1]);
    const same =
      'select count(*)::integer as n from silver.last_payment join bronze.payments using (id, account, batch_id)';
    expect(await lake.read((c) => selectRows(c, same), { sql: same })).toEqual([{ n: 10 }]);
    await lake.close();
  });

  it('reads of bronze only the ledgers that have no part of it, where rows tell their ledger', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [1, 10], [21, 30]);
    await commitBare(lake, [11, 20], [31, 40]);
    const sql = 'select account, id from silver.last_payment order by account';
    const read = () => lake.read((c) => selectRows(c, sql), { sql });
    const before = await read();
    expect(before).toHaveLength(10);
    const bronze = (await lake.snapshot()).filesOf('payments').filter(({ first }) => first === 1 || first === 21);
    for (const { path } of bronze) rmSync(join(lake.path, path));
    expect(await read()).toEqual(before);
    await lake.close();
  });

  it('reads bronze while a segment has no part of it, or one of other SQL', async () => {
    const dir = temporaryFolder();
    const lake = await open(dir);
    await load(lake, [1, 10]);
    expect(await behind(lake)).toEqual([]);
    await commitBare(lake, [11, 20]);
    expect(await behind(lake)).toEqual(relations);
    expect(await answers(lake)).toEqual(await plainAnswers([1, 20]));
    expect(await refreshParts(lake, { relations: ['payers'] })).toMatchObject({ segments: 1, parts: 1 });
    expect(await behind(lake)).toEqual(['silver.last_payment']);
    await expect(refreshParts(lake, { relations: ['payer'] })).rejects.toThrow(
      'no materialised relation "payer", expected one of',
    );
    await refreshParts(lake, { relations: ['silver.last_payment'] });
    await lake.close();
    const bronze = readFileSync(join(sql, 'bronze/payments.sql'), 'utf8').replace('memo,', 'upper(memo) as memo,');
    const later = await open(dir, keptSql({ 'bronze/payments.sql': bronze }));
    expect(await behind(later)).toEqual(relations);
    expect(await refreshParts(later)).toEqual({ segments: 2, parts: 4, failed: [] });
    expect([(await partsOf(later)).length, await behind(later)]).toEqual([2, []]);
    expect(JSON.stringify(await answers(later))).toContain('MEMO OF LEDGER');
    await later.close();
  });

  it('of which SQL fails for a row leaves bronze and the others as they are, and is named with segment and key', async () => {
    const failing = `-- One row per account; key account.
-- Materialised {"changes": "changes", "fold": "latest", "sortedBy": ["account"]}
with changes as (
    select
        account,
        ledger_sequence,
        cast(nullif(memo, 'memo of ledger 14') as varchar) as memo,
        case when memo = 'memo of ledger 14' then cast(memo as integer) end as number
    from bronze.payments
),
latest as (
    select distinct * from changes
)
select * from latest
`;
    const folder = keptSql({ 'silver/failing.sql': failing });
    const lake = await open(temporaryFolder(), folder);
    const writer = await createSegmentWriter(tables, { sql: folder });
    await lake.commit(await writeSegment(writer, lake.path, 1, 10));
    const segment = await writeSegment(writer, lake.path, 11, 20);
    writer.close();
    expect(Object.keys(segment.kept ?? {})).toEqual(relations);
    await lake.commit(segment);
    expect(await behind(lake)).toEqual([]);
    expect((await lakeStatus(lake)).kept).toContainEqual(
      expect.objectContaining({ name: 'silver.failing', behind: [{ first: 11, last: 20 }] }),
    );
    const { failed } = await refreshParts(lake);
    expect(failed).toEqual([
      {
        relation: 'silver.failing',
        message:
          "silver.failing has no part of ledgers 11-20: Conversion Error: Could not convert string 'memo of ledger 14' to INT32 when casting from source column memo (ledger 14, account ACCOUNT9)",
      },
    ]);
    await lake.close();
  });

  it('of which a part is damaged is told by its file; repair drops it and no ledger, and refresh makes it again', async () => {
    const dir = temporaryFolder();
    let lake = await open(dir);
    await load(lake, [1, 10], [11, 20]);
    const expected = await answers(lake);
    const [{ path }] = await partsOf(lake);
    await lake.close();
    truncateSync(join(dir, path), 100);
    lake = await open(dir);
    await expect(answers(lake)).rejects.toThrow(`lake ${lake.path} has a damaged file: ${path} is 100 bytes`);
    await lake.close();
    const { lost, notes } = await repairSnapshot(dir);
    expect(lost).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^\S*1-10\.parquet is .*refresh makes this part of silver.last_payment again$/),
    ]);
    lake = await open(dir);
    expect([await behind(lake), await answers(lake)]).toEqual([['silver.last_payment'], expected]);
    await refreshParts(lake);
    expect([await behind(lake), await answers(lake)]).toEqual([[], expected]);
    expect((await verifyFiles(lake)).problems).toEqual([]);
    await lake.close();
  });

  it('is compared with what its SQL makes of bronze', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [1, 10]);
    const writer = await createSegmentWriter(tables, { sql });
    const segment = await writeSegment(writer, lake.path, 11, 20);
    writer.close();
    const part = segment.files.find(({ table }) => table === 'silver.last_payment')!;
    const file = quoteText(join(lake.path, part.path));
    const changed = `select * replace (case when account = 'ACCOUNT0' then 'other' else memo end as memo) from ${file}`;
    await lake.read((c) => c.run(`copy (${changed} where account != 'ACCOUNT1') to ${file} (format parquet)`));
    Object.assign(part, await fingerprint(join(lake.path, part.path)));
    expect(await checkKept(lake)).toMatchObject({ name: 'materialised_relations', broken: 0, examples: [] });
    await lake.commit(segment);
    const { broken, examples } = await checkKept(lake);
    expect(broken).toBe(2);
    expect(examples).toMatchObject([
      { status: 'broken', entity: 'silver.last_payment ACCOUNT0', expected: expect.not.stringContaining('other') },
      { status: 'broken', entity: 'silver.last_payment ACCOUNT1' },
    ]);
    await lake.close();
  });

  it('has the part of a segment that a query of its own makes, which is checked against what its changes come to', async () => {
    const newest = (condition: string) =>
      keptSql({
        'silver/newest_payment.sql': `-- One row per account; key account.
-- Materialised {"changes": "changes", "fold": "latest", "segment": "newest", "sortedBy": ["account"]}
with changes as (
    from bronze.payments
),
newest as (
    from bronze.payments
    where (account, id) in (select account, max(id) from bronze.payments_raw_v1 group by account)${condition}
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account order by id desc) = 1
)
select * from latest
`,
      });
    const brokenOf = async (folder: string) => {
      const lake = await open(temporaryFolder(), folder);
      const writer = await createSegmentWriter(tables, { sql: folder });
      for (const [first, last] of [
        [1, 20],
        [21, 30],
      ])
        await lake.commit(await writeSegment(writer, lake.path, first, last));
      writer.close();
      const { broken, examples } = await checkKept(lake).finally(() => lake.close());
      return [broken, examples.map(({ entity }) => entity)];
    };
    expect(await brokenOf(newest(''))).toEqual([0, []]);
    expect(await brokenOf(newest(" and account != 'ACCOUNT1'"))).toEqual([1, ['silver.newest_payment ACCOUNT1']]);
  });

  it('is listed with the ledgers that it has, and those that it lacks', async () => {
    const lake = await open(temporaryFolder());
    await load(lake, [1, 10], [21, 30]);
    await commitBare(lake, [31, 40]);
    const asked =
      'select relation, ranges::varchar as ranges, behind_count::integer as behind, row_count > 0 as has from meta.relations';
    expect(await lake.read((c) => selectRows(c, asked), { sql: asked })).toEqual(
      relations.map((relation) => ({
        relation,
        ranges: "[{'first_ledger': 1, 'last_ledger': 10}, {'first_ledger': 21, 'last_ledger': 30}]",
        behind: 10,
        has: true,
      })),
    );
    await lake.close();
  });

  it('is whole after a refresh was killed, and after the next one', async () => {
    const dir = temporaryFolder();
    const child = (...words: string[]) =>
      spawn(process.execPath, [join(import.meta.dirname, '../child.ts'), dir, '400', ...words]);
    await once(child('load'), 'exit');
    for (let kill = 1; kill <= 3; kill++) {
      const refresher = child('refresh', sql);
      await once(refresher.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, 60 * kill));
      refresher.kill('SIGKILL');
      await once(refresher, 'exit');
    }
    const lake = await open(dir);
    const expected = await plainAnswers([1, 400]);
    expect(await answers(lake)).toEqual(expected);
    await refreshParts(lake);
    expect([await behind(lake), await answers(lake)]).toEqual([[], expected]);
    expect((await verifyFiles(lake)).problems).toEqual([]);
    await lake.close();
  });
});

describe('keptOf', () => {
  const declared = (text: string) => {
    const folder = keptSql({ 'silver/made.sql': text });
    return () => keptOf(listRelations(folder, ['silver']).find(({ name }) => name === 'made')!);
  };

  it('takes two common table expressions of a file', () => {
    const text =
      '-- A; key b.\n-- Materialised {"changes": "d", "fold": "c", "sortedBy": ["e", "f"]}\nwith d as (\n    from g\n),\nc as (\n    from d\n)\nfrom c\n';
    expect(declared(text)()).toMatchObject({
      id: 'silver.made',
      changes: '    from g',
      fold: '    from d',
      sortedBy: ['e', 'f'],
    });
    expect(declared('-- A; key b.\nselect 1')()).toBeUndefined();
  });

  it('takes a third one for the part of a segment, which readers of parts do not see', () => {
    const text =
      '-- A; key b.\n-- Materialised {"changes": "d", "fold": "c", "segment": "h", "sortedBy": ["e"]}\nwith d as (\n    from g\n),\nh as (\n    from i\n),\nc as (\n    from d\n)\nfrom c\n';
    const kept = declared(text)()!;
    expect(segmentQuery(kept)).toBe('from (\n    from i\n) order by "e"');
    expect(foldedQuery(kept)).toBe(
      '-- A; key b.\n-- Materialised {"changes": "d", "fold": "c", "segment": "h", "sortedBy": ["e"]}\nwith d as (\nfrom parts."silver.made"\n),\nc as (\n    from d\n)\nfrom c',
    );
  });

  it('names what is not there', () => {
    expect(
      declared(
        '-- A; key b.\n-- Materialised {"changes": "d", "fold": "c", "sortedBy": ["e"]}\nwith d as (\n    from g\n)\nfrom d\n',
      ),
    ).toThrow('made.sql: its second line names "c", but it has no common table expression of that name');
  });

  it.each([
    ['{"changes": "d", "fold": "c"}', 'made.sql: its head names no sortedBy'],
    ['{"changes": "d", "fold": "c", "sortedBy": "e"}', 'the option sortedBy of '],
    [
      '{"changes": "d", "folds": "c", "sortedBy": ["e"]}',
      'made.sql has no option "folds", only changes, fold, latestBy, segment',
    ],
    ['{"changes": ', 'made.sql: Unexpected end of JSON input'],
  ])('refuses a declaration that is wrong: %s', (head, message) => {
    expect(declared(`-- A; key b.\n-- Materialised ${head}\nfrom d\n`)).toThrow(message);
  });

  it('refuses a part of what is kept itself, and columns that Parquet cannot hold', async () => {
    const over = `-- A; key account.\n-- Materialised {"changes": "a", "fold": "b", "sortedBy": ["account"]}\nwith a as (\n    from silver.last_payment\n),\nb as (\n    from a\n)\nfrom b\n`;
    const huge = over
      .replace('silver.last_payment', 'bronze.payments')
      .replace('from a\n', 'select account, sum(id) as total from a group by account\n');
    const error = async (text: string) => {
      const lake = await open(temporaryFolder(), keptSql({ 'silver/made.sql': text }));
      await commitBare(lake, [1, 10]);
      const { failed } = await refreshParts(lake).finally(() => lake.close());
      return failed[0].message;
    };
    await expect(error(over)).rejects.toThrow(
      'a part of it cannot be made of silver.last_payment, which is materialised',
    );
    expect(await error(huge)).toContain('column total of silver.made is HUGEINT, which a part cannot hold: cast it');
  });
});

describe('the relations that the package keeps', () => {
  it('have parts that can be written, of bronze alone', async () => {
    const instance = await openDatabase();
    const connection = await instance.connect();
    const all = new SqlRelations(allTables);
    for (const kept of all.kept) {
      const { needs } = await all.partSource(connection, kept);
      expect(needs.tables.size, kept.id).toBeGreaterThan(0);
    }
    connection.closeSync();
    instance.closeSync();
  });
});
