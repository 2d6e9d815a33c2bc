/** Represents muxed contract addresses (CAP-84), which the SDK lacks. */
import * as xdr from '@stellar/stellar-sdk/xdr';

/**
 * The id of a contract in the place of an account's key: the SDK has no muxed contracts (CAP-84), whose XDR has the form of a muxed
 * account's under another type.
 */
export class ContractKey extends Uint8Array {}

/** Returns a contract, whose id is given in hex, with a number. */
export function muxedContract(contract: string, id: bigint): xdr.ScAddress {
  const ed25519 = new ContractKey(Buffer.from(contract, 'hex'));
  return xdr.ScAddress.scAddressTypeMuxedAccount(new xdr.MuxedEd25519Account({ id, ed25519 }));
}
