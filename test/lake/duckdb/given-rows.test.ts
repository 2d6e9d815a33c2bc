import { expect, it } from 'vitest';
import { GivenToConnections, givenRows } from '../../../src/lake/duckdb/given-rows.ts';
import { openDatabase } from '../../../src/lake/duckdb/duckdb.ts';

it('gives each connection its own rows, as they are when a query runs, though it was planned before', async () => {
  const instance = await openDatabase();
  const [first, second] = [await instance.connect(), await instance.connect()];
  const given = new GivenToConnections();
  await given.register(first);
  await first.run(
    `create view told as select text, length(text) as letters from ${givenRows('names', [['text', 'VARCHAR']])}`,
  );
  const [one, other] = [await given.own(first), await given.own(second)];
  const [asked, askedToo] = [await first.prepare('from told'), await second.prepare('from told')];
  const text = async (statement: typeof asked) => (await statement.runAndReadAll()).getRows()[0]?.[0];

  expect(await text(asked)).toBeUndefined();
  const long = 'ä"\\\'\u0000😀'.repeat(5000);
  for (const [mine, theirs] of [
    ['1', '2'],
    [long, ''],
    ['', long],
  ]) {
    given.give(one, new Map([['names', [[mine]]]]));
    given.give(other, new Map([['names', [[theirs]]]]));
    expect(await Promise.all([text(asked), text(askedToo)])).toEqual([mine, theirs]);
  }
  given.give(one, new Map());
  expect(await Promise.all([text(asked), text(askedToo)])).toEqual([undefined, long]);
  instance.closeSync();
});

it('gives values of each type that files of a lake have, in as many rows as there are', async () => {
  const instance = await openDatabase();
  const connection = await instance.connect();
  const given = new GivenToConnections();
  await given.register(connection);
  const columns = [
    ['b', 'boolean', true, false],
    ['i', 'integer', -7, 2 ** 31 - 1],
    ['l', 'bigint', -(2n ** 63n), 9],
    ['d', 'double', -0, 0.1],
    ['t', 'timestamp', 1_700_000_000_123_456n, -1n],
    ['z', 'timestamp with time zone', 0n, 1n],
    ['day', 'date', 19_000, -1],
    ['money', 'decimal(38,7)', '-1.0000001', '0.0000000'],
    ['j', 'json', '{"a":1}', 'null'],
    ['v', 'varchar', '', 'a longer text than is kept inline'],
  ] as const;
  const relation = givenRows(
    'some',
    columns.map(([name, type]) => [name, type]),
  );
  const owner = await given.own(connection);
  const rows = Array.from({ length: 5000 }, (_, i) =>
    columns.map(([, , ...values]) => (i % 3 === 2 ? null : values[i % 3])),
  );
  given.give(owner, new Map([['some', rows]]));
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  const types = columns.map(([name]) => `typeof(${name})`);
  expect(await read(`select distinct ${types.join()} from ${relation}`)).toEqual([
    columns.map(([, type]) => type.toUpperCase()),
  ]);
  const texts = columns.map(([name]) => `${name}::varchar`);
  expect(
    await read(`select ${texts.join()}, count(*) from ${relation} group by all order by 1 desc nulls last`),
  ).toEqual([
    ['true', '-7', '-9223372036854775808', '-0.0', '2023-11-14 22:13:20.123456', '1970-01-01 00:00:00+00', '2022-01-08', '-1.0000001', '{"a":1}', '', '1667'], // prettier-ignore
    ['false', '2147483647', '9', '0.1', '1969-12-31 23:59:59.999999', '1970-01-01 00:00:00.000001+00', '1969-12-31', '0.0000000', 'null', 'a longer text than is kept inline', '1667'], // prettier-ignore
    [...columns.map(() => null), '1666'],
  ]);
  expect(await read(`select count(*) from ${relation}`)).toEqual([['5000']]);
  instance.closeSync();
});
