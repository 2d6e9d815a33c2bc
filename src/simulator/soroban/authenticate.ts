/** Verifies the signatures, nonces and delegates of Soroban authorisation entries. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sdkXdr } from '../encode/sdk.ts';
import type { Address } from '../events/log.ts';
import { sha256 } from '../identity.ts';
import type { Account, AccountId } from '../state/entries.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { verifyEd25519 } from '../accounts/signatures.ts';
import { accountLedgerKey } from './contracts/asset-balances.ts';
import { dataEntry } from './env.ts';
import { HostError } from './host-error.ts';
import { prices, type AuthCheck, type Calls } from './calls.ts';
import { dataLedgerKey } from './keys.ts';
import { accountAt, addressOf, bytes, fieldOf, vecItems, nothing, scStruct, scSymbol, vec } from './values.ts';

/** Credentials of someone who signs for calls, in one form for all kinds (CAP-46-11, CAP-71). */
export interface AddressCredentials {
  own: Pick<xdr.SorobanAddressCredentials, 'address' | 'nonce' | 'signatureExpirationLedger' | 'signature'>;
  delegates: readonly xdr.SorobanDelegateSignature[];
  /** Whether what is signed names the address, which came with protocol 27. */
  isBound: boolean;
}

/** Returns credentials that name an address, or undefined for those of the source account. */
export function addressCredentials(credentials: xdr.SorobanCredentials): AddressCredentials | undefined {
  switch (credentials.type) {
    case 'sorobanCredentialsSourceAccount':
      return undefined;
    case 'sorobanCredentialsAddress':
      return { own: credentials.address, delegates: [], isBound: false };
    case 'sorobanCredentialsAddressV2':
      return { own: credentials.addressV2, delegates: [], isBound: true };
    case 'sorobanCredentialsAddressWithDelegates': {
      const { addressCredentials: own, delegates } = credentials.addressWithDelegates;
      return { own, delegates, isBound: true };
    }
    default:
      return credentials satisfies never;
  }
}

/** Returns what is signed to allow calls by address: the SHA-256 of a HashIdPreimage. */
export function signaturePayload(
  {
    own: { address, nonce, signatureExpirationLedger },
    isBound,
  }: { own: Omit<AddressCredentials['own'], 'signature'>; isBound: boolean },
  invocation: xdr.SorobanAuthorizedInvocation,
  networkId: Uint8Array,
): Uint8Array {
  const parts = { networkId, nonce, signatureExpirationLedger, invocation };
  const { envelopeTypeSorobanAuthorization, envelopeTypeSorobanAuthorizationWithAddress } = xdr.HashIdPreimage;
  const preimage = isBound
    ? envelopeTypeSorobanAuthorizationWithAddress(
        new xdr.HashIdPreimageSorobanAuthorizationWithAddress({ ...parts, address }),
      )
    : envelopeTypeSorobanAuthorization(new xdr.HashIdPreimageSorobanAuthorization(parts));
  return sha256(sdkXdr(preimage));
}

/** Returns the ledger key under which a nonce is remembered. */
export function nonceKey({ address, nonce }: Pick<xdr.SorobanAddressCredentials, 'address' | 'nonce'>): xdr.LedgerKey {
  return dataLedgerKey(addressOf(address), xdr.ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce })), 'temporary');
}

/** Remembers the nonce of credentials until their signature is void. Throws HostError when it is void, or was used. */
export function useNonce(credentials: AddressCredentials['own'], { parts: { storage, view } }: Calls): void {
  const left = credentials.signatureExpirationLedger - view.ledger;
  if (left < 0) throw new HostError('auth', 'invalidInput', 'signature has expired');
  const key = nonceKey(credentials);
  if (storage.get(key)) throw new HostError('auth', 'existingValue', 'nonce already exists for address');
  storage.put(key, dataEntry(key, nothing));
  storage.extend(key, left, left);
}

/** Throws HostError unless the signature of credentials, and those of their delegates, allow a call. */
export function authenticate(
  credentials: AddressCredentials,
  invocation: xdr.SorobanAuthorizedInvocation,
  host: Calls,
): void {
  const { own, delegates } = credentials;
  mustBeSorted(delegates);
  const payload = signaturePayload(credentials, invocation, host.parts.networkId);
  const contexts = vec(...contextsOf(invocation));
  prove({ address: addressOf(own.address), signature: own.signature, delegates }, { payload, contexts }, host);
}

/** Lets an address sign for the contract whose check runs. Throws HostError if it has not. */
export function authenticateDelegate(address: Address, host: Calls): void {
  const check = host.checks.at(-1);
  const index = check?.left.findIndex((delegate) => addressOf(delegate.address) === address) ?? -1;
  if (!check || index < 0) throw new HostError('auth', 'invalidAction', 'the delegate has not signed');
  const [{ signature, nestedDelegates: delegates }] = check.left.splice(index, 1);
  prove({ address, signature, delegates }, check, host);
}

/** Someone who allows a call, by a signature or delegates. */
interface Proof {
  address: Address;
  signature: xdr.ScVal;
  delegates: readonly xdr.SorobanDelegateSignature[];
}

function prove({ address, signature, delegates }: Proof, asked: Omit<AuthCheck, 'left'>, host: Calls): void {
  const id = accountAt(address);
  if (id !== undefined) return proveAccount(id, signature, asked.payload, host);
  host.checks.push({ ...asked, left: [...delegates] });
  host.call(address, '__check_auth', [bytes(asked.payload), signature, asked.contexts]);
  host.checks.pop();
}

/** Throws HostError unless the signatures are by signers of the account that weigh enough (account_contract.rs). */
function proveAccount(id: AccountId, signature: xdr.ScVal, payload: Uint8Array, host: Calls): void {
  const account = host.parts.storage.get(accountLedgerKey(id));
  if (account?.kind !== 'account') throw new HostError('auth', 'missingValue', 'account entry is missing');
  const weight = weigh(account, vecItems(signature), payload, host);
  if (weight === 0 || weight < account.thresholds[2]) {
    throw new HostError('auth', 'invalidAction', 'signature weight is lower than threshold');
  }
}

// addresses rise from delegate to delegate, at each level
function mustBeSorted(delegates: readonly xdr.SorobanDelegateSignature[]): void {
  delegates.forEach(({ address, nestedDelegates }, i) => {
    if (i > 0 && addressOf(address) <= addressOf(delegates[i - 1].address)) {
      throw new HostError('auth', 'invalidInput', 'delegates are not ordered');
    }
    mustBeSorted(nestedDelegates);
  });
}

// what a check gets: the calls that it allows
function* contextsOf(invocation: xdr.SorobanAuthorizedInvocation): Generator<xdr.ScVal> {
  const { function: allowed, subInvocations } = invocation;
  if (allowed.type === 'sorobanAuthorizedFunctionTypeContractFn') {
    const { contractAddress, functionName, args } = allowed.contractFn;
    const contract = xdr.ScVal.scvAddress(contractAddress);
    yield vec(
      scSymbol('Contract'),
      scStruct({ args: vec(...args), contract, fn_name: xdr.ScVal.scvSymbol(functionName) }),
    );
  }
  for (const inner of subInvocations) yield* contextsOf(inner);
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
