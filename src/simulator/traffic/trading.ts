/** Chooses the operations of users who trade with offers, paths and pools. */
import type { Identity } from '../identity.ts';
import { smaller } from '../exchange/int64.ts';
import { available, receivable } from '../accounts/balances.ts';
import type { Offer } from '../state/entries.ts';
import { poolShares } from '../state/keys.ts';
import type { TrafficAsset } from './asset.ts';
import { lumen, pickUser, type Scene, type WeighedHabit } from './habits.ts';
import type { TradedPool } from './market.ts';
import type { WishedOperation } from './wishes.ts';

/** What people do on the exchange, and how often; a part of it is bound to fail. */
export const tradingHabits: WeighedHabit[] = [
  [20, quotePrice],
  [16, take],
  [14, amend],
  [6, cancel],
  [3, quotePassively],
  [12, send],
  [8, receive],
  [4, arbitrage],
  [6, joinPoolWish],
  [5, deposit],
  [3, withdraw],
  [2, overreach],
  [1, cancelTwice],
  [1, sellUnheld],
];

/** Offers of one account at most, so that books stay as deep as there are people. */
const maxOffers = 6;

/** Offers one side or both sides of a pair, a little off the price. */
export function quotePrice(scene: Scene, user: Identity): WishedOperation[] {
  const [selling, buying] = pickPair(scene, user);
  if (!buying || offersOf(scene, user).length >= maxOffers) return cancel(scene, user);
  const spread = scene.random.integer(1, 150) / 100;
  const ask = offer(scene, user, selling, buying, spread);
  return scene.random.chance(50) ? ask : [...ask, ...offer(scene, user, buying, selling, spread)];
}

// a price at which others trade, for more or less than there is
function take(scene: Scene, user: Identity): WishedOperation[] {
  const [selling, buying] = pickPair(scene, user);
  if (!buying) return [];
  const amount = spend(scene, user, selling, 20);
  if (amount === 0n) return [];
  if (scene.random.chance(50))
    return [{ kind: 'sell', selling, buying, amount, price: scene.market.price(selling, buying, -1), offerId: 0n }];
  const wanted = scene.market.convert(amount, selling, buying);
  const price = scene.market.price(buying, selling, 1);
  return wanted > 0n ? [{ kind: 'buy', selling, buying, amount: wanted, price, offerId: 0n }] : [];
}

function amend(scene: Scene, user: Identity): WishedOperation[] {
  return offersOf(scene, user)
    .slice(0, scene.random.integer(1, 4))
    .flatMap(({ id, selling, buying, amount }) => {
      const from = assetOf(scene, selling);
      const to = assetOf(scene, buying);
      const price = scene.market.price(from, to, scene.random.integer(5, 150) / 100);
      const change = scene.random.integer(80, 110);
      const changed = (amount * BigInt(change)) / 100n;
      return changed > 0n ? { kind: 'sell', selling: from, buying: to, amount: changed, price, offerId: id } : [];
    });
}

function cancel(scene: Scene, user: Identity): WishedOperation[] {
  const offers = offersOf(scene, user);
  return offers.length ? [cancellation(scene, scene.random.pick(offers))] : [];
}

function cancelTwice(scene: Scene, user: Identity): WishedOperation[] {
  const [operation] = cancel(scene, user);
  return operation ? [operation, operation] : [];
}

function cancellation(scene: Scene, { id, selling, buying, price }: Offer): WishedOperation {
  return {
    kind: 'sell',
    selling: assetOf(scene, selling),
    buying: assetOf(scene, buying),
    amount: 0n,
    price,
    offerId: id,
  };
}

function quotePassively(scene: Scene, user: Identity): WishedOperation[] {
  const [selling, buying] = pickPair(scene, user);
  const amount = buying ? spend(scene, user, selling, 10) : 0n;
  if (!buying || amount === 0n || offersOf(scene, user).length >= maxOffers) return [];
  return [{ kind: 'sell_passively', selling, buying, amount, price: scene.market.price(selling, buying), offerId: 0n }];
}

function send(scene: Scene, user: Identity): WishedOperation[] {
  const path = pickPath(scene, user);
  const amount = path ? spend(scene, user, path[0], 2) : 0n;
  if (!path || amount === 0n) return [];
  const destination = pickReceiver(scene, user, path[path.length - 1]);
  const worth = scene.market.convert(amount, path[0], path[path.length - 1]);
  const least = (worth * BigInt(scene.random.integer(90, 101))) / 100n;
  return least > 0n ? [{ kind: 'send', path, destination, amount, least }] : [];
}

function receive(scene: Scene, user: Identity): WishedOperation[] {
  const path = pickPath(scene, user);
  const worth = path ? spend(scene, user, path[0], 2) : 0n;
  if (!path || worth === 0n) return [];
  const destination = pickReceiver(scene, user, path[path.length - 1]);
  const amount = scene.market.convert(worth, path[0], path[path.length - 1]);
  const most = (worth * BigInt(scene.random.integer(99, 110))) / 100n;
  return amount > 0n && most > 0n ? [{ kind: 'receive', path, destination, amount, most }] : [];
}

// in a circle, for no less than was sent: mostly in vain
function arbitrage(scene: Scene, user: Identity): WishedOperation[] {
  const [first, second] = [scene.random.pick(scene.cast.assets), scene.random.pick(scene.cast.assets)];
  const { native } = scene.cast;
  const path = first === second ? [native, first, native] : [native, first, second, native];
  const amount = spend(scene, user, native, 2);
  return amount > 0n ? [{ kind: 'send', path, destination: user, amount, least: amount }] : [];
}

