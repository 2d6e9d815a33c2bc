import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress, type Address } from '../events/log.ts';
import { signBytes, type Identity } from '../identity.ts';
import { nonceKey, signaturePayload } from '../soroban/authenticate.ts';
import { preflight, type Preflight } from '../soroban/preflight.ts';
import { addressXdr, bytes, struct, vec } from '../soroban/values.ts';
import type { Scene } from './habits.ts';
import type { ContractWish } from './wishes.ts';

/** How a call is sent. */
export interface CallManner {
  /** People who allow it by their signatures, beside who sends it. */
  signers?: readonly Identity[];
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
  { signers = [], careless, declare = (data) => data, unallowed }: CallManner = {},
): ContractWish[] {
  const { state, view, networkId } = scene;
  const needed = preflight(hostFunction, { state, view, networkId, source: user.id });
  if (needed.failure && !careless) return [];
  const entries = unallowed ? [] : needed.auth.map((entry) => allow(scene, user, signers, entry));
  const auth = entries.flatMap((entry) => entry ?? []);
  const body = xdr.OperationBody.invokeHostFunction(new xdr.InvokeHostFunctionOp({ hostFunction, auth }));
  return [{ kind: 'contract', body, data: declare(withNonces(needed.data, auth)) }];
}

function allow(
  scene: Scene,
  user: Identity,
  signers: readonly Identity[],
  { address, root }: Preflight['auth'][number],
): xdr.SorobanAuthorizationEntry | undefined {
  const signer = signers.find(({ id }) => accountAddress(id) === address);
  if (!signer && address !== accountAddress(user.id)) return undefined;
  const credentials = signer
    ? signedCredentials(scene, signer, address, root)
    : xdr.SorobanCredentials.sorobanCredentialsSourceAccount();
  return new xdr.SorobanAuthorizationEntry({ credentials, rootInvocation: root });
}

function signedCredentials(
  { random, view, networkId }: Scene,
  signer: Identity,
  address: Address,
  root: xdr.SorobanAuthorizedInvocation,
): xdr.SorobanCredentials {
  const nonce = random.amount(1n, 2n ** 50n);
  const signatureExpirationLedger = view.ledger + 60;
  const payload = signaturePayload({ nonce, signatureExpirationLedger }, root, networkId);
  const signed = struct({ public_key: bytes(signer.publicKey), signature: bytes(signBytes(signer, payload)) });
  return xdr.SorobanCredentials.sorobanCredentialsAddress(
    new xdr.SorobanAddressCredentials({
      address: addressXdr(address),
      nonce,
      signatureExpirationLedger,
      signature: vec(signed),
    }),
  );
}

// nonces are written, too
function withNonces(
  data: xdr.SorobanTransactionData,
  auth: readonly xdr.SorobanAuthorizationEntry[],
): xdr.SorobanTransactionData {
  const nonces = auth.flatMap(({ credentials }) =>
    credentials.type === 'sorobanCredentialsAddress' ? nonceKey(credentials.address) : [],
  );
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
