/** Keys that left the live state for the archive or came back (tables.md 2.19). */
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import type { EntryChange } from '../ledger/compact.ts';
import { ContractDataDurability, LedgerEntryType } from '../xdr/generated/enums.ts';
import { skipLedgerKey } from '../xdr/generated/skip.ts';
import { jsonScAddress } from '../xdr/json-values.ts';
import { goNames } from '../xdr/names.ts';
import { pushClosedAt, type Context } from './context.ts';
import { commonColumns } from './entry.ts';
import { ledgerKey } from './ledger-key.ts';
import { isRestored } from './restored-key.ts';

export const evictedKeys = defineTable({
  name: 'evicted_keys',
  grain: 'One row per key and ledger in which it was evicted or restored.',
  key: ['ledger_key_hash', 'ledger_sequence', 'is_evicted'],
  columns: {
    ledger_key_hash: column('utf8', 'The whole LedgerKey, despite the name.', 'base64 XDR'),
    is_evicted: column('bool', 'True when the key was evicted, false when it was restored.'),
    contract_id: column('utf8', 'Contract of a data key; empty for other keys.'),
    contract_durability: column('utf8', 'Durability of a data key; empty for other keys.'),
    closed_at: commonColumns.closed_at,
    ledger_sequence: commonColumns.ledger_sequence,
  },
});

type Out = ColumnsOf<typeof evictedKeys>;

const durabilities = goNames('ContractDataDurability', ContractDataDurability);

export function extractEvictedKeys(context: Context, out: Out): void {
  const { view, bytes, ledger } = context;
  if (ledger.evictedKeys >= 0) {
    let p = ledger.evictedKeys + 4;
    for (let i = view.getUint32(ledger.evictedKeys); i > 0; i--) {
      const end = skipLedgerKey(view, p);
      pushKey(context, out, bytes.subarray(p, end), { type: view.getInt32(p), keyStart: p + 4, keyEnd: end }, true);
      p = end;
    }
  }
  for (const entry of context.entries.flatMap((entries) => entries.filter(isRestored))) {
    pushKey(context, out, ledgerKey(context, entry), entry, false);
  }
}

type KeySpan = Pick<EntryChange, 'type' | 'keyStart' | 'keyEnd'>;

function pushKey(
  context: Context,
  out: Out,
  key: Uint8Array,
  { type, keyStart, keyEnd }: KeySpan,
  isEvicted: boolean,
): void {
  const { view, json } = context;
  out.ledger_key_hash.base64(key, 0, key.length);
  out.is_evicted.push(isEvicted);
  if (type === LedgerEntryType.contractData) {
    json.length = 0;
    jsonScAddress(json, keyStart);
    out.contract_id.bytes(json.buffer, 1, json.length - 1);
    out.contract_durability.ascii(durabilities.get(view.getInt32(keyEnd - 4))!);
  } else {
    out.contract_id.ascii('');
    out.contract_durability.ascii('');
  }
  pushClosedAt(out.closed_at, context);
  out.ledger_sequence.push(context.ledger.sequence);
}
