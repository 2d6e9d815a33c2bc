import { describe, expect, it } from 'vitest';
import { clickhouse } from '../../../src/lake/engines/clickhouse.ts';
import { spark } from '../../../src/lake/engines/spark.ts';
import { spoken, told } from '../engines.ts';

describe('clickhouse', () => {
  it('says what ClickHouse says in other words', async () => {
    const pairs = [
      ['id / n', '(toFloat64(`id`) / toFloat64(`n`))'],
      ['n // 3', 'intDiv(`n`, 3)'],
      ['n & ~4095', 'bitAnd(toInt64(`n`), toInt64(bitNot(toInt64(4095))))'],
      ['length(name)', 'toInt64(lengthUTF8(`name`))'],
      ["concat_ws(',', name, n)", "arrayStringConcat([toString(`name`), toString(`n`)], ',')"],
      [
        'list_filter(list, lambda one : one > n)[1]',
        'arrayElementOrNull(arrayFilter((`one`) -> (`one` > `n`), `list`), 1)',
      ],
      ["cast('0x' || name as integer)", 'cast(reinterpretAsInt64(reverse(unhex(`name`))) as Nullable(Int32))'],
      ['other_json ->> \'$.vec[0]."a b"\'', "JSONExtract(`other_json`, 'vec', 1, 'a b', 'Nullable(String)')"],
      ['1000000000000000000000000000000', "toInt128('1000000000000000000000000000000')"],
      ['0.0000001', "toDecimal128('0.0000001', 7)"],
      [
        'cast(n * 0.0000001 as decimal(19, 7))',
        "cast((`n` * toDecimal128('0.0000001', 7)) as Nullable(Decimal(19, 7)))",
      ],
      ['try_cast(n as decimal(38, 7))', 'cast(toDecimal128OrNull(toString(`n`), 7) as Nullable(Decimal(38, 7)))'],
      ['try(n * id)', "accurateCastOrNull(toInt256(`n`) * toInt256(`id`), 'Int128')"],
      [
        'try(url_decode(name))',
        'case when isValidUTF8(decodeURLComponent(`name`)) then decodeURLComponent(`name`) end',
      ],
      ['case when flag then [n] end', 'case when `flag` then array(`n`) else [] end'],
    ];
    expect(
      await spoken(
        clickhouse,
        pairs.map(([duck]) => duck),
      ),
    ).toEqual(pairs.map(([, other]) => other));
  });

  it('sums in 128 bits, and keeps the order and the nulls of lists', async () => {
    const asked = ['sum(n) filter (flag)', 'list(name order by id)', 'to_json(list(struct_pack(a := name)))'];
    expect(await spoken(clickhouse, asked)).toEqual([
      'sum(case when `flag` then `n` end * toInt128(1))',
      'tupleElement(arraySort(groupArray(tuple(`id`, `name`))), 2)',
      `concat('[', arrayStringConcat(tupleElement(groupArray(tuple(concat('{"a":', ifNull(nullIf(toJSONString(\`name\`), '[]'), 'null'), '}'))), 1), ','), ']')`,
    ]);
  });

  it('casts structs to names and types, and keeps the settings with the view', async () => {
    const { view } = await told(clickhouse, `select struct_pack(a := n) as s, [name] as l from silver.rows`);
    expect(view).toContain('cast(`s` as Nullable(Tuple(`a` Nullable(Int64)))) as `s`');
    expect(view).toContain('cast(`l` as Array(Nullable(String))) as `l`');
    expect(view).toMatch(/\) as said\nsettings join_use_nulls = 1, prefer_column_name_to_alias = 1, /);
  });

  it('does not count what an aggregate of lists would keep as null', async () => {
    const { left } = await told(clickhouse, 'select list(name) filter (flag) as names from silver.rows');
    expect(left).toEqual([{ relation: 'silver.asked', why: 'it calls list with a filter' }]);
  });

  it('reads Iceberg tables here, in S3 and in Google Cloud', () => {
    const of = (root: string) => clickhouse.table(root, 'bronze/x');
    expect(of("/it's")).toBe("icebergLocal('/it\\'s/iceberg/bronze/x')");
    expect(of('s3://b/lake')).toBe("icebergS3('s3://b/lake/iceberg/bronze/x')");
    expect(of('gcs://b')).toBe("icebergS3('gs://b/iceberg/bronze/x')");
  });
});

describe('stroops', () => {
  const stroops = new Set(['silver.rows.n', 'silver.asked.n']);

  it('have 128 bits, as their sums have to, and 64 where another view reads them', async () => {
    const { view } = await told(clickhouse, 'select id, n from silver.rows', [], stroops);
    expect(view).toContain('cast(`n` as Nullable(Int128)) as `n`');
    expect(view).toContain('cast(`id` as Nullable(Int32)) as `id`');
    expect(view).toMatch(/from \(select .*cast\(`n` as Nullable\(Int64\)\) as `n`.* from `silver`.`rows`\) as `rows`/);
  });

  it('are as in DuckDB for engines whose sums are wider, or fail', async () => {
    const { view } = await told(spark, 'select n from silver.rows', [], stroops);
    expect(view).toContain('cast(`n` as bigint) as `n`');
    expect(view).toContain('from `silver`.`rows`');
  });
});
