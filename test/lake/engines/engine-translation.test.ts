import { describe, expect, it } from 'vitest';
import { spark } from '../../../src/lake/engines/spark.ts';
import { spoken, told } from '../engines.ts';

describe('translate', () => {
  it('says what Spark says in other words', async () => {
    const pairs = [
      ['id / n', '(cast(`id` as double) / cast(`n` as double))'],
      ['n // 3', '(`n` div 3)'],
      ["concat(name, 'x')", "concat_ws('', `name`, 'x')"],
      [
        `format('"{}":{:07}{{', name, n)`,
        `concat('"', cast(\`name\` as string), '":', lpad(cast(\`n\` as string), 7, '0'), '{')`,
      ],
      ["name || 'it''s \\'", "(`name` || 'it\\'s \\\\')"],
      [
        'list_filter(list, lambda one : one > n)[1]',
        'try_element_at(filter(`list`, `one` -> (`one` > `n`)), cast(1 as int))',
      ],
      ["cast('0x' || name as integer)", 'cast(conv(`name`, 16, 10) as int)'],
      ['left(name, -n)', 'left(`name`, greatest(length(`name`) - `n`, 0))'],
      ['left(name, -57)', 'left(`name`, greatest(length(`name`) - 57, 0))'],
      ['1000000000000000000000000000000', '1000000000000000000000000000000'],
      [
        'n between -999999999999999999 and 9223372036854775807',
        '(`n` between -999999999999999999 and 9223372036854775807)',
      ],
      [
        'row_number() over (partition by id order by n desc)',
        'row_number() over (partition by `id` order by `n` desc nulls last)',
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
      'max_by(`name`, case when `name` is not null then `n` end) filter (where `flag`)',
      "array_sort(collect_list(named_struct('k0', `id`, 'v', `name`))).v",
      'any_value(`name`, true)',
    ]);
  });

  it('reads JSON as texts first, with the quotes of texts in lists', async () => {
    const [object, list] = await spoken(spark, [
      `json_transform(other_json, '{"a": "BIGINT"}')`,
      "cast(json_extract(other_json, '$.a') as json[])",
    ]);
    expect(object).toBe("try_cast(from_json(`other_json`, 'struct<`a`: string>') as struct<`a`: bigint>)");
    expect(list).toMatch(
      /^transform\(from_json\(.*, 'array<string>'\), one -> case when left\(one, 1\) in \('\{', '\['\) then one else /,
    );
  });

  it('puts the bodies of macros in their place', async () => {
    const macro = 'create macro silver.units(stroops) as (cast(stroops * 0.0000001 as decimal(19, 7)))';
    expect(await spoken(spark, ['silver.units(n + 1)'], [macro])).toEqual([
      '(cast(((`n` + 1) * 0.0000001) as decimal(19, 7)))',
    ]);
  });

  it('writes out the columns of stars, and makes rows of QUALIFY and by name', async () => {
    const star = await told(
      spark,
      'select * exclude (list, closed_at, amount, flag, other_json) replace (n + 1 as n) from silver.rows',
    );
    expect(star.body).toBe('select `id`, (`n` + 1) as `n`, `name` from `silver`.`rows`');
    const first = await told(spark, 'select name, n from silver.rows qualify row_number() over (order by id) = 1');
    expect(first.body).toBe(
      'select `name`, `n` from ( select `name`, `n`, (row_number() over (order by `id` asc nulls last) = 1) as is_chosen ' +
        'from `silver`.`rows` ) as ranked where is_chosen',
    );
    const both = await told(spark, 'select id, name from silver.rows union all by name select n, id from silver.rows');
    expect(both.body).toContain(
      'select `id`, `name`, null as `n` from ( select `id`, `name` from `silver`.`rows` ) as side',
    );
  });

  it('does without FILTER where an engine has none', async () => {
    const query = 'select id, count(*) filter (flag) as n, max(name) filter (n > 1) as m from silver.rows group by id';
    const { body, left } = await told({ ...spark, hasFilter: false }, query);
    expect(left).toEqual([]);
    expect(body).toBe(
      'select `id`, count(case when `flag` then 1 end) as `n`, max(case when (`n` > 1) then `name` end) as `m` ' +
        'from `silver`.`rows` group by `id`',
    );
  });

  it('gives columns the types that DuckDB gives them', async () => {
    const { view } = await told(spark, 'select sum(n) as total, closed_at, list from silver.rows group by all');
    expect(view).toContain(
      'cast(`total` as decimal(38, 0)) as `total`,\n    cast(`closed_at` as timestamp_ntz) as `closed_at`,\n    `list`\nfrom',
    );
  });

  it('leaves out a relation that it cannot tell, and names it', async () => {
    const { view, left } = await told(spark, 'select id from silver.rows where bar(id, 0, 1) = name');
    expect(view).toBe('');
    expect(left).toEqual([{ relation: 'silver.asked', why: 'it calls bar' }]);
  });

  it('has the parts of a relation without rows, also if it cannot tell their SQL', async () => {
    const parts = [
      'create view parts."silver.kept" as select * from (select bar(id, 0, 1) as b from silver.rows) where false',
    ];
    const { left, statements } = await told(spark, 'select * from parts."silver.kept"', parts);
    expect(left).toEqual([]);
    expect(statements.join(' ').replace(/\s+/g, ' ')).toContain(
      'as `b` from ( select null as `b` where false ) as said',
    );
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
