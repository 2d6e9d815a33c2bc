import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, difference, golden, recordsOf, without, type Row } from './records.ts';

describe.skipIf(!hasCorpus)('soroswap', () => {
  it.each(['synthetic', 'pubnet-p26', 'pubnet-eras', 'testnet-ledgers'])(
    'makes the records of the reference of %s',
    (name) => {
      const records = recordsOf(name, 'soroswap');
      const pairs = records
        .get('soroswap_pairs')!
        .map(({ token0, token1, factory_contract_id: contract_id, ...row }) => ({
          ...without(row, 'id'),
          type: 'new_pair',
          contract_id,
          token_0: token0,
          token_1: token1,
        }));
      const syncs = records.get('soroswap_syncs')!.map(({ pair_address, reserve0, reserve1, ...row }) => ({
        ...without(row, 'event_id'),
        type: 'sync',
        contract_id: pair_address,
        new_reserve_0: lower(String(reserve0)),
        new_reserve_1: lower(String(reserve1)),
      }));
      expect(difference(comparable([...pairs, ...syncs] as Row[]), comparable(golden(`soroswap/${name}`)))).toEqual([]);
    },
  );

  it('keeps reserves over 64 bits whole', () => {
    const reserves = recordsOf('synthetic', 'soroswap')
      .get('soroswap_syncs')!
      .flatMap((row) => [row['reserve0'], row['reserve1']]);
    expect(reserves).toContain('18446744073709551616');
    expect(reserves).toContain('36893488147419103239');
  });
});

/** The lower 64 bits: the reference drops the upper ones. */
function lower(amount: string): string {
  return BigInt.asUintN(64, BigInt(amount)).toString();
}
