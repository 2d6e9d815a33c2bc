import { Asset, Claimant, Operation, StrKey, type xdr as base } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { balanceEntryChanges, extractBalanceEntryChanges } from '../../src/tables/balance-entry-changes.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { LedgerEntryChangeType, LedgerEntryType, OperationType } from '../../src/xdr/generated/enums.ts';
import { ledgerOf as ledgerOfCall } from '../make/call.ts';
import { ledgerOfAll, words, type TransactionParts } from '../make/ledger.ts';
import { account, key, signer, source } from '../make/transaction.ts';
import { accountEntry, assetXdr, classic } from './movements.ts';

const {
  ledgerEntryCreated: CREATED,
  ledgerEntryUpdated: UPDATED,
  ledgerEntryRemoved: REMOVED,
  ledgerEntryState: STATE,
} = LedgerEntryChangeType;
const { ScVal } = xdr;
const me = Buffer.from(signer.rawPublicKey());
const usd = new Asset('USD', account(9));
const eur = new Asset('EUROPE', account(8));
const USD = `USD:${account(9)}`;
const EUR = `EUROPE:${account(8)}`;

function rowsOf(ledger: Ledger): Record<string, unknown>[] {
  const { columns, batch } = createBuilder(balanceEntryChanges);
  extractBalanceEntryChanges(new Context(ledger, new Decoder(networkId(passphrases.testnet))), columns);
  return batch()
    .toArray()
    .map((row) => row.toJSON() as Record<string, unknown>);
}

/** Holder, asset, balance before and after, and reason of each row. */
const told = (ledger: Ledger) =>
  rowsOf(ledger).map(({ holder, asset_key, before_stroops, after_stroops, before_wide, after_wide, reason }) => {
    return [holder, asset_key, String(before_stroops ?? before_wide), String(after_stroops ?? after_wide), reason];
  });

const change = (kind: number, entry: Uint8Array) => Buffer.concat([words(kind), entry]);
const updated = (before: Uint8Array, after: Uint8Array) => [change(STATE, before), change(UPDATED, after)];
/** The key of the entry is its bytes from the type on. */
const removed = (entry: Buffer, keyBytes: number) => [
  change(STATE, entry),
  change(REMOVED, entry.subarray(4, 8 + keyBytes)),
];

const lumens = (holder: Buffer, before: number, after: number) =>
  updated(accountEntry(holder, before), accountEntry(holder, after));

function lineEntry(holder: Uint8Array, asset: Uint8Array, balance: number): Buffer {
  const head = words(7, LedgerEntryType.trustline, 0);
  return Buffer.concat([head, holder, asset, words(0, balance, 0, 1000, 1, 0, 0)]);
}
const line = (holder: Uint8Array, asset: Asset, before: number, after: number) =>
  updated(lineEntry(holder, assetXdr(asset), before), lineEntry(holder, assetXdr(asset), after));

const claimable = (asset: Asset, amount: number) =>
  Buffer.concat([
    words(7, LedgerEntryType.claimableBalance, 0),
    ...[key(4), words(0), assetXdr(asset), words(0, amount, 0, 0)],
  ]);

const poolEntry = (a: number, b: number) =>
  Buffer.concat([
    words(7, LedgerEntryType.liquidityPool),
    ...[key(5), words(0), words(0), assetXdr(usd), words(30, 0, a, 0, b, 0, 50, 0, 1, 0)],
  ]);
const POOL = StrKey.encodeLiquidityPool(key(5));

interface Step {
  operation: base.Operation;
  type: number;
  success?: Buffer;
  changes: Buffer[];
}

const done = (...steps: Step[]) => ledgerOfAll([classic({ operations: steps })]);

