/** The contract of an asset, whether or not it was ever deployed. */
import { ByteWriter } from '../../../bytes.ts';
import { networkId } from '../../../ledger/network.ts';
import { assetContractId } from '../../../tables/asset/contract-id.ts';
import { readKey, strkeyVersion, writeStrkey } from '../../../xdr/strkey.ts';
import type { KnownAsset } from './asset.ts';

/** Returns its id: it follows from the network's passphrase and the asset. */
export function contractIdOf(passphrase: string, { code, issuer }: KnownAsset): string {
  const w = new ByteWriter();
  writeStrkey(w, strkeyVersion.contract, assetContractId(networkId(passphrase), assetXdr(code, issuer)), 0, 32);
  return w.text();
}

/** An Asset in XDR: its type, the code with zeros to its length, and the issuer, whose kind of key is 0. */
function assetXdr(code: string, issuer: string | null): Uint8Array {
  if (issuer === null) return new Uint8Array(4);
  const size = code.length > 4 ? 12 : 4;
  const xdr = Buffer.alloc(4 + size + 4 + 32);
  xdr.writeUInt32BE(size === 12 ? 2 : 1, 0);
  xdr.write(code, 4, 'latin1');
  xdr.set(readKey(issuer, strkeyVersion.account)!, 8 + size);
  return xdr;
}
