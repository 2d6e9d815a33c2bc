import { expect, it } from 'vitest';
import { GivenTexts, givenText } from '../../../src/lake/duckdb/given-texts.ts';
import { openDatabase } from '../../../src/lake/duckdb/duckdb.ts';

it('gives each connection its own texts, as they are when a query runs, though it was planned before', async () => {
  const instance = await openDatabase();
  const [first, second] = [await instance.connect(), await instance.connect()];
  const given = new GivenTexts();
  await given.register(first);
  await first.run(`create view told as select text, length(text) as letters from ${givenText('names')}`);
  const [one, other] = [await given.own(first), await given.own(second)];
  const [asked, askedToo] = [await first.prepare('from told'), await second.prepare('from told')];
  const text = async (statement: typeof asked) => (await statement.runAndReadAll()).getRows()[0]?.[0];

  expect(await text(asked)).toBe('{}');
  const long = 'ä"\\\'\u0000😀'.repeat(5000);
  for (const [mine, theirs] of [
    ['1', '2'],
    [long, ''],
    ['', long],
  ]) {
    given.give(one, new Map([['names', mine]]));
    given.give(other, new Map([['names', theirs]]));
    expect(await Promise.all([text(asked), text(askedToo)])).toEqual([mine, theirs]);
  }
  given.give(one, new Map());
  expect(await Promise.all([text(asked), text(askedToo)])).toEqual(['{}', long]);
  instance.closeSync();
});