describe('changes of balances', () => {
  const pay = (amount = '1') => Operation.payment({ destination: account(2), asset: Asset.native(), amount });
  const withFee = (parts: TransactionParts, changes: Buffer[]) => ({
    ...parts,
    fee: Buffer.concat([words(changes.length), ...changes]),
  });
  /** Meta V4 of a transaction without operations, with changes before and after it. */
  const bump = (before: Buffer[], after: Buffer[]) => ({
    ...classic({ operations: [] }),
    meta: Buffer.concat([
      ...[words(4, 0, before.length), ...before, words(0, after.length), ...after],
      ...[words(0, 0, 0)],
    ]),
  });

  it('come in the order in which a ledger applies them: all fees first', () => {
    const payment = (before: number, after: number) =>
      classic({ operations: [{ operation: pay(), type: OperationType.payment, changes: lumens(me, before, after) }] });
    const ledger = ledgerOfAll(
      [withFee(payment(80, 70), lumens(me, 100, 90)), withFee(payment(70, 60), lumens(me, 90, 80))],
      3,
    );
    const toid = (order: number, operation: number) => (3n << 32n) | (BigInt(order) << 12n) | BigInt(operation);
    expect(
      rowsOf(ledger).map((row) => [row['change_index'], row['transaction_id'], row['operation_id'], row['reason']]),
    ).toEqual([
      [0, toid(1, 0), null, 'fee'],
      [1, toid(2, 0), null, 'fee'],
      [2, toid(1, 0), toid(1, 1), 'transfer'],
      [3, toid(2, 0), toid(2, 1), 'transfer'],
    ]);
    expect(told(ledger).map(([, , before, after]) => [before, after])).toEqual([
      ['100', '90'],
      ['90', '80'],
      ['80', '70'],
      ['70', '60'],
    ]);
  });

  it('after a transaction are refunds', () => {
    const ledger = ledgerOfAll([withFee(bump([], lumens(me, 90, 95)), lumens(me, 100, 90))]);
    expect(told(ledger)).toEqual([
      [source, 'native', '100', '90', 'fee'],
      [source, 'native', '90', '95', 'refund'],
    ]);
  });

  it('are none where an entry changes and its balance does not', () => {
    expect(told(ledgerOfAll([bump(lumens(me, 90, 90), [])]))).toEqual([]);
  });

  it('are from 0 without an entry before, to 0 without one after, and from null where the meta does not list it', () => {
    const merge = Operation.accountMerge({ destination: account(2) });
    const steps = (changes: Buffer[]) =>
      done({ operation: merge, type: OperationType.accountMerge, success: words(0, 50), changes });
    expect(told(steps([change(CREATED, accountEntry(key(2), 50))]))).toEqual([
      [account(2), 'native', '0', '50', 'merge'],
    ]);
    expect(told(steps(removed(accountEntry(key(2), 50), 36)))).toEqual([[account(2), 'native', '50', '0', 'merge']]);
    expect(told(steps([change(UPDATED, accountEntry(key(2), 50))]))).toEqual([
      [account(2), 'native', 'null', '50', 'merge'],
    ]);
  });
});

