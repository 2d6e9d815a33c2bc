/** Finds accounts, contracts, transactions, ledgers, assets and tokens. */
import { readAddress } from '../../addresses.ts';
import { json, may, fields, text } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { readAsset } from '../../parameters.ts';
import { sql, when, where, type Sql } from '../../sql.ts';

const kinds = ['account', 'contract', 'transaction', 'ledger', 'token', 'asset'] as const;

export const search = list({
  path: '/api/v1/silver/search',
  summary: 'Search accounts, contracts, transactions, ledgers and assets',
  legacyKey: 'results',
  parameters: {
    q: parameter.required(
      parameter.refused(
        parameter.matching(
          /^[\s\S]{1,200}$/,
          'Text to search. Each kind of match gets at most half of the limit, unless `type` names it.',
        ),
        'invalid q',
      ),
      'q query parameter required',
    ),
    limit: parameter.limit(20, 100),
    type: parameter.may(parameter.choice('type', kinds)),
  },
  row: fields({ type: text(), id: text(), label: text(), details: may(json()) }),
  beside: { fields: { query: text() }, read: async ({ q }) => ({ query: q }) },
  kind: {
    isState: true,
    isPaged: false,
    isCut: (rows) => rows.some(({ is_cut: isCut }) => isCut === true),
    isWhole: true,
  },
  key: () => [
    { column: 'match' },
    { column: 'kind' },
    { column: 'holders', descending: true },
    { column: 'id', type: 'varchar' },
  ],
  rows: ({ q, type, limit }) => sql`
    select *, list_position(['account', 'contract', 'transaction', 'ledger', 'token', 'asset'], type) as kind
    from (${found(q.trim(), type === undefined ? Math.ceil(limit / 2) : limit)})
    ${where(when(type, (word) => sql`type = ${word}`))}`,
});

/** Returns the matches. Each kind gets at most `share` rows (default 10), so that no kind hides another. */
function found(q: string, share: number): Sql {
  const account = readAddress(q, ['G', 'M']);
  if (account !== undefined) return accounts(account);
  const contract = readAddress(q, ['C', 'W']);
  if (contract !== undefined) return contracts(contract);
  if (/^[0-9a-f]{64}$/i.test(q)) return transactions(q.toLowerCase());
  if (/^\d{1,10}$/.test(q)) return ledgers(q);
  if (/^\d{18,19}$/.test(q)) return operations(q);
  const asset = readAsset(q);
  if (asset !== undefined && asset !== 'native')
    return sql`with stats as (from semantic.semantic_asset_stats) ${assets(sql`asset_key = ${asset}`, q)}`;
  if (q.length < 2)
    return sql`select 0 as match, '' as type, '' as id, '' as label, null as details, 0 as holders where false`;
  return sql`
    with stats as materialized (
        select asset_key, asset_type, asset_code, contract_id, token_name, token_symbol, holder_count, known_holder_count
        from semantic.semantic_asset_stats
    ),
    all_found as (
        (${assets(sql`contains(lower(asset_code), lower(${q}))`, q)})
        union all by name
        (${tokens(q)})
        union all by name
        (${domains(q)})
    ),
    placed as (
        select *, row_number() over of_kind as place, lead(id) over of_kind as next
        from all_found
        window of_kind as (partition by type order by match, holders desc, id)
    )
    select * exclude (place, next), place = ${share} and next is not null as is_cut
    from placed
    where place <= ${share}`;
}

const accounts = (id: string): Sql => sql`
    select
        0 as match, 'account' as type, account_id as id, account_id as label,
        json_object('balance', cast(balance as varchar)) as details, 0 as holders
    from silver.accounts_current where account_id = ${id} and not deleted
    union all
    select 0, 'account', any_value(account_id), any_value(account_id), null, 0
    from silver.trust_lines_current where account_id = ${id} and not deleted
    having count(*) > 0 and ${id} not in (select account_id from silver.accounts_current where not deleted)`;

const contracts = (id: string): Sql => sql`
    select
        0 as match,
        if(token_symbol is null, 'contract', 'token') as type,
        contract_id as id,
        coalesce(token_symbol, contract_id) as label,
        json_object('contract_type', contract_type, 'name', token_name) as details,
        0 as holders
    from semantic.semantic_entities_contracts where contract_id = ${id}`;

const transactions = (hash: string): Sql => sql`
    select
        0 as match, 'transaction' as type, transaction_hash as id, transaction_hash as label,
        json_object('ledger_sequence', ledger_sequence, 'successful', successful) as details, 0 as holders
    from bronze.history_transactions where transaction_hash = ${hash} or inner_transaction_hash = ${hash}`;

const ledgers = (sequence: string): Sql => sql`
    select
        0 as match, 'ledger' as type, cast(sequence as varchar) as id, 'ledger ' || sequence as label,
        json_object(
            'transaction_count', successful_transaction_count + failed_transaction_count,
            'operation_count', operation_count
        ) as details,
        0 as holders
    from bronze.history_ledgers where sequence = cast(${sequence} as bigint)`;

const operations = (id: string): Sql => sql`
    select
        0 as match, 'transaction' as type, transaction_hash as id, transaction_hash as label,
        json_object('operation_id', cast(id as varchar), 'type_name', upper(type_string)) as details, 0 as holders
    from bronze.history_operations where id = cast(${id} as hugeint)`;

const rank = (column: Sql, q: string): Sql => sql`
    case when lower(${column}) = lower(${q}) then 0 when starts_with(lower(${column}), lower(${q})) then 1 else 2 end`;

const assets = (condition: Sql, q: string): Sql => sql`
    select
        ${rank(sql`asset_code`, q)} as match,
        'asset' as type,
        if(asset_key = 'native', 'XLM', asset_key) as id,
        asset_code as label,
        if(holder_count is null, json_object(), json_object('holder_count', holder_count)) as details,
        known_holder_count as holders
    from stats
    where asset_type != 'soroban_token' and ${condition}`;

/** The contract of an asset is found by the code alone, which its name begins with: an issuer is no name. */
const tokens = (q: string): Sql => sql`
    select
        least(${rank(sql`coalesce(token_symbol, '')`, q)}, ${rank(sql`coalesce(token_name, '')`, q)}) as match,
        'token' as type,
        contract_id as id,
        coalesce(nullif(token_symbol, ''), token_name) as label,
        json_object('name', token_name) as details,
        known_holder_count as holders
    from stats
    where contains(lower(token_symbol), lower(${q}))
        or asset_type = 'soroban_token' and contains(lower(token_name), lower(${q}))`;

const domains = (q: string): Sql => sql`
    select
        ${rank(sql`home_domain`, q)} as match, 'account' as type, account_id as id, home_domain as label,
        json_object('balance', cast(balance as varchar)) as details, 0 as holders
    from silver.accounts_current
    where not deleted and contains(${q}, '.') and contains(lower(home_domain), lower(${q}))`;
