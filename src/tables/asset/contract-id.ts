/** Ids of contracts: the SHA-256 of what they come from (CAP-46-02, HashIDPreimage of type ENVELOPE_TYPE_CONTRACT_ID). */
import { hash } from 'node:crypto';
import { ByteWriter } from '../../core/bytes.ts';
import { ContractIdPreimageType, EnvelopeType } from '../../xdr/generated/enums.ts';
import { strkeyVersion, writeStrkey } from '../../xdr/strkey.ts';

const PREFIX = 36;

/** Returns the id of the contract whose ContractIDPreimage is `bytes[start, end)`. */
export function contractId(networkId: Uint8Array, bytes: Uint8Array, start = 0, end = bytes.length): Buffer {
  const preimage = Buffer.alloc(PREFIX + end - start);
  preimage.writeUInt32BE(EnvelopeType.envelopeTypeContractId, 0);
  preimage.set(networkId, 4);
  preimage.set(bytes.subarray(start, end), PREFIX);
  return hash('sha256', preimage, 'buffer');
}

/** Returns the id of the contract of an asset, given as XDR: the hash of the preimage of network and asset. */
export function assetContractId(networkId: Uint8Array, asset: Uint8Array): Uint8Array {
  const preimage = new Uint8Array(4 + asset.length);
  preimage[3] = ContractIdPreimageType.contractIdPreimageFromAsset;
  preimage.set(asset, 4);
  return contractId(networkId, preimage);
}

/** Returns the address of the contract of an asset, given as XDR, whether or not it was ever deployed. */
export function assetContractAddress(networkId: Uint8Array, asset: Uint8Array): string {
  return contractAddress(assetContractId(networkId, asset));
}

/** Returns the address of the contract with this id. */
export function contractAddress(id: Uint8Array): string {
  const w = new ByteWriter();
  writeStrkey(w, strkeyVersion.contract, id, 0, 32);
  return w.text();
}