describe('the reason', () => {
  const payment = (asset: Asset, destination: string, changes: Buffer[], from?: string) =>
    told(
      ledgerOfAll([
        classic({
          operations: [
            {
              operation: Operation.payment({ destination, asset, amount: '1', source: from }),
              type: OperationType.payment,
              changes,
            },
          ],
        }),
      ]),
    ).map((row) => row.at(-1));

  it('of a payment is a mint from the issuer, a burn to the issuer, and a transfer between others', () => {
    expect(payment(usd, account(2), line(key(2), usd, 1, 2), account(9))).toEqual(['mint']);
    expect(payment(usd, account(9), line(key(2), usd, 2, 1), account(2))).toEqual(['burn']);
    expect(payment(usd, account(3), [...line(key(2), usd, 2, 1), ...line(key(3), usd, 0, 1)], account(2))).toEqual([
      'transfer',
      'transfer',
    ]);
    expect(payment(Asset.native(), account(9), lumens(key(9), 1, 2), account(8))).toEqual(['transfer']);
  });

  it('of a path payment is a transfer to its destination, and a trade of everything else', () => {
    const claim = Buffer.concat([words(1), words(0), key(3), words(0, 12), assetXdr(eur), words(0, 3)]);
    const claims = (count: number) =>
      Buffer.concat([
        words(count),
        ...(count > 0 ? [claim, assetXdr(usd), words(0, 2)] : []),
        ...[words(0), key(2), assetXdr(eur), words(0, 3)],
      ]);
    const send = (destination: string, success: Buffer, changes: Buffer[]) =>
      told(
        done({
          operation: Operation.pathPaymentStrictSend({
            ...{ sendAsset: usd, sendAmount: '1', destAsset: eur, destMin: '0.0000001', destination },
          }),
          ...{ type: OperationType.pathPaymentStrictSend, success, changes },
        }),
      ).map(([holder, asset, , , reason]) => [holder, asset, reason]);
    const traded = [
      ...line(me, usd, 9, 7),
      ...[...line(key(3), usd, 0, 2), ...line(key(3), eur, 5, 2), ...line(key(2), eur, 0, 3)],
    ];
    expect(send(account(2), claims(1), traded)).toEqual([
      [source, USD, 'trade'],
      [account(3), USD, 'trade'],
      [account(3), EUR, 'trade'],
      [account(2), EUR, 'transfer'],
    ]);
    expect(send(source, claims(1), line(me, eur, 0, 3))).toEqual([[source, EUR, 'trade']]);
    expect(send(account(8), claims(0), line(me, eur, 3, 0))).toEqual([[source, EUR, 'burn']]);
  });

  it('of a claimable balance is a transfer when it is made, and a claim when it is claimed', () => {
    const lock = Operation.createClaimableBalance({ asset: usd, amount: '2', claimants: [new Claimant(source)] });
    const id = StrKey.encodeClaimableBalance(Buffer.concat([Buffer.from([0]), key(4)]));
    const made = {
      ...{ operation: lock, type: OperationType.createClaimableBalance, success: Buffer.concat([words(0), key(4)]) },
      changes: [change(CREATED, claimable(usd, 20)), ...line(me, usd, 30, 10)],
    };
    expect(told(done(made))).toEqual([
      [id, USD, '0', '20', 'transfer'],
      [source, USD, '30', '10', 'transfer'],
    ]);
    const claim = Operation.claimClaimableBalance({ balanceId: `00000000${key(4).toString('hex')}` });
    const changes = [...removed(claimable(usd, 20), 36), ...line(me, usd, 10, 30)];
    expect(told(done({ operation: claim, type: OperationType.claimClaimableBalance, changes }))).toEqual([
      [id, USD, '20', '0', 'claim'],
      [source, USD, '10', '30', 'claim'],
    ]);
  });

  it('of a deposit is the pool, with a row of each reserve and of the shares', () => {
    const poolId = key(5).toString('hex');
    const share = Buffer.concat([words(3), key(5)]);
    const deposit = Operation.liquidityPoolDeposit({
      ...{ liquidityPoolId: poolId, maxAmountA: '1', maxAmountB: '1', minPrice: '1', maxPrice: '1' },
    });
    const changes = [
      ...updated(poolEntry(5, 9), poolEntry(6, 11)),
      ...updated(lineEntry(me, share, 4), lineEntry(me, share, 5)),
      ...lumens(me, 50, 49),
    ];
    expect(told(done({ operation: deposit, type: OperationType.liquidityPoolDeposit, changes }))).toEqual([
      [POOL, 'native', '5', '6', 'pool'],
      [POOL, USD, '9', '11', 'pool'],
      [source, `liquidity_pool:${poolId}`, '4', '5', 'pool'],
      [source, 'native', '50', '49', 'pool'],
    ]);
  });
});

