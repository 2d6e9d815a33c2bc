/** Ids of contracts: the SHA-256 of what they come from (CAP-46-02, HashIDPreimage of type ENVELOPE_TYPE_CONTRACT_ID). */
import { hash } from 'node:crypto';
import { EnvelopeType } from '../xdr/generated/enums.ts';

const PREFIX = 36;

/** Returns the id of the contract whose ContractIDPreimage is `bytes[start, end)`. */
export function contractId(networkId: Uint8Array, bytes: Uint8Array, start = 0, end = bytes.length): Buffer {
  const preimage = Buffer.alloc(PREFIX + end - start);
  preimage.writeUInt32BE(EnvelopeType.envelopeTypeContractId, 0);
  preimage.set(networkId, 4);
  preimage.set(bytes.subarray(start, end), PREFIX);
  return hash('sha256', preimage, 'buffer');
}
