/** Derives ed25519 key pairs from seeds, signs messages and hashes with SHA-256. */
import { createPrivateKey, createPublicKey, hash, sign, type KeyObject } from 'node:crypto';
import { StrKey } from '@stellar/stellar-sdk/base';
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { AccountId } from './state/entries.ts';
import { hexOf } from './encode/from-xdr.ts';

/** A key pair and the forms in which ledgers write its public key. */
export interface Identity {
  address: string;
  /** The public key as hex, by which entries call the account. */
  id: AccountId;
  publicKey: Uint8Array;
  privateKey: KeyObject;
  accountId: xdr.PublicKey;
  muxed: xdr.MuxedAccount;
}

/** Returns the identity whose ed25519 secret seed is these 32 bytes. */
export function identityOf(secretSeed: Uint8Array): Identity {
  const der = Buffer.concat([pkcs8Prefix, secretSeed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = new Uint8Array(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32));
  return {
    address: StrKey.encodeEd25519PublicKey(publicKey),
    id: hexOf(publicKey),
    publicKey,
    privateKey,
    accountId: xdr.PublicKey.publicKeyTypeEd25519(publicKey),
    muxed: xdr.MuxedAccount.keyTypeEd25519(publicKey),
  };
}

/** Returns the ed25519 signature of a message; node:crypto makes 28,000 a second, the SDK's Keypair the same bytes at 800. */
export function signBytes(identity: Identity, message: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, identity.privateKey));
}

/** Returns the signature of a message with the hint that names its key. */
export function decoratedSignature(identity: Identity, message: Uint8Array): xdr.DecoratedSignature {
  return new xdr.DecoratedSignature({
    hint: identity.publicKey.slice(-4),
    signature: signBytes(identity, message),
  });
}

/** Returns the SHA-256 of the parts, one after the other. */
export function sha256(...parts: (Uint8Array | string)[]): Uint8Array {
  if (parts.length === 1) return new Uint8Array(hash('sha256', parts[0], 'buffer'));
  const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return new Uint8Array(hash('sha256', bytes, 'buffer'));
}

// RFC 8410: the DER frame around a bare ed25519 seed
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
