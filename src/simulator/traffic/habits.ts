/** Defines the scene in which users act, and the habits of users who make payments. */
import { available } from '../accounts/balances.ts';
import type { LedgerView } from '../context.ts';
import type { TrafficAsset } from './asset.ts';
import type { Cast } from './cast.ts';
import type { Claims } from './claims.ts';
import type { Contracts } from './contracts.ts';
import type { Market } from './market.ts';
import type { Identity } from '../identity.ts';
import type { WishedOperation } from './wishes.ts';
import type { Random } from '../random.ts';
import type { State } from '../state/state.ts';

/** The network before a ledger: its people, their state, and the choices to be made. */
export interface Scene {
  cast: Cast;
  state: State;
  random: Random;
  /** The ledger that comes next. */
  view: LedgerView;
  /** Stroops per operation that get a transaction in. */
  baseFee: number;
  market: Market;
  networkId: Uint8Array;
  contracts: Contracts;
  /** Claimable balances by who may claim them. */
  claims: Claims;
}

/** What a user's next transaction may hold; nothing when it does not fit them. */
export type Habit = (scene: Scene, user: Identity) => WishedOperation[];

/** A habit, and how often it is followed among others. */
export type WeighedHabit = [weight: number, habit: Habit];

/** Stroops in a lumen, or in one unit of a credit. */
export const lumen = 10_000_000n;

/** Returns an operation that creates an account. */
export function createAccountHabit(destination: Identity, startingBalance: bigint): WishedOperation {
  return { kind: 'create_account', destination, startingBalance };
}

/** Returns a payment, now and then to a multiplexed address. */
export function paymentHabit(
  { random }: Scene,
  destination: Identity,
  asset: TrafficAsset,
  amount: bigint,
): WishedOperation {
  const muxedId = random.chance(6) ? random.amount(1n, 999_999n) : undefined;
  return { kind: 'payment', destination, muxedId, asset, amount };
}

/** Returns a user who has an account and fits, or undefined when twelve picks find none. */
export function pickUser({ cast, state, random }: Scene, fits: (user: Identity) => boolean): Identity | undefined {
  for (let tries = 0; cast.users.length > 0 && tries < 12; tries++) {
    const user = random.pick(cast.users);
    if (state.account(user.id) && fits(user)) return user;
  }
  return undefined;
}

/** Returns a user other than `except` who trusts the asset. */
export function habitHolder(scene: Scene, asset: TrafficAsset, except?: Identity): Identity | undefined {
  return pickUser(scene, (user) => user !== except && scene.state.trustLine(user.id, asset.id) !== undefined);
}

/** What people do who only pay; a part of it is bound to fail. */
export const payingHabits: WeighedHabit[] = [
  [34, nativePayment],
  [22, creditPayment],
  [10, trustHabit],
  [9, payroll],
  [5, writeData],
  [4, redemption],
  [4, onBehalf],
  [3, homeDomain],
  [2, changeLimit],
  [3, overdraft],
  [2, (scene, user) => [...nativePayment(scene, user), ...overdraft(scene, user)]],
  [2, unwantedCredit],
  [2, (scene) => [paymentHabit(scene, scene.cast.stranger(), scene.cast.native, lumen)]],
  [1, ({ cast }) => [createAccountHabit(cast.stranger(), lumen / 2n)]],
];

/** Pays lumens to someone. */
export function nativePayment(scene: Scene, user: Identity): WishedOperation[] {
  const free = available(scene.state.account(user.id)!, scene.view);
  const to = pickUser(scene, (other) => other !== user) ?? scene.cast.sponsor;
  return [paymentHabit(scene, to, scene.cast.native, scene.random.amount(1n, free / 20n + 1n))];
}

function payroll(scene: Scene, user: Identity): WishedOperation[] {
  return Array.from({ length: scene.random.integer(2, 8) }, () => nativePayment(scene, user)).flat();
}

/** Pays a credit to someone who trusts it. */
export function creditPayment(scene: Scene, user: Identity): WishedOperation[] {
  const asset = scene.random.pick(scene.cast.assets);
  const balance = scene.state.trustLine(user.id, asset.id)?.balance ?? 0n;
  const to = habitHolder(scene, asset, user);
  return balance > 0n && to ? [paymentHabit(scene, to, asset, scene.random.amount(1n, balance / 4n + 1n))] : [];
}

/** Pays a credit back to its issuer. */
export function redemption(scene: Scene, user: Identity): WishedOperation[] {
  const asset = scene.random.pick(scene.cast.assets);
  const balance = scene.state.trustLine(user.id, asset.id)?.balance ?? 0n;
  return balance > 0n ? [paymentHabit(scene, asset.credit!.issuer, asset, scene.random.amount(1n, balance))] : [];
}

/** Trusts a credit that the user does not trust yet. */
export function trustHabit({ cast, state, random }: Scene, user: Identity): WishedOperation[] {
  const asset = random.pick(cast.assets);
  const limit = random.chance(70) ? 2n ** 63n - 1n : 1_000_000n * lumen;
  return state.trustLine(user.id, asset.id) ? [] : [{ kind: 'change_trust', asset, limit }];
}

function changeLimit({ cast, state, random }: Scene, user: Identity): WishedOperation[] {
  const asset = random.pick(cast.assets);
  const line = state.trustLine(user.id, asset.id);
  if (!line) return [];
  const limit = line.balance === 0n ? 0n : random.pick([line.balance - 1n, line.balance + 500n * lumen]);
  return [{ kind: 'change_trust', asset, limit }];
}

function onBehalf(scene: Scene, user: Identity): WishedOperation[] {
  const partner = pickUser(scene, (other) => other !== user);
  if (!partner) return [];
  return [...nativePayment(scene, user), ...nativePayment(scene, partner).map((op) => ({ ...op, source: partner }))];
}

function writeData({ state, random }: Scene, user: Identity): WishedOperation[] {
  const name = random.pick(['config.memo_required', 'profile', 'note']);
  const value = random.chance(state.data(user.id, name) ? 60 : 90) ? random.bytes(random.integer(1, 64)) : null;
  return [{ kind: 'manage_data', name, value }];
}

function homeDomain({ random }: Scene): WishedOperation[] {
  return [{ kind: 'set_options', homeDomain: random.pick(['lake.example', 'shop.example', 'bank.example']) }];
}

function overdraft(scene: Scene, user: Identity): WishedOperation[] {
  const asset = scene.random.pick([scene.cast.native, ...scene.cast.assets]);
  const line = scene.state.trustLine(user.id, asset.id);
  const to = line ? habitHolder(scene, asset, user) : pickUser(scene, (other) => other !== user);
  const held = line?.balance ?? scene.state.account(user.id)!.balance;
  return to ? [paymentHabit(scene, to, line ? asset : scene.cast.native, held + 1_000n * lumen)] : [];
}

function unwantedCredit(scene: Scene, user: Identity): WishedOperation[] {
  const asset = scene.random.pick(scene.cast.assets);
  const to = pickUser(scene, (other) => other !== user && !scene.state.trustLine(other.id, asset.id));
  return to ? [paymentHabit(scene, to, asset, lumen)] : [];
}
