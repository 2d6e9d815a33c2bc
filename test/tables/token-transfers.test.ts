import { hash } from 'node:crypto';
import { Asset, Claimant, Memo, Operation, StrKey } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { LedgerEntryChangeType, LedgerEntryType, OperationType } from '../../src/xdr/generated/enums.ts';
import { operationFault } from './fault.ts';
import { account, key, signer, source } from '../make/transaction.ts';
import { divergence } from '../divergences.ts';
import { accountEntry, assetXdr, classic, movementsOf, muxed, rowsOf } from './movements.ts';
import { words } from '../make/ledger.ts';

const issuer = account(9);
const usd = new Asset('USD', issuer);
const eur = new Asset('EUR', account(8));
const me = source;
const {
  ledgerEntryState: STATE,
  ledgerEntryUpdated: UPDATED,
  ledgerEntryRemoved: REMOVED,
  ledgerEntryCreated: CREATED,
} = LedgerEntryChangeType;

const payment = (destination: string, asset: Asset, amount = '1') => ({
  operation: Operation.payment({ destination, asset, amount }),
  type: OperationType.payment,
});

describe('movements of an asset', () => {
  const moved = (from: string, to: string, asset: Asset) =>
    movementsOf([classic({ operations: [payment(to, asset)], source: from, memo: Memo.text('hi') })]);

  it('are mints from its issuer, burns to its issuer, and transfers between others or from the issuer to itself', () => {
    expect(moved(me, account(2), usd)).toEqual([['transfer', me, account(2), '10000000', 'USD', 'text', 'hi']]);
    expect(moved(issuer, me, usd)).toEqual([['mint', null, me, '10000000', 'USD', 'text', 'hi']]);
    expect(moved(me, issuer, usd)).toEqual([['burn', me, null, '10000000', 'USD']]);
    expect(moved(issuer, issuer, usd)).toEqual([['transfer', issuer, issuer, '10000000', 'USD', 'text', 'hi']]);
  });

  it('of lumens are transfers, whoever it is', () => {
    expect(moved(issuer, me, Asset.native())).toEqual([['transfer', issuer, me, '10000000', 'native', 'text', 'hi']]);
  });

  it("name the asset's own contract", () => {
    const rows = rowsOf([classic({ operations: [payment(me, usd), payment(me, Asset.native())] })]);
    const contract = (asset: Asset) => asset.contractId('Test SDF Network ; September 2015');
    expect(rows.slice(1).map(({ contract_id }) => contract_id)).toEqual([contract(usd), contract(Asset.native())]);
  });
});

describe('the memo of a movement', () => {
  const memoOf = (memo: Memo, destination = account(2)) => {
    const [, row] = rowsOf([classic({ operations: [payment(destination, usd)], memo })]);
    return [row.to_memo_type, row.to_memo, row.to_muxed];
  };

  it('is that of the transaction', () => {
    const bytes = Buffer.alloc(32, 7);
    expect(memoOf(Memo.none())).toEqual([null, null, null]);
    expect(memoOf(Memo.text(''))).toEqual(['text', '', null]);
    expect(memoOf(Memo.id('18446744073709551615'))).toEqual([
      ...['id', '18446744073709551615', muxed(2, '18446744073709551615')],
    ]);
    expect(memoOf(Memo.hash(bytes))).toEqual(['hash', '07'.repeat(32), null]);
    expect(memoOf(Memo.return(bytes))).toEqual(['hash', '07'.repeat(32), null]);
    expect(divergence('muxed-id-of-a-memo').proof).toBe('tables/token-transfers.test.ts');
  });

  it('is the id of a muxed destination before all', () => {
    expect(memoOf(Memo.text('hi'), muxed(2, '5'))).toEqual(['id', '5', muxed(2, '5')]);
  });

  it('is told of what goes to a destination, not of trades and balances', () => {
    const claim = Buffer.concat([words(1), words(0), key(3), words(0, 12), assetXdr(usd), words(0, 3, 0, 0, 2)]);
    const paid = Buffer.concat([words(0), key(2), assetXdr(usd), words(0, 3)]);
    const send = Operation.pathPaymentStrictSend({
      ...{ sendAsset: Asset.native(), sendAmount: '1', destAsset: usd, destMin: '0.0000001' },
      destination: account(2),
    });
    const lock = Operation.createClaimableBalance({ asset: usd, amount: '2', claimants: [new Claimant(me)] });
    const operations = [
      { operation: send, type: OperationType.pathPaymentStrictSend, success: Buffer.concat([words(1), claim, paid]) },
      { operation: lock, type: OperationType.createClaimableBalance, success: Buffer.concat([words(0), key(4)]) },
    ];
    const balance = StrKey.encodeClaimableBalance(Buffer.concat([Buffer.alloc(1), key(4)]));
    expect(movementsOf([classic({ operations, memo: Memo.text('hi') })])).toEqual([
      ['transfer', account(3), me, '3', 'USD'],
      ['transfer', me, account(3), '2', 'native'],
      ['transfer', me, account(2), '3', 'USD', 'text', 'hi'],
      ['transfer', me, balance, '20000000', 'USD'],
    ]);
  });
});

