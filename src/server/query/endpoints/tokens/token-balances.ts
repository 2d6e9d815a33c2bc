/** Holders of a token. */
import { big, boolean, may, fields, text, time, whole, type Row } from '../../fields.ts';
import { balancesOf, heldBalances, type HeldToken } from '../../current-balances.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { inLedgers } from '../../lists/range.ts';
import { raw, sql, when, where, type Sql } from '../../sql.ts';
import { decimalsSource } from '../../tokens.ts';
import { withoutFees } from '../../asset.ts';
import type { View } from '../../view.ts';
import { readRegistered } from './registered-token.ts';

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
  row: fields({
    address: text(),
    balance: may(text('In units of the token; absent if its decimals are unknown.')),
    balance_raw: big('In the smallest unit of the token.'),
    decimals_source: text(decimalsSource),
    total_received: big(),
    total_sent: big(),
    tx_count: whole('Transactions in which it moved.'),
    last_activity_ledger: may(whole()),
    last_activity: may(time()),
    balance_source: text(
      'account, trustline or contract_data; net_transfers of a token that keeps no balances where others look.',
    ),
    is_archived: may(boolean('Whether its lifetime has ended: it has to be restored before it can move.')),
  }),
  kind: { isState: true, isWhole: true },
  key: () => [
    { column: 'units', type: 'hugeint', descending: true },
    { column: 'address', type: 'varchar' },
  ],
  prepare: async ({ contract_id: id }, view) => JSON.stringify(await readToken(view, id)),
  rows: (values, { view }, prepared) => {
    const token = tokenIn(prepared);
    const isOf = sql`token_contract_id = ${values.contract_id}`;
    return sql`
    select
        owner_address as address,
        token_contract_id,
        balance_display as balance,
        balance_raw,
        ${token.source} as decimals_source,
        balance_integer as units,
        balance_source,
        last_updated_ledger,
        last_updated_at,
        if(is_over, true, null) as is_archived
    from (${token.isNet ? netBalances(token) : heldBalances(view, isOf, values.include !== undefined, balancesOf(token))})
    ${where(when(values.min_balance_raw, (least) => sql`balance_integer >= cast(${least} as hugeint)`))}`;
  },
  complete: withTotals,
  warnings: (_values, _view, prepared) =>
    tokenIn(prepared).isNet
      ? ['balances are what moved in loaded ledgers: the contract has no entries of balances']
      : [],
});

/** A token, and whether its balances come from movements, because it has no balance entries. */
interface AskedToken extends HeldToken {
  isNet: boolean;
  source: string;
}

const tokenIn = (prepared: string | null) => JSON.parse(prepared ?? '') as AskedToken;

async function readToken(view: View, id: string): Promise<AskedToken> {
  const registered = (await readRegistered(view, id)) ?? {};
  const { asset_key: assetKey, token_decimals: decimals, decimals_source: source = 'default' } = registered;
  const key = typeof assetKey === 'string' ? assetKey : null;
  const known = typeof decimals === 'number' ? decimals : null;
  return { id, key, decimals: known, source: String(source), isNet: key === null && !(await keepsBalances(view, id)) };
}

/** Whether a contract has entries of balances as `balancesOf` reads them, deleted ones among them. */
async function keepsBalances(view: View, id: string): Promise<boolean> {
  const entry = sql`
    select true as has
    from silver.contract_data_current
    where contract_id = ${id}
        and contract_key_type = 'ScValTypeScvVec'
        and contract_durability = 'ContractDataDurabilityPersistent'
        and bronze.balance_owner(key_decoded) is not null
        and bronze.balance_raw(val_decoded) is not null
    limit 1`;
  return (await view.row(entry)) !== undefined;
}

/** Returns what moved to addresses and not from them, unless some of it is too large to be summed, with the columns of `heldBalances`. */
function netBalances({ id, decimals }: HeldToken): Sql {
  return sql`
    select
        address as owner_address,
        ${id} as token_contract_id,
        received - sent as balance_integer,
        cast(received - sent as varchar) as balance_raw,
        bronze.scaled_text(cast(received - sent as varchar), cast(${decimals} as integer)) as balance_display,
        'net_transfers' as balance_source,
        ledger as last_updated_ledger,
        closed_at as last_updated_at,
        false as is_over
    from (${totalsOfHours(id)})
    where received > sent and large = 0`;
}

