/** Chooses the contract operations of users: transfers, swaps, deposits, wallets and restores. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { muxedContract } from '../encode/contract-key.ts';
import { accountAddress, type Address } from '../events/log.ts';
import type { Identity } from '../identity.ts';
import { available } from '../accounts/balances.ts';
import { findSlot } from '../soroban/footprint.ts';
import { dataLedgerKey, instanceLedgerKey } from '../soroban/keys.ts';
import { FIRST_WITH_BOUND_ADDRESS } from '../soroban/must-execute.ts';
import { readEntryKey } from '../encode/read-entry.ts';
import { address, scBool, contractAt, i128, i128Of, scSymbol, u32, vec } from '../soroban/values.ts';
import { callOf, declaring, type CallManner } from './contract-calls.ts';
import type { PoolContract } from './contracts.ts';
import { lumen, pickUser, type Scene, type WeighedHabit } from './habits.ts';
import type { WishedOperation } from './wishes.ts';

/** Pays lumens or a credit through the contract of the asset. */
export function payByContract(scene: Scene, user: Identity, manner: CallManner = {}, source = user): WishedOperation[] {
  const { random, contracts, state } = scene;
  const { asset, contract } = random.pick(contracts.assets);
  const holder = asset.credit ? state.trustLine(user.id, asset.id) : state.account(user.id);
  const free = holder ? available(holder, scene.view) : 0n;
  const to = pickUser(scene, (other) => other !== user && (!asset.credit || !!state.trustLine(other.id, asset.id)));
  if (!to || free < 100n * lumen) return [];
  const amount = random.amount(1n, free / 30n);
  return callOf(scene, source, contract, 'transfer', [of(user), of(to), i128(amount)], manner);
}

/** The first protocol with muxed contracts (CAP-84). */
const FIRST_WITH_MUXED_CONTRACTS = 30;

// older networks draw nothing: their bytes stay as they are
const isToMuxedContract = ({ view, random }: Scene): boolean =>
  view.protocol >= FIRST_WITH_MUXED_CONTRACTS && random.chance(25);

/** Pays lumens to a contract that tells its customers apart by a number. */
function payMuxedContract(scene: Scene, user: Identity): WishedOperation[] {
  const { random, contracts } = scene;
  const [{ contract }] = contracts.assets;
  const to = xdr.ScVal.scvAddress(muxedContract(contractAt(contracts.caller)!, random.amount(0n, 999_999n)));
  return callOf(scene, user, contract, 'transfer', [of(user), to, i128(random.amount(1n, lumen))]);
}

/** Pays from a wallet what its holder has signed, or into it when it has little. */
function useWallet(scene: Scene, user: Identity): WishedOperation[] {
  const { random, contracts, state } = scene;
  const wallets = contracts.wallets.filter(({ contract }) => state.get(readEntryKey(instanceLedgerKey(contract))));
  if (wallets.length === 0) return [];
  const wallet = random.pick(wallets);
  const [{ contract: lumens }] = contracts.assets;
  const from = address(wallet.contract);
  const amount = random.amount(1n, 10n * lumen);
  const paid = callOf(scene, user, lumens, 'transfer', [from, of(user), i128(amount)], { wallets: [wallet] });
  return paid.length > 0 ? paid : callOf(scene, user, lumens, 'transfer', [of(user), from, i128(50n * lumen)]);
}

// older networks draw nothing: their bytes stay as they are
const usesWallet = ({ view, random }: Scene): boolean => view.protocol >= FIRST_WITH_BOUND_ADDRESS && random.chance(40);

// someone sends what another has signed
function payForAnother(scene: Scene, user: Identity): WishedOperation[] {
  const payer = pickUser(scene, (other) => other !== user);
  return payer ? payByContract(scene, payer, { signers: [payer] }, user) : [];
}

function payToken(scene: Scene, user: Identity): WishedOperation[] {
  const to = pickUser(scene, (other) => other !== user);
  const balance = tokenBalance(scene, user);
  if (!to || balance < 100n) return [];
  const amount = scene.random.amount(1n, balance / 10n);
  return callOf(scene, user, scene.contracts.token, 'transfer', [of(user), of(to), i128(amount)]);
}

function burnToken(scene: Scene, user: Identity): WishedOperation[] {
  const balance = tokenBalance(scene, user);
  if (balance < 100n) return [];
  return callOf(scene, user, scene.contracts.token, 'burn', [of(user), i128(scene.random.amount(1n, balance / 20n))]);
}

