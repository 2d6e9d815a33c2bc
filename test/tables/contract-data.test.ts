import { Asset, StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { passphrases } from '../../src/ledger/network.ts';
import { contractData, extractContractData } from '../../src/tables/contract-data.ts';
import { divergence } from '../divergences.ts';
import { rowsOf } from '../make/call.ts';
import { account, key } from '../make/transaction.ts';

const { ScVal } = xdr;
const { persistent, temporary } = xdr.ContractDataDurability;

const contract = (id: Uint8Array) => xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(id));
const host = xdr.HostFunction.hostFunctionTypeUploadContractWasm(new Uint8Array(0));
const symbol = (text: string) => ScVal.scvSymbol(text);
const map = (members: [string, xdr.ScVal][]) =>
  ScVal.scvMap(members.map(([member, val]) => new xdr.ScMapEntry({ key: symbol(member), val })));

function entryOf(id: Uint8Array, entryKey: xdr.ScVal, val: xdr.ScVal, durability = persistent) {
  const data = new xdr.ContractDataEntry({
    ...{ ext: xdr.ExtensionPoint.v0(), contract: contract(id), key: entryKey, durability, val },
  });
  return new xdr.LedgerEntry({
    ...{ lastModifiedLedgerSeq: 5, ext: xdr.LedgerEntryExt.v0(), data: xdr.LedgerEntryData.contractData(data) },
  });
}

/** The row of an entry that was created. */
function rowOf(...entry: Parameters<typeof entryOf>) {
  const created = xdr.LedgerEntryChange.ledgerEntryCreated(entryOf(...entry));
  return rowsOf(contractData, extractContractData, { host, changes: [created] })[0];
}

describe('a balance that an asset contract keeps for a contract', () => {
  const balance = (hi: bigint, lo: bigint): [string, xdr.ScVal] => [
    ...(['amount', ScVal.scvI128(new xdr.Int128Parts({ hi, lo }))] as const),
  ];
  const flags: [string, xdr.ScVal][] = [
    ['authorized', ScVal.scvBool(true)],
    ['clawback', ScVal.scvBool(false)],
  ];
  const keyOf = (holder: xdr.ScAddress) => ScVal.scvVec([symbol('Balance'), ScVal.scvAddress(holder)]);
  const held = (...args: Parameters<typeof rowOf>) => {
    const { balance_holder, balance } = rowOf(...args);
    return [balance_holder, balance];
  };
  const holder = contract(key(7));
  const none = ['', ''];

  it('is any entry of its shape that does not expire, whatever its contract', () => {
    const found = [StrKey.encodeContract(key(7)), '5'];
    expect(held(key(6), keyOf(holder), map([balance(0n, 5n), ...flags]))).toEqual(found);
    const lumens = StrKey.decodeContract(Asset.native().contractId(passphrases.testnet));
    expect(held(lumens, keyOf(holder), map([balance(0n, 5n), ...flags]))).toEqual(found);
    const [, most] = held(key(6), keyOf(holder), map([balance(2n ** 63n - 1n, 2n ** 64n - 1n), ...flags]));
    expect(most).toBe(String(2n ** 127n - 1n));
  });

  it(`is ${divergence('balances-that-expire').ours} of a temporary entry`, () => {
    expect(held(key(6), keyOf(holder), map([balance(0n, 5n), ...flags]), temporary)).toEqual(none);
  });

  it('changes by the difference of any two amounts', () => {
    const of = (hi: bigint, lo: bigint) => entryOf(key(6), keyOf(holder), map([balance(hi, lo), ...flags]));
    const change = (before: xdr.LedgerEntry, after: xdr.LedgerEntry) => {
      const changes = [xdr.LedgerEntryChange.ledgerEntryState(before), xdr.LedgerEntryChange.ledgerEntryUpdated(after)];
      return rowsOf(contractData, extractContractData, { host, changes })[0].balance_change;
    };
    expect(change(of(0n, 5n), of(0n, 5n))).toBe('0');
    expect(change(of(0n, 7n), of(0n, 2n ** 53n - 1n))).toBe(String(2n ** 53n - 8n));
    expect(change(of(0n, 2n ** 53n), of(0n, 1n))).toBe(String(1n - 2n ** 53n));
    expect(change(of(3n, 9n), of(1n, 2n ** 64n - 1n))).toBe(String(2n ** 65n - 1n - (3n * 2n ** 64n + 9n)));
  });

  it('is nothing else', () => {
    const owner = xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(key(7)));
    expect(held(key(6), keyOf(owner), map([balance(0n, 5n), ...flags]))).toEqual(none);
    expect(held(key(6), keyOf(holder), map([balance(-1n, 5n), ...flags]))).toEqual(none);
    expect(held(key(6), keyOf(holder), map([...flags, balance(0n, 5n)]))).toEqual(none);
    expect(held(key(6), keyOf(holder), map([balance(0n, 5n), flags[0]]))).toEqual(none);
    expect(held(key(6), ScVal.scvVec([symbol('Balance')]), map([balance(0n, 5n), ...flags]))).toEqual(none);
    expect(held(key(6), symbol('Balance'), map([balance(0n, 5n), ...flags]))).toEqual(none);
  });
});