describe('lumens that an operation leaves unexplained', () => {
  const create = Operation.createAccount({ destination: account(2), startingBalance: '0.00001' });
  const moved = (before: number, after: number, protocol: number) => {
    const entries = [
      accountEntry(signer.rawPublicKey() as Buffer, before),
      accountEntry(signer.rawPublicKey() as Buffer, after),
    ];
    const changes = [Buffer.concat([words(STATE), entries[0]]), Buffer.concat([words(UPDATED), entries[1]])];
    return movementsOf(
      [classic({ operations: [{ operation: create, type: OperationType.createAccount, changes }] })],
      protocol,
    );
  };
  const created = ['transfer', me, account(2), '100', 'native'];

  it('are minted first or burnt last before protocol 8', () => {
    expect(moved(1000, 900, 7)).toEqual([created]);
    expect(moved(1000, 1050, 7)).toEqual([['mint', null, me, '150', 'native'], created]);
    expect(moved(1000, 800, 7)).toEqual([created, ['burn', me, null, '100', 'native']]);
  });

  it('are not looked for since', () => {
    expect(moved(1000, 1050, 8)).toEqual([created]);
  });
});

const POOL = key(5);
const poolEntry = (a: number, b: number, id = POOL) =>
  Buffer.concat([
    words(7, LedgerEntryType.liquidityPool),
    ...[id, words(0), assetXdr(eur), assetXdr(usd), words(30, 0, a, 0, b, 0, 50, 0, 1, 0)],
  ]);
const poolChanges = (before: Buffer, after: Buffer) => [
  Buffer.concat([words(STATE), before]),
  Buffer.concat([words(UPDATED), after]),
];

