/**
 * Contracts that came into being. A row is there because a ledger entry, the contract's instance, was
 * created; the rest is what the ledger records of it. The id of a contract is computed from what its creator signed
 * (CAP-46-02), so a creation is matched with the entry by proof and not by its place.
 *
 *     operation  the host function creates it: deployer and salt stand there
 *     auth       a contract creates it, and an authorisation entry of the deployer allows that
 *     entry      nothing but the instance is recorded: a contract deployed it in its own name
 */
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { ABSENT } from '../ledger/transaction.ts';
import {
  ContractExecutableType,
  ContractIdPreimageType,
  HostFunctionType,
  LedgerEntryChangeType,
  LedgerEntryType,
  OperationType,
  ScAddressType,
  ScValType,
  SorobanAuthorizedFunctionType,
} from '../xdr/generated/enums.ts';
import {
  skipContractIdPreimage,
  skipHostFunction,
  skipScAddress,
  skipSorobanAuthorizedFunction,
  skipSorobanCredentials,
} from '../xdr/generated/skip.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { contractId } from './asset/contract-id.ts';
import { pushAddress, pushClosedAt, pushKey, pushToid, type Context } from './context.ts';
import { OperationAt } from './operation/operation-at.ts';

export const contractCreations = defineTable({
  name: 'contract_creations',
  grain: 'One row per contract that was created.',
  key: ['contract_id', 'operation_id'],
  columns: {
    contract_id: column('utf8', 'Contract that was created.'),
    creator_address: nullable(
      'utf8',
      "Address from which the contract's id derives; for an asset's contract, the source of the operation.",
    ),
    deployer_contract: nullable('utf8', 'creator_address if it is a contract; else null.'),
    executable_type: column('utf8', 'What the contract runs: `wasm`, `stellar_asset` or `external_ref`.'),
    wasm_hash: nullable(
      'utf8',
      "SHA-256 of the contract's code after the transaction; null unless it runs wasm.",
      'hex',
    ),
    salt: nullable('utf8', "Salt in the preimage of the contract's id; null for an asset's contract.", 'hex'),
    operation_id: column('int64', 'TOID of the operation.'),
    origin: column(
      'utf8',
      'Where the ledger records the creation: `operation`, `auth`, or `entry` if only as an instance.',
    ),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger in which the contract was created.'),
  },
});

type Out = ColumnsOf<typeof contractCreations>;

const executables = Object.fromEntries(
  Object.entries({
    contractExecutableWasm: 'wasm',
    contractExecutableStellarAsset: 'stellar_asset',
    contractExecutableExternalRef: 'external_ref',
  } satisfies Record<keyof typeof ContractExecutableType, string>).map(([name, text]) => [
    ContractExecutableType[name as keyof typeof ContractExecutableType],
    text,
  ]),
);

/** Writes a row per contract. Throws DecodeError when an operation that succeeded left no instance of its contract. */
export function extractContractCreations(context: Context, out: Out): void {
  const { ledger } = context;
  const at = new OperationAt(context);
  for (const transaction of ledger.transactions) {
    const { operations } = transaction.envelope;
    for (let index = 0; index < operations.length; index++) {
      at.move(transaction, index);
      if (at.type !== OperationType.invokeHostFunction) continue;
      if (at.success !== ABSENT) pushCreated(context, out, at);
    }
  }
}

function pushCreated(context: Context, out: Out, at: OperationAt): void {
  const { view, bytes, ledger } = context;
  const { networkId } = context.decoder;
  const { transaction, index, body } = at;
  const own = preimageOfHostFunction(view, body);
  let isOwnThere = own === ABSENT;
  const { operationChanges } = transaction;
  const end = operationChanges[index + 1] ?? 0;
  for (let change = operationChanges[index] ?? 0; change < end; change++) {
    if (ledger.changes.kind(change) !== LedgerEntryChangeType.ledgerEntryCreated) continue;
    const entry = ledger.changes.start(change) + 4;
    if (!isInstance(view, entry)) continue;
    const id = entry + CONTRACT_ID;
    const isOwn = own !== ABSENT && isIdOf(context, own, id);
    isOwnThere ||= isOwn;
    const preimage = isOwn ? own : authorisedPreimage(context, body, id);
    pushContract(context, out, at, entry, preimage, isOwn);
  }
  if (isOwnThere) return;
  const missing = contractId(networkId, bytes, own, skipContractIdPreimage(view, own)).toString('hex');
  throw at.fault(`no change creates the instance of contract ${missing}, which the operation creates`, body);
}

