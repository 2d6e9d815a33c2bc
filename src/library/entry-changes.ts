/** The entry changes of one transaction, in the order of its meta. */
import { decodeJson } from '../xdr/decode.ts';
import { decodeRows } from './ledger-file-rows.ts';
import type { PlainRow, PlainValue, TransactionPlace, TransactionSource } from './transaction-source.ts';

/** A change of a ledger entry. */
export interface EntryChange {
  phase: string;
  operation_index: number | null;
  /** `created`, `updated`, `removed` or `restored`. */
  type: string;
  entry_type: string;
  /** The fields of the LedgerKey in SEP-51 JSON, without the name of the type. */
  key: PlainRow;
  /** Those of the entry, with the ledger of its last change and its sponsor; null where there was, or is, none. */
  before: PlainRow | null;
  after: PlainRow | null;
}

/** Returns the changes; undefined where neither the lake nor a file of its ledger has them. */
export async function entryChanges(
  source: TransactionSource,
  place: TransactionPlace,
): Promise<EntryChange[] | undefined> {
  const kept = await source.askLedger`
    select phase, operation_index, change_type, entry_type, ledger_key, before_xdr, after_xdr
    from bronze.transaction_changes_raw_v1
    where ledger_sequence = ${place.ledger} and transaction_id = cast(${place.id} as bigint)
    order by
        list_position(['fee', 'before', 'operation', 'after', 'post_fee'], phase), operation_index nulls first, change_index`;
  const rows = kept.length > 0 ? kept : await decodeRows(source, 'transaction_changes', place);
  return rows?.map(changeOf);
}

/** Returns the names of fields that a change gave another value; nothing for an entry that came or went. */
export function changedFields(before: PlainRow | null, after: PlainRow | null): string[] {
  if (!before || !after) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const textOf = (value: PlainValue | undefined) => JSON.stringify(value ?? null);
  return names.filter((name) => textOf(before[name]) !== textOf(after[name]));
}

function changeOf(row: PlainRow): EntryChange {
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

function jsonOf(type: string, base64: PlainValue | undefined): PlainRow {
  return JSON.parse(decodeJson(type, Buffer.from(String(base64), 'base64'))) as PlainRow;
}

/** A union in SEP-51 JSON is an object with one member. */
function innerOf(union: PlainRow): PlainRow {
  return Object.values(union)[0] as PlainRow;
}

function entryOf({ data, last_modified_ledger_seq: ledger, ext }: PlainRow): PlainRow {
  const { sponsoring_id: sponsor = null } = (ext as { v1?: PlainRow } | null)?.v1 ?? {};
  return {
    ...innerOf(data as PlainRow),
    last_modified_ledger_seq: ledger,
    ...(sponsor !== null && { sponsor }),
  };
}