describe('a revoked trust line', () => {
  const revoke = {
    operation: Operation.setTrustLineFlags({ trustor: account(2), asset: usd, flags: { authorized: false } }),
    type: OperationType.setTrustLineFlags,
  };
  /** The id of the balance that a pool leaves: the operation's number, not its id, is part of it (CAP-38). */
  const balanceId = (asset: Asset, operation: number, pool = POOL) =>
    hash(
      'sha256',
      Buffer.concat([words(7, 0), signer.rawPublicKey(), words(0, 2, operation), pool, assetXdr(asset)]),
      'buffer',
    );
  const balance = (id: Buffer, asset: Asset, amount: number) =>
    Buffer.concat([
      words(CREATED, 7, LedgerEntryType.claimableBalance, 0),
      ...[id, words(0), assetXdr(asset), words(0, amount, 0, 0)],
    ]);
  const moved = (...created: Buffer[]) =>
    movementsOf([
      classic({
        operations: [{ ...revoke, changes: [...poolChanges(poolEntry(500, 800), poolEntry(400, 750)), ...created] }],
      }),
    ]);
  const pool = StrKey.encodeLiquidityPool(POOL);
  const strkey = (id: Buffer) => StrKey.encodeClaimableBalance(Buffer.concat([Buffer.alloc(1), id]));

  it('moves both assets of each pool to balances', () => {
    const [a, b] = [balanceId(eur, 0), balanceId(usd, 0)];
    expect(moved(balance(b, usd, 50), balance(a, eur, 100))).toEqual([
      ['transfer', pool, strkey(a), '100', 'EUR'],
      ['transfer', pool, strkey(b), '50', 'USD'],
    ]);
  });

  it('moves what was in pools in the order of their ids', () => {
    const ids = [key(4), key(3)].map((pool) => balanceId(usd, 0, pool));
    const changes = [key(4), key(3)].flatMap((pool) => poolChanges(poolEntry(0, 60, pool), poolEntry(0, 10, pool)));
    const created = ids.map((id) => balance(id, usd, 50));
    const moved = movementsOf([classic({ operations: [{ ...revoke, changes: [...changes, ...created] }] })]);
    expect(moved.map(([topic, from]) => [topic, from])).toEqual(
      [3, 3, 4, 4].map((byte, i) => [['transfer', 'burn'][i % 2], StrKey.encodeLiquidityPool(key(byte))]),
    );
  });

  it('burns the asset that the trustor issued', () => {
    const id = balanceId(usd, 0);
    expect(moved(balance(id, usd, 50))).toEqual([
      ['transfer', pool, strkey(id), '50', 'USD'],
      ['burn', pool, null, '100', 'EUR'],
    ]);
  });

  it('is revoked by allow trust, too', () => {
    const ids = [balanceId(eur, 0), balanceId(usd, 0)] as const;
    const operation = {
      operation: Operation.allowTrust({ trustor: account(2), assetCode: 'USD', authorize: 0 }),
      type: OperationType.allowTrust,
      changes: [
        ...poolChanges(poolEntry(500, 800), poolEntry(400, 750)),
        ...[balance(ids[0], eur, 100), balance(ids[1], usd, 50)],
      ],
    };
    expect(movementsOf([classic({ operations: [operation] })])).toEqual([
      ['transfer', pool, strkey(ids[0]), '100', 'EUR'],
      ['transfer', pool, strkey(ids[1]), '50', 'USD'],
    ]);
  });

  it('moves nothing without a balance, and is refused when a balance comes from no pool', () => {
    expect(moved()).toEqual([]);
    expect(() => moved(balance(balanceId(usd, 1), usd, 50))).toThrow(
      operationFault('a claimable balance that comes from no pool'),
    );
  });
});

describe('a withdrawal from a pool', () => {
  const withdraw = {
    operation: Operation.liquidityPoolWithdraw({
      ...{ liquidityPoolId: POOL.toString('hex'), amount: '1', minAmountA: '0', minAmountB: '0' },
    }),
    type: OperationType.liquidityPoolWithdraw,
  };
  const pool = StrKey.encodeLiquidityPool(POOL);
  const moved = (changes: Buffer[], from = me) =>
    movementsOf([classic({ operations: [{ ...withdraw, changes }], source: from })]);

  it('moves both assets to the source', () => {
    expect(moved(poolChanges(poolEntry(500, 800), poolEntry(400, 750)))).toEqual([
      ['transfer', pool, me, '100', 'EUR'],
      ['transfer', pool, me, '50', 'USD'],
    ]);
  });

  it('moves 0 of an asset of which rounding leaves nothing', () => {
    expect(moved(poolChanges(poolEntry(500, 800), poolEntry(500, 750)))).toEqual([
      ['transfer', pool, me, '0', 'EUR'],
      ['transfer', pool, me, '50', 'USD'],
    ]);
  });

  it('burns what its issuer withdraws', () => {
    expect(moved(poolChanges(poolEntry(500, 800), poolEntry(400, 750)), account(8))).toEqual([
      ['burn', pool, null, '100', 'EUR'],
      ['transfer', pool, account(8), '50', 'USD'],
    ]);
  });

  it('takes all from a pool that goes', () => {
    const removed = Buffer.concat([words(REMOVED, LedgerEntryType.liquidityPool), POOL]);
    expect(moved([Buffer.concat([words(STATE), poolEntry(7, 8)]), removed])).toEqual([
      ['transfer', pool, me, '7', 'EUR'],
      ['transfer', pool, me, '8', 'USD'],
    ]);
  });
});

