/** Token movements as mints, burns and transfers. */
import { boolean, may, fields, text, time, whole, type Row } from '../../fields.ts';
import { keptRows } from '../../lists/kept-rows.ts';
import { inOrder, list, type Scan } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { inLedgers, transactionOf } from '../../lists/range.ts';
import { singly } from '../../lists/single-rows.ts';
import { join, listedAlike, raw, sql, when, where, type Sql } from '../../sql.ts';
import { areHashesApart, withHashes } from '../../lists/transaction-hashes.ts';
import type { View } from '../../view.ts';
import { anyOf, beforeAfter, is, isAsset } from '../../lists/where.ts';
import { windowRanges, widthOf, windowOfLedgers } from '../../lists/window.ts';
import { ofParty } from '../tokens/movements.ts';

const UNITS = /^\d{1,39}(\.\d{1,38})?$/;

const parameters = {
  account: parameter.may(parameter.holder('Sender or receiver.')),
  asset_code: parameter.may(parameter.text('Code of the asset; XLM without issuer is the native one.')),
  asset_issuer: parameter.may(parameter.address(['G'], 'Issuer of the asset.')),
  contract_id: parameter.may(parameter.contract('Contract of the token.')),
  flow_type: parameter.may(parameter.choice('flow_type', ['transfer', 'mint', 'burn'])),
  min_amount: parameter.may(
    parameter.read(
      parameter.matching(
        UNITS,
        'Units that moved at least, of a token by the decimals that its contract keeps; smallest units where none are known.',
      ),
      (given) => (parameter.isAmount(given.split('.', 1)[0]) && UNITS.test(given) ? given : undefined),
    ),
  ),
  ...parameter.beforeAfter,
  limit: parameter.limit(50, 200),
  order: parameter.order,
  ...parameter.ledgerRange,
};

export const flows = list({
  path: '/api/v1/semantic/flows',
  summary: 'Normalized value flows',
  legacyKey: 'flows',
  parameters,
  row: fields({
    id: text('Hash of the transaction and number of the movement in it, from 0.'),
    ledger_sequence: whole(),
    timestamp: time(),
    flow_type: text('transfer, mint or burn.'),
    from_account: may(text()),
    to_account: may(text()),
    contract_id: may(text()),
    asset_code: may(text()),
    asset_issuer: may(text()),
    asset_type: may(text('native, credit_alphanum4, credit_alphanum12 or soroban_token.')),
    amount: text('With seven decimal places for assets; in the smallest unit for other tokens.'),
    transaction_hash: text(),
    operation_type: may(whole()),
    successful: boolean(),
  }),
  where: {
    account: anyOf(['from_account', 'to_account'], ofParty('from', 'to')),
    contract_id: is(['token_contract_id', 'contract_id'], { kinds: ['token'] }),
    flow_type: is(['semantic.flow_type(from_account, to_account, asset_issuer)', 'flow_type']),
    ...isAsset,
    ...beforeAfter('timestamp'),
  },
  key: inOrder('operation_id', 'event_index'),
  of: keptRows({
    name: 'flows',
    table: 'token_transfers_raw',
    key: ['operation_id', 'event_index'],
    rows: (scan) => numbered(flowed(scan)),
  }),
  prepare: ({ min_amount: least, asset_code: code, asset_issuer: issuer, contract_id: contract }, view) =>
    least === undefined || (code ?? issuer) !== undefined ? Promise.resolve(null) : ownDecimals(view, contract),
  rows: ({ min_amount: least }, scan, own) => {
    const hasHash = !areHashesApart(scan.view, widthOf(scan.window));
    return flowed(
      scan,
      hasHash,
      when(least, (units) => sql`amount >= ${amountOf(units, own)}`),
    );
  },
  complete: withIds,
});

/** Returns the tokens that are no assets and keep decimals, of a contract or all, as JSON: their contracts, with commas between, by decimals. */
async function ownDecimals(view: View, contract: string | undefined): Promise<string> {
  const rows = await view.rows(sql`
    select decimals, string_agg(contract_id, ',') as contracts
    from silver.token_instances
    where decimals is not null
        and contract_id not in (select contract_id from silver.contract_activity where asset_type is not null)
        ${when(contract, (id) => sql`and contract_id = ${id}`)}
    group by decimals`);
  return JSON.stringify(Object.fromEntries(rows.map((row) => [row['decimals'], row['contracts']])));
}

