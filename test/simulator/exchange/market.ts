/** A ledger in small on which operations run one by one, without transactions around them. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { assetContracts } from '../../../src/simulator/events/asset-contracts.ts';
import { EventLog } from '../../../src/simulator/events/log.ts';
import { poolIdOf } from '../../../src/simulator/exchange/pool-id.ts';
import { newAccount } from '../../../src/simulator/accounts/new-account.ts';
import type { LedgerView } from '../../../src/simulator/context.ts';
import { applyOperation } from '../../../src/simulator/operations/index.ts';
import { isSuccess } from '../../../src/simulator/operations/results.ts';
import { type AccountId, type Entry, type LiquidityPool } from '../../../src/simulator/state/entries.ts';
import { assetOf } from '../../../src/simulator/encode/from-xdr.ts';
import { LedgerState } from '../../../src/simulator/encode/ledger-state.ts';
import { Layer, type Change } from '../../../src/simulator/state/state.ts';

/** The network on which contracts of assets stand. */
const networkId = new Uint8Array(32);

/** Returns the account of a number. */
export const accountId = (number: number): AccountId => number.toString(16).padStart(64, '0');

/** The issuer of all credits. */
export const issuer = accountId(255);

function keyOf(id: AccountId): xdr.AccountId {
  return xdr.AccountId.publicKeyTypeEd25519(Buffer.from(id, 'hex'));
}

export const native = xdr.Asset.assetTypeNative();
export const [usd, eur, gold] = ['USD', 'EUR', 'GOLD'].map(credit);

function credit(code: string): xdr.Asset {
  const assetCode = Buffer.alloc(4);
  assetCode.write(code);
  return xdr.Asset.assetTypeCreditAlphanum4(new xdr.AlphaNum4({ assetCode, issuer: keyOf(issuer) }));
}

const addressOf = (id: AccountId) => xdr.MuxedAccount.keyTypeEd25519(Buffer.from(id, 'hex'));
const maxInt64 = 2n ** 63n - 1n;

type Rate = [n: number, d: number];
const priceOf = ([n, d]: Rate) => new xdr.Price({ n, d });

/** The bodies of operations. */
export const body = {
  trust: (asset: xdr.Asset, limit = maxInt64) =>
    xdr.OperationBody.changeTrust(new xdr.ChangeTrustOp({ line: lineOf(asset), limit })),
  trustPool: (a: xdr.Asset, b: xdr.Asset, limit = maxInt64) =>
    xdr.OperationBody.changeTrust(new xdr.ChangeTrustOp({ line: shareOf(a, b), limit })),
  pay: (destination: AccountId, asset: xdr.Asset, amount: bigint) =>
    xdr.OperationBody.payment(new xdr.PaymentOp({ destination: addressOf(destination), asset, amount })),
  sell: (selling: xdr.Asset, buying: xdr.Asset, amount: bigint, rate: Rate, offerId = 0n) =>
    xdr.OperationBody.manageSellOffer(
      new xdr.ManageSellOfferOp({ selling, buying, amount, price: priceOf(rate), offerId }),
    ),
  buy: (selling: xdr.Asset, buying: xdr.Asset, buyAmount: bigint, rate: Rate, offerId = 0n) =>
    xdr.OperationBody.manageBuyOffer(
      new xdr.ManageBuyOfferOp({ selling, buying, buyAmount, price: priceOf(rate), offerId }),
    ),
  sellPassively: (selling: xdr.Asset, buying: xdr.Asset, amount: bigint, rate: Rate) =>
    xdr.OperationBody.createPassiveSellOffer(
      new xdr.CreatePassiveSellOfferOp({ selling, buying, amount, price: priceOf(rate) }),
    ),
  send: (path: xdr.Asset[], sendAmount: bigint, destination: AccountId, destMin = 1n) =>
    xdr.OperationBody.pathPaymentStrictSend(
      new xdr.PathPaymentStrictSendOp({ ...ends(path), sendAmount, destination: addressOf(destination), destMin }),
    ),
  receive: (path: xdr.Asset[], destAmount: bigint, destination: AccountId, sendMax = maxInt64) =>
    xdr.OperationBody.pathPaymentStrictReceive(
      new xdr.PathPaymentStrictReceiveOp({ ...ends(path), destAmount, destination: addressOf(destination), sendMax }),
    ),
  deposit: (
    a: xdr.Asset,
    b: xdr.Asset,
    maxAmountA: bigint,
    maxAmountB: bigint,
    low: Rate = [1, 1e9],
    high: Rate = [1e9, 1],
  ) =>
    xdr.OperationBody.liquidityPoolDeposit(
      new xdr.LiquidityPoolDepositOp({
        liquidityPoolId: poolOf(a, b),
        maxAmountA,
        maxAmountB,
        minPrice: priceOf(low),
        maxPrice: priceOf(high),
      }),
    ),
  withdraw: (a: xdr.Asset, b: xdr.Asset, amount: bigint, minAmountA = 0n, minAmountB = 0n) =>
    xdr.OperationBody.liquidityPoolWithdraw(
      new xdr.LiquidityPoolWithdrawOp({ liquidityPoolId: poolOf(a, b), amount, minAmountA, minAmountB }),
    ),
};