describe('a claimable balance that is clawed back', () => {
  it('is taken from its B address, in the amount it had', () => {
    const entry = [words(7, LedgerEntryType.claimableBalance, 0), key(4), words(0), assetXdr(usd), words(0, 50, 0, 0)];
    const changes = [
      Buffer.concat([words(STATE), ...entry]),
      Buffer.concat([words(REMOVED, LedgerEntryType.claimableBalance, 0), key(4)]),
    ];
    const operation = Operation.clawbackClaimableBalance({ balanceId: `00000000${key(4).toString('hex')}` });
    const type = OperationType.clawbackClaimableBalance;
    const balance = StrKey.encodeClaimableBalance(Buffer.concat([Buffer.alloc(1), key(4)]));
    expect(movementsOf([classic({ operations: [{ operation, type, changes }], source: issuer })])).toEqual([
      ['clawback', balance, null, '50', 'USD'],
    ]);
  });
});

describe('inflation', () => {
  const paid = (...payouts: [number, number][]) =>
    movementsOf([
      classic({
        operations: [
          {
            operation: Operation.inflation(),
            type: OperationType.inflation,
            success: Buffer.concat([
              words(payouts.length),
              ...payouts.flatMap(([to, amount]) => [words(0), key(to), words(0, amount)]),
            ]),
          },
        ],
      }),
    ]);

  it('mints each payout', () => {
    expect(paid([2, 700], [3, 5])).toEqual([
      ['mint', null, account(2), '700', 'native'],
      ['mint', null, account(3), '5', 'native'],
    ]);
    expect(paid()).toEqual([]);
  });
});

describe('a meta that contradicts its operations', () => {
  const balanceId = `00000000${key(4).toString('hex')}`;
  const claim = {
    operation: Operation.claimClaimableBalance({ balanceId }),
    type: OperationType.claimClaimableBalance,
  };
  const deposit = {
    operation: Operation.liquidityPoolDeposit({
      ...{ liquidityPoolId: POOL.toString('hex'), maxAmountA: '1', maxAmountB: '1', minPrice: '1', maxPrice: '1' },
    }),
    type: OperationType.liquidityPoolDeposit,
  };
  const other = Buffer.concat([
    words(STATE, 7, LedgerEntryType.claimableBalance, 0),
    ...[key(6), words(0), assetXdr(usd), words(0, 5, 0, 0)],
  ]);
  const removed = Buffer.concat([words(REMOVED, LedgerEntryType.claimableBalance, 0), key(6)]);

  it('is refused', () => {
    const moved = (operation: object) => () => movementsOf([classic({ operations: [operation as typeof claim] })]);
    const unchanged = poolChanges(poolEntry(500, 800), poolEntry(500, 800));
    const none = 'no removal of the claimable balance in a successful transaction';
    expect(moved(claim)).toThrow(operationFault(none));
    expect(moved({ ...claim, changes: [other, removed] })).toThrow(operationFault(none));
    expect(moved({ ...deposit, changes: unchanged })).toThrow(
      operationFault('deposit of 0 and 0 in a successful transaction'),
    );
    expect(moved(deposit)).toThrow(operationFault('no change of the liquidity pool in a successful transaction'));
  });
});
