/** Chooses gifts, claims and sponsorships of users, and clawbacks and freezes of issuers. */
import type { Identity } from '../identity.ts';
import { available } from '../accounts/balances.ts';
import { trustLineFlags } from '../state/entries.ts';
import { habitHolder, lumen, pickUser, type Scene, type WeighedHabit } from './habits.ts';
import type { WishedOperation } from './wishes.ts';

/** What people do for each other beyond paying. */
export const givingHabits: WeighedHabit[] = [
  [4, give],
  [4, claim],
  [2, sponsorTrust],
];

function give(scene: Scene, user: Identity): WishedOperation[] {
  const { random, state, view } = scene;
  const asset = random.pick([scene.cast.native, ...scene.cast.assets]);
  const holder = asset.credit ? state.trustLine(user.id, asset.id) : state.account(user.id);
  const free = holder ? available(holder, view) : 0n;
  const to = pickUser(scene, (other) => other !== user);
  if (!to || free < 50n * lumen) return [];
  const before = random.chance(40) ? view.closeTime + BigInt(random.integer(10, 600)) : undefined;
  const claimants = random.chance(60) ? [{ who: to, before }] : [{ who: to, before }, { who: user }];
  return [{ kind: 'create_claimable', asset, amount: random.amount(1n, free / 20n), claimants }];
}

function claim({ claims }: Scene, user: Identity): WishedOperation[] {
  const balanceId = claims.take(user.id);
  return balanceId === undefined ? [] : [{ kind: 'claim', balanceId }];
}

// pays the reserve of another's trust line
function sponsorTrust(scene: Scene, user: Identity): WishedOperation[] {
  const asset = scene.random.pick(scene.cast.assets);
  const other = pickUser(scene, (one) => one !== user && !scene.state.trustLine(one.id, asset.id));
  if (!other) return [];
  return [
    { kind: 'begin_sponsoring', sponsored: other },
    { kind: 'change_trust', asset, limit: 2n ** 63n - 1n, source: other },
    { kind: 'end_sponsoring', source: other },
  ];
}

/** Returns what an issuer does now and then who may take back: claws back, or freezes and thaws a trust line. */
export function ruling(scene: Scene, issuer: Identity): WishedOperation[] {
  const { random, cast, state } = scene;
  const asset = random.pick(cast.assets.filter(({ credit }) => credit?.issuer === issuer));
  const holder = habitHolder(scene, asset);
  const line = holder && state.trustLine(holder.id, asset.id);
  if (!line) return [];
  const { authorized, maintainLiabilities, clawback } = trustLineFlags;
  if (!(line.flags & authorized)) {
    return [{ kind: 'set_line_flags', trustor: holder, asset, set: authorized, clear: maintainLiabilities }];
  }
  const free = available(line, scene.view);
  if (line.flags & clawback && free > lumen && random.chance(60)) {
    return [{ kind: 'clawback', from: holder, asset, amount: random.amount(1n, free / 2n) }];
  }
  return [{ kind: 'set_line_flags', trustor: holder, asset, set: maintainLiabilities, clear: authorized }];
}
