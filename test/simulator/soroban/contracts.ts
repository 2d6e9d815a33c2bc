/** A network on which tests call contracts: a ledger for each call. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { ClosingNetwork } from '../../../src/simulator/closing/network.ts';
import { assetContracts } from '../../../src/simulator/events/asset-contracts.ts';
import { accountAddress, type Address } from '../../../src/simulator/events/log.ts';
import { decoratedSignature, identityOf, sha256, type Identity } from '../../../src/simulator/identity.ts';
import { lifetimeOf } from '../../../src/simulator/soroban/footprint.ts';
import { instanceLedgerKey, keyHashOf } from '../../../src/simulator/soroban/keys.ts';
import { preflight } from '../../../src/simulator/soroban/preflight.ts';
import { address, addressXdr, scContract } from '../../../src/simulator/soroban/values.ts';
import { hexOf } from '../../../src/simulator/encode/from-xdr.ts';
import { readEntryKey } from '../../../src/simulator/encode/read-entry.ts';
import { declaring } from '../../../src/simulator/traffic/contract-calls.ts';
import { feeBump } from '../../../src/simulator/traffic/plan.ts';

/** What a call is sent with instead of what it needs. */
export interface CallOptions {
  source?: Identity;
  /** Whether the caller's own allowance is sent. */
  allowed?: boolean;
  /** Allowances of others. */
  auth?: xdr.SorobanAuthorizationEntry[];
  /** Entries that checks of signatures read. */
  checked?: xdr.LedgerKey[];
  /** Nonces that they write. */
  nonces?: xdr.LedgerKey[];
  change?: { instructions?: number; writeBytes?: number; readWrite?: xdr.LedgerKey[]; archived?: number[] };
}

export class Contracts {
  readonly network: ClosingNetwork;
  readonly root: Identity;
  readonly native: Address;
  evicted: readonly xdr.LedgerKey[] = [];

  constructor(protocol = 26) {
    this.network = new ClosingNetwork({ seed: 'contracts', passphrase: 'Network Of Contracts', protocol });
    this.root = identityOf(this.network.networkId);
    this.native = scContract(hexOf(assetContracts(this.network.networkId)('native').id));
  }

  get state() {
    return this.network.state;
  }

  get networkId() {
    return this.network.networkId;
  }

  get ledger(): number {
    return this.state.ledger;
  }

  get rootAddress(): xdr.ScVal {
    return address(accountAddress(this.root.id));
  }

  close(frames: xdr.TransactionEnvelope[] = []) {
    const framed = frames.map((envelope) => this.network.frame(envelope));
    const { bytes } = this.network.closeWith({ frames: framed, baseFee: 100n });
    const meta = xdr.LedgerCloseMeta.fromXdr(bytes);
    if ('evictedKeys' in meta.value) this.evicted = [...this.evicted, ...meta.value.evictedKeys];
    return { bytes, processing: meta.value.txProcessing };
  }

  createAsset(asset = xdr.Asset.assetTypeNative()) {
    return this.run(
      xdr.HostFunction.hostFunctionTypeCreateContract(
        new xdr.CreateContractArgs({
          contractIdPreimage: xdr.ContractIdPreimage.contractIdPreimageFromAsset(asset),
          executable: xdr.ContractExecutable.contractExecutableStellarAsset(),
        }),
      ),
    );
  }

  invoke(contract: Address, functionName: string, args: readonly xdr.ScVal[], options: CallOptions = {}) {
    return this.run(invocation(contract, functionName, args), options);
  }

  run(hostFunction: xdr.HostFunction, options?: CallOptions) {
    return this.#closeOne(this.envelope(hostFunction, options));
  }

  /** Returns a transaction that calls, tried on the state as it is. */
  envelope(hostFunction: xdr.HostFunction, options: CallOptions = {}): xdr.TransactionEnvelope {
    const { source = this.root, allowed = true, auth = [], checked, nonces, change } = options;
    const context = { state: this.state, view: this.network.nextView(), networkId: this.networkId, source: source.id };
    const needed = preflight(hostFunction, { ...context, checked });
    if (needed.failure && allowed) throw needed.failure;
    const own = needed.auth.filter((entry) => allowed && entry.address === accountAddress(source.id));
    const entries = own.map(
      ({ root }) =>
        new xdr.SorobanAuthorizationEntry({
          credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
          rootInvocation: root,
        }),
    );
    const body = xdr.OperationBody.invokeHostFunction(
      new xdr.InvokeHostFunctionOp({ hostFunction, auth: [...entries, ...auth] }),
    );
    return this.#sign(body, changed(nonces ? declaring(needed.data, { nonces }) : needed.data, change), source);
  }

  /** Returns a transaction of which another pays the fee, and more than it needs. */
  bumped(inner: xdr.TransactionEnvelope, payer: Identity): xdr.TransactionEnvelope {
    if (inner.type !== 'envelopeTypeTx') throw new Error(`bump of ${inner.type}`);
    return feeBump(inner.v1, payer, 2n * BigInt(inner.v1.tx.fee), this.networkId);
  }

  extend(contract: Address, extendTo: number) {
    const op = new xdr.ExtendFootprintTtlOp({ ext: xdr.ExtensionPoint.v0(), extendTo });
    return this.send(xdr.OperationBody.extendFootprintTtl(op), resources([instanceLedgerKey(contract)], []));
  }

  restore(contract: Address) {
    const op = new xdr.RestoreFootprintOp({ ext: xdr.ExtensionPoint.v0() });
    return this.send(xdr.OperationBody.restoreFootprint(op), resources([], [instanceLedgerKey(contract)]));
  }

