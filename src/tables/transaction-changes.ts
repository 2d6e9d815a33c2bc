/** Every change that a transaction made, in the order of its meta: `tx_meta` row by row. */
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { phase } from '../ledger/changes.ts';
import { entryBefore, keyOfEntry, sameSpans } from '../ledger/compact.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { LedgerEntryChangeType, type LedgerEntryType } from '../xdr/generated/enums.ts';
import { pushClosedAt, pushToid, type Context } from './context.ts';
import { pushKeyBase64 } from './entry/ledger-key.ts';

export const transactionChanges = defineTable({
  name: 'transaction_changes',
  grain: 'One row per change of a ledger entry that a transaction made; changes of one entry stay apart.',
  key: ['transaction_id', 'phase', 'operation_index', 'change_index'],
  optional: 'filled by ingest --with-changes; export prints it from ledger files',
  columns: {
    transaction_id: column('int64', 'TOID of the transaction.'),
    phase: column(
      'utf8',
      'Phase of the change: `fee`, `before`, `operation`, `after` or, since protocol 23, `post_fee`.',
    ),
    operation_index: nullable(
      'int32',
      'Position of the operation in its transaction, from 0; null outside operations.',
    ),
    change_index: column('int32', 'Position among the changes of the same phase and operation, from 0.'),
    change_type: column('utf8', 'Type of the change: `created`, `updated`, `removed` or `restored`.'),
    entry_type: column('utf8', 'Type of the entry, such as `contract_data`.'),
    ledger_key: column('utf8', 'LedgerKey of the entry.', 'base64 XDR'),
    before_xdr: nullable('utf8', 'LedgerEntry before the change; null if there was none.', 'base64 XDR'),
    after_xdr: nullable('utf8', 'LedgerEntry after the change; null if it was removed.', 'base64 XDR'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
  },
});

type Out = ColumnsOf<typeof transactionChanges>;

const phases = Object.fromEntries(
  Object.entries(phase).map(([name, value]) => [value, name === 'postFee' ? 'post_fee' : name]),
);
const { ledgerEntryState, ledgerEntryRemoved, ledgerEntryUpdated } = LedgerEntryChangeType;
const changeTypes = Object.fromEntries(
  Object.entries(LedgerEntryChangeType).map(([name, value]) => [value, name.slice('ledgerEntry'.length).toLowerCase()]),
);
const entryTypes = Object.values({
  account: 'account',
  trustline: 'trustline',
  offer: 'offer',
  data: 'data',
  claimableBalance: 'claimable_balance',
  liquidityPool: 'liquidity_pool',
  contractData: 'contract_data',
  contractCode: 'contract_code',
  configSetting: 'config_setting',
  ttl: 'ttl',
} satisfies Record<keyof typeof LedgerEntryType, string>);

/** Writes a row per change; a state is the `before_xdr` of the change after it and no row of its own. */
export function extractTransactionChanges(context: Context, out: Out): void {
  const { ledger } = context;
  const { changes, transactions } = ledger;
  let list = 0;
  let position = 0;
  for (let index = 0; index < changes.length; index++) {
    const transaction = changes.transaction(index);
    if (transaction === ABSENT) continue;
    const first = firstOfList(context, index, list);
    if (first !== list) position = 0;
    list = first;
    const kind = changes.kind(index);
    if (kind === ledgerEntryState) continue;
    pushToid(out.transaction_id, context, transactions[transaction].order, 0);
    out.phase.name(phases[changes.phase(index)]);
    if (changes.operation(index) === ABSENT) out.operation_index.pushNull();
    else out.operation_index.push(changes.operation(index));
    out.change_index.push(position++);
    out.change_type.name(changeTypes[kind]);
    pushEntries(context, out, index, kind);
    pushClosedAt(out.closed_at, context);
    out.ledger_sequence.push(ledger.sequence);
  }
}

/** The index of the first change in the list that holds the change `index`; `before` is that of the change before it. */
function firstOfList({ ledger: { changes } }: Context, index: number, before: number): number {
  const isSame =
    changes.transaction(index) === changes.transaction(before) &&
    changes.phase(index) === changes.phase(before) &&
    changes.operation(index) === changes.operation(before);
  return isSame ? before : index;
}

function pushEntries(context: Context, out: Out, index: number, kind: number): void {
  const { view, ledger } = context;
  const { changes } = ledger;
  const before = kind === ledgerEntryRemoved || kind === ledgerEntryUpdated ? entryBefore(ledger, index) : ABSENT;
  const entry = changes.start(index) + 4;
  const isRemoved = kind === ledgerEntryRemoved;
  // A removal names the key alone; what it removed stands right before it.
  const key = keyOfEntry(view, isRemoved ? before : entry);
  out.entry_type.name(entryTypes[key.type]);
  pushKeyBase64(out.ledger_key, context, key);
  if (before === ABSENT || !hasKey(view, before, key)) out.before_xdr.pushNull();
  else out.before_xdr.base64(view, before, changes.end(index - 1));
  if (isRemoved) out.after_xdr.pushNull();
  else out.after_xdr.base64(view, entry, changes.end(index));
}

/** Whether the LedgerEntry at `p` has the key. */
function hasKey(view: DataView, p: number, { type, keyStart, keyEnd }: ReturnType<typeof keyOfEntry>): boolean {
  const other = keyOfEntry(view, p);
  return other.type === type && sameSpans(view, other.keyStart, other.keyEnd, keyStart, keyEnd);
}
