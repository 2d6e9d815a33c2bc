import { describe, expect, it } from 'vitest';
import { bigquery } from '../../src/lake/engines/bigquery.ts';
import { clickhouse } from '../../src/lake/engines/clickhouse.ts';
import { snowflake } from '../../src/lake/engines/snowflake.ts';
import { spark } from '../../src/lake/engines/spark.ts';
import { trino } from '../../src/lake/engines/trino.ts';
import { spoken, told } from './engines.ts';

const table = {
  name: 'x',
  columns: [{ name: 'n', type: { id: 'BIGINT' } }],
  paths: ['a/r=0/1.parquet', 'a/r=0/2.parquet', 'a/r=9/3.parquet'],
  root: 'gs://b/lake',
};

describe('trino', () => {
  it('reads of each folder the files of the snapshot only', () => {
    const { statements, relation } = trino.files(table);
    expect(statements[1]).toBe(
      `create table "files"."x" ("n" bigint)\nwith (external_location = 'gs://b/lake/a/r=0/', format = 'PARQUET')`,
    );
    expect(statements[3]).toContain(`"files"."x_in_2"`);
    expect(relation).toContain(`where regexp_extract("$path", '[^/]+$') in ('1.parquet', '2.parquet')\nunion all`);
  });

  it('says what Trino says in other words', async () => {
    const pairs = [
      ['n // 3', '(("n" - "n" % 3) / 3)'],
      ['n & 4095', 'bitwise_and(cast("n" as bigint), cast(4095 as bigint))'],
      ['1000000000000000000000000000000', "decimal '1000000000000000000000000000000'"],
      [
        "other_json ->> '$.vec[0]'",
        `coalesce(json_extract_scalar("other_json", '$["vec"][0]'), nullif(json_format(json_extract("other_json", '$["vec"][0]')), 'null'))`,
      ],
      ['try(n * id)', 'try("n" * "id")'],
      ['try(url_decode(name))', `case when strpos(url_decode("name"), '\ufffd') = 0 then url_decode("name") end`],
    ];
    const asked = pairs.map(([duck]) => duck);
    expect(await spoken(trino, asked)).toEqual(pairs.map(([, other]) => other));
    expect(await spoken(trino, ['list(name order by id) filter (flag)'])).toEqual([
      'array_agg("name" order by "id" asc nulls last) filter (where "flag")',
    ]);
  });

  it('names the places of what it groups by', async () => {
    const { body } = await told(trino, 'select id, sum(n) as total, name from silver.rows group by all');
    expect(body).toMatch(/group by 1, 3$/);
  });
});

describe.each(Object.entries({ bigquery, clickhouse, snowflake, spark, trino }))('%s', (_, dialect) => {
  it('says true and false as such, and no rows of none', async () => {
    const { body, left } = await told(dialect, 'select id from silver.rows where false');
    expect(body).toMatch(/where false$/);
    expect(left.filter(({ relation }) => relation.startsWith('silver.asked'))).toEqual([]);
  });
});

describe('bigquery', () => {
  it('names each file, and says what BigQuery says in other words', async () => {
    expect(bigquery.files(table).statements).toEqual([
      'create or replace external table `files`.`x` (`n` int64)\n' +
        "options (format = 'PARQUET', uris = ['gs://b/lake/a/r=0/1.parquet', 'gs://b/lake/a/r=0/2.parquet', 'gs://b/lake/a/r=9/3.parquet'])",
    ]);
    expect(await spoken(bigquery, ['n // 3', 'n * 0.5', "regexp_extract(name, 'a(b)', 1)"])).toEqual([
      'div(`n`, 3)',
      "(`n` * bignumeric '0.5')",
      "case when `name` is not null then coalesce(regexp_extract(`name`, 'a(b)'), '') end",
    ]);
    expect(await spoken(bigquery, ["string_split(name, ':')[2]", "string_split(name, ':')[-2]"])).toEqual([
      "split(`name`, ':')[safe_offset(1)]",
      "array_reverse(split(`name`, ':'))[safe_offset(1)]",
    ]);
  });

  it('leaves out what reads lists', async () => {
    const { body, left } = await told(bigquery, 'select id, list[1] as one from silver.rows');
    expect(body).toBe('select `id` from `silver`.`rows`');
    expect(left).toContainEqual({ relation: 'silver.asked.one', why: 'it has an element of a list' });
  });
});

describe('snowflake', () => {
  it('takes in the files by their names, and says what Snowflake says in other words', async () => {
    const [stage, made] = snowflake.files(table).statements;
    expect(stage).toBe(`create stage if not exists "FILES"."LAKE" url = 'gcs://b/lake/'`);
    expect(made).toContain(
      '("N" number(19, 0) as (cast(value:"n" as number(19, 0))))\nwith location = @"FILES"."LAKE"/a/',
    );
    expect(made).toContain("pattern = '.*/(a/r=0/(1[.]parquet|2[.]parquet)|a/r=9/(3[.]parquet))'");
    expect(await spoken(snowflake, ['n // 3', "string_split(name, ':')[-2]"])).toEqual([
      'cast(("N" - mod("N", 3)) / 3 as number(38, 0))',
      `nullif(split_part("NAME", ':', -2), '')`,
    ]);
    expect(await spoken(snowflake, ['bool_or(id > 1) filter (flag)'])).toEqual([
      'boolor_agg(case when "FLAG" then ("ID" > 1) end)',
    ]);
  });
});