/** Trusts the shares of a pool, or deposits into it. */
export function joinPoolWish(scene: Scene, user: Identity): WishedOperation[] {
  const pool = scene.random.pick(scene.market.pools);
  if (shareLine(scene, user, pool)) return deposit(scene, user);
  const lines = [pool.assetA, pool.assetB].every((asset) => holds(scene, user, asset));
  if (!lines && scene.random.chance(90)) return [];
  return [{ kind: 'trust_pool', pool, limit: 2n ** 63n - 1n }];
}

function deposit(scene: Scene, user: Identity): WishedOperation[] {
  const pool = scene.market.pools.find((candidate) => shareLine(scene, user, candidate));
  if (!pool) return [];
  const { assetA, assetB } = pool;
  const { random, market } = scene;
  const most = smaller(spendable(scene, user, assetA), market.convert(spendable(scene, user, assetB), assetB, assetA));
  const maxA = most > 100n ? random.amount(1n, most / 10n) : 0n;
  const maxB = market.convert(maxA, assetA, assetB);
  if (maxA === 0n || maxB === 0n) return [];
  const minPrice = market.price(assetB, assetA, -random.integer(2, 40));
  const maxPrice = market.price(assetB, assetA, random.integer(2, 40));
  return [{ kind: 'deposit', pool, maxA, maxB, minPrice, maxPrice }];
}

function withdraw(scene: Scene, user: Identity): WishedOperation[] {
  const pool = scene.market.pools.find((candidate) => (shareLine(scene, user, candidate)?.balance ?? 0n) > 0n);
  if (!pool) return [];
  const { balance } = shareLine(scene, user, pool)!;
  const shares = scene.random.chance(10) ? balance : balance / BigInt(scene.random.integer(2, 20)) + 1n;
  const least = scene.random.chance(90) ? 0n : 2n ** 50n;
  const withdrawal: WishedOperation = { kind: 'withdraw', pool, shares, minA: least, minB: 0n };
  const leaves = shares === balance && least === 0n && scene.random.chance(50);
  return leaves ? [withdrawal, { kind: 'trust_pool', pool, limit: 0n }] : [withdrawal];
}

// an offer of more than there is
function overreach(scene: Scene, user: Identity): WishedOperation[] {
  const [selling, buying] = pickPair(scene, user);
  if (!buying) return [];
  const amount = spendable(scene, user, selling) + 1_000n * lumen;
  return [{ kind: 'sell', selling, buying, amount, price: scene.market.price(selling, buying, 1), offerId: 0n }];
}

function sellUnheld(scene: Scene, user: Identity): WishedOperation[] {
  const missing = scene.cast.assets.find((asset) => !holds(scene, user, asset));
  if (!missing) return [];
  const price = scene.market.price(missing, scene.cast.native);
  return [{ kind: 'sell', selling: missing, buying: scene.cast.native, amount: lumen, price, offerId: 0n }];
}

function offer(
  scene: Scene,
  user: Identity,
  selling: TrafficAsset,
  buying: TrafficAsset,
  percent: number,
): WishedOperation[] {
  const amount = spend(scene, user, selling, 10);
  if (amount === 0n) return [];
  return [{ kind: 'sell', selling, buying, amount, price: scene.market.price(selling, buying, percent), offerId: 0n }];
}

// an asset that the user has something of, and another one that they hold
function pickPair(scene: Scene, user: Identity): [selling: TrafficAsset, buying: TrafficAsset | undefined] {
  const held = scene.market.assets.filter((asset) => holds(scene, user, asset));
  const selling = scene.random.pick(held);
  const others = held.filter((asset) => asset !== selling);
  return [selling, others.length ? scene.random.pick(others) : undefined];
}

function pickPath(scene: Scene, user: Identity): TrafficAsset[] | undefined {
  const { assets } = scene.market;
  const from = scene.random.pick(assets.filter((asset) => holds(scene, user, asset)));
  const to = scene.random.pick(assets.filter((asset) => asset !== from));
  const between = scene.random.pick(assets.filter((asset) => asset !== from && asset !== to));
  return scene.random.chance(60) ? [from, to] : [from, between, to];
}

// someone who can hold the asset, or now and then someone who cannot
function pickReceiver(scene: Scene, user: Identity, asset: TrafficAsset): Identity {
  if (scene.random.chance(30) && holds(scene, user, asset)) return user;
  const careless = scene.random.chance(4);
  return pickUser(scene, (other) => careless || holds(scene, other, asset)) ?? user;
}

function holds({ state }: Scene, { id }: Identity, asset: TrafficAsset): boolean {
  return asset.credit ? state.trustLine(id, asset.id) !== undefined : true;
}

const shareLine = ({ state }: Scene, { id }: Identity, pool: TradedPool) => state.trustLine(id, poolShares(pool.id));

const assetOf = ({ market }: Scene, id: string): TrafficAsset => market.assets.find((asset) => asset.id === id)!;

// up to so many percent of what is free
function spend(scene: Scene, user: Identity, asset: TrafficAsset, percent: number): bigint {
  const most = (spendable(scene, user, asset) * BigInt(percent)) / 100n;
  return most > 0n ? scene.random.amount(1n, most) : 0n;
}

function spendable({ state, view }: Scene, { id }: Identity, asset: TrafficAsset): bigint {
  const holder = asset.credit ? state.trustLine(id, asset.id) : state.account(id);
  const free = holder ? available(holder, view) : 0n;
  // offers need room for what they buy, and lumens for reserves and fees
  const kept = asset.credit ? 0n : 20n * lumen;
  return holder && free > kept && receivable(holder) > 0n ? free - kept : 0n;
}

function offersOf({ state }: Scene, { id }: Identity): Offer[] {
  return [...state.offerKeys(id)].flatMap((key) => {
    const entry = state.get(key);
    return entry?.kind === 'offer' ? entry : [];
  });
}
