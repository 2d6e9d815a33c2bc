/** Accounts by the operations in which they take part: the history of an account. */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { fillLedger, pushKey, pushToid, type Context } from './context.ts';
import { OperationAt } from './operation/operation-at.ts';
import { Participants } from './details/participants.ts';

export const operationParticipants = defineTable({
  name: 'operation_participants',
  grain: 'One row per operation, participating account and role; failed operations included.',
  key: ['operation_id', 'address', 'role'],
  columns: {
    operation_id: column('int64', 'TOID of the operation.'),
    address: column('utf8', 'Account that takes part (G address).'),
    role: column(
      'utf8',
      'Role of the account: source, destination, trustor, claimant, sponsored, sponsor, owner, from, to, or holder (of a balance that a contract call changed).',
    ),
    ledger_sequence: column('int32', 'Ledger of the operation.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export function extractOperationParticipants(context: Context, out: ColumnsOf<typeof operationParticipants>): void {
  const { ledger } = context;
  const participants = new Participants();
  const at = new OperationAt(context);
  for (const transaction of ledger.transactions) {
    for (let index = 0; index < transaction.envelope.operations.length; index++) {
      at.move(transaction, index);
      participants.read(at);
      pushParticipants(context, out, participants, at);
    }
  }
  fillLedger(out, context, out.operation_id.length);
}

/** A function of its own: V8 compiled the innermost of three loops alone, and went back to bytecode at each of its ends. */
function pushParticipants(
  context: Context,
  out: ColumnsOf<typeof operationParticipants>,
  { keys, roles, length }: Participants,
  { transaction, index }: OperationAt,
): void {
  for (let i = 0; i < length; i++) {
    pushToid(out.operation_id, context, transaction.order, index + 1);
    pushKey(out.address, strkeyVersion.account, context, keys[i]);
    out.role.piece(roles[i]);
  }
}
