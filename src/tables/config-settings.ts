/** Network settings of Soroban. Each row fills the columns of its own setting; the others are 0 or empty. */
import { column, defineTable, type ColumnSpec, type ColumnsOf, type Meaning } from '../arrow/table.ts';
import type { Int64Column, Utf8Column } from '../arrow/columns.ts';
import { ConfigSettingId, LedgerEntryType } from '../xdr/generated/enums.ts';
import type { Context } from './context.ts';
import { commonColumns, eachEntry } from './entry/entry.ts';

type Width = 'u32' | 'i64';

/** A setting's number; a second name is the older one of the same value. */
interface Field extends Meaning {
  width: Width;
  names: readonly string[];
}

function u32(names: string, doc: string, unit?: string): Field {
  return { width: 'u32', names: names.split(' '), doc, unit };
}

function i64(names: string, doc: string, unit?: string): Field {
  return { width: 'i64', names: names.split(' '), doc, unit };
}

const {
  configSettingContractMaxSizeBytes,
  configSettingContractComputeV0,
  configSettingContractLedgerCostV0,
  configSettingContractHistoricalDataV0,
  configSettingContractEventsV0,
  configSettingContractBandwidthV0,
  configSettingContractCostParamsCpuInstructions,
  configSettingContractCostParamsMemoryBytes,
  configSettingContractDataKeySizeBytes,
  configSettingContractDataEntrySizeBytes,
  configSettingStateArchival,
  configSettingContractExecutionLanes,
  configSettingLiveSorobanStateSizeWindow,
  configSettingContractParallelComputeV0,
  configSettingContractLedgerCostExtV0,
  configSettingScpTiming,
  configSettingFrozenLedgerKeys,
  configSettingFreezeBypassTxs,
} = ConfigSettingId;

