/** The entry changes of one transaction, in the order of its meta. */
import { decodeJson } from '../../../xdr/decode.ts';
import { ApiError } from '../errors.ts';
import type { Json, Row } from '../fields.ts';
import { decodeRows } from '../ledger-files.ts';
import { sql } from '../sql.ts';
import type { View } from '../view.ts';
import { ledgerOf, ofTransaction, type Transaction } from './transaction.ts';

/** A change of a ledger entry. */
export interface Change {
  phase: string;
  operation_index: number | null;
  /** `created`, `updated`, `removed` or `restored`. */
  type: string;
  entry_type: string;
  /** The fields of the LedgerKey in SEP-51 JSON, without the name of the type. */
  key: Row;
  /** Those of the entry, with the ledger of its last change and its sponsor; null where there was, or is, none. */
  before: Row | null;
  after: Row | null;
}

/** Returns the changes; throws ApiError where neither the lake nor a file of its ledger has them. */
export async function readChanges(view: View, transaction: Transaction): Promise<Change[]> {
  const query = sql`
    select phase, operation_index, change_type, entry_type, ledger_key, before_xdr, after_xdr
    from bronze.transaction_changes_raw_v1
    where ${ofTransaction(transaction)}
    order by
        list_position(['fee', 'before', 'operation', 'after', 'post_fee'], phase), operation_index nulls first, change_index`;
  const kept = await view.rows(query, ledgerOf(transaction));
  const rows = kept.length > 0 ? kept : await decodeRows(view, 'transaction_changes', transaction);
  if (rows) return rows.map(changeOf);
  const why = 'the changes of this transaction are not in the lake, and the file of its ledger is not where it was';
  throw new ApiError(503, `${why}: load it with ingest --with-changes`);
}

function changeOf(row: Row): Change {
  const { phase, operation_index: operation, change_type: type, entry_type: entry } = row;
  return {
    phase: String(phase),
    operation_index: typeof operation === 'number' ? operation : null,
    type: String(type),
    entry_type: String(entry),
    key: innerOf(jsonOf('LedgerKey', row['ledger_key'])),
    before: row['before_xdr'] == null ? null : entryOf(jsonOf('LedgerEntry', row['before_xdr'])),
    after: row['after_xdr'] == null ? null : entryOf(jsonOf('LedgerEntry', row['after_xdr'])),
  };
}

function jsonOf(type: string, base64: Json | undefined): Row {
  return JSON.parse(decodeJson(type, Buffer.from(String(base64), 'base64'))) as Row;
}

/** A union in SEP-51 JSON is an object with one member. */
function innerOf(union: Row): Row {
  return Object.values(union)[0] as Row;
}

function entryOf({ data, last_modified_ledger_seq: ledger, ext }: Row): Row {
  const { sponsoring_id: sponsor = null } = (ext as { v1?: Row } | null)?.v1 ?? {};
  return {
    ...innerOf(data as Row),
    last_modified_ledger_seq: ledger,
    ...(sponsor !== null && { sponsor }),
  };
}
