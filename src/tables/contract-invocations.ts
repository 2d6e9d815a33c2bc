/**
 * Calls of contract functions, as three places of a ledger record them. Nothing is guessed: what a place
 * does not say is null.
 *
 *     root        the call that an invoke_host_function operation makes
 *     diagnostic  the calls below it, from the events fn_call and fn_return, when the meta has them
 *     auth        each contract call that an authorisation entry allows, the entry's root included
 *
 * The rows of an operation are numbered from 0 by `execution_order`: the root call, then the recorded calls in the order in
 * which they began, then the authorised ones, entry after entry and depth first. `parent` is the number of the row above,
 * `depth` how many rows are above. An entry that begins elsewhere than at the root call stands under it. An authorised call
 * that another row names too (the root call, or the same call in the entry of another signer) stands in that row's place.
 *
 * Each call has one row with `in_call_tree`; to count calls, count these rows. They are the root and diagnostic rows if the meta
 * has diagnostic events, else the root and the authorised calls that repeat no other. An address that is no contract has none.
 */
import type { Utf8Column } from '../arrow/columns.ts';
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { Piece } from '../core/bytes.ts';
import { sameSpans } from '../ledger/compact.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { OperationType, ScAddressType, ScValType } from '../xdr/generated/enums.ts';
import { jsonScVal } from '../xdr/generated/json.ts';
import { skipScAddress } from '../xdr/generated/skip.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { writeAuthAddress } from './operation/authorisations.ts';
import { AuthorisedCalls } from './operation/authorised-calls.ts';
import { fillLedger, pushAddress, pushKey, pushToid, type Context, pushText } from './context.ts';
import { DiagnosticCalls } from './operation/diagnostic-calls.ts';
import { OperationAt } from './operation/operation-at.ts';

export const contractInvocations = defineTable({
  name: 'contract_invocations',
  grain:
    'One row per record of a contract call: the root call, a diagnostic event or an authorisation. Each call has one row whose `in_call_tree` is true.',
  key: ['operation_id', 'execution_order'],
  columns: {
    operation_id: column('int64', 'TOID of the operation.'),
    transaction_id: column('int64', 'TOID of the transaction.'),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    parent: nullable(
      'int32',
      'execution_order of the row above: the caller, or the authorised call above; null at the top.',
    ),
    execution_order: column(
      'int32',
      'Order within the operation, from 0: root call, recorded calls as they began, authorised calls.',
    ),
    depth: column('int32', 'Number of calls above this one; 0 for the root call.'),
    caller: nullable('utf8', 'Contract that makes the call, else source of the operation; null if origin is auth.'),
    contract_id: column(
      'utf8',
      'Contract that is called, or another address that the record names, which cannot be called.',
    ),
    function_name: column('utf8', 'Function that is called.'),
    arguments: column('utf8', 'Arguments of the call, as a JSON list of SEP-51 values.'),
    origin: column('utf8', 'Where the ledger records the call: `root`, `diagnostic` or `auth`.'),
    auth_address: nullable('utf8', 'Address that authorised the call; null unless origin is auth.'),
    successful: column(
      'bool',
      'Whether the operation succeeded; for a diagnostic row, whether the call also returned.',
    ),
    in_call_tree: column(
      'bool',
      'Whether this row stands for its call; false if another row has the same call, or contract_id is no contract.',
    ),
  },
});

type Out = ColumnsOf<typeof contractInvocations>;

const origin = { root: new Piece('root'), diagnostic: new Piece('diagnostic'), auth: new Piece('auth') };

/** The calls of one operation, by the places that record them. */
interface Calls {
  recorded: DiagnosticCalls;
  authorised: AuthorisedCalls;
}

/** Writes the rows of all calls. Throws DecodeError when diagnostic events contradict their operation. */
export function extractContractInvocations(context: Context, out: Out): void {
  const { ledger } = context;
  const at = new OperationAt(context);
  const recorded = new DiagnosticCalls();
  const authorised = new AuthorisedCalls();
  const calls: Calls = { recorded, authorised };
  for (const transaction of ledger.transactions) {
    const { operations } = transaction.envelope;
    for (let index = 0; index < operations.length; index++) {
      at.move(transaction, index);
      if (at.type !== OperationType.invokeHostFunction) continue;
      recorded.read(at);
      authorised.read(at);
      if (authorised.own === 1) pushRoot(context, out, at, calls);
      pushRecorded(context, out, at, calls);
      pushAuthorised(context, out, at, calls);
    }
  }
  fillLedger(out, context, out.operation_id.length);
}

function pushRoot(context: Context, out: Out, at: OperationAt, { recorded, authorised }: Calls): void {
  if (recorded.length > 0) checkRoot(at, recorded);
  pushPlace(context, out, at, ABSENT, 0, 0);
  pushKey(out.caller, strkeyVersion.account, context, at.sourceKey);
  pushCall(context, out, authorised.starts[0]);
  out.origin.piece(origin.root);
  out.auth_address.pushNull();
  out.successful.push(at.success !== ABSENT);
  out.in_call_tree.push(isContract(context, authorised.starts[0]));
}

