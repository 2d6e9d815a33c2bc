/** Encodes transactions and envelopes as XDR, and caches the XDR and hash of each transaction. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from './sdk.ts';
import { sha256 } from '../identity.ts';
import { Writer } from './writer.ts';

/** Returns a transaction as XDR; it is made once, whoever signs it, reads it or puts it into a set. */
export function transactionXdr(tx: xdr.Transaction): Uint8Array {
  const known = written.get(tx);
  if (known) return known;
  const bytes = sdkXdr(tx);
  written.set(tx, bytes);
  return bytes;
}

const written = new WeakMap<xdr.Transaction, Uint8Array>();

/** Returns the hash of a transaction on a network, which its signatures are of. */
export function hashOfTransaction(tx: xdr.Transaction, networkId: Uint8Array): Uint8Array {
  const known = hashes.get(tx);
  if (known?.networkId === networkId) return known.hash;
  const hash = sha256(networkId, envelopeTypeTx, transactionXdr(tx));
  hashes.set(tx, { networkId, hash });
  return hash;
}

const hashes = new WeakMap<xdr.Transaction, { networkId: Uint8Array; hash: Uint8Array }>();

/** Returns a TransactionEnvelope that is no fee bump as XDR. */
export function envelopeXdr({ tx, signatures }: xdr.TransactionV1Envelope): Uint8Array {
  scratch.reset().raw(envelopeTypeTx).raw(transactionXdr(tx)).int(signatures.length);
  for (const { hint, signature } of signatures) scratch.raw(hint.toBytes()).opaque(signature.toBytes());
  return scratch.toBytes();
}

const scratch = new Writer();

/** The numbers of kinds of envelopes, which what is signed begins with behind the network id. */
const envelopeTypeTx = xdr.EnvelopeType.envelopeTypeTx.toXdr();
export const envelopeTypeFeeBump = xdr.EnvelopeType.envelopeTypeTxFeeBump.toXdr();
