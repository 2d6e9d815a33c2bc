/** Who holds a token (contract 5.5). */
import { big, flag, may, object, text, time, whole } from '../fields.ts';
import { heldBalances } from '../held-balances.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { sql, when, where } from '../sql.ts';

export const tokenBalances = list({
  path: '/api/v1/silver/tokens/{contract_id}/balances',
  summary: 'Token holder balances',
  legacyKey: 'balances',
  parameters: {
    contract_id: parameter.contract('Contract of the token.'),
    limit: parameter.limit(20, 200),
    include: parameter.may(parameter.choices('include', ['archived'], 'Balances whose lifetime has ended, too.')),
    min_balance_raw: parameter.may(parameter.wholeText('Smallest units that are held at least.')),
  },
  row: object({
    address: text(),
    balance: text('With the decimals of the token.'),
    balance_raw: big('In the smallest unit.'),
    total_received: big(),
    total_sent: big(),
    tx_count: whole('Transactions in which it moved.'),
    last_activity_ledger: may(whole()),
    last_activity: may(time()),
    balance_source: text('account, trustline or contract_data.'),
    is_archived: may(flag('Whether its lifetime has ended: it has to be restored before it can move.')),
  }),
  isState: true,
  key: () => [
    { column: 'units', type: 'hugeint', descending: true },
    { column: 'address', type: 'varchar' },
  ],
  rows: (values, { view }) => sql`
    select
        owner_address as address,
        balance_display as balance,
        balance_raw,
        balance_integer as units,
        balance_source,
        last_updated_ledger,
        last_updated_at,
        if(is_over, true, null) as is_archived
    from (${heldBalances(view, sql`token_contract_id = ${values.contract_id}`, values.include !== undefined)})
    ${where(when(values.min_balance_raw, (least) => sql`balance_integer >= cast(${least} as hugeint)`))}`,
  page: ({ contract_id: id }, { ceiling }) => sql`
    with transfers as materialized (
        select
            "from",
            "to",
            try_cast(amount_raw as hugeint) as amount,
            transaction_id,
            ledger_sequence,
            closed_at
        from bronze.token_transfers_raw_raw_v1
        where event_topic != 'fee' and contract_id = ${id} and ledger_sequence <= ${ceiling}
    ),
    moved as (
        select "from" as address, amount as sent, 0 as received, transaction_id, ledger_sequence, closed_at
        from transfers
        union all
        select "to", 0, amount, transaction_id, ledger_sequence, closed_at
        from transfers
    ),
    totals as (
        select
            address,
            sum(received) as total_received,
            sum(sent) as total_sent,
            count(distinct transaction_id) as tx_count,
            max(ledger_sequence) as last_ledger,
            max(closed_at) as last_time
        from moved
        where address in (select address from page)
        group by address
    )
    select
        page.* exclude (last_updated_ledger, last_updated_at),
        coalesce(total_received, 0) as total_received,
        coalesce(total_sent, 0) as total_sent,
        coalesce(tx_count, 0) as tx_count,
        coalesce(last_ledger, last_updated_ledger) as last_activity_ledger,
        coalesce(last_time, last_updated_at) as last_activity
    from page
    left join totals on totals.address = page.address`,
});
