/** All balances of an address in one list: lumens, trust lines, pool shares, contract tokens. */
import { big, boolean, may, fields, text, time, whole } from '../../fields.ts';
import { heldBalances } from '../../current-balances.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { inRange } from '../../lists/range.ts';
import { decimalsSource } from '../../tokens.ts';
import { join, sql, when, type Sql } from '../../sql.ts';

const addressParameter = parameter.refused(
  parameter.address(['G', 'M', 'C', 'W'], 'An account or a contract.'),
  'invalid address',
);

const held = {
  asset_type: text('native, credit_alphanum4, credit_alphanum12, liquidity_pool_shares or soroban_token.'),
  asset_code: may(text()),
  asset_issuer: may(text()),
  contract_id: may(text('Contract of the asset or token.')),
  symbol: may(text()),
  liquidity_pool_id: may(text()),
  balance_raw: big('In the smallest unit of the token.'),
  balance: may(text('In units of the token; absent if its decimals are unknown.')),
  decimals: may(whole()),
  decimals_source: text(decimalsSource),
  balance_source: text('account, trustline or contract_data.'),
};

export const addressBalances = list({
  path: '/api/v1/silver/addresses/{address}/balances',
  summary: 'All that an address holds, of any kind',
  legacyKey: 'balances',
  parameters: {
    address: addressParameter,
    include: parameter.may(parameter.choices('include', ['archived'], 'Balances whose lifetime has ended, too.')),
    limit: parameter.limit(200, 1000),
  },
  row: fields({ ...held, last_updated_ledger: whole(), last_updated: time(), is_archived: may(boolean()) }),
  beside: { fields: { address: text() }, read: async ({ address }) => ({ address }) },
  kind: { isState: true },
  key: () => [{ column: 'kind' }, { column: 'asset_key', type: 'varchar' }],
  rows: ({ address, include = [] }, { view }) => sql`
    select
        *,
        balance_display as balance,
        token_contract_id as contract_id,
        last_updated_at as last_updated,
        case
            when asset_key = 'native' then 0
            when asset_type = 'liquidity_pool_shares' then 2
            when asset_type = 'soroban_token' then 3
            else 1
        end as kind,
        if(is_over, true, null) as is_archived
    from (${heldBalances(view, sql`owner_address = ${address}`, include.length > 0)})`,
});

export const addressBalanceHistory = list({
  path: '/api/v1/silver/addresses/{address}/balances/history',
  summary: 'Balances of an address after each ledger that changed one',
  legacyKey: 'history',
  parameters: {
    address: addressParameter,
    asset: parameter.may(parameter.assetOrContract('Only this asset: CODE:ISSUER, XLM, or a contract.')),
    limit: parameter.limit(100, 1000),
    order: parameter.order,
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: fields({
    ledger_sequence: whole(),
    closed_at: time(),
    ...held,
    deleted: boolean('Whether the entry was removed.'),
  }),
  beside: { fields: { address: text() }, read: async ({ address }) => ({ address }) },
  kind: { isState: true },
  key: ({ order }) => [
    { column: 'ledger_sequence', descending: order === 'desc' },
    { column: 'asset_key', type: 'varchar' },
  ],
  rows: (values, scan) => sql`
    select *, balance_display as balance
    from (
        ${classicBalances(values.address)}
        union all
        select
            ledger_sequence,
            last_updated_at,
            asset_key,
            asset_type,
            asset_code,
            asset_issuer,
            token_contract_id,
            symbol,
            null,
            if(deleted, '0', balance_raw),
            if(deleted, bronze.scaled_text('0', decimals), balance_display),
            decimals,
            decimals_source,
            balance_source,
            deleted
        from silver.contract_balance_changes
        where owner_address = ${values.address}
    )
    where ${join(inRange(values, scan), ' and ')}
    ${when(values.asset, (asset) => sql`and (asset_key = ${asset} or contract_id = ${asset})`)}`,
});

/** Returns SQL for the balances of an account's lumens and trust lines, at each change. */
function classicBalances(address: string): Sql {
  return sql`
    select
        ledger_sequence,
        closed_at,
        'native' as asset_key,
        'native' as asset_type,
        'XLM' as asset_code,
        cast(null as varchar) as asset_issuer,
        cast(null as varchar) as contract_id,
        'XLM' as symbol,
        cast(null as varchar) as liquidity_pool_id,
        if(deleted, '0', cast(bronze.stroops(balance) as varchar)) as balance_raw,
        bronze.scaled_text(if(deleted, '0', cast(bronze.stroops(balance) as varchar)), 7) as balance_display,
        7 as decimals,
        'sac' as decimals_source,
        'account' as balance_source,
        deleted
    from bronze.accounts
    where account_id = ${address}
    union all
    select
        ledger_sequence,
        closed_at,
        coalesce(asset_key, 'liquidity_pool:' || liquidity_pool_id),
        if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type),
        nullif(asset_code, ''),
        nullif(asset_issuer, ''),
        null,
        nullif(asset_code, ''),
        nullif(liquidity_pool_id, ''),
        if(deleted, '0', cast(bronze.stroops(balance) as varchar)),
        bronze.scaled_text(if(deleted, '0', cast(bronze.stroops(balance) as varchar)), 7),
        7,
        'sac',
        'trustline',
        deleted
    from bronze.trust_lines
    where account_id = ${address}`;
}
