/** Cases that do not hold, by their names, with the reason. */
import type { Case } from './cases.ts';

const reasons: readonly (readonly [RegExp, string])[] = [
  [/:5:with contract tokens$/, 'rows of contract tokens have a balance_raw, which the case lacks'],
  [/^pubnet-p26\.9\.details-6$/, 'the expected limit went through a double: the trust line has 922337203685.4775807'],
  [/^hz-kahuna\.bronze-trades\.horizon$/, 'the price of Hubble is that of the asset sold, of Horizon that of the base'],
  [
    /^horizon-scenarios\/kahuna:33:XLM2 /,
    'the timeline begins before the first ledger that lists the account which had all lumens: its header has them',
  ],
  [
    /^pubnet-p26:1[56]:CCA2ZJP5 (?!transfer$|burn$|classic$)|^pubnet-p26\.(7\.(walk-whole-store|walk-soroban|custom-token-1)|31\.walk-type-mint|20\.walk-mint)$/,
    'the token names its administrator first: the holder comes last (administrator-is-no-holder)',
  ],
  [/^pubnet-p26:15:CBIJBDNZ /, 'no instance of the token is known: its balances are in the smallest unit alone'],
  [/^pubnet-p26:33:csv$/, 'totals over entries are left out of a lake that lacks the first ledgers'],
  [
    /^pubnet-eras:33:.* (1w|dates|around \S+)$/,
    'points inside a gap are marked `in_gap`, and the case has no such key',
  ],
];

/** Returns why a case does not hold; undefined where it does. */
export function reasonOf({ name }: Case): string | undefined {
  return reasons.find(([pattern]) => pattern.test(name))?.[1];
}
