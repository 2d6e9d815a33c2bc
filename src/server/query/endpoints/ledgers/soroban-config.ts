/** Soroban network settings, as far as the loaded ledgers contain them. */
import { may, fields, time, whole, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import { sql } from '../../sql.ts';
import type { View } from '../../view.ts';

const limits = {
  max_read_entries: may(whole('From disk.')),
  max_read_bytes: may(whole('From disk.')),
  max_write_entries: may(whole()),
  max_write_bytes: may(whole()),
};
const LedgerLimits = fields({ ...limits, max_transactions: may(whole('Of contracts.')) });
const TransactionLimits = fields(limits);
const settings = {
  instructions: fields({
    ledger_max: may(whole()),
    tx_max: may(whole()),
    fee_rate_per_increment: may(whole('Stroops for 10,000 instructions.')),
  }),
  memory: fields({ tx_limit_bytes: may(whole()) }),
  contract: fields({ max_size_bytes: may(whole()) }),
};

export const sorobanConfig = object({
  path: '/api/v1/silver/soroban/config',
  summary: 'Settings of the network for contracts',
  parameters: {},
  answer: {
    config: fields({
      ...settings,
      ledger_limits: LedgerLimits,
      tx_limits: TransactionLimits,
      last_modified_ledger: whole('Ledger of the last change of a setting.'),
      updated_at: time(),
    }),
  },
  isState: true,
  read: async (_values, view) => ({ body: { config: await readConfig(view) } }),
});

export const sorobanConfigLimits = object({
  path: '/api/v1/silver/soroban/config/limits',
  summary: 'Limits of the network for contracts',
  parameters: {},
  answer: { ...settings, ledger: LedgerLimits, transaction: TransactionLimits, updated_at: time() },
  isState: true,
  async read(_values, view) {
    const { ledger_limits: ledger = null, tx_limits: transaction = null, ...rest } = await readConfig(view);
    return { body: { ...rest, ledger, transaction } };
  },
});

/** Returns the settings that are known; throws ApiError when none is. Ids are those of ConfigSettingID (Stellar-contract-config-setting.x). */
async function readConfig(view: View): Promise<Row> {
  const row = await view.row(sql`
    select
        {max_size_bytes: any_value(contract_max_size_bytes) filter (config_setting_id = 0)} as contract,
        {
            ledger_max: any_value(ledger_max_instructions) filter (config_setting_id = 1),
            tx_max: any_value(tx_max_instructions) filter (config_setting_id = 1),
            fee_rate_per_increment: any_value(fee_rate_per_instructions_increment) filter (config_setting_id = 1)
        } as instructions,
        {tx_limit_bytes: any_value(tx_memory_limit) filter (config_setting_id = 1)} as memory,
        {
            max_read_entries: any_value(coalesce(nullif(ledger_max_disk_read_entries, 0), ledger_max_read_ledger_entries))
                filter (config_setting_id = 2),
            max_read_bytes: any_value(coalesce(nullif(ledger_max_disk_read_bytes, 0), ledger_max_read_bytes))
                filter (config_setting_id = 2),
            max_write_entries: any_value(ledger_max_write_ledger_entries) filter (config_setting_id = 2),
            max_write_bytes: any_value(ledger_max_write_bytes) filter (config_setting_id = 2),
            max_transactions: any_value(ledger_max_tx_count) filter (config_setting_id = 11)
        } as ledger_limits,
        {
            max_read_entries: any_value(coalesce(nullif(tx_max_disk_read_entries, 0), tx_max_read_ledger_entries))
                filter (config_setting_id = 2),
            max_read_bytes: any_value(coalesce(nullif(tx_max_disk_read_bytes, 0), tx_max_read_bytes))
                filter (config_setting_id = 2),
            max_write_entries: any_value(tx_max_write_ledger_entries) filter (config_setting_id = 2),
            max_write_bytes: any_value(tx_max_write_bytes) filter (config_setting_id = 2)
        } as tx_limits,
        max(last_modified_ledger) as last_modified_ledger,
        arg_max(closed_at, ledger_sequence) as updated_at
    from silver.config_settings_current
    where not deleted`);
  if (!row || row['updated_at'] === null) throw view.notFound('Soroban configuration');
  return row;
}