const ends = (path: xdr.Asset[]) => ({ sendAsset: path[0], destAsset: path.at(-1)!, path: path.slice(1, -1) });
const poolOf = (a: xdr.Asset, b: xdr.Asset) => new xdr.PoolId(Buffer.from(poolIdOf(assetOf(a), assetOf(b)), 'hex'));

function lineOf(asset: xdr.Asset): xdr.ChangeTrustAsset {
  if (asset.type !== 'assetTypeCreditAlphanum4') throw new Error('a line trusts a credit');
  return xdr.ChangeTrustAsset.assetTypeCreditAlphanum4(asset.alphaNum4);
}

function shareOf(assetA: xdr.Asset, assetB: xdr.Asset): xdr.ChangeTrustAsset {
  const parameters = new xdr.LiquidityPoolConstantProductParameters({ assetA, assetB, fee: 30 });
  return xdr.ChangeTrustAsset.assetTypePoolShare(xdr.LiquidityPoolParameters.liquidityPoolConstantProduct(parameters));
}

/** What came of an operation. */
export interface Done {
  /** The name of the result of its kind, or of an operation of any kind. */
  name: string;
  result: xdr.OperationResult;
  changes: Change[];
  events: Uint8Array[];
}

/** Accounts that trade; operations that fail leave nothing. */
export class Market {
  readonly state = new LedgerState(2);
  readonly view: LedgerView;

  constructor(protocol = 23) {
    this.view = {
      ledger: 2,
      closeTime: 0n,
      protocol,
      baseFee: 100,
      baseReserve: 10n,
      highestSequence: () => undefined,
    };
    this.open(issuer, 1000n);
  }

  /** Puts an account with so many stroops. */
  open(id: AccountId, balance: bigint): AccountId {
    this.state.put({ ...newAccount(id, balance, { ledger: 2 }), sequence: 0n });
    return id;
  }

  /** Puts an account that trusts and holds all credits. */
  trader(number: number, balance = 10_000n): AccountId {
    const id = this.open(accountId(number), balance + 1000n);
    for (const asset of [usd, eur, gold]) {
      this.run(id, body.trust(asset));
      if (balance > 0n) this.run(issuer, body.pay(id, asset, balance));
    }
    return id;
  }

  run(source: AccountId, operation: xdr.OperationBody, sponsor?: AccountId): Done {
    const layer = new Layer(this.state);
    const events = new EventLog(assetContracts(networkId), xdr.Memo.memoNone(), true);
    const sponsorships = new Map(sponsor === undefined ? [] : [[source, sponsor]]);
    const transaction = { source, sequence: 1n, sponsorships };
    const context = { state: layer, view: this.view, networkId, transaction, index: 0, source, events };
    const result = applyOperation(operation, context);
    const changes = layer.changes();
    if (isSuccess(result)) layer.commit();
    const name = result.type === 'opInner' ? result.tr.value.type : result.type;
    return { name, result, changes, events: events.events };
  }

  pool(a: xdr.Asset, b: xdr.Asset): LiquidityPool | undefined {
    return this.state.liquidityPool(poolIdOf(assetOf(a), assetOf(b)));
  }

  balance(id: AccountId, asset: xdr.Asset): bigint | undefined {
    const name = assetOf(asset);
    return name === 'native' ? this.state.account(id)?.balance : this.state.trustLine(id, name)?.balance;
  }

  entries<K extends Entry['kind']>(kind: K): Extract<Entry, { kind: K }>[] {
    const isOfKind = (entry: Entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind;
    return [...this.state.entries()].filter(isOfKind);
  }
}

/** Returns the trades of a success, each as what was sold and bought. */
export function tradesOf({ result }: Done): [wheat: bigint, sheep: bigint][] {
  const atoms = result.type === 'opInner' ? atomsOf(result.tr) : [];
  return atoms.map((atom) => {
    if (atom.type === 'claimAtomTypeLiquidityPool')
      return [atom.liquidityPool.amountSold, atom.liquidityPool.amountBought];
    const { amountSold, amountBought } = atom.type === 'claimAtomTypeV0' ? atom.v0 : atom.orderBook;
    return [amountSold, amountBought];
  });
}

/** Returns what each trade was made with. */
export function makersOf({ result }: Done): ('v0' | 'offer' | 'pool')[] {
  const names = { claimAtomTypeV0: 'v0', claimAtomTypeOrderBook: 'offer', claimAtomTypeLiquidityPool: 'pool' } as const;
  return result.type === 'opInner' ? atomsOf(result.tr).map(({ type }) => names[type]) : [];
}

function atomsOf({ value }: xdr.OperationResultTr): xdr.ClaimAtom[] {
  if (value.type === 'manageSellOfferSuccess' || value.type === 'manageBuyOfferSuccess') {
    return value.success.offersClaimed;
  }
  const isPath = value.type === 'pathPaymentStrictSendSuccess' || value.type === 'pathPaymentStrictReceiveSuccess';
  return isPath ? value.success.offers : [];
}
