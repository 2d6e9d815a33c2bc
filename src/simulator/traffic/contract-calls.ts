/** Builds contract invocations of simulated users with footprints, authorisations and signatures. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress, type Address } from '../events/log.ts';
import { signBytes, type Identity } from '../identity.ts';
import { addressCredentials, nonceKey, signaturePayload } from '../soroban/authenticate.ts';
import { accountLedgerKey } from '../soroban/contracts/asset-balances.ts';
import { codeLedgerKey, instanceLedgerKey } from '../soroban/keys.ts';
import { FIRST_WITH_BOUND_ADDRESS } from '../soroban/must-execute.ts';
import { preflight, type Preflight } from '../soroban/preflight.ts';
import { addressXdr, bytes, nothing, scStruct, vec } from '../soroban/values.ts';
import type { Wallet } from './contracts.ts';
import type { Scene } from './habits.ts';
import type { ContractWish } from './wishes.ts';

/** How a call is sent. */
export interface CallManner {
  /** People who allow it by their signatures, beside who sends it. */
  signers?: readonly Identity[];
  /** Contracts that allow it, whose holders sign as their delegates. */
  wallets?: readonly Wallet[];
  /** Sends it although it would fail. */
  careless?: boolean;
  /** Changes what the transaction declares. */
  declare?: (data: xdr.SorobanTransactionData) => xdr.SorobanTransactionData;
  /** Leaves out what allows it. */
  unallowed?: boolean;
}

/** Returns a call of a contract's function, from someone, or nothing when it would fail. */
export function callOf(
  scene: Scene,
  user: Identity,
  contract: Address,
  functionName: string,
  args: xdr.ScVal[],
  manner: CallManner = {},
): ContractWish[] {
  const call = new xdr.InvokeContractArgs({ contractAddress: addressXdr(contract), functionName, args });
  return hostCall(scene, user, xdr.HostFunction.hostFunctionTypeInvokeContract(call), manner);
}

/** Returns what someone asks the host for, or nothing when it would fail. */
export function hostCall(
  scene: Scene,
  user: Identity,
  hostFunction: xdr.HostFunction,
  { signers = [], wallets = [], careless, declare = (data) => data, unallowed }: CallManner = {},
): ContractWish[] {
  const { state, view, networkId } = scene;
  const checked = wallets.flatMap(({ contract, holder, code }) => [
    ...[instanceLedgerKey(contract), codeLedgerKey(code)],
    ...(holder === user ? [] : [accountLedgerKey(holder.id)]),
  ]);
  const needed = preflight(hostFunction, { state, view, networkId, source: user.id, checked });
  if (needed.failure && !careless) return [];
  const entries = unallowed ? [] : needed.auth.map((entry) => allow(scene, user, { signers, wallets }, entry));
  const auth = entries.flatMap((entry) => entry ?? []);
  const body = xdr.OperationBody.invokeHostFunction(new xdr.InvokeHostFunctionOp({ hostFunction, auth }));
  return [{ kind: 'contract', body, data: declare(withNonces(needed.data, auth)) }];
}

function allow(
  scene: Scene,
  user: Identity,
  { signers, wallets }: Required<Pick<CallManner, 'signers' | 'wallets'>>,
  { address, root }: Preflight['auth'][number],
): xdr.SorobanAuthorizationEntry | undefined {
  const signer = signers.find(({ id }) => accountAddress(id) === address);
  const wallet = wallets.find(({ contract }) => contract === address);
  if (!signer && !wallet && address !== accountAddress(user.id)) return undefined;
  const credentials = wallet
    ? delegatedCredentials(scene, wallet, root)
    : signer
      ? signedCredentials(scene, signer, root)
      : xdr.SorobanCredentials.sorobanCredentialsSourceAccount();
  return new xdr.SorobanAuthorizationEntry({ credentials, rootInvocation: root });
}

function signedCredentials(
  scene: Scene,
  signer: Identity,
  root: xdr.SorobanAuthorizedInvocation,
): xdr.SorobanCredentials {
  const own = unsigned(scene, accountAddress(signer.id));
  // older networks draw nothing: their bytes stay as they are
  const isBound = scene.view.protocol >= FIRST_WITH_BOUND_ADDRESS && scene.random.chance(75);
  const signature = signatureOf(signer, signaturePayload({ own, isBound }, root, scene.networkId));
  const credentials = new xdr.SorobanAddressCredentials({ ...own, signature });
  return isBound
    ? xdr.SorobanCredentials.sorobanCredentialsAddressV2(credentials)
    : xdr.SorobanCredentials.sorobanCredentialsAddress(credentials);
}

function delegatedCredentials(
  scene: Scene,
  { contract, holder }: Wallet,
  root: xdr.SorobanAuthorizedInvocation,
): xdr.SorobanCredentials {
  const own = unsigned(scene, contract);
  const signature = signatureOf(holder, signaturePayload({ own, isBound: true }, root, scene.networkId));
  const address = addressXdr(accountAddress(holder.id));
  return xdr.SorobanCredentials.sorobanCredentialsAddressWithDelegates(
    new xdr.SorobanAddressCredentialsWithDelegates({
      addressCredentials: new xdr.SorobanAddressCredentials({ ...own, signature: nothing }),
      delegates: [new xdr.SorobanDelegateSignature({ address, signature, nestedDelegates: [] })],
    }),
  );
}

function unsigned({ random, view }: Scene, address: Address) {
  const nonce = random.amount(1n, 2n ** 50n);
  return { address: addressXdr(address), nonce, signatureExpirationLedger: view.ledger + 60 };
}

function signatureOf(signer: Identity, payload: Uint8Array): xdr.ScVal {
  return vec(scStruct({ public_key: bytes(signer.publicKey), signature: bytes(signBytes(signer, payload)) }));
}

// nonces are written, too
function withNonces(
  data: xdr.SorobanTransactionData,
  auth: readonly xdr.SorobanAuthorizationEntry[],
): xdr.SorobanTransactionData {
  const nonces = auth.flatMap(({ credentials }) => {
    const named = addressCredentials(credentials);
    return named ? nonceKey(named.own) : [];
  });
  return nonces.length ? declaring(data, { nonces }) : data;
}

/** Returns what a transaction declares, with more nonces, or other resources. */
export function declaring(
  { ext, resourceFee, resources }: xdr.SorobanTransactionData,
  { nonces = [], ...other }: { nonces?: xdr.LedgerKey[]; instructions?: number; resourceFee?: bigint },
): xdr.SorobanTransactionData {
  const { footprint, instructions, diskReadBytes, writeBytes } = resources;
  return new xdr.SorobanTransactionData({
    ext,
    resourceFee: other.resourceFee ?? resourceFee + 30_000n * BigInt(nonces.length),
    resources: new xdr.SorobanResources({
      footprint: new xdr.LedgerFootprint({
        readOnly: [...footprint.readOnly],
        readWrite: [...footprint.readWrite, ...nonces],
      }),
      instructions: other.instructions ?? instructions + 500_000 * nonces.length,
      diskReadBytes,
      writeBytes: writeBytes + 200 * nonces.length,
    }),
  });
}