/** Returns how much of the token of a row is so many units; of one whose decimals are not known so many of the smallest. */
function amountOf(units: string, own: string | null): Sql {
  const [whole = '', places = ''] = units.split('.');
  const inSmallest = (decimals: number) => {
    const scale = 10n ** BigInt(places.length);
    const amount = (BigInt(whole + places) * 10n ** BigInt(decimals) + scale - 1n) / scale;
    return sql`cast(${amount <= parameter.LARGEST_AMOUNT ? String(amount) : null} as hugeint)`;
  };
  if (own === null) return inSmallest(7);
  const others = Object.entries(JSON.parse(own) as Record<string, string>).map(
    ([decimals, contracts]) =>
      sql`when list_contains(string_split(${contracts}, ','), token_contract_id) then ${inSmallest(Number(decimals))}`,
  );
  return sql`case when asset_type is not null then ${inSmallest(7)} ${join(others, ' ')} else ${inSmallest(0)} end`;
}

/** Returns the flows of a scan, without their ids, with their hashes or without. */
function flowed({ filters }: Scan, hasHash = true, isEnough?: Sql): Sql {
  return sql`
    select
        ledger_sequence,
        timestamp,
        semantic.flow_type(from_account, to_account, asset_issuer) as flow_type,
        from_account,
        to_account,
        token_contract_id as contract_id,
        asset_code,
        asset_issuer,
        if(asset_code is null or source_type = 'soroban', 'soroban_token', asset_type) as asset_type,
        if(asset_code is null, amount_raw, bronze.scaled_text(amount_raw, 7)) as amount,
        ${hasHash ? raw('transaction_hash,') : undefined}
        operation_type,
        transaction_successful as successful,
        operation_id,
        event_index
    from silver.token_transfers_raw
    ${where(...filters, isEnough)}`;
}

/** Returns the flows of whole ledgers with their ids. */
function numbered(flows: Sql): Sql {
  return sql`
    select
        *,
        transaction_hash || ':' || row_number() over (partition by ledger_sequence, operation_id & ~4095 order by event_index) - 1 as id
    from (${flows})`;
}

/**
 * Adds ids to flows that have none: to number all of their ledgers, as `semantic.semantic_flows_value` does, takes of pubnet's ledgers five times
 * as long as to count those of their transactions.
 */
async function withIds(rows: readonly Row[], view: View): Promise<Row[]> {
  const others = rows.filter(({ id }) => id === undefined);
  if (others.length === 0) return [...rows];
  const places = Map.groupBy(await movementsOf(others, view), toidOf);
  const hashed = await withHashes(rows, view);
  return hashed.map((row) => {
    const number = places
      .get(toidOf(row))
      ?.filter(({ event_index: at }) => Number(at) < Number(row['event_index'])).length;
    return { id: `${String(row['transaction_hash'])}:${number}`, ...row };
  });
}

/** Returns the movements of the transactions of rows, but not their fees. */
function movementsOf(rows: readonly Row[], view: View): Promise<Row[]> {
  const window = windowOfLedgers([...new Set(rows.map(({ ledger_sequence: ledger }) => Number(ledger)))]);
  const ids = [...new Set(rows.map(toidOf))];
  const rowsOf = singly(view, window, new Map([['token_transfers_raw', { ids, by: 'transaction_id' }]]));
  // Of what is read singly no other rows are shown; a statement without parameters is not planned again.
  const isOf = rowsOf ? undefined : sql`and ${inLedgers(window)} and transaction_id in (${listedAlike(ids)})`;
  const movements = sql`
    select operation_id, event_index from bronze.token_transfers_raw_raw_v1 where operation_id is not null ${isOf}`;
  return view.rows(movements, windowRanges(window), { rowsOf });
}

const toidOf = ({ operation_id: id }: Row) => transactionOf(BigInt(String(id)));
