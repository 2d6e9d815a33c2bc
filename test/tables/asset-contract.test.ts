import { Asset, Keypair } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { networkId } from '../../src/ledger/network.ts';
import { assetContractAddress } from '../../src/tables/asset/contract-id.ts';
import { namedAssetXdr } from '../../src/tables/asset/asset-xdr.ts';

const PASSPHRASE = 'Public Global Stellar Network ; September 2015';
const issuer = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 3)).publicKey();

describe('namedAssetXdr(name)', () => {
  it('writes what the SDK writes, whose contract is the same', () => {
    for (const asset of [
      Asset.native(),
      ...['A', 'USDC', 'ABCDE', 'TWELVELETTER'].map((code) => new Asset(code, issuer)),
    ]) {
      const xdr = namedAssetXdr(asset.toString())!;
      expect(Buffer.from(xdr)).toEqual(Buffer.from(asset.toXDRObject().toXDR()));
      expect(assetContractAddress(networkId(PASSPHRASE), xdr)).toBe(asset.contractId(PASSPHRASE));
    }
  });

  it('takes the zeros behind a code for padding', () => {
    expect(namedAssetXdr(`USD\0:${issuer}`)).toEqual(namedAssetXdr(`USD:${issuer}`));
  });

  it('knows no asset without a code, with a longer one, or with an issuer that is no account', () => {
    const names = [
      '',
      'XLM',
      `:${issuer}`,
      `THIRTEENCODES:${issuer}`,
      `USD:${issuer}:`,
      `USD:${issuer.toLowerCase()}`,
      'USD:',
    ];
    expect(names.map(namedAssetXdr)).toEqual(names.map(() => undefined));
  });
});
