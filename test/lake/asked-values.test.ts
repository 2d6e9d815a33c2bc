import { describe, expect, it } from 'vitest';
import {
  choicesAsked,
  keyChoices,
  keysAndWords,
  keysAsked,
  plainKeys,
  type KeyColumns,
} from '../../src/lake/narrow/asked-values.ts';

const assetKey = `CASE  WHEN ((asset_type = 'native')) THEN ('native') WHEN ((asset_issuer != '')) THEN (((asset_code || ':') || asset_issuer)) ELSE NULL END`;
const seller = `COALESCE(CASE  WHEN ((from = '')) THEN (NULL) ELSE from END, to)`;
/** An asset with its type, of one without. */
const typed = (args: string) =>
  String.raw`regexp_replace(regexp_replace(regexp_replace(${args}), '^([^:]{0,4}:)', 'credit_alphanum4:\1'), '^([^:]{5,12}:)', 'credit_alphanum12:\1')`;

/** What is asked for as `key kinds, …`. */
const told = (filter: string, columns: KeyColumns) =>
  keysAsked(filter, columns)
    ?.map(({ key, kinds }) => `${key} ${kinds}`)
    .join(', ');

describe('keysAsked(filter, columns)', () => {
  const columns = plainKeys([
    ['from', 1],
    ['to', 2],
    ['contract_id', 4],
    ['asset_issuer', 8],
  ]);
  it.each([
    [`from='GA'`, 'GA 1'],
    [`from = 'GA'`, 'GA 1'],
    [`optional: from IN ('GA', 'GB')`, 'GA 1, GB 1'],
    [`(from = 'GA') OR (to = 'GB')`, 'GA 1, GB 2'],
    [`((from = 'GA') OR (from = 'GB')) OR (to IN ('GA', 'GC'))`, 'GA 3, GB 1, GC 2'],
    [`memo='GA'`, undefined],
    [`(from = 'GA') OR (memo = 'GA')`, undefined],
    [`(from = 'GA') OR (id = 5)`, undefined],
    [`from!='GA'`, undefined],
    [`NOT (from = 'GA')`, undefined],
    [`(NOT (from = 'GA'))`, undefined],
    [`from='GA'' OR to=''GB'`, undefined],
    [`(from = 'GA') IS NULL`, undefined],
    [`((from = 'GA') IS NULL)`, undefined],
    [`from IN ('GA', 'G A')`, undefined],
    [`from IN ('GA', memo)`, undefined],
    [`(from = 'GA') AND (memo = 'GB')`, 'GA 1'],
    [`(memo = 'x) OR (y') AND (from = 'GA')`, 'GA 1'],
    [`(memo > 5) AND ((to = 'GB') OR (from = 'GA'))`, 'GB 2, GA 1'],
    [`((from = 'GA') AND (memo = 'x')) OR (memo = 'y')`, undefined],
    [`(${assetKey} = 'USD:GA')`, 'GA 8'],
    [`(${assetKey} = 'native')`, undefined],
    [`(${assetKey} = 'GA')`, undefined],
    [`(COALESCE(${assetKey}, contract_id) = 'USD:GA')`, 'GA 8, USD:GA 4'],
    [`(COALESCE(${assetKey}, contract_id) = 'CA')`, 'CA 4'],
    [`(COALESCE(${assetKey}, memo) = 'USD:GA')`, undefined],
    [`(COALESCE(${assetKey}, contract_id) IN ('USD:GA', 'CA'))`, 'GA 8, USD:GA 4, CA 4'],
    [`(COALESCE(${assetKey}, contract_id) IN ('USD:GA', 'native'))`, undefined],
    [`((${seller} = 'GA') OR (to = 'GB'))`, 'GA 3, GB 2'],
    [`(${seller} = '')`, undefined],
    [`(COALESCE(lower(from), to) = 'GA')`, undefined],
    [`(CASE  WHEN ((a = 'x')) THEN (from) ELSE memo END = 'GA')`, undefined],
    [`(((asset_code || '-') || asset_issuer) = 'USD-GA')`, undefined],
    [`(((':' || asset_code) || asset_issuer) = ':USDGA')`, undefined],
    [`((asset_issuer || ':') = 'GA:')`, undefined],
  ])('%s', (filter, expected) => {
    expect(told(filter, columns)).toBe(expected);
  });

  it.each([
    [`asset_key='USD:GA'`, 'GA 8, USD:GA 4'],
    [`asset_key='CA'`, 'CA 4'],
    [`asset_key='native'`, undefined],
    [`(array_extract(string_split(asset_key, ':'), 2) = 'GA')`, 'GA 8'],
    [`(array_extract(string_split(asset_key, ':'), 2) IN ('GA', 'GB'))`, 'GA 8, GB 8'],
    [`(array_extract(string_split(asset_key, ':'), -2) = 'USD')`, undefined],
    [`(array_extract(string_split(asset_key, '|'), 2) = 'GA')`, undefined],
    [`(array_extract(string_split(contract_id, ':'), 2) = 'CA')`, undefined],
    [`(${typed("asset_key, '^C[^:]{55}$', ''")} = 'credit_alphanum4:USD:GA')`, 'GA 12'],
    [`(${typed("asset_key, '^C[^:]{55}$', ''")} = 'native')`, undefined],
    [`(${typed("asset_key, '^C[^:]{55}$', 'unknown'")} = 'unknown')`, undefined],
    [`(${typed("asset_key, 'USD', ''")} = 'credit_alphanum4:USD:GA')`, undefined],
  ])('of a whole asset or a contract: %s', (filter, expected) => {
    const of = keysAndWords([
      ['asset_key', 8],
      ['contract_id', 4],
    ]);
    expect(told(filter, of)).toBe(expected);
  });

  it('takes columns of a view for what they are made of', () => {
    const [[, choices]] = choicesAsked(`(COALESCE(${assetKey}, contract_id) = 'key3')`);
    const ofView = new Map([['key', keyChoices(choices, columns)!]]);
    expect(told(`key='USD:GA'`, ofView)).toBe('GA 8, USD:GA 4');
    expect(told(`key IN ('CA', 'USD:GA')`, ofView)).toBe('CA 4, GA 8, USD:GA 4');
    expect(told(`(((code || ':') || key) = 'USD:GA')`, plainKeys([['key', 32]]))).toBe('GA 32');
    expect(keysAsked(`key='native'`, ofView)).toBeUndefined();
    expect(keyChoices(choices, plainKeys([['asset_issuer', 8]]))).toBeUndefined();
    expect(keyChoices(choices, plainKeys([['contract_id', 4]]))).toBeUndefined();
  });
});