function swap(scene: Scene, user: Identity, manner: CallManner = {}, most = 2n ** 62n): WishedOperation[] {
  const { random, contracts } = scene;
  const { pool } = random.pick(contracts.pools);
  const reserves = reservesOf(scene, pool);
  const buysA = random.chance(50);
  const out = buysA ? reserves[0] : reserves[1];
  if (out < 10_000n) return [];
  const wanted = random.amount(1n, out / 200n);
  return callOf(scene, user, pool, 'swap', [of(user), scBool(buysA), i128(wanted), i128(most)], manner);
}

const swapTooDear = (scene: Scene, user: Identity): WishedOperation[] => swap(scene, user, { careless: true }, 1n);

/** Deposits into a pool contract at its price, or at that of the market when it is empty. */
export function depositInContract(scene: Scene, user: Identity): WishedOperation[] {
  const { random, contracts } = scene;
  const { pool } = random.pick(contracts.pools);
  const [a, b] = reservesOf(scene, pool);
  const wantedA = random.amount(10n * lumen, 200n * lumen);
  const wantedB = a > 0n ? (wantedA * b) / a + 1n : (wantedA * BigInt(random.integer(80, 120))) / 100n;
  return callOf(scene, user, pool, 'deposit', [of(user), i128(wantedA), i128(0n), i128(wantedB), i128(0n)]);
}

function withdrawFromContract(scene: Scene, user: Identity): WishedOperation[] {
  const held = scene.contracts.pools
    .map(({ pool }) => ({ pool, shares: valueOf(scene, pool, vec(scSymbol('Shares'), of(user))) }))
    .find(({ shares }) => shares > 1_000n);
  if (!held) return [];
  const given = held.shares / BigInt(scene.random.integer(1, 8));
  return callOf(scene, user, held.pool, 'withdraw', [of(user), i128(given), i128(0n), i128(0n)]);
}

function payMany(scene: Scene, user: Identity): WishedOperation[] {
  const { random, contracts } = scene;
  const others = Array.from({ length: random.integer(2, 5) }, () => pickUser(scene, (other) => other !== user) ?? []);
  const receivers = [...new Set(others.flat())].map(of);
  const [{ contract }] = contracts.assets;
  const args = [of(user), address(contract), vec(...receivers), i128(random.amount(1n, 20n * lumen))];
  return receivers.length ? callOf(scene, user, contracts.caller, 'pay_all', args) : [];
}

function allowSpending(scene: Scene, user: Identity): WishedOperation[] {
  const spender = neighbourOf(scene, user);
  const balance = tokenBalance(scene, user);
  if (!spender || balance < 100n) return [];
  const until = scene.view.ledger + scene.random.integer(20, 400);
  const args = [of(user), of(spender), i128(balance / 4n), u32(until)];
  return callOf(scene, user, scene.contracts.token, 'approve', args);
}

function spendAllowed(scene: Scene, user: Identity): WishedOperation[] {
  const { users } = scene.cast;
  const owner = users[(users.indexOf(user) + users.length - 1) % users.length];
  const amount = scene.random.amount(1n, lumen);
  return callOf(scene, user, scene.contracts.token, 'transfer_from', [of(user), of(owner), of(user), i128(amount)]);
}

// one call that swaps and asks for balances
function batch(scene: Scene, user: Identity): WishedOperation[] {
  const { contracts, random } = scene;
  const { pool, tokenA } = random.pick(contracts.pools);
  const [a] = reservesOf(scene, pool);
  if (a < 10_000n) return [];
  const calls = [
    vec(address(tokenA), scSymbol('balance'), vec(of(user))),
    vec(
      address(pool),
      scSymbol('swap'),
      vec(of(user), scBool(true), i128(random.amount(1n, a / 500n)), i128(2n ** 62n)),
    ),
    vec(address(pool), scSymbol('get_rsrvs'), vec()),
  ];
  return callOf(scene, user, contracts.caller, 'batch', [vec(...calls)]);
}

// the contract of an asset, a pool or the token, whatever is nearest to its end
function keepAlive({ contracts, view, random }: Scene): WishedOperation[] {
  const contract = random.pick([contracts.token, contracts.caller, ...contracts.pools.map(({ pool }) => pool)]);
  const extendTo = random.integer(500, 2_000);
  const op = new xdr.ExtendFootprintTtlOp({ ext: xdr.ExtensionPoint.v0(), extendTo });
  const data = declared([instanceLedgerKey(contract)], [], view.protocol >= 23 ? 0 : 5_000);
  return [{ kind: 'contract', body: xdr.OperationBody.extendFootprintTtl(op), data }];
}