/** Only contracts can be called; operations and entries may name any address. */
function isContract({ view }: Context, address: number): boolean {
  return view.getInt32(address) === ScAddressType.scAddressTypeContract;
}

/** The first event of an operation that calls a contract is that very call. */
function checkRoot(at: OperationAt, recorded: DiagnosticCalls): void {
  const { view, body } = at;
  const name = skipScAddress(view, body + 4);
  const contract = recorded.contracts[0];
  const isSame =
    view.getInt32(body + 4) === ScAddressType.scAddressTypeContract &&
    sameSpans(view, body + 8, name, contract, contract + 32) &&
    sameSpans(view, name, textEnd(view, name), recorded.functions[0], textEnd(view, recorded.functions[0]));
  if (!isSame) throw at.fault('the first call of the diagnostic events is not that of the operation', contract);
}

/** Where the text at `p`, length first, ends with its padding. */
function textEnd(view: DataView, p: number): number {
  return p + 4 + ((view.getUint32(p) + 3) & ~3);
}

/** An operation that calls no contract may still have calls: of a constructor. */
function pushRecorded(context: Context, out: Out, at: OperationAt, { recorded, authorised }: Calls): void {
  const { view } = at;
  for (let i = authorised.own; i < recorded.length; i++) {
    const parent = recorded.parents[i];
    const contract = recorded.contracts[i];
    if (parent === ABSENT && authorised.own === 1) throw at.fault('diagnostic events of a second root call', contract);
    pushPlace(context, out, at, parent, i, recorded.depths[i]);
    const caller = recorded.callers[i];
    if (view.getUint32(caller) === 0) pushKey(out.caller, strkeyVersion.account, context, at.sourceKey);
    else pushKey(out.caller, strkeyVersion.contract, context, caller + 4);
    pushKey(out.contract_id, strkeyVersion.contract, context, contract);
    pushText(out.function_name, context, recorded.functions[i]);
    pushData(out.arguments, context, recorded.data[i]);
    out.origin.piece(origin.diagnostic);
    out.auth_address.pushNull();
    out.successful.push(at.success !== ABSENT && recorded.returned[i] === 1);
    out.in_call_tree.push(true);
  }
}

function pushAuthorised(context: Context, out: Out, at: OperationAt, { recorded, authorised }: Calls): void {
  const { own, parents, repeats } = authorised;
  // The root call has number 0 in either list.
  const before = Math.max(recorded.length - own, 0);
  for (let i = own; i < authorised.length; i++) {
    const parent = parents[i];
    pushPlace(context, out, at, parent < own ? parent : parent + before, i + before, authorised.depths[i]);
    out.caller.pushNull();
    pushCall(context, out, authorised.starts[i]);
    out.origin.piece(origin.auth);
    writeAuthAddress(out.auth_address.writer, context, at, authorised.credentials[i]);
    out.auth_address.end();
    out.successful.push(at.success !== ABSENT);
    const isOnly = repeats[i] === ABSENT && recorded.length === 0;
    out.in_call_tree.push(isOnly && isContract(context, authorised.starts[i]));
  }
}

function pushPlace(context: Context, out: Out, at: OperationAt, parent: number, order: number, depth: number): void {
  const { transaction, index } = at;
  pushToid(out.operation_id, context, transaction.order, index + 1);
  pushToid(out.transaction_id, context, transaction.order, 0);
  if (parent === ABSENT) out.parent.pushNull();
  else out.parent.push(parent);
  out.execution_order.push(order);
  out.depth.push(depth);
}

/** Writes contract, function and arguments of the InvokeContractArgs at `p`. */
function pushCall(context: Context, out: Out, p: number): void {
  const name = skipScAddress(context.view, p);
  pushAddress(out.contract_id, context, p);
  pushText(out.function_name, context, name);
  pushList(out.arguments, context, textEnd(context.view, name));
}

/** Writes the list of ScVals whose count is at `p`. */
function pushList(column: Utf8Column, { json, view }: Context, p: number): void {
  json.length = 0;
  json.byte(OPEN);
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    if (i > 0) json.byte(COMMA);
    p = jsonScVal(json, p);
  }
  json.byte(CLOSE);
  column.text(json);
}

/**
 * Writes the data of a fn_call as a list. The host gives no argument as void, one as it is and several as a vector, so that
 * a single argument that is void or a vector reads as none or several; only its root row is sure.
 */
function pushData(column: Utf8Column, context: Context, p: number): void {
  const { json, view } = context;
  const type = view.getInt32(p);
  if (type === ScValType.scvVec && view.getUint32(p + 4) === 1) return pushList(column, context, p + 8);
  json.length = 0;
  json.byte(OPEN);
  if (type !== ScValType.scvVoid) jsonScVal(json, p);
  json.byte(CLOSE);
  column.text(json);
}

const OPEN = 91;
const CLOSE = 93;
const COMMA = 44;
