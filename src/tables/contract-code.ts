/** Contract code: its costs, and its bytes in a table of their own. */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryType } from '../xdr/generated/enums.ts';
import { atContractCodeEntry, locateContractCodeEntry } from '../xdr/generated/locate.ts';
import { pushClosedAt, type Context } from './context.ts';
import { commonColumns, eachEntry, entryHead } from './entry/entry.ts';
import { pushLedgerKey } from './entry/ledger-key.ts';

/** The cost inputs in the order of the XDR. */
const costs = {
  n_instructions: column('int64', 'Instructions of the contract code.'),
  n_functions: column('int64', 'Functions of the contract code.'),
  n_globals: column('int64', 'Globals of the contract code.'),
  n_table_entries: column('int64', 'Table entries of the contract code.'),
  n_types: column('int64', 'Types of the contract code.'),
  n_data_segments: column('int64', 'Data segments of the contract code.'),
  n_elem_segments: column('int64', 'Element segments of the contract code.'),
  n_imports: column('int64', 'Imports of the contract code.'),
  n_exports: column('int64', 'Exports of the contract code.'),
  n_data_segment_bytes: column('int64', 'Size of the data segments of the contract code.', 'bytes'),
};
const costNames = Object.keys(costs) as (keyof typeof costs)[];

const hashColumn = column('utf8', 'SHA-256 of the contract code.', 'hex');

export const contractCode = defineTable({
  name: 'contract_code',
  grain: 'One row per contract code and ledger in which its entry changed or was removed, with the costs of the code.',
  key: ['contract_code_hash', 'ledger_sequence'],
  columns: {
    contract_code_hash: hashColumn,
    contract_code_ext_v: column('int32', "Version of the entry's extension; in version 0 the n_ columns are 0."),
    ledger_key_hash: column('utf8', "SHA-256 of the entry's LedgerKey; equals ttl.key_hash.", 'hex'),
    ledger_key_hash_base_64: column('utf8', 'The whole LedgerKey of the entry, despite the name.', 'base64 XDR'),
    ...costs,
    ...commonColumns,
  },
});

export const contractCodeBlob = defineTable({
  name: 'contract_code_blob',
  grain:
    'One row per contract code and ledger in which its entry was written, with the WebAssembly; a removal has no row.',
  key: ['contract_code_hash', 'ledger_sequence'],
  columns: {
    contract_code_hash: hashColumn,
    wasm: column('binary', 'Code of the contract.', 'WebAssembly'),
    closed_at: commonColumns.closed_at,
    ledger_sequence: commonColumns.ledger_sequence,
  },
});

const at = atContractCodeEntry();

export function extractContractCode(context: Context, out: ColumnsOf<typeof contractCode>): void {
  const { view } = context;
  eachEntry(context, LedgerEntryType.contractCode, out, (data, entry) => {
    locateContractCodeEntry(view, data, at);
    out.contract_code_hash.hex(view, at.hash, at.hash + 32);
    const version = view.getInt32(at.ext);
    out.contract_code_ext_v.push(version);
    pushLedgerKey(out.ledger_key_hash, out.ledger_key_hash_base_64, context, entry);
    // Version 1: an extension point, the cost inputs' own extension point, then the inputs.
    costNames.forEach((name, i) => out[name].push(0, version === 0 ? 0 : view.getUint32(at.ext + 12 + i * 4)));
  });
}

export function extractContractCodeBlob(context: Context, out: ColumnsOf<typeof contractCodeBlob>): void {
  const { view, bytes } = context;
  for (const { post } of context.entries[LedgerEntryType.contractCode]) {
    if (post < 0) continue;
    locateContractCodeEntry(view, entryHead(view, post).data, at);
    out.contract_code_hash.hex(view, at.hash, at.hash + 32);
    out.wasm.bytes(bytes, at.code + 4, at.code + 4 + view.getUint32(at.code));
    pushClosedAt(out.closed_at, context);
    out.ledger_sequence.push(context.ledger.sequence);
  }
}
