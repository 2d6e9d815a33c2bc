import { describe, expect, it } from 'vitest';
import { spark } from '../../../src/lake/engines/spark.ts';
import { spoken, told } from '../engines.ts';

describe('translate', () => {
  it('says what Spark says in other words', async () => {
    const pairs = [
      ['id / n', '(CAST(id AS DOUBLE) / CAST(n AS DOUBLE))'],
      ['n // 3', 'div(n, 3)'],
      ["concat(name, 'x')", `concat_ws('', "name", 'x')`],
      [`format('"{1}":{0}{{', n, name)`, `(((('"' || CAST("name" AS string)) || '":') || CAST(n AS string)) || '{')`],
      ["name || 'it''s \\'", `("name" || 'it''s \\\\')`],
      [
        'list_filter(list, lambda one : one > n)[1]',
        'try_element_at("filter"(list, (one -> (one > n))), CAST(1 AS INTEGER))',
      ],
      ['1000000000000000000000000000000', "CAST('1000000000000000000000000000000' AS decimal(38, 0))"],
      [
        'n between -999999999999999999 and 9223372036854775807',
        "(n BETWEEN CAST('-999999999999999999' AS bigint) AND CAST('9223372036854775807' AS bigint))",
      ],
      [
        'row_number() over (partition by id order by n desc)',
        'row_number() OVER (PARTITION BY id ORDER BY n DESC NULLS LAST)',
      ],
    ];
    expect(
      await spoken(
        spark,
        pairs.map(([duck]) => duck),
      ),
    ).toEqual(pairs.map(([, other]) => other));
  });

  it('leaves out of aggregates what DuckDB does, and orders lists as it does', async () => {
    expect(
      await spoken(spark, ['arg_max(name, n) filter (flag)', 'list(name order by id)', 'any_value(name)']),
    ).toEqual([
      'max_by("name", CASE  WHEN (("name" IS NOT NULL)) THEN (n) ELSE NULL END) FILTER (WHERE flag)',
      `(array_sort(collect_list(named_struct('k', id, 'v', "name")))).v`,
      'max_by("name", ("name" IS NOT NULL))',
    ]);
  });

  it('reads JSON as texts first, with the quotes of texts in lists', async () => {
    const [object, list] = await spoken(spark, [
      `json_transform(other_json, '{"a": "BIGINT"}')`,
      "bronze.json_list(other_json, '$.a')",
    ]);
    expect(object).toBe("TRY_CAST(from_json(other_json, 'struct<`a`: string>') AS struct<`a`: bigint>)");
    expect(list).toMatch(
      /^"transform"\(from_json\(get_json_object\(.*\), 'array<string>'\), \(one -> CASE  WHEN \(\("left"\(one, 1\) IN \('\{', '\['\)\)\) THEN \(one\) ELSE /,
    );
  });

  it('puts the bodies of macros in their place', async () => {
    const macro = 'create macro silver.units(stroops) as (cast(stroops * 0.0000001 as decimal(19, 7)))';
    expect(await spoken(spark, ['silver.units(n + 1)'], [macro])).toEqual([
      "CAST(((n + 1) * CAST('0.0000001' AS decimal(38, 7))) AS decimal(19, 7))",
    ]);
  });

  it('makes rows of QUALIFY, and leaves out what joins rows by name', async () => {
    const first = await told(spark, 'select name, n from silver.rows qualify row_number() over (order by id) = 1');
    expect(first.said).toBe(
      'SELECT * EXCEPT (is_chosen) FROM (SELECT "name", n, (row_number() OVER (ORDER BY id NULLS LAST) = 1) AS is_chosen ' +
        'FROM silver."rows") AS ranked WHERE is_chosen',
    );
    const both = await told(spark, 'select id, name from silver.rows union all by name select n, id from silver.rows');
    expect(both.left).toEqual([{ relation: 'silver.asked', why: 'it joins rows by name' }]);
  });

  it('gives columns the types that DuckDB gives them', async () => {
    const { view } = await told(spark, 'select sum(n) as total, closed_at, list from silver.rows group by all');
    expect(view).toContain(
      'CAST(total AS decimal(38, 0)) AS total, CAST(closed_at AS timestamp_ntz) AS closed_at, CAST(list AS array<int>) AS list FROM',
    );
  });

  it('leaves out a relation that it cannot tell, and names it', async () => {
    const { view, left } = await told(spark, 'select id from silver.rows where bar(id, 0, 1) = name');
    expect(view).toBe('');
    expect(left).toEqual([{ relation: 'silver.asked', why: 'it calls bar' }]);
  });

  it('names the parts that are to be made, where a relation reads what they are made of', async () => {
    const parts = ['create view parts."silver.kept" as select bar(id, 0, 1) as b from silver.rows'];
    const { left } = await told(spark, 'select * from parts."silver.kept"', parts);
    expect(left).toEqual([
      { relation: 'parts."silver.kept"', why: 'it calls bar, and segments lack its parts: run ledgerlake refresh' },
      { relation: 'silver.asked', why: 'it reads parts.silver.kept, which is not here' },
    ]);
  });
});
