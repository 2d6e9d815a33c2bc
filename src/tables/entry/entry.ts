/** The columns that all entity tables end with, and the part of an entry that all entries share. */
import { column, nullable, type ColumnsOf, type TableSpec } from '../../arrow/table.ts';
import { ledgerFault } from '../../ledger/fault.ts';
import { LedgerEntryChangeType } from '../../xdr/generated/enums.ts';
import type { ChangedEntry } from '../../ledger/compact.ts';
import { pushClosedAt, pushOptionalAccount, type Context } from '../context.ts';
import type { Int64Column, Utf8Column } from '../../arrow/columns.ts';

/** One row per entry and ledger in which it changed. */
export const commonColumns = {
  last_modified_ledger: column(
    'int32',
    'Ledger in which the entry was last modified; for a removed entry, before its removal.',
  ),
  ledger_entry_change: column(
    'int32',
    'Net change in the ledger: 0 created, 1 updated, 2 removed, 4 restored; 3 for an entry of a baseline state.',
  ),
  deleted: column('bool', 'Whether the entry was removed; the other columns then hold its last values.'),
  closed_at: column('timestamp', 'Close time of the ledger of the change.', 'UTC'),
  ledger_sequence: column('int32', 'Ledger of the change.'),
};

/** The sponsor's column. */
export const sponsorColumn = nullable('utf8', 'Account that pays the reserve of the entry; null if no other does.');

type CommonColumns = ColumnsOf<TableSpec<typeof commonColumns>>;

/** What every LedgerEntry begins with. */
export interface EntryHead {
  lastModified: number;
  /** Where the data of the entry's type begins, past the discriminant. */
  data: number;
}

/** Returns the head of the LedgerEntry at `p`. */
export function entryHead(view: DataView, p: number): EntryHead {
  return { lastModified: view.getUint32(p), data: p + 8 };
}

/** Returns where the entry stands that a row shows: after the change, or before it when the entry was removed. */
export function shownEntry({ pre, post }: ChangedEntry): number {
  return post === -1 ? pre : post;
}

/** Writes a row for each entry of a type that changed: `push` writes the columns of its own, from where its data begins. */
export function eachEntry(
  context: Context,
  type: number,
  out: CommonColumns,
  push: (data: number, entry: ChangedEntry) => void,
): void {
  for (const entry of context.entries[type]) {
    const { data, lastModified } = entryHead(context.view, shownEntry(entry));
    push(data, entry);
    pushCommon(out, context, entry.change, lastModified);
  }
}

/** Returns the column of how much an amount changed. */
export function changeColumn(what: string) {
  return nullable(
    'int64',
    `Change of ${what} in the ledger; null if the meta does not list the state before.`,
    'stroops',
  );
}

/**
 * Throws DecodeError when the amount `offset` bytes into the entry's data, which no operation takes below 0, is so after the
 * change.
 */
export function checkAmount({ view, ledger }: Context, { post }: ChangedEntry, offset: number, what: string): void {
  if (post < 0 || view.getInt32(post + 8 + offset) >= 0) return;
  const p = post + 8 + offset;
  throw ledgerFault(ledger, `${what} is ${view.getBigInt64(p)}`, p);
}

/** Writes by how much the ledger changed the amount `offset` bytes into the entry's data, or null when the meta does not say. */
export function pushChange(column: Int64Column, view: DataView, entry: ChangedEntry, offset: number): void {
  const { change, pre, post } = entry;
  if (pre < 0 && change !== LedgerEntryChangeType.ledgerEntryCreated) column.pushNull();
  else column.pushDifference(view, post < 0 ? -1 : post + 8 + offset, pre < 0 ? -1 : pre + 8 + offset);
}

/** Writes the common columns of a row. */
export function pushCommon(columns: CommonColumns, context: Context, change: number, lastModified: number): void {
  columns.last_modified_ledger.push(lastModified);
  columns.ledger_entry_change.push(change);
  columns.deleted.push(change === LedgerEntryChangeType.ledgerEntryRemoved);
  pushClosedAt(columns.closed_at, context);
  columns.ledger_sequence.push(context.ledger.sequence);
}

/** Writes the sponsor of an entry whose data ends at `end`, or null: the extension holds an option of the account. */
export function pushSponsor(column: Utf8Column, context: Context, end: number): void {
  pushOptionalAccount(column, context, context.view.getInt32(end) === 0 ? -1 : end + 4);
}
