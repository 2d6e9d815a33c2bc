import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import { sha256 } from '../identity.ts';
import type { Account } from '../state/entries.ts';
import { hexOf } from '../state/from-xdr.ts';
import { verifyEd25519 } from '../transactions/signatures.ts';
import { accountLedgerKey } from './contracts/asset-balances.ts';
import { dataEntry } from './env.ts';
import { HostError } from './host-error.ts';
import { prices, type Calls } from './calls.ts';
import { dataLedgerKey } from './keys.ts';
import { accountAt, addressOf, fieldOf, itemsOf, nothing } from './values.ts';

/** Returns what someone signs who allows calls by address (CAP-46-11): the SHA-256 of a HashIdPreimage. */
export function signaturePayload(
  { nonce, signatureExpirationLedger }: Pick<xdr.SorobanAddressCredentials, 'nonce' | 'signatureExpirationLedger'>,
  invocation: xdr.SorobanAuthorizedInvocation,
  networkId: Uint8Array,
): Uint8Array {
  const preimage = new xdr.HashIdPreimageSorobanAuthorization({
    networkId,
    nonce,
    signatureExpirationLedger,
    invocation,
  });
  return sha256(sdkXdr(xdr.HashIdPreimage.envelopeTypeSorobanAuthorization(preimage)));
}

/** Returns the ledger key under which a nonce is remembered. */
export function nonceKey({ address, nonce }: Pick<xdr.SorobanAddressCredentials, 'address' | 'nonce'>): xdr.LedgerKey {
  return dataLedgerKey(addressOf(address), xdr.ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce })), 'temporary');
}

/** Remembers the nonce of credentials until their signature is void. Throws HostError when it is void, or was used. */
export function useNonce(credentials: xdr.SorobanAddressCredentials, { parts: { storage, view } }: Calls): void {
  const left = credentials.signatureExpirationLedger - view.ledger;
  if (left < 0) throw new HostError('auth', 'invalidInput', 'signature has expired');
  const key = nonceKey(credentials);
  if (storage.get(key)) throw new HostError('auth', 'existingValue', 'nonce already exists for address');
  storage.put(key, dataEntry(key, nothing));
  storage.extend(key, left, left);
}

/** Throws HostError unless the signatures of credentials are by signers of their account that weigh enough (account_contract.rs). */
export function authenticate(
  credentials: xdr.SorobanAddressCredentials,
  invocation: xdr.SorobanAuthorizedInvocation,
  host: Calls,
): void {
  const id = accountAt(addressOf(credentials.address));
  if (id === undefined) throw new HostError('auth', 'invalidAction', 'the simulator lets no contract sign');
  const account = host.parts.storage.get(accountLedgerKey(id));
  if (account?.kind !== 'account') throw new HostError('auth', 'missingValue', 'account entry is missing');
  const payload = signaturePayload(credentials, invocation, host.parts.networkId);
  const weight = weigh(account, itemsOf(credentials.signature), payload, host);
  if (weight === 0 || weight < account.thresholds[2]) {
    throw new HostError('auth', 'invalidAction', 'signature weight is lower than threshold');
  }
}

function weigh(account: Account, signatures: readonly xdr.ScVal[], payload: Uint8Array, host: Calls): number {
  const verify = host.parts.view.verify ?? verifyEd25519;
  let weight = 0;
  let previous = '';
  for (const part of signatures) {
    host.spend(prices.signature);
    const key = bytesOf(fieldOf(part, 'public_key'));
    if (hexOf(key) <= previous) throw new HostError('auth', 'invalidInput', 'public keys are not ordered');
    previous = hexOf(key);
    if (!verify(previous, payload, bytesOf(fieldOf(part, 'signature')))) {
      throw new HostError('crypto', 'invalidInput', 'failed ED25519 verification');
    }
    const own = weightOf(account, previous);
    if (own === 0) throw new HostError('auth', 'invalidAction', 'signer does not belong to account');
    weight += own;
  }
  return weight;
}

function weightOf({ id, thresholds, signers }: Account, key: string): number {
  if (key === id) return thresholds[0];
  return Math.min(signers.find((signer) => signer.key === `00000000${key}`)?.weight ?? 0, 255);
}

function bytesOf(value: xdr.ScVal): Uint8Array {
  if (value.type === 'scvBytes') return value.bytes.toBytes();
  throw new HostError('value', 'unexpectedType', 'a signature is of bytes');
}
