/** Balances of an account: lumens, trust lines, pool shares, contract tokens. */
import { big, boolean, may, fields, text, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { decimalsSource } from '../../tokens.ts';
import { raw, sql, when, where, type Sql } from '../../sql.ts';
import { lives } from '../../state.ts';
import type { View } from '../../view.ts';
import { accountMissing } from './account-current.ts';

const Balance = fields({
  asset_type: text('native, credit_alphanum4, credit_alphanum12, liquidity_pool_shares or contract_token.'),
  asset_code: may(text()),
  asset_issuer: may(text()),
  balance: may(text('Absent of a token whose decimals are not known.')),
  balance_stroops: may(big()),
  limit: may(text('The most that the trust line may hold.')),
  buying_liabilities: may(text()),
  selling_liabilities: may(text()),
  is_authorized: may(boolean()),
  is_authorized_to_maintain_liabilities: may(boolean()),
  is_clawback_enabled: may(boolean()),
  sponsor: may(text()),
  last_modified_ledger: may(whole()),
  liquidity_pool_id: may(text()),
  contract_id: may(text()),
  symbol: may(text()),
  decimals: may(whole()),
  decimals_source: may(text(`Of tokens of contracts. ${decimalsSource}`)),
  balance_raw: may(big()),
});

export const accountBalances = list({
  path: '/api/v1/silver/accounts/{id}/balances',
  summary: 'Native and trustline balances',
  legacyKey: 'balances',
  parameters: {
    id: parameter.account(),
    limit: parameter.limit(1000, 1000),
    asset: parameter.may(parameter.asset('Only this asset: CODE:ISSUER or XLM.')),
    include_contract_tokens: parameter.may(parameter.flag('Tokens of contracts, too.')),
  },
  row: Balance,
  beside: {
    fields: { account_id: text(), total_balances: whole('Before the limit.') },
    async read(values, { view }, found) {
      if (!found.some(({ kind }) => kind !== TOKEN)) await checkKnown(values.id, view);
      if (found.length < values.limit) return { account_id: values.id, total_balances: found.length };
      const row = await view.row(sql`select count(*) as total from (${balances(values, view)})`);
      return { account_id: values.id, total_balances: Number(row?.['total']) };
    },
  },
  kind: { isState: true, isPaged: false },
  key: () => [
    { column: 'kind' },
    { column: "coalesce(asset_code, '')", type: 'varchar' },
    { column: "coalesce(asset_issuer, '')", type: 'varchar' },
    { column: "coalesce(liquidity_pool_id, contract_id, '')", type: 'varchar' },
  ],
  rows: (values, { view }) => sql`from (${balances(values, view)})`,
  warnings: (_values, view) =>
    view.coverage === 'full' ? [] : ['balances that the loaded ledgers did not touch are missing'],
});

interface BalanceFilters {
  id: string;
  asset?: string;
  include_contract_tokens?: boolean;
}

function balances({ id, asset, include_contract_tokens: withTokens }: BalanceFilters, view: View): Sql {
  const all = sql`(${native(id)}) union all by name (${trusted(id)})`;
  const found = withTokens === true ? sql`${all} union all by name (${tokens(id, view)})` : all;
  return sql`from (${found}) ${where(when(asset, (key) => sql`asset_key = ${key}`))}`;
}

const native = (id: string) => sql`
    select
        0 as kind,
        'native' as asset_key,
        'native' as asset_type,
        'XLM' as asset_code,
        cast(balance as varchar) as balance,
        bronze.stroops(balance) as balance_stroops,
        cast(buying_liabilities as varchar) as buying_liabilities,
        cast(selling_liabilities as varchar) as selling_liabilities,
        last_modified_ledger,
        cast(null as varchar) as contract_id
    from silver.accounts_current
    where account_id = ${id} and not deleted`;

const trusted = (id: string) => sql`
    select
        if(asset_type = 'pool_share', 2, 1) as kind,
        asset_key,
        if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type) as asset_type,
        nullif(asset_code, '') as asset_code,
        nullif(asset_issuer, '') as asset_issuer,
        cast(balance as varchar) as balance,
        bronze.stroops(balance) as balance_stroops,
        cast(bronze.units(trust_line_limit) as varchar) as "limit",
        cast(buying_liabilities as varchar) as buying_liabilities,
        cast(selling_liabilities as varchar) as selling_liabilities,
        flags & 1 > 0 as is_authorized,
        flags & 3 = 2 as is_authorized_to_maintain_liabilities,
        flags & 4 > 0 as is_clawback_enabled,
        sponsor,
        last_modified_ledger,
        nullif(liquidity_pool_id, '') as liquidity_pool_id
    from silver.trust_lines_current
    where account_id = ${id} and not deleted`;

/** What stands for tokens of contracts in the order of balances. */
const TOKEN = 3;

/** Balances of contract tokens whose storage entry is live. */
const tokens = (id: string, view: View) => sql`
    select
        ${raw(String(TOKEN))} as kind,
        asset_key,
        'contract_token' as asset_type,
        balance_display as balance,
        last_updated_ledger as last_modified_ledger,
        token_contract_id as contract_id,
        symbol,
        decimals,
        decimals_source,
        balance_raw
    from silver.address_balances_current
    where owner_address = ${id} and balance_source = 'contract_data' and ${lives(view, 'key_hash')}`;

/** An account of which only a trust line is known is answered with that. */
async function checkKnown(id: string, view: View): Promise<void> {
  const known = sql`(${native(id)}) union all by name (${trusted(id)}) limit 1`;
  if (await view.row(sql`select 1 as known from (${known})`)) return;
  throw await accountMissing(view, id);
}