  fund(who: Identity) {
    const op = new xdr.CreateAccountOp({ destination: who.accountId, startingBalance: 100_000_000n });
    return this.send(xdr.OperationBody.createAccount(op));
  }

  liveUntil(contract: Address): number | undefined {
    return lifetimeOf(this.state, keyHashOf(readEntryKey(instanceLedgerKey(contract))))?.liveUntil;
  }

  send(body: xdr.OperationBody, data?: xdr.SorobanTransactionData) {
    return this.#closeOne(this.#sign(body, data));
  }

  #closeOne(envelope: xdr.TransactionEnvelope) {
    const { bytes, processing } = this.close([envelope]);
    return { bytes, ...outcomeOf(processing[0]) };
  }

  #sign(body: xdr.OperationBody, data?: xdr.SorobanTransactionData, source = this.root) {
    const fee = Number(data?.resourceFee ?? 0n) + 100;
    const tx = new xdr.Transaction({
      sourceAccount: source.muxed,
      fee,
      seqNum: this.state.account(source.id)!.sequence + 1n,
      cond: xdr.Preconditions.precondNone(),
      memo: xdr.Memo.memoNone(),
      operations: [new xdr.Operation({ sourceAccount: null, body })],
      ext: data ? xdr.TransactionExt.sorobanData(data) : xdr.TransactionExt.v0(),
    });
    const hash = sha256(this.networkId, xdr.EnvelopeType.envelopeTypeTx.toXdr(), tx.toXdr());
    const v1 = new xdr.TransactionV1Envelope({ tx, signatures: [decoratedSignature(source, hash)] });
    return xdr.TransactionEnvelope.envelopeTypeTx(v1);
  }
}

/** Returns a call of a contract's function. */
export function invocation(contract: Address, functionName: string, args: readonly xdr.ScVal[]): xdr.HostFunction {
  const call = new xdr.InvokeContractArgs({ contractAddress: addressXdr(contract), functionName, args: [...args] });
  return xdr.HostFunction.hostFunctionTypeInvokeContract(call);
}

function changed(data: xdr.SorobanTransactionData, change: CallOptions['change']): xdr.SorobanTransactionData {
  const { resources: own, ext, resourceFee } = data;
  const { readOnly, readWrite } = own.footprint;
  const archived = change?.archived;
  return new xdr.SorobanTransactionData({
    ext: archived?.length === 0 ? xdr.SorobanTransactionDataExt.v0() : ext,
    resourceFee,
    resources: new xdr.SorobanResources({
      footprint: new xdr.LedgerFootprint({ readOnly: [...readOnly], readWrite: change?.readWrite ?? [...readWrite] }),
      instructions: change?.instructions ?? own.instructions,
      diskReadBytes: own.diskReadBytes,
      writeBytes: change?.writeBytes ?? own.writeBytes,
    }),
  });
}

function resources(readOnly: xdr.LedgerKey[], readWrite: xdr.LedgerKey[]): xdr.SorobanTransactionData {
  return new xdr.SorobanTransactionData({
    ext: xdr.SorobanTransactionDataExt.v0(),
    resourceFee: 1_000_000n,
    resources: new xdr.SorobanResources({
      footprint: new xdr.LedgerFootprint({ readOnly, readWrite }),
      instructions: 0,
      diskReadBytes: 5_000,
      writeBytes: 5_000,
    }),
  });
}

function outcomeOf(processed: xdr.TransactionResultMeta | xdr.TransactionResultMetaV1) {
  const { result } = processed.result;
  const results = result.result.type === 'txSuccess' || result.result.type === 'txFailed' ? result.result.results : [];
  const operation = results[0]?.type === 'opInner' ? results[0].tr.value.type : undefined;
  const meta = processed.txApplyProcessing;
  if (meta.type !== 'v3' && meta.type !== 'v4') throw new Error(`meta ${meta.type}`);
  const soroban = meta.value.sorobanMeta;
  const ext = soroban?.ext.type === 'v1' ? soroban.ext.v1 : undefined;
  return {
    code: result.result.type,
    operation,
    fee: result.feeCharged,
    events: eventsOf(meta),
    diagnostics: diagnosticsOf(meta),
    changes: meta.value.operations.flatMap(({ changes }) => changes.map(({ type }) => type)),
    returned: meta.value.sorobanMeta?.returnValue?.toJson(),
    json: {
      sorobanMeta: {
        nonRefundable: ext?.totalNonRefundableResourceFeeCharged ?? 0n,
        refundable: ext?.totalRefundableResourceFeeCharged ?? 0n,
      },
      events: meta.type === 'v4' ? meta.v4.events.map((event) => ({ stage: stageOf(event) })) : [],
      refund: 'postTxApplyFeeProcessing' in processed ? processed.postTxApplyFeeProcessing : [],
    },
  };
}

type Meta = Extract<xdr.TransactionMeta, { type: 'v3' | 'v4' }>;

const stageOf = (event: xdr.TransactionEvent) => JSON.parse(JSON.stringify(event.toJson())).stage as string;

function eventsOf(meta: Meta): unknown[] {
  const events =
    meta.type === 'v4'
      ? meta.v4.operations.flatMap((operation) => operation.events)
      : (meta.v3.sorobanMeta?.events ?? []);
  return events.map(flat);
}

function diagnosticsOf(meta: Meta): unknown[] {
  const events = meta.type === 'v4' ? meta.v4.diagnosticEvents : (meta.v3.sorobanMeta?.diagnosticEvents ?? []);
  return events.map(({ event }) => flat(event));
}

const flat = ({ body }: xdr.ContractEvent): unknown[] => [
  ...body.v0.topics.map((topic) => topic.toJson()),
  body.v0.data.toJson(),
];