describe('the instance of an asset contract', () => {
  const word = (code: string) => (code.length > 4 ? 'AlphaNum12' : 'AlphaNum4');
  const info = (code: string, name = word(code)) =>
    ScVal.scvVec([
      symbol(name),
      map([
        ['asset_code', ScVal.scvString(code.padEnd(code.length > 4 ? 12 : 4, '\0'))],
        ['issuer', ScVal.scvBytes(key(9))],
      ]),
    ]);
  const assetOf = (of: Asset, value: xdr.ScVal, network: keyof typeof passphrases = 'testnet') => {
    const id = StrKey.decodeContract(of.contractId(passphrases[network]));
    const storage = [new xdr.ScMapEntry({ key: ScVal.scvVec([symbol('AssetInfo')]), val: value })];
    const executable = xdr.ContractExecutable.contractExecutableStellarAsset();
    const instance = ScVal.scvContractInstance(new xdr.ScContractInstance({ executable, storage }));
    const row = rowOf(id, ScVal.scvLedgerKeyContractInstance(), instance);
    return [row.asset_type, row.asset_code, row.asset_issuer];
  };
  const usd = new Asset('USD', account(9));
  const none = ['', '', ''];

  it('names its asset, with codes of any length', () => {
    expect(assetOf(usd, info('USD'))).toEqual(['credit_alphanum4', 'USD', account(9)]);
    expect(assetOf(new Asset('USDC5', account(9)), info('USDC5'))).toEqual(['credit_alphanum12', 'USDC5', account(9)]);
  });

  it(`is of lumens ${divergence('contract-of-lumens').ours}`, () => {
    const info = ScVal.scvVec([symbol('Native')]);
    expect(assetOf(Asset.native(), info)).toEqual(['native', '', '']);
    expect(assetOf(usd, info)).toEqual(none);
    expect(assetOf(Asset.native(), ScVal.scvVec([symbol('Native'), symbol('Native')]))).toEqual(none);
  });

  it('names none that is not its own, or of another network', () => {
    expect(assetOf(new Asset('EUR', account(9)), info('USD'))).toEqual(none);
    expect(assetOf(usd, info('USD'), 'pubnet')).toEqual(none);
  });
});

describe('the value of an entry', () => {
  it('is its own, whether it is that of the entry before it or not', () => {
    const texts = ['a', 'a', 'ab', 'ab', '', 'a'.repeat(700), 'a'.repeat(700), 'a'];
    const changes = texts.map((text, i) =>
      xdr.LedgerEntryChange.ledgerEntryCreated(entryOf(key(6), ScVal.scvU32(i), ScVal.scvString(text))),
    );
    const rows = rowsOf(contractData, extractContractData, { host, changes });
    expect(rows.map(({ val, val_decoded }) => [val, val_decoded])).toEqual(
      texts.map((text) => [
        Buffer.from(ScVal.scvString(text).toXdr()).toString('base64'),
        JSON.stringify({ string: text }),
      ]),
    );
  });
});
