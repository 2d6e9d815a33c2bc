import { describe, expect, it } from 'vitest';
import { clickhouse } from '../../../src/lake/engines/clickhouse.ts';
import { spark } from '../../../src/lake/engines/spark.ts';
import { spoken, told } from '../engines.ts';

describe('clickhouse', () => {
  it('says what ClickHouse says in other words', async () => {
    const pairs = [
      ['id / n', '(toFloat64(id) / toFloat64(n))'],
      ['n // 3', 'intDiv(n, 3)'],
      ['n & ~4095', 'bitAnd(toInt64(n), toInt64(bitNot(toInt64(4095))))'],
      ['length(name)', 'toInt64(lengthUTF8("name"))'],
      ["concat_ws(',', name, n)", `arrayStringConcat("array"(toString("name"), toString(n)), ',')`],
      ['list_filter(list, lambda one : one > n)[1]', 'arrayElementOrNull(arrayFilter((one -> (one > n)), list), 1)'],
      ["cast('12' || name as integer)", `CAST(('12' || "name") AS Nullable(Int32))`],
      [
        'other_json ->> \'$.vec[0]."a b"\'',
        `JSONExtract(JSON_QUERY(other_json, '$.vec[0]."a b"'), 1, 'Nullable(String)')`,
      ],
      ['1000000000000000000000000000000', "CAST('1000000000000000000000000000000' AS Nullable(Int128))"],
      ['0.0000001', "CAST('0.0000001' AS Nullable(Decimal(38, 7)))"],
      ['-12.5', "CAST('-12.5' AS Nullable(Decimal(38, 1)))"],
      ['9223372036854775807', "CAST('9223372036854775807' AS Nullable(Int64))"],
      [
        'cast(n * 0.0000001 as decimal(19, 7))',
        "CAST((n * CAST('0.0000001' AS Nullable(Decimal(38, 7)))) AS Nullable(Decimal(19, 7)))",
      ],
      ['try_cast(n as decimal(38, 7))', "accurateCastOrNull(toString(n), 'Nullable(Decimal(38, 7))')"],
      ['try(n * id)', "accurateCastOrNull((toInt256(n) * toInt256(id)), 'Int128')"],
      [
        'try(url_decode(name))',
        'CASE  WHEN (isValidUTF8(decodeURLComponent("name"))) THEN (decodeURLComponent("name")) ELSE NULL END',
      ],
    ];
    expect(
      await spoken(
        clickhouse,
        pairs.map(([duck]) => duck),
      ),
    ).toEqual(pairs.map(([, other]) => other));
  });

  it('sums in 128 bits, and keeps the order and the nulls of lists', async () => {
    const asked = [
      'sum(n) filter (flag)',
      'list(name order by id)',
      'to_json(cast(list(struct_pack(a := name)) as struct(a varchar)[]))',
    ];
    expect(await spoken(clickhouse, asked)).toEqual([
      'sum((n * toInt128(1))) FILTER (WHERE flag)',
      'tupleElement(arraySort(groupArray(tuple(id, "name"))), 2)',
      `"nullIf"(toJSONString(CAST(tupleElement(groupArray(tuple(tuple("name"))), 1) AS Array(Tuple(\`a\` Nullable(String))))), '[]')`,
    ]);
  });

  it('casts structs to names and types, and keeps the settings with the view', async () => {
    const { view } = await told(clickhouse, `select struct_pack(a := n) as s, [name] as l from silver.rows`);
    expect(view).toContain('CAST(s AS Nullable(Tuple(`a` Nullable(Int64)))) AS s');
    expect(view).toContain('CAST(l AS Array(Nullable(String))) AS l');
    expect(view).toMatch(/\) AS said\nsettings join_use_nulls = 1, prefer_column_name_to_alias = 1, /);
  });

  it('does not count what an aggregate of lists would keep as null', async () => {
    const { left } = await told(clickhouse, 'select list(name) filter (flag) as names from silver.rows');
    expect(left).toEqual([{ relation: 'silver.asked', why: 'it calls list with a filter' }]);
  });

  it('reads Iceberg tables here, in S3 and in Google Cloud', () => {
    const of = (root: string) => clickhouse.table(root, 'bronze/x');
    expect(of("/it's")).toBe("icebergLocal('/it''s/iceberg/bronze/x')");
    expect(of('s3://b/lake')).toBe("icebergS3('s3://b/lake/iceberg/bronze/x')");
    expect(of('gcs://b')).toBe("icebergS3('gs://b/iceberg/bronze/x')");
  });
});

describe('stroops', () => {
  const stroops = new Set(['silver.rows.n', 'silver.asked.n']);

  it('have 128 bits, as their sums have to', async () => {
    const { view } = await told(clickhouse, 'select id, n from silver.rows', [], stroops);
    expect(view).toContain('CAST(n AS Nullable(Int128)) AS n');
    expect(view).toContain('CAST(id AS Nullable(Int32)) AS id');
  });

  it('are as in DuckDB for engines whose sums are wider, or fail', async () => {
    const { view } = await told(spark, 'select n from silver.rows', [], stroops);
    expect(view).toContain('CAST(n AS bigint) AS n');
  });
});