/** The numbers of each setting, in the order of the XDR. */
const numbers: Record<number, readonly Field[]> = {
  [configSettingContractMaxSizeBytes]: [u32('contract_max_size_bytes', 'Most bytes of contract code.', 'bytes')],
  [configSettingContractComputeV0]: [
    i64('ledger_max_instructions', 'Most instructions of a ledger.', 'instructions'),
    i64('tx_max_instructions', 'Most instructions of a transaction.', 'instructions'),
    i64('fee_rate_per_instructions_increment', 'Fee for 10,000 instructions.', 'stroops'),
    u32('tx_memory_limit', 'Most memory of a transaction.', 'bytes'),
  ],
  [configSettingContractLedgerCostV0]: [
    u32('ledger_max_disk_read_entries ledger_max_read_ledger_entries', 'Most entries that a ledger reads from disk.'),
    u32('ledger_max_disk_read_bytes ledger_max_read_bytes', 'Most bytes that a ledger reads from disk.', 'bytes'),
    u32('ledger_max_write_ledger_entries', 'Most entries that a ledger writes.'),
    u32('ledger_max_write_bytes', 'Most bytes that a ledger writes.', 'bytes'),
    u32('tx_max_disk_read_entries tx_max_read_ledger_entries', 'Most entries that a transaction reads from disk.'),
    u32('tx_max_disk_read_bytes tx_max_read_bytes', 'Most bytes that a transaction reads from disk.', 'bytes'),
    u32('tx_max_write_ledger_entries', 'Most entries that a transaction writes.'),
    u32('tx_max_write_bytes', 'Most bytes that a transaction writes.', 'bytes'),
    i64('fee_disk_read_ledger_entry fee_read_ledger_entry', 'Fee for reading an entry from disk.', 'stroops'),
    i64('fee_write_ledger_entry', 'Fee for writing an entry.', 'stroops'),
    i64('fee_disk_read_1kb fee_read_1kb', 'Fee for reading 1,024 bytes from disk.', 'stroops'),
    i64(
      'soroban_state_target_size_bytes bucket_list_target_size_bytes',
      'Size of the Soroban state up to which the rent fee grows slowly.',
      'bytes',
    ),
    i64(
      'rent_fee_1kb_soroban_state_size_low write_fee_1kb_bucket_list_low',
      'Rent fee for 1,024 bytes while the Soroban state is empty.',
      'stroops',
    ),
    i64(
      'rent_fee_1kb_soroban_state_size_high write_fee_1kb_bucket_list_high',
      'Rent fee for 1,024 bytes when the Soroban state has its target size.',
      'stroops',
    ),
    u32(
      'soroban_state_rent_fee_growth_factor bucket_list_write_fee_growth_factor',
      'Factor by which the rent fee grows faster past the target size of the Soroban state.',
    ),
  ],
  [configSettingContractHistoricalDataV0]: [
    i64('fee_historical_1kb', 'Fee for keeping 1,024 bytes in history archives.', 'stroops'),
  ],
  [configSettingContractEventsV0]: [
    u32('tx_max_contract_events_size_bytes', 'Most bytes of events that a transaction emits.', 'bytes'),
    i64('fee_contract_events_1kb', 'Fee for 1,024 bytes of events.', 'stroops'),
  ],
  [configSettingContractBandwidthV0]: [
    u32('ledger_max_txs_size_bytes', 'Most bytes of Soroban transactions in a ledger.', 'bytes'),
    u32('tx_max_size_bytes', 'Most bytes of a Soroban transaction.', 'bytes'),
    i64('fee_tx_size_1kb', 'Fee for 1,024 bytes of a transaction.', 'stroops'),
  ],
  [configSettingContractDataKeySizeBytes]: [
    u32('contract_data_key_size_bytes', 'Most bytes of a contract storage key.', 'bytes'),
  ],
  [configSettingContractDataEntrySizeBytes]: [
    u32('contract_data_entry_size_bytes', 'Most bytes of a contract storage entry.', 'bytes'),
  ],
  [configSettingStateArchival]: [
    u32('max_entry_ttl', 'Longest lifetime of an entry.', 'ledgers'),
    u32('min_temporary_ttl', 'Shortest lifetime of a new temporary entry.', 'ledgers'),
    u32('min_persistent_ttl', 'Shortest lifetime of a new persistent entry.', 'ledgers'),
    i64('persistent_rent_rate_denominator', 'Denominator of the rent rate of persistent entries.'),
    i64('temp_rent_rate_denominator', 'Denominator of the rent rate of temporary entries.'),
    u32('max_entries_to_archive', 'Most entries that a ledger evicts.'),
    u32(
      'live_soroban_state_size_window_sample_size bucket_list_size_window_sample_size',
      'Number of size samples in the average size of the Soroban state.',
    ),
    u32(
      'live_soroban_state_size_window_sample_period',
      'Ledgers between size samples of the Soroban state.',
      'ledgers',
    ),
    u32('eviction_scan_size', 'Bytes of state that a ledger scans for entries to evict.', 'bytes'),
    u32('starting_eviction_scan_level', 'Lowest level of the bucket list that is scanned for entries to evict.'),
  ],
  [configSettingContractExecutionLanes]: [u32('ledger_max_tx_count', 'Most Soroban transactions of a ledger.')],
  [configSettingContractParallelComputeV0]: [
    u32('ledger_max_dependent_tx_clusters', 'Most groups of dependent transactions of a ledger that run in parallel.'),
  ],
  [configSettingContractLedgerCostExtV0]: [
    u32('tx_max_footprint_entries', 'Most entries in the footprint of a transaction.'),
    i64('fee_write_1kb', 'Fee for writing 1,024 bytes.', 'stroops'),
  ],
  [configSettingScpTiming]: [
    u32('ledger_target_close_time_milliseconds', 'Target time between ledgers.', 'milliseconds'),
    u32('nomination_timeout_initial_milliseconds', 'First timeout of SCP nomination.', 'milliseconds'),
    u32(
      'nomination_timeout_increment_milliseconds',
      'Time added to each next timeout of SCP nomination.',
      'milliseconds',
    ),
    u32('ballot_timeout_initial_milliseconds', 'First timeout of an SCP ballot.', 'milliseconds'),
    u32('ballot_timeout_increment_milliseconds', 'Time added to each next timeout of an SCP ballot.', 'milliseconds'),
  ],
};

/** Hubble has the column, no setting fills it. */
const NEVER_FILLED: Field = i64('auto_bump_ledgers', 'Always 0: no setting has it.', 'ledgers');

const numberFields = [...Object.values(numbers).flat(), NEVER_FILLED];
const numberNames = numberFields.flatMap(({ names }) => names);

