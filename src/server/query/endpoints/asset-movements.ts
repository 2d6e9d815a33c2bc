/**
 * What moved of an asset in the last day, kept in memory and advanced by what moved in ledgers that were loaded since: to read a day takes
 * 12 ms of processor after each commit, to read what a commit has 4.
 */
import type { LedgerRange } from '../../../datastore/keys.ts';
import type { Row } from '../fields.ts';
import type { DayMoved } from '../holdings.ts';
import { lastHours } from '../period.ts';
import { inLedgers } from '../range.ts';
import { sql, type Sql } from '../sql.ts';
import { scaled } from '../tokens.ts';
import type { View } from '../view.ts';

/** So many ledgers and addresses are kept of an asset. */
const MOST = 40_000;

/** Returns what moved of the asset of a contract in the day before the view's latest ledger closed; throws as `View.row` does. */
export async function dayMovedOf(view: View, contract: string): Promise<Row | undefined> {
  const { start, ledgers } = await lastHours(view, 24);
  const read = () => readMoved(view, moved(contract, start), ledgers);
  const advance = async (known: DayMoved | undefined, since: LedgerRange) =>
    known && ((await readMoved(view, moved(contract, start, since), [since], afterStart(known, start))) ?? read());
  const kept = await view.served.moved.of(contract, view.snapshot, { read, advance });
  return kept ? told(kept) : view.row(counted(moved(contract, start)), ledgers);
}

/** Of its contract, which moves nothing else: to name the asset of each movement takes as long as all else. */
const moved = (contract: string, start: string, ledgers?: LedgerRange): Sql => sql`
    with moved as materialized (
        from silver.token_transfers_raw
        where token_contract_id = ${contract} and asset_type is not null and timestamp > cast(${start} as timestamp)
            ${ledgers && sql`and ${inLedgers(ledgers)}`}
    ),
    addresses as (select from_account as address, timestamp from moved union all select to_account, timestamp from moved)`;

const counted = (of: Sql): Sql => sql`
    ${of}
    select
        count(*) as transfers_24h,
        cast(coalesce(bronze.token_units(sum(amount)), 0) as decimal(38, 7)) as volume_24h,
        (select count(distinct address) from addresses) as unique_accounts_24h
    from moved`;

/** Returns what moved, with what is known of ledgers before; undefined where that is too much to be kept. */
async function readMoved(
  view: View,
  of: Sql,
  ledgers: readonly LedgerRange[],
  known?: DayMoved,
): Promise<DayMoved | undefined> {
  const { rows } = await view.table(
    sql`
    ${of}
    select timestamp, ledger_sequence, null as address, count(*) as transfers, sum(amount) as stroops
    from moved
    group by timestamp, ledger_sequence
    union all
    select max(timestamp), null, address, 0, null from addresses where address is not null group by address
    limit ${MOST + 1}`,
    ledgers,
  );
  const byLedger = new Map(known?.byLedger);
  const addresses = new Map(known?.addresses);
  for (const [time, ledger, address, transfers, stroops] of rows) {
    if (address !== null) addresses.set(String(address), String(time));
    else
      byLedger.set(Number(ledger), {
        time: String(time),
        transfers: Number(transfers),
        stroops: BigInt(String(stroops ?? 0)),
      });
  }
  return Math.max(rows.length, byLedger.size + addresses.size) > MOST ? undefined : { byLedger, addresses };
}

/** What closed at its start is not of a period: times of ledgers are whole seconds, and shorter texts. */
function afterStart({ byLedger, addresses }: DayMoved, start: string): DayMoved {
  return {
    byLedger: new Map([...byLedger].filter(([, { time }]) => time > start)),
    addresses: new Map([...addresses].filter(([, time]) => time > start)),
  };
}

function told({ byLedger, addresses }: DayMoved): Row {
  const all = [...byLedger.values()];
  return {
    transfers_24h: all.reduce((sum, { transfers }) => sum + transfers, 0),
    volume_24h: scaled(String(all.reduce((sum, { stroops }) => sum + stroops, 0n)), 7),
    unique_accounts_24h: addresses.size,
  };
}