function restoreOwn({ contracts, state }: Scene, user: Identity): WishedOperation[] {
  const keys = [
    dataLedgerKey(contracts.token, vec(scSymbol('Balance'), of(user)), 'persistent'),
    ...contracts.pools.map(({ pool }) => dataLedgerKey(pool, vec(scSymbol('Shares'), of(user)), 'persistent')),
  ].filter((key) => findSlot(state, key, true).archived);
  if (keys.length === 0) return [];
  const op = new xdr.RestoreFootprintOp({ ext: xdr.ExtensionPoint.v0() });
  return [{ kind: 'contract', body: xdr.OperationBody.restoreFootprint(op), data: declared([], keys, 2_000) }];
}

function declared(readOnly: xdr.LedgerKey[], readWrite: xdr.LedgerKey[], size: number): xdr.SorobanTransactionData {
  const footprint = new xdr.LedgerFootprint({ readOnly, readWrite });
  const resources = new xdr.SorobanResources({ footprint, instructions: 0, diskReadBytes: size, writeBytes: size });
  return new xdr.SorobanTransactionData({ ext: xdr.SorobanTransactionDataExt.v0(), resources, resourceFee: 500_000n });
}

function overdrawByContract(scene: Scene, user: Identity): WishedOperation[] {
  const to = pickUser(scene, (other) => other !== user);
  const [{ contract }] = scene.contracts.assets;
  const amount = scene.state.account(user.id)!.balance + 1_000n * lumen;
  return to ? callOf(scene, user, contract, 'transfer', [of(user), of(to), i128(amount)], { careless: true }) : [];
}

const crash = (scene: Scene, user: Identity): WishedOperation[] =>
  callOf(scene, user, scene.contracts.caller, 'crash', [], { careless: true });

// too few instructions, or too little for rent
function spare(scene: Scene, user: Identity): WishedOperation[] {
  const few = scene.random.chance(50);
  const declare: CallManner['declare'] = (data) =>
    declaring(data, few ? { instructions: 100_000 } : { resourceFee: data.resourceFee - 45_000n });
  return payByContract(scene, user, { declare });
}

const unallowed = (scene: Scene, user: Identity): WishedOperation[] => payByContract(scene, user, { unallowed: true });

/** Returns someone's balance of the token, archived or not. */
const tokenBalance = (scene: Scene, user: Identity): bigint =>
  valueOf(scene, scene.contracts.token, vec(scSymbol('Balance'), of(user)));

function valueOf({ state }: Scene, contract: Address, key: xdr.ScVal): bigint {
  const { entry } = findSlot(state, dataLedgerKey(contract, key, 'persistent'), false);
  return entry?.kind === 'contract_data' ? i128Of(entry.data.val) : 0n;
}

function reservesOf({ state }: Scene, pool: PoolContract['pool']): [bigint, bigint] {
  const { entry } = findSlot(state, instanceLedgerKey(pool), false);
  const value = entry?.kind === 'contract_data' ? entry.data.val : undefined;
  const storage = value?.type === 'scvContractInstance' ? (value.instance.storage ?? []) : [];
  const [a, b] = ['ReserveA', 'ReserveB'].map((name) => {
    const found = storage.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name);
    return found ? i128Of(found.val) : 0n;
  });
  return [a, b];
}

function neighbourOf({ cast: { users } }: Scene, user: Identity): Identity | undefined {
  const next = users[(users.indexOf(user) + 1) % users.length];
  return next === user ? undefined : next;
}

const of = ({ id }: Identity): xdr.ScVal => address(accountAddress(id));

/** What people do with contracts, and how often; a part of it is bound to fail. */
export const contractHabits: WeighedHabit[] = [
  [22, (scene, user) => (isToMuxedContract(scene) ? payMuxedContract(scene, user) : payByContract(scene, user))],
  [14, payToken],
  [16, (scene, user) => swap(scene, user)],
  [6, depositInContract],
  [4, withdrawFromContract],
  [5, payMany],
  [5, (scene, user) => (usesWallet(scene) ? useWallet(scene, user) : payForAnother(scene, user))],
  [4, allowSpending],
  [3, spendAllowed],
  [3, burnToken],
  [3, batch],
  [2, keepAlive],
  [3, restoreOwn],
  [2, overdrawByContract],
  [2, swapTooDear],
  [1, crash],
  [1, spare],
  [1, unallowed],
];
