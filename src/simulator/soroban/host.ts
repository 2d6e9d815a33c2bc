/** Executes contract calls: limits instructions, rejects re-entry and logs events. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { writeScVal, writeScVals } from '../encode/sc-val.ts';
import { Writer } from '../encode/writer.ts';
import type { Address } from '../events/log.ts';
import type { LedgerView } from '../context.ts';
import type { AccountId } from '../state/entries.ts';
import { authenticateDelegate } from './authenticate.ts';
import type { Authorisations } from './authorisations.ts';
import { codeOfWasm } from './contracts/index.ts';
import { assetContract } from './contracts/asset.ts';
import { prices, type AuthCheck, type CallFrame, type Calls } from './calls.ts';
import { Env, type NativeContract } from './env.ts';
import { HostError } from './host-error.ts';
import { codeLedgerKey, instanceLedgerKey } from './keys.ts';
import type { Storage } from './storage.ts';
import { bytes, contractAt, packed, scString, scSymbol } from './values.ts';
import { hexOf } from '../encode/from-xdr.ts';

/** What a host is made of. */
export interface HostParts {
  storage: Storage;
  authorisations: Authorisations;
  view: LedgerView;
  networkId: Uint8Array;
  /** Who pays and signs: the source of the operation. */
  source: AccountId;
  /** How many instructions may be used. */
  instructions: number;
}

/** Runs contracts: their calls of each other, events, and what they may use. There is no virtual machine: a step costs a fixed price. */
export class Host implements Calls {
  readonly parts: HostParts;
  readonly frames: CallFrame[] = [];
  readonly checks: AuthCheck[] = [];
  /** All events in their order, as ContractEvents in XDR. */
  readonly log: { event: Uint8Array; isDiagnostic: boolean }[] = [];
  #used = 0;

  constructor(parts: HostParts) {
    this.parts = parts;
  }

  get used(): number {
    return this.#used;
  }

  get events(): Uint8Array[] {
    return this.log.flatMap(({ event, isDiagnostic }) => (isDiagnostic ? [] : event));
  }

  /** Uses instructions; throws HostError when there are no more. */
  spend(instructions: number): void {
    this.#used += instructions;
    if (this.#used > this.parts.instructions)
      throw new HostError('budget', 'exceededLimit', 'no instructions are left');
  }

  /** Calls a function of a contract. Throws HostError when it fails. */
  call(contract: Address, name: string, args: readonly xdr.ScVal[]): xdr.ScVal {
    this.spend(prices.call);
    this.#tell(
      [scSymbol('fn_call'), bytes(idOf(contract)), scSymbol(name)],
      packed(args),
      this.frames.at(-1)?.contract,
    );
    if (this.frames.some((frame) => frame.contract === contract)) {
      throw new HostError('context', 'invalidAction', 'a contract may not be called while it runs');
    }
    const run = this.#contract(contract)[name];
    if (!run) throw new HostError('wasmVm', 'missingValue', `the contract has no function ${name}`);
    this.frames.push({ contract, name, args });
    this.parts.authorisations.enter();
    const value = run(new Env(this, contract), args);
    this.parts.authorisations.leave();
    this.frames.pop();
    this.#tell([scSymbol('fn_return'), scSymbol(name)], value, contract);
    return value;
  }

  requireAuth(address: Address): void {
    this.parts.authorisations.require(address, this);
  }

  delegate(address: Address): void {
    authenticateDelegate(address, this);
  }

  /** Adds an event of the contract that runs. */
  emit(contract: Address, topics: readonly xdr.ScVal[], data: xdr.ScVal): void {
    this.spend(prices.event);
    this.log.push({ event: eventXdr(contract, 1, topics, data), isDiagnostic: false });
  }

  /** Adds what went wrong to the events that only diagnostics see. */
  fail({ error, message }: HostError): void {
    const at = this.frames.at(-1)?.contract;
    this.#tell([scSymbol('error'), xdr.ScVal.scvError(error)], scString(message), at);
  }

  #tell(topics: readonly xdr.ScVal[], data: xdr.ScVal, contract?: Address): void {
    this.log.push({ event: eventXdr(contract, 2, topics, data), isDiagnostic: true });
  }

  #contract(address: Address): NativeContract {
    const instance = this.parts.storage.get(instanceLedgerKey(address));
    const value = instance?.kind === 'contract_data' ? instance.data.val : undefined;
    if (value?.type !== 'scvContractInstance')
      throw new HostError('storage', 'missingValue', 'there is no such contract');
    const { executable } = value.instance;
    if (executable.type === 'contractExecutableStellarAsset') return assetContract;
    if (executable.type !== 'contractExecutableWasm')
      throw new HostError('wasmVm', 'invalidAction', 'unknown executable');
    const hash = hexOf(executable.wasmHash.toBytes());
    const code = this.parts.storage.get(codeLedgerKey(hash));
    if (!code) throw new HostError('storage', 'missingValue', 'there is no such code');
    return codeOfWasm(hash);
  }
}

const scratch = new Writer();

function eventXdr(
  contract: Address | undefined,
  type: 1 | 2,
  topics: readonly xdr.ScVal[],
  data: xdr.ScVal,
): Uint8Array {
  const writer = scratch.reset().int(0);
  if (contract === undefined) writer.int(0);
  else writer.int(1).raw(idOf(contract));
  return writeScVal(writeScVals(writer.int(type).int(0), topics), data).toBytes();
}

function idOf(contract: Address): Uint8Array {
  const id = contractAt(contract);
  if (id === undefined) throw new HostError('context', 'invalidInput', 'only contracts can be called');
  return Buffer.from(id, 'hex');
}
