/** Builds lumens and credit assets in every form that operations and events need. */
import { Asset as SdkAsset, StrKey } from '@stellar/stellar-sdk/base';
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Identity } from '../identity.ts';
import type { AssetId } from '../state/entries.ts';

/** Lumens, or a credit of one issuer, in the forms in which ledgers write it. */
export interface TrafficAsset {
  /** `native` or `CODE:ISSUER`, as CAP-67 events say it. */
  name: string;
  /** Its name among ledger entries. */
  id: AssetId;
  asset: xdr.Asset;
  contractId: xdr.ContractId;
  credit?: Credit;
}

/** What only an issued asset has. */
export interface Credit {
  issuer: Identity;
  line: xdr.TrustLineAsset;
  change: xdr.ChangeTrustAsset;
}

/** Returns lumens on the network of this passphrase. */
export function nativeAsset(passphrase: string): TrafficAsset {
  return {
    name: 'native',
    id: 'native',
    asset: xdr.Asset.assetTypeNative(),
    contractId: contractIdOf(SdkAsset.native(), passphrase),
  };
}

/** Returns the credit asset of a code and issuer on the network of this passphrase. */
export function creditAsset(code: string, issuer: Identity, passphrase: string): TrafficAsset {
  const contractId = contractIdOf(new SdkAsset(code, issuer.address), passphrase);
  const name = `${code}:${issuer.address}`;
  const id = `${code}:${issuer.id}`;
  if (code.length <= 4) {
    const alphaNum4 = new xdr.AlphaNum4({ assetCode: paddedCode(code, 4), issuer: issuer.accountId });
    const line = xdr.TrustLineAsset.assetTypeCreditAlphanum4(alphaNum4);
    const change = xdr.ChangeTrustAsset.assetTypeCreditAlphanum4(alphaNum4);
    return {
      name,
      id,
      asset: xdr.Asset.assetTypeCreditAlphanum4(alphaNum4),
      contractId,
      credit: { issuer, line, change },
    };
  }
  const alphaNum12 = new xdr.AlphaNum12({ assetCode: paddedCode(code, 12), issuer: issuer.accountId });
  const line = xdr.TrustLineAsset.assetTypeCreditAlphanum12(alphaNum12);
  const change = xdr.ChangeTrustAsset.assetTypeCreditAlphanum12(alphaNum12);
  return {
    name,
    id,
    asset: xdr.Asset.assetTypeCreditAlphanum12(alphaNum12),
    contractId,
    credit: { issuer, line, change },
  };
}

function contractIdOf(asset: SdkAsset, passphrase: string): xdr.ContractId {
  return new xdr.ContractId(StrKey.decodeContract(asset.contractId(passphrase)));
}

function paddedCode(code: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set(Buffer.from(code, 'ascii'));
  return bytes;
}