const numberColumns: Record<string, ColumnSpec<'int64'>> = Object.fromEntries(
  numberFields.flatMap(({ names, doc, unit }) => names.map((name) => [name, column('int64', doc, unit)])),
);

const lists = {
  contract_cost_params_cpu_insns_json: column(
    'utf8',
    'CPU cost of each cost type: ExtV, ConstTerm, LinearTerm.',
    'JSON',
  ),
  contract_cost_params_mem_bytes_json: column(
    'utf8',
    'Memory cost of each cost type: ExtV, ConstTerm, LinearTerm.',
    'JSON',
  ),
  live_soroban_state_size_window_json: column('utf8', 'Recent sizes of the live Soroban state, in bytes.', 'JSON'),
  frozen_ledger_keys_json: column('utf8', 'LedgerKeys that are frozen, each in base64 XDR.', 'JSON'),
  freeze_bypass_txs_json: column('utf8', 'Hashes of transactions that may touch frozen keys.', 'JSON'),
};
const listNames = Object.keys(lists) as (keyof typeof lists)[];

const listOf: Record<number, keyof typeof lists> = {
  [configSettingContractCostParamsCpuInstructions]: 'contract_cost_params_cpu_insns_json',
  [configSettingContractCostParamsMemoryBytes]: 'contract_cost_params_mem_bytes_json',
  [configSettingLiveSorobanStateSizeWindow]: 'live_soroban_state_size_window_json',
  [configSettingFrozenLedgerKeys]: 'frozen_ledger_keys_json',
  [configSettingFreezeBypassTxs]: 'freeze_bypass_txs_json',
};

export const configSettings = defineTable({
  name: 'config_settings',
  grain: 'One row per network setting and ledger in which it was written.',
  key: ['config_setting_id', 'ledger_sequence'],
  columns: {
    config_setting_id: column('int32', 'Number of the setting (ConfigSettingID).'),
    ...(numberColumns as object),
    ...lists,
    ...commonColumns,
  },
});

export function extractConfigSettings(context: Context, out: ColumnsOf<typeof configSettings>): void {
  const { view } = context;
  // The names of the numbers come from the lists above, so their columns have no static type.
  const columns = out as unknown as Record<string, Int64Column>;
  eachEntry(context, LedgerEntryType.configSetting, out, (data) => {
    const id = view.getInt32(data);
    out.config_setting_id.push(id);
    const filled = pushNumbers(view, data + 4, numbers[id] ?? [], columns);
    for (const name of numberNames) if (!filled.has(name)) columns[name].push(0, 0);
    for (const name of listNames) pushList(out[name], context, listOf[id] === name ? data + 4 : -1, name);
  });
}

function pushNumbers(
  view: DataView,
  p: number,
  fields: readonly Field[],
  columns: Record<string, Int64Column>,
): Set<string> {
  const filled = new Set<string>();
  for (const { width, names } of fields) {
    for (const name of names) {
      if (width === 'u32') columns[name].push(0, view.getUint32(p));
      else columns[name].pushAt(view, p);
      filled.add(name);
    }
    p += width === 'u32' ? 4 : 8;
  }
  return filled;
}

function pushList(column: Utf8Column, { view, json }: Context, p: number, name: keyof typeof lists): void {
  if (p < 0) return column.ascii('[]');
  json.length = 0;
  json.byte(91);
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    if (i > 0) json.byte(44);
    if (name === 'live_soroban_state_size_window_json') {
      json.ascii(view.getBigUint64(p).toString());
      p += 8;
    } else if (name === 'freeze_bypass_txs_json') p = json.opaque(p, 32);
    else if (name === 'frozen_ledger_keys_json') {
      const end = p + 4 + view.getUint32(p);
      json.byte(34);
      json.base64(view, p + 4, end);
      json.byte(34);
      p = (end + 3) & ~3;
    } else p = writeCost(json, p);
  }
  json.byte(93);
  column.text(json);
}

/** A cost: an extension point and two numbers, which the reference writes as texts. */
function writeCost(json: Context['json'], p: number): number {
  json.ascii(`{"ExtV":"${json.view.getInt32(p)}","ConstTerm":`);
  p = json.int64(p + 4);
  json.ascii(',"LinearTerm":');
  p = json.int64(p);
  json.byte(125);
  return p;
}