/** Of a LedgerEntry of contract data: last modified, type, extension; then the contract's address and the key. */
const CONTRACT = 12;
const CONTRACT_ID = CONTRACT + 4;
const KEY = CONTRACT_ID + 32;
/** Past the key, which has no value, and the durability. */
const INSTANCE = KEY + 8;

/** Whether the LedgerEntry at `entry` is the instance of a contract. */
function isInstance(view: DataView, entry: number): boolean {
  return (
    view.getInt32(entry + 4) === LedgerEntryType.contractData &&
    view.getInt32(entry + CONTRACT) === ScAddressType.scAddressTypeContract &&
    view.getInt32(entry + KEY) === ScValType.scvLedgerKeyContractInstance &&
    view.getInt32(entry + INSTANCE) === ScValType.scvContractInstance
  );
}

/** Where the ContractIDPreimage of the HostFunction at `p` stands, or -1 when it creates no contract. */
function preimageOfHostFunction(view: DataView, p: number): number {
  const type = view.getInt32(p);
  const { hostFunctionTypeCreateContract, hostFunctionTypeCreateContractV2 } = HostFunctionType;
  return type === hostFunctionTypeCreateContract || type === hostFunctionTypeCreateContractV2 ? p + 4 : ABSENT;
}

function isIdOf({ view, bytes, decoder }: Context, preimage: number, id: number): boolean {
  const found = contractId(decoder.networkId, bytes, preimage, skipContractIdPreimage(view, preimage));
  for (let i = 0; i < found.length; i++) if (found[i] !== bytes[id + i]) return false;
  return true;
}

/** Where an authorisation of the operation has the preimage of the id, or -1. */
function authorisedPreimage(context: Context, body: number, id: number): number {
  const { view } = context;
  const list = skipHostFunction(view, body);
  let found = ABSENT;
  const visit = (p: number): number => {
    const isCall = view.getInt32(p) === SorobanAuthorizedFunctionType.sorobanAuthorizedFunctionTypeContractFn;
    if (found === ABSENT && !isCall && isIdOf(context, p + 4, id)) found = p + 4;
    const end = skipSorobanAuthorizedFunction(view, p);
    p = end + 4;
    for (let i = view.getUint32(end); i > 0; i--) p = visit(p);
    return p;
  };
  let p = list + 4;
  for (let i = view.getUint32(list); i > 0; i--) p = visit(skipSorobanCredentials(view, p));
  return found;
}

function pushContract(
  context: Context,
  out: Out,
  at: OperationAt,
  entry: number,
  preimage: number,
  isOwn: boolean,
): void {
  const { view, ledger } = context;
  pushKey(out.contract_id, strkeyVersion.contract, context, entry + CONTRACT_ID);
  pushPreimage(context, out, at, preimage, isOwn);
  const executable = view.getInt32(entry + INSTANCE + 4);
  out.executable_type.name(executables[executable]);
  if (executable === ContractExecutableType.contractExecutableWasm) {
    out.wasm_hash.hex(view, entry + INSTANCE + 8, entry + INSTANCE + 40);
  } else out.wasm_hash.pushNull();
  pushToid(out.operation_id, context, at.transaction.order, at.index + 1);
  out.origin.name(isOwn ? 'operation' : preimage === ABSENT ? 'entry' : 'auth');
  pushClosedAt(out.closed_at, context);
  out.ledger_sequence.push(ledger.sequence);
}

/** Writes what the preimage says: an address and a salt, or an asset, which anyone may create the contract of. */
function pushPreimage(context: Context, out: Out, at: OperationAt, preimage: number, isOwn: boolean): void {
  const { view } = context;
  const fromAddress =
    preimage !== ABSENT && view.getInt32(preimage) === ContractIdPreimageType.contractIdPreimageFromAddress;
  if (!fromAddress) {
    if (isOwn) pushKey(out.creator_address, strkeyVersion.account, context, at.sourceKey);
    else out.creator_address.pushNull();
    out.deployer_contract.pushNull();
    out.salt.pushNull();
    return;
  }
  const address = preimage + 4;
  const salt = skipScAddress(view, address);
  pushAddress(out.creator_address, context, address);
  if (view.getInt32(address) === ScAddressType.scAddressTypeContract) {
    pushAddress(out.deployer_contract, context, address);
  } else out.deployer_contract.pushNull();
  out.salt.hex(view, salt, salt + 32);
}