/** Adds what moved to and from the holders of a page, in all ledgers of the view. */
async function withTotals(rows: readonly Row[], view: View): Promise<Row[]> {
  if (rows.length === 0) return [];
  const contract = String(rows[0]['token_contract_id']);
  const totals = await readTotals(
    view,
    contract,
    rows.map(({ address }) => String(address)),
  );
  return rows.map((row) => {
    const moved = totals.get(String(row['address']));
    return {
      ...row,
      total_received: String(moved?.received ?? 0),
      total_sent: String(moved?.sent ?? 0),
      tx_count: moved?.transactions ?? 0,
      last_activity_ledger: moved?.ledger ?? row['last_updated_ledger'],
      last_activity: moved?.closedAt ?? row['last_updated_at'],
    };
  });
}

/** Returns what moved to and from some addresses. Hourly sums serve all ledgers, unless a movement is too large for them. */
async function readTotals(view: View, contract: string, addresses: readonly string[]): Promise<Map<string, Moved>> {
  const isOf = sql`list_contains(string_split(${addresses.join()}, ','), address)`;
  const hourly = await view.rows(totalsOfHours(contract, isOf));
  const isSummed = hourly.every(({ large }) => large === '0');
  const rows = isSummed ? hourly : await view.rows(totalsOfLedgers(view, contract, isOf));
  return new Map(rows.map(movedOf));
}

function totalsOfHours(contract: string, isOf = raw('address is not null')): Sql {
  return sql`
    select
        address,
        cast(sum(received_raw) as hugeint) as received,
        cast(sum(sent_raw) as hugeint) as sent,
        cast(sum(txn_count) as bigint) as transactions,
        max(last_ledger) as ledger,
        max(last_closed_at) as closed_at,
        cast(sum(large_count) as bigint) as large
    from silver.hourly_transfer_agg_address
    where contract_id = ${contract} and ${isOf}
    group by address`;
}

/** Sums of 128 bits do not hold what a contract may say that it moved: digits above so many are summed by themselves, as `high`. */
const LOW_DIGITS = 18;

function totalsOfLedgers(view: View, contract: string, isOf: Sql): Sql {
  const { oldest: first, latest: last } = view.bounds;
  const unit = raw(`1${'0'.repeat(LOW_DIGITS)}`);
  return sql`
    with transfers as materialized (
        select
            "from",
            "to",
            try_cast(amount_raw as hugeint) as amount,
            transaction_id,
            ledger_sequence,
            closed_at
        from bronze.token_transfers_raw_raw_v1
        where contract_id = ${contract} and ${inLedgers({ first, last })}
            ${withoutFees(view, contract)}
    ),
    moved as (
        select "from" as address, amount as sent, 0 as received, transaction_id, ledger_sequence, closed_at
        from transfers
        union all
        select "to", 0, amount, transaction_id, ledger_sequence, closed_at
        from transfers
    )
    select
        address,
        coalesce(sum(received % ${unit}), 0) as received,
        coalesce(sum(received // ${unit}), 0) as received_high,
        coalesce(sum(sent % ${unit}), 0) as sent,
        coalesce(sum(sent // ${unit}), 0) as sent_high,
        count(distinct transaction_id) as transactions,
        max(ledger_sequence) as ledger,
        max(closed_at) as closed_at
    from moved
    where ${isOf}
    group by address`;
}

/** What moved to and from an address. */
interface Moved {
  /** In the smallest unit. */
  received: bigint;
  sent: bigint;
  transactions: number;
  /** The last ledger in which it moved, and when that closed. */
  ledger: number;
  closedAt: string;
}

function movedOf(row: Row): [string, Moved] {
  const { address, transactions, ledger, closed_at: closedAt } = row;
  const sumOf = (name: 'received' | 'sent') =>
    BigInt(String(row[`${name}_high`] ?? 0)) * 10n ** BigInt(LOW_DIGITS) + BigInt(String(row[name]));
  return [
    String(address),
    {
      received: sumOf('received'),
      sent: sumOf('sent'),
      transactions: Number(transactions),
      ledger: Number(ledger),
      closedAt: String(closedAt),
    },
  ];
}