describe('balances in contract storage', () => {
  const contract = (byte: number) => xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(key(byte)));
  const symbol = (text: string) => ScVal.scvSymbol(text);
  const i128 = (amount: bigint) =>
    ScVal.scvI128(new xdr.Int128Parts({ hi: amount >> 64n, lo: BigInt.asUintN(64, amount) }));
  const map = (members: [string, xdr.ScVal][]) =>
    ScVal.scvMap(members.map(([member, val]) => new xdr.ScMapEntry({ key: symbol(member), val })));
  const balanceOf = (holder: xdr.ScAddress) => ScVal.scvVec([symbol('Balance'), ScVal.scvAddress(holder)]);
  const { persistent, temporary } = xdr.ContractDataDurability;
  const host = xdr.HostFunction.hostFunctionTypeUploadContractWasm(new Uint8Array(0));

  function entryOf(entryKey: xdr.ScVal, val: xdr.ScVal, durability = persistent) {
    const data = new xdr.ContractDataEntry({
      ...{ ext: xdr.ExtensionPoint.v0(), contract: contract(6), key: entryKey, durability, val },
    });
    return new xdr.LedgerEntry({
      ...{ lastModifiedLedgerSeq: 5, ext: xdr.LedgerEntryExt.v0(), data: xdr.LedgerEntryData.contractData(data) },
    });
  }
  const { ledgerEntryCreated, ledgerEntryState, ledgerEntryUpdated, ledgerEntryRestored } = xdr.LedgerEntryChange;
  const rows = (...changes: xdr.LedgerEntryChange[]) =>
    told(ledgerOfCall({ host, changes })).map((row) => row.slice(0, 4));
  const made = (entryKey: xdr.ScVal, val: xdr.ScVal) => rows(ledgerEntryCreated(entryOf(entryKey, val)));
  const owner = xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(key(2)));
  const token = StrKey.encodeContract(key(6));

  it('are amounts of 128 bits, bare or as `amount` of a map, of accounts and contracts', () => {
    expect(made(balanceOf(owner), i128(2n ** 127n - 1n))).toEqual([[account(2), token, '0', String(2n ** 127n - 1n)]]);
    expect(made(balanceOf(owner), i128(-(2n ** 127n)))).toEqual([[account(2), token, '0', String(-(2n ** 127n))]]);
    const members: [string, xdr.ScVal][] = [
      ['account', ScVal.scvBool(true)],
      ['amount', i128(7n)],
      ['zone', symbol('amount')],
    ];
    expect(made(balanceOf(contract(7)), map(members))).toEqual([[StrKey.encodeContract(key(7)), token, '0', '7']]);
  });

  it('are no entries under other keys, and no values without an i128', () => {
    expect(made(ScVal.scvVec([symbol('Balances'), ScVal.scvAddress(owner)]), i128(7n))).toEqual([]);
    expect(made(ScVal.scvVec([symbol('Balance'), symbol('owner')]), i128(7n))).toEqual([]);
    expect(made(ScVal.scvVec([symbol('Balance'), ScVal.scvAddress(owner), i128(1n)]), i128(7n))).toEqual([]);
    expect(made(symbol('Balance'), i128(7n))).toEqual([]);
    expect(made(balanceOf(owner), ScVal.scvU64(7n))).toEqual([]);
    expect(made(balanceOf(owner), map([['amount', ScVal.scvU64(7n)]]))).toEqual([]);
    expect(made(balanceOf(owner), ScVal.scvMap(null))).toEqual([]);
  });

  it('have no change when they are restored, and one from the restored amount when they change then', () => {
    const [seven, eight] = [entryOf(balanceOf(owner), i128(7n)), entryOf(balanceOf(owner), i128(8n))];
    expect(rows(ledgerEntryRestored(seven))).toEqual([]);
    expect(rows(ledgerEntryRestored(seven), ledgerEntryUpdated(eight))).toEqual([[account(2), token, '7', '8']]);
    const other = entryOf(balanceOf(contract(7)), i128(9n));
    expect(rows(ledgerEntryRestored(other), ledgerEntryUpdated(eight))).toEqual([[account(2), token, 'null', '8']]);
  });

  it('are unknown once the value is no number', () => {
    const before = ledgerEntryState(entryOf(balanceOf(owner), i128(7n)));
    const after = ledgerEntryUpdated(entryOf(balanceOf(owner), ScVal.scvVoid()));
    expect(rows(before, after)).toEqual([[account(2), token, '7', 'null']]);
  });

  it('are gone with an evicted entry of temporary storage, and stay with an archived one', () => {
    const evicted = (durability: xdr.ContractDataDurability) => {
      const evictedKey = xdr.LedgerKey.contractData(
        new xdr.LedgerKeyContractData({ contract: contract(6), key: balanceOf(owner), durability }),
      );
      const ledger = ledgerOfCall({ host });
      const bytes = Buffer.concat([ledger.bytes, words(1), evictedKey.toXdr()]);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      return rowsOf(Object.assign(ledger, { view, bytes, evictedKeys: ledger.bytes.length }));
    };
    expect(evicted(persistent)).toEqual([]);
    expect(evicted(temporary)).toMatchObject([
      { ...{ holder: account(2), asset_key: token, before_wide: null, after_wide: '0' }, transaction_id: null },
    ]);
  });
});
