import { describe, expect, it } from 'vitest';
import { choicesAsked, keyChoices, keysAsked, plainKeys } from '../../src/lake/asked-values.ts';

const assetKey = `CASE  WHEN ((asset_type = 'native')) THEN ('native') WHEN ((asset_issuer != '')) THEN (((asset_code || ':') || asset_issuer)) ELSE NULL END`;
const seller = `COALESCE(CASE  WHEN ((from = '')) THEN (NULL) ELSE from END, to)`;

describe('keysAsked(filter, columns)', () => {
  const columns = plainKeys(['from', 'to', 'contract_id', 'asset_issuer']);
  it.each([
    [`from='GA'`, ['GA']],
    [`from = 'GA'`, ['GA']],
    [`optional: from IN ('GA', 'GB')`, ['GA', 'GB']],
    [`(from = 'GA') OR (to = 'GB')`, ['GA', 'GB']],
    [`((from = 'GA') OR (from = 'GB')) OR (to IN ('GA', 'GC'))`, ['GA', 'GB', 'GA', 'GC']],
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
    [`(from = 'GA') AND (memo = 'GB')`, ['GA']],
    [`(memo = 'x) OR (y') AND (from = 'GA')`, ['GA']],
    [`(memo > 5) AND ((to = 'GB') OR (from = 'GA'))`, ['GB', 'GA']],
    [`((from = 'GA') AND (memo = 'x')) OR (memo = 'y')`, undefined],
    [`(${assetKey} = 'USD:GA')`, ['GA']],
    [`(${assetKey} = 'native')`, undefined],
    [`(${assetKey} = 'GA')`, undefined],
    [`(COALESCE(${assetKey}, contract_id) = 'USD:GA')`, ['GA', 'USD:GA']],
    [`(COALESCE(${assetKey}, contract_id) = 'CA')`, ['CA']],
    [`(COALESCE(${assetKey}, memo) = 'USD:GA')`, undefined],
    [`(COALESCE(${assetKey}, contract_id) IN ('USD:GA', 'CA'))`, ['GA', 'USD:GA', 'CA']],
    [`(COALESCE(${assetKey}, contract_id) IN ('USD:GA', 'native'))`, undefined],
    [`((${seller} = 'GA') OR (to = 'GB'))`, ['GA', 'GB']],
    [`(${seller} = '')`, undefined],
    [`(COALESCE(lower(from), to) = 'GA')`, undefined],
    [`(CASE  WHEN ((a = 'x')) THEN (from) ELSE memo END = 'GA')`, undefined],
    [`(((asset_code || '-') || asset_issuer) = 'USD-GA')`, undefined],
    [`(((':' || asset_code) || asset_issuer) = ':USDGA')`, undefined],
    [`((asset_issuer || ':') = 'GA:')`, undefined],
  ])('%s', (filter, expected) => {
    expect(keysAsked(filter, columns)).toEqual(expected);
  });

  it('takes columns of a view for what they are made of', () => {
    const [[, choices]] = choicesAsked(`(COALESCE(${assetKey}, contract_id) = 'key3')`);
    const ofView = new Map([['key', keyChoices(choices, columns)!]]);
    expect(keysAsked(`key='USD:GA'`, ofView)).toEqual(['GA', 'USD:GA']);
    expect(keysAsked(`key IN ('CA', 'USD:GA')`, ofView)).toEqual(['CA', 'GA', 'USD:GA']);
    expect(keysAsked(`key='native'`, ofView)).toBeUndefined();
    expect(keyChoices(choices, plainKeys(['asset_issuer']))).toBeUndefined();
    expect(keyChoices(choices, plainKeys(['contract_id']))).toBeUndefined();
  });
});
