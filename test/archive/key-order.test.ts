import { Address } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { compareBucketKeys, keyPrefix } from '../../src/archive/key-order.ts';

const { ScVal } = xdr;

describe('compareKeys', () => {
  it('orders keys as values: signed integers by sign, strings and vectors by content before length', () => {
    expectOrder([
      ...[account(1), account(255)],
      ...[
        line(account4(1), 'AA', 9),
        line(account4(1), 'AB', 1),
        line(account4(1), 'ABCDE', 1),
        line(account4(2), 'AA', 1),
      ],
      ...[offer(1, -5n), offer(1, 2n), offer(1, 256n), offer(2, 1n)],
      ...[
        dataOf(1, ''),
        dataOf(1, 'a'),
        dataOf(1, 'aab'),
        dataOf(1, 'ab'),
        dataOf(1, 'b'),
        dataOf(1, 'é'),
        dataOf(2, 'a'),
      ],
      ...[balance(1), balance(128)],
      ...[pool(1), pool(255)],
      ...contractKeys.map((value) => contractData(value, 0)),
      contractData(contractKeys.at(-1)!, 1),
      ...[code(1), code(200)],
      ...[setting(0), setting(13)],
      ...[ttl(1), ttl(255)],
    ]);
  });
});

const symbol = (text: string) => ScVal.scvSymbol(text);
const bytes = (...values: number[]) => ScVal.scvBytes(Uint8Array.from(values));
const pairOf = (key: xdr.ScVal, val: xdr.ScVal) => new xdr.ScMapEntry({ key, val });

const contractKeys = [
  ScVal.scvBool(false),
  ScVal.scvBool(true),
  ScVal.scvVoid(),
  ScVal.scvU32(1),
  ScVal.scvU32(4_000_000_000),
  ScVal.scvI32(-2_000_000_000),
  ScVal.scvI32(-1),
  ScVal.scvI32(0),
  ScVal.scvU64(1n),
  ScVal.scvU64(2n ** 64n - 1n),
  ScVal.scvI64(-(2n ** 40n)),
  ScVal.scvI64(-1n),
  ScVal.scvI64(2n ** 40n),
  int128(-2n, 5n),
  int128(-1n, 2n ** 64n - 1n),
  int128(0n, 1n),
  int128(0n, 2n ** 63n),
  bytes(),
  bytes(1, 2, 3),
  bytes(1, 3),
  bytes(200),
  ScVal.scvString('Balance'),
  ScVal.scvString('a'),
  symbol(''),
  symbol('Balance'),
  symbol('a'),
  symbol('aa'),
  symbol('b'),
  ScVal.scvVec([]),
  ScVal.scvVec([symbol('Allowance'), ScVal.scvU32(1), ScVal.scvU32(1)]),
  ScVal.scvVec([symbol('Balance')]),
  ScVal.scvVec([symbol('Balance'), address(1)]),
  ScVal.scvVec([symbol('Balance'), address(2)]),
  ScVal.scvVec([symbol('a'), ScVal.scvVec([bytes(1, 2)])]),
  ScVal.scvVec([symbol('a'), ScVal.scvVec([bytes(2)])]),
  ScVal.scvMap([pairOf(symbol('a'), ScVal.scvI32(-1)), pairOf(symbol('b'), ScVal.scvVoid())]),
  ScVal.scvMap([pairOf(symbol('a'), ScVal.scvI32(1))]),
  address(1),
  address(9),
  ScVal.scvLedgerKeyContractInstance(),
  nonce(-7n),
  nonce(7n),
];

/** Compares each pair, and holds that no prefix contradicts it. */
function expectOrder(keys: xdr.LedgerKey[]): void {
  const views = keys.map((key) => viewOf(key.toXdr()));
  const wrong = views.flatMap((a, i) =>
    views.flatMap((b, j) => {
      const [typeA, typeB] = [a.getInt32(0), b.getInt32(0)];
      const prefixes = Math.sign(keyPrefix(typeA, a, 4) - keyPrefix(typeB, b, 4));
      const order = typeA === typeB ? Math.sign(compareBucketKeys(typeA, a, 4, b, 4)) : prefixes;
      const isRight = order === Math.sign(i - j) && (prefixes === 0 || prefixes === order);
      return isRight ? [] : [`${i} and ${j}: ${order}, by prefix ${prefixes}`];
    }),
  );
  expect(wrong).toEqual([]);
}

function viewOf(value: Uint8Array): DataView {
  return new DataView(value.buffer, value.byteOffset, value.length);
}

function hash(first: number): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? first : 7));
}

function account4(first: number): xdr.PublicKey {
  return xdr.PublicKey.publicKeyTypeEd25519(hash(first));
}

function account(first: number): xdr.LedgerKey {
  return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: account4(first) }));
}

function line(accountId: xdr.PublicKey, code: string, issuer: number): xdr.LedgerKey {
  const assetCode = Buffer.alloc(code.length > 4 ? 12 : 4);
  assetCode.write(code);
  const asset =
    code.length > 4
      ? xdr.TrustLineAsset.assetTypeCreditAlphanum12(new xdr.AlphaNum12({ assetCode, issuer: account4(issuer) }))
      : xdr.TrustLineAsset.assetTypeCreditAlphanum4(new xdr.AlphaNum4({ assetCode, issuer: account4(issuer) }));
  return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset }));
}

function offer(seller: number, offerId: bigint): xdr.LedgerKey {
  return xdr.LedgerKey.offer(new xdr.LedgerKeyOffer({ sellerId: account4(seller), offerId }));
}

function dataOf(owner: number, dataName: string): xdr.LedgerKey {
  return xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId: account4(owner), dataName }));
}

function balance(first: number): xdr.LedgerKey {
  const balanceId = xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(hash(first));
  return xdr.LedgerKey.claimableBalance(new xdr.LedgerKeyClaimableBalance({ balanceId }));
}

function pool(first: number): xdr.LedgerKey {
  return xdr.LedgerKey.liquidityPool(
    new xdr.LedgerKeyLiquidityPool({ liquidityPoolId: xdr.PoolId.fromXdr(Buffer.from(hash(first))) }),
  );
}

function contractData(key: xdr.ScVal, durability: 0 | 1): xdr.LedgerKey {
  const { temporary, persistent } = xdr.ContractDataDurability;
  const contract = Address.contract(Buffer.from(hash(3))).toScAddress();
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({ contract, key, durability: durability === 0 ? temporary : persistent }),
  );
}

function code(first: number): xdr.LedgerKey {
  return xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: hash(first) }));
}

function setting(id: number): xdr.LedgerKey {
  const configSettingId = xdr.ConfigSettingId.fromXdr(Buffer.from([0, 0, 0, id]));
  return xdr.LedgerKey.configSetting(new xdr.LedgerKeyConfigSetting({ configSettingId }));
}

function ttl(first: number): xdr.LedgerKey {
  return xdr.LedgerKey.ttl(new xdr.LedgerKeyTtl({ keyHash: hash(first) }));
}

function int128(hi: bigint, lo: bigint): xdr.ScVal {
  return ScVal.scvI128(new xdr.Int128Parts({ hi, lo }));
}

function address(first: number): xdr.ScVal {
  return Address.contract(Buffer.from(hash(first))).toScVal();
}

function nonce(value: bigint): xdr.ScVal {
  return ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce: value }));
}
