/** Tokens and assets that an address holds, with its movements of each. */
import { big, boolean, may, fields, text, time, whole } from '../../fields.ts';
import { heldBalances } from '../../current-balances.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { sql } from '../../sql.ts';
import { decimalsSource } from '../../tokens.ts';

export const addressTokenBalances = list({
  path: '/api/v1/silver/address/{addr}/token-balances',
  summary: 'Tokens and assets that an address holds',
  legacyKey: 'holdings',
  parameters: {
    addr: parameter.refused(parameter.address(['G', 'M', 'C', 'W'], 'An account or a contract.'), 'invalid address'),
    include: parameter.may(parameter.choices('include', ['archived'], 'Balances whose lifetime has ended, too.')),
    limit: parameter.limit(200, 1000),
  },
  row: fields({
    contract_id: may(text('Absent of shares of a pool.')),
    symbol: may(text()),
    asset_code: may(text()),
    asset_issuer: may(text()),
    source_type: text('classic for lumens, assets and pool shares, else soroban.'),
    token_type: text('sac or custom_soroban.'),
    decimals: may(whole()),
    decimals_source: text(decimalsSource),
    balance: may(text('In units of the token; absent if its decimals are unknown.')),
    balance_raw: big('In the smallest unit of the token.'),
    tx_count: whole('Transactions in which it moved to or from the address.'),
    last_activity_ledger: whole(),
    last_activity: time(),
    is_archived: may(boolean('Whether its lifetime has ended: it has to be restored before it can move.')),
  }),
  beside: { fields: { address: text() }, read: async ({ addr }) => ({ address: addr }) },
  kind: { isState: true },
  key: () => [{ column: 'asset_key', type: 'varchar' }],
  rows: ({ addr, include }, { view, ceiling }) => sql`
    with moved as (
        select
            token_contract_id as contract_id,
            count(distinct transaction_id) as tx_count,
            max(ledger_sequence) as last_ledger,
            max(timestamp) as last_time
        from silver.token_transfers_raw
        where (from_account = ${addr} or to_account = ${addr}) and ledger_sequence <= ${ceiling}
        group by token_contract_id
    ),
    held as (${heldBalances(view, sql`owner_address = ${addr}`, include !== undefined)})
    select
        asset_key,
        token_contract_id as contract_id,
        symbol,
        asset_code,
        asset_issuer,
        if(asset_type = 'soroban_token', 'soroban', 'classic') as source_type,
        if(asset_type = 'soroban_token', 'custom_soroban', 'sac') as token_type,
        decimals,
        decimals_source,
        balance_display as balance,
        balance_raw,
        coalesce(tx_count, 0) as tx_count,
        coalesce(last_ledger, last_updated_ledger) as last_activity_ledger,
        coalesce(last_time, last_updated_at) as last_activity,
        if(is_over, true, null) as is_archived
    from held
    left join moved on moved.contract_id = held.token_contract_id`,
});
