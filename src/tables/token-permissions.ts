/** What events of tokens let holders, spenders and administrators do: they move nothing (SEP-41, CAP-46-06, CAP-67). */
import type { Utf8Column } from '../arrow/columns.ts';
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { Piece } from '../core/bytes.ts';
import { tellsOfEvents } from '../ledger/meta-events.ts';
import { operationTypeAt } from '../ledger/soroban.ts';
import { ABSENT, type LedgerTransaction } from '../ledger/transaction.ts';
import { writeWide } from '../xdr/json-values.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { fillLedger, pushAddress, pushKey, pushToid, pushTransactionHash, type Context } from './context.ts';
import { eventOffsets, type TokenEvent } from './event/token-event.ts';
import { isMovement, type PermissionTopic } from './event/token-topic.ts';

export const tokenPermissions = defineTable({
  name: 'token_permissions',
  grain: 'One row per token event that moves no tokens: approve, set_authorized or set_admin.',
  key: ['operation_id', 'event_index'],
  columns: {
    transaction_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    transaction_id: column('int64', 'TOID of the transaction.'),
    operation_id: column('int64', 'TOID of the operation.'),
    event_topic: column('utf8', 'Kind of event: `approve`, `set_authorized` or `set_admin`.'),
    from: nullable('utf8', 'Holder that lets another spend, or previous administrator; null for set_authorized.'),
    to: column('utf8', 'Account or contract that may spend, is authorized or not, or is the administrator.'),
    amount_raw: nullable('utf8', "Amount that may be spent, in the token's smallest unit, exact; null unless approve."),
    live_until_ledger: nullable('int64', 'Last ledger of the allowance; null if the event has none.'),
    authorized: nullable('bool', 'Whether the holder is authorized; null unless set_authorized.'),
    asset_type: column('utf8', 'native, credit_alphanum4, credit_alphanum12; empty if the token has no asset.'),
    asset_key: column('utf8', 'The asset: native or CODE:ISSUER; for a token without an asset its contract.'),
    contract_id: column('utf8', 'Contract of the token.'),
    operation_type: column('int32', 'Type code of the operation, 0 to 26.'),
    event_index: column('int32', 'Position among the events of the operation, from 0.'),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

type Out = ColumnsOf<typeof tokenPermissions>;

const topics: Record<PermissionTopic, Piece> = {
  approve: new Piece('approve'),
  set_authorized: new Piece('set_authorized'),
  set_admin: new Piece('set_admin'),
};

/** Writes a row per event, in the order of the ledger. */
export function extractTokenPermissions(context: Context, out: Out): void {
  const { view, ledger, tokenEvents } = context;
  for (const transaction of ledger.transactions) {
    if (!tellsOfEvents(view, transaction)) continue;
    tokenEvents.of(transaction).forEach((events, operation) => {
      for (const event of events) {
        if (isMovement(event.topic)) continue;
        pushPlace(context, out, transaction, operation, event.position);
        pushEvent(context, out, event, event.topic);
      }
    });
  }
  fillLedger(out, context, out.operation_id.length);
}

function pushPlace(context: Context, out: Out, transaction: LedgerTransaction, operation: number, index: number): void {
  const { pair, order, envelope } = transaction;
  pushTransactionHash(out.transaction_hash, context, pair);
  pushToid(out.transaction_id, context, order, 0);
  pushToid(out.operation_id, context, order, operation + 1);
  out.operation_type.push(operationTypeAt(context.view, envelope.operations[operation]));
  out.event_index.push(index);
}

function pushEvent(context: Context, out: Out, event: TokenEvent, topic: PermissionTopic): void {
  const { view } = context;
  const contract = event.place + eventOffsets.contract;
  const row = out.event_topic.length;
  out.event_topic.piece(topics[topic]);
  if (event.from !== ABSENT) pushAddress(out.from.at(row), context, event.from);
  pushAddress(out.to, context, event.to);
  if (event.amount !== ABSENT) pushAmount(out.amount_raw.at(row), context, event.amount);
  if (topic === 'approve' && event.liveUntil !== ABSENT)
    out.live_until_ledger.at(row).push(0, view.getUint32(event.liveUntil));
  if (event.authorized === ABSENT) out.authorized.pushNull();
  else out.authorized.push(view.getUint32(event.authorized) === 1);
  if (event.asset) {
    out.asset_type.piece(event.asset.asset.typePiece);
    out.asset_key.piece(event.asset.asset.keyPiece);
  } else {
    out.asset_type.ascii('');
    pushKey(out.asset_key, strkeyVersion.contract, context, contract);
  }
  pushKey(out.contract_id, strkeyVersion.contract, context, contract);
}

function pushAmount(column: Utf8Column, { json, view }: Context, p: number): void {
  json.length = 0;
  writeWide(json, view, p, 16, true);
  column.text(json);
}
