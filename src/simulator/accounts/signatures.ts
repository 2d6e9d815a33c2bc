/** Verifies transaction signatures, weighs them by signer and tracks which were used. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { sha256 } from '../identity.ts';
import type { Account } from '../state/entries.ts';
import { hexOf } from '../encode/from-xdr.ts';

/** A key that may sign, by the hex of its XDR, and what its signature counts. */
export interface WeighedKey {
  key: string;
  weight: number;
}

/** Whether an ed25519 signature of a message is by this public key, given as hex. */
export type Verify = (publicKey: string, message: Uint8Array, signature: Uint8Array) => boolean;

/** The signatures of a transaction, and which of them were of use (stellar-core, SignatureChecker.cpp). */
export class Signatures {
  readonly #hash: Uint8Array;
  readonly #signatures: readonly xdr.DecoratedSignature[];
  readonly #verify: Verify;
  readonly #used: boolean[];

  constructor(hash: Uint8Array, signatures: readonly xdr.DecoratedSignature[], verify: Verify = verifyEd25519) {
    this.#hash = hash;
    this.#signatures = signatures;
    this.#verify = verify;
    this.#used = signatures.map(() => false);
  }

  get allUsed(): boolean {
    return this.#used.every((used) => used);
  }

  /** Whether the signatures reach a threshold of the account; the account must be there. */
  reach(account: Account, threshold: number): boolean {
    const master = account.thresholds[0] ? [{ key: `00000000${account.id}`, weight: account.thresholds[0] }] : [];
    return this.check([...master, ...account.signers], threshold);
  }

  /** Whether the signatures by these keys weigh enough; even when nothing is needed, one of them must have signed. */
  check(keys: readonly WeighedKey[], needed: number): boolean {
    const hash = hexOf(this.#hash);
    let weight = 0;
    for (const { key, weight: own } of keys) {
      if (key.startsWith(preAuthTx) && key.endsWith(hash)) weight += Math.min(own, 255);
      else continue;
      if (weight >= needed) return true;
    }
    for (const type of signatureTypes) {
      const left = keys.filter(({ key }) => key.startsWith(type));
      if (left.length === 0) continue;
      for (let i = 0; i < this.#signatures.length; i++) {
        const at = left.findIndex(({ key }) => this.#fits(key, this.#signatures[i]));
        if (at < 0) continue;
        this.#used[i] = true;
        weight += Math.min(left[at].weight, 255);
        if (weight >= needed) return true;
        left.splice(at, 1);
      }
    }
    return false;
  }

  #fits(key: string, { hint, signature }: xdr.DecoratedSignature): boolean {
    const bytes = signature.toBytes();
    const own = key.slice(8, 72);
    if (key.startsWith(hashX)) return own.endsWith(hexOf(hint.toBytes())) && hexOf(sha256(bytes)) === own;
    if (key.startsWith(ed25519)) {
      return own.endsWith(hexOf(hint.toBytes())) && this.#verify(own, this.#hash, bytes);
    }
    const payload = Buffer.from(key.slice(80), 'hex').subarray(0, Number.parseInt(key.slice(72, 80), 16));
    return hexOf(hint.toBytes()) === payloadHint(own, payload) && this.#verify(own, payload, bytes);
  }
}

// CAP-40: the last four bytes of the key and of the payload, filled up with zeros, by exclusive or
function payloadHint(key: string, payload: Uint8Array): string {
  const end = payload.length >= 4 ? payload.subarray(-4) : Buffer.concat([payload, Buffer.alloc(4 - payload.length)]);
  return hexOf(Buffer.from(key.slice(-8), 'hex').map((byte, i) => byte ^ end[i]));
}

/** Verifies a signature with the node's crypto. */
export function verifyEd25519(publicKey: string, message: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, message, keyObject(publicKey), signature);
}

function keyObject(publicKey: string): KeyObject {
  const known = keyObjects.get(publicKey);
  if (known) return known;
  const key = createPublicKey({ key: Buffer.from(spkiPrefix + publicKey, 'hex'), format: 'der', type: 'spki' });
  if (keyObjects.size >= 10_000) keyObjects.clear();
  keyObjects.set(publicKey, key);
  return key;
}

const keyObjects = new Map<string, KeyObject>();
// RFC 8410: the DER frame around a bare ed25519 public key
const spkiPrefix = '302a300506032b6570032100';
const ed25519 = '00000000';
const preAuthTx = '00000001';
const hashX = '00000002';
const signedPayload = '00000003';
const signatureTypes = [hashX, ed25519, signedPayload];
