/** Creates the population of a simulated network: issuers, sponsor, users and assets. */
import { creditAsset, nativeAsset, type TrafficAsset } from './asset.ts';
import { identityOf, sha256, type Identity } from '../identity.ts';

/** Everyone on the network, from a seed. */
export interface Cast {
  root: Identity;
  validator: Identity;
  sponsor: Identity;
  issuers: Identity[];
  native: TrafficAsset;
  assets: TrafficAsset[];
  users: Identity[];
  /** How many users there should be soon, and at most. */
  population: { goal: number; limit: number };
  /** Adds new users, who have no account yet, and returns them. */
  invite(count: number): Identity[];
  /** Returns an identity that nobody knows. */
  stranger(): Identity;
}

/** Returns the people of a network; the root's secret is the network id, as on every Stellar network. */
export function createCast(seed: string, passphrase: string, transactionsPerLedger: number): Cast {
  const named = (name: string) => identityOf(sha256(`${seed}/${name}`));
  const anchor = named('anchor');
  const shop = named('shop');
  const users: Identity[] = [];
  let strangers = 0;
  const goal = Math.max(24, transactionsPerLedger * 3);
  return {
    root: identityOf(sha256(passphrase)),
    validator: named('validator'),
    sponsor: named('sponsor'),
    issuers: [anchor, shop],
    native: nativeAsset(passphrase),
    assets: [
      creditAsset('USD', anchor, passphrase),
      creditAsset('EUR', anchor, passphrase),
      creditAsset('LAKEPOINTS', shop, passphrase),
    ],
    users,
    population: { goal, limit: goal * 2 },
    invite(count) {
      const newcomers = Array.from({ length: count }, (_, i) => named(`user ${users.length + i}`));
      users.push(...newcomers);
      return newcomers;
    },
    stranger: () => named(`stranger ${strangers++}`),
  };
}
