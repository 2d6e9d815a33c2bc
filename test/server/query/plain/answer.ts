/** What an answer should tell, worked out by SQL over tables of bronze, and how it is written. */

/** Parameters of a request, of path and query. */
export type Given = Readonly<Record<string, string>>;

export interface PlainAnswer {
  path: string;
  /** SQL whose rows are the parameters of requests; null stands for none. Without it there is one request. */
  requests?: string;
  /**
   * SQL by member of the answer, `.` for itself: the member must tell what its columns do, of a list all rows in their order. A time is
   * as `time` writes it.
   */
  members(given: Given): Readonly<Record<string, string>>;
  /** What is sent with POST. */
  body?(given: Given): unknown;
}

/** Returns a value as SQL writes it. */
export const quoted = (value: string | undefined): string =>
  value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`;

/** Returns a timestamp as answers have it. */
export const time = (column: string) => `replace(strftime(${column}, '%Y-%m-%dT%H:%M:%S.%gZ'), '.000Z', 'Z')`;

/** Returns stroops as an amount with seven places. */
export const units = (stroops: string) =>
  `cast(cast(${stroops} as decimal(30, 0)) * cast('0.0000001' as decimal(8, 7)) as decimal(38, 7))`;

/** The latest ledger, and when it closed. */
export const latest = '(select max(sequence) from bronze.history_ledgers_raw_v1)';
export const now = '(select arg_max(closed_at, sequence) from bronze.history_ledgers_raw_v1)';

/** Returns the condition that a time is of the last hours. */
export const within = (hours: number, column = 'closed_at') =>
  `${column} > ${now} - interval ${hours} hours and ${column} <= ${now}`;

const keys = {
  accounts: 'account_id',
  account_signers: 'account_id, signer',
  trust_lines: 'ledger_key',
  offers: 'offer_id',
  contract_data: 'ledger_key_hash',
  contract_code: 'contract_code_hash',
  claimable_balances: 'balance_id',
  liquidity_pools: 'liquidity_pool_id',
  ttl: 'key_hash',
} as const;

/** Returns the entries that stand after a ledger, to stand after `from`. */
export function standing(table: keyof typeof keys, ledger = latest): string {
  return `(
    select * from (
      select * from bronze.${table}_raw_v1 where ledger_sequence <= ${ledger}
      qualify row_number() over (partition by ${keys[table]} order by ledger_sequence desc) = 1
    ) where not deleted)`;
}

/** Returns the key of an asset of columns with a prefix. */
export const assetKey = (prefix: string) =>
  `coalesce(nullif(${prefix}code, '') || ':' || nullif(${prefix}issuer, ''), 'native')`;

/** Returns an asset of columns with a prefix, as answers have it. */
export const asset = (prefix: string) => `{
    code: coalesce(nullif(${prefix}code, ''), 'XLM'), issuer: nullif(${prefix}issuer, ''), type: ${prefix}type}`;

/** All movements without fees. */
export const moved = `(select *, nullif(asset_type, '') as kind, if(asset_type = '', 'native', asset_key) as key,
      nullif(split_part(asset_key, ':', 2), '') as asset_issuer,
      case when asset_key like '%:%' then split_part(asset_key, ':', 1) end as asset_code
    from bronze.token_transfers_raw_raw_v1 where event_topic != 'fee')`;

/** All calls, each once. */
export const calls = `(select * from bronze.contract_invocations_raw_v1 where in_call_tree and (origin = 'root' or depth > 0))`;

/** Balances that contracts keep, with the holder and whether they live at the latest ledger. */
export const kept = `(
    select entries.*, key_decoded::json ->> '$.vec[1].address' as holder,
      coalesce(val_decoded::json ->> '$.i128', val_decoded::json ->> '$.map[0].val.i128')::hugeint as raw,
      coalesce(live_until_ledger_seq >= ${latest}, true) as is_live
    from ${standing('contract_data')} as entries
    left join ${standing('ttl')} as lifetimes on lifetimes.key_hash = entries.ledger_key_hash
    where (key_decoded::json ->> '$.vec[0].symbol') = 'Balance'
      and contract_durability = 'ContractDataDurabilityPersistent')`;

/** Balances that were evicted from contracts and not restored since, as they were. */
export const evicted = `(
    select key_decoded::json ->> '$.vec[1].address' as holder, contract_id,
      coalesce(val_decoded::json ->> '$.i128', val_decoded::json ->> '$.map[0].val.i128')::hugeint as raw, ledger_sequence
    from (
      select * from bronze.contract_data_raw_v1
      qualify row_number() over (partition by ledger_key_hash order by ledger_sequence desc) = 1
    ) as entries
    where deleted and (key_decoded::json ->> '$.vec[0].symbol') = 'Balance'
      and exists (
        select 1 from bronze.evicted_keys_raw_v1 as moved
        where moved.ledger_sequence = entries.ledger_sequence and moved.ledger_key_hash = entries.ledger_key_hash_base_64
          and moved.contract_durability = 'ContractDataDurabilityPersistent'
      ))`;
