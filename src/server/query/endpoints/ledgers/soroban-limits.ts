/** What contracts may use in a ledger, as far as the loaded ledgers tell: a setting is known from its first change on. */
import { big, may, fields, type Row } from '../../fields.ts';
import { raw, sql } from '../../sql.ts';
import type { View } from '../../view.ts';

export const SorobanLimits = fields({
  transactions: may(big()),
  instructions: may(big()),
  read_bytes: may(big('From disk.')),
  write_bytes: may(big()),
  read_entries: may(big('From disk.')),
  write_entries: may(big()),
  transactions_size_bytes: may(big()),
});

/** Returns the limits that held after a ledger. Ids of settings are those of ConfigSettingID in Stellar-contract-config-setting.x. */
export async function readSorobanLimits(view: View, sequence: number): Promise<Row> {
  const isNow = sequence >= view.bounds.latest;
  const relation = raw(isNow ? 'silver.config_settings_current' : 'bronze.config_settings');
  const row = await view.row(sql`
    select
        max_by(ledger_max_tx_count, ledger_sequence) filter (config_setting_id = 11) as transactions,
        max_by(ledger_max_instructions, ledger_sequence) filter (config_setting_id = 1) as instructions,
        max_by(coalesce(nullif(ledger_max_disk_read_bytes, 0), ledger_max_read_bytes), ledger_sequence)
            filter (config_setting_id = 2) as read_bytes,
        max_by(ledger_max_write_bytes, ledger_sequence) filter (config_setting_id = 2) as write_bytes,
        max_by(coalesce(nullif(ledger_max_disk_read_entries, 0), ledger_max_read_ledger_entries), ledger_sequence)
            filter (config_setting_id = 2) as read_entries,
        max_by(ledger_max_write_ledger_entries, ledger_sequence) filter (config_setting_id = 2) as write_entries,
        max_by(ledger_max_txs_size_bytes, ledger_sequence) filter (config_setting_id = 5) as transactions_size_bytes
    from ${relation}
    where ledger_sequence <= ${sequence}`);
  return row ?? {};
}
