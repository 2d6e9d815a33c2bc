/** The tables of the catalog, and the views of `meta` that queries see of them. */
import { quoteText, selectRows, type DuckDBConnection } from './duckdb.ts';

/** The name under which the database file is attached. */
export const CATALOG = 'catalog';

/** The check of a ledger against the one before it. */
const LINK = 'previousLedgerHash';

const schema = `
create schema if not exists catalog.meta;
create table if not exists catalog.meta.ledger_files (
  file_id varchar primary key,
  object_name varchar not null,
  network varchar not null,
  first_ledger integer not null,
  last_ledger integer not null,
  bytes bigint not null,
  sha256 varchar not null,
  compression varchar not null,
  loaded_at timestamp not null,
  decoder_version varchar not null
);
create table if not exists catalog.meta.segments (
  segment varchar not null,
  first_ledger integer not null,
  last_ledger integer not null,
  loaded_at timestamp not null,
  decoder_version varchar not null
);
create table if not exists catalog.meta.segment_files (
  segment varchar not null,
  table_name varchar not null,
  path varchar not null,
  first_ledger integer not null,
  last_ledger integer not null,
  row_count bigint not null,
  bytes bigint not null,
  sha256 varchar not null,
  columns varchar not null
);
create table if not exists catalog.meta.ledgers (
  sequence integer not null,
  ledger_hash blob not null,
  previous_ledger_hash blob not null,
  file_id varchar not null,
  segment varchar not null,
  checks varchar not null,
  unchecked varchar not null
);
alter table catalog.meta.ledgers add column if not exists crc32 bigint;
create table if not exists catalog.meta.omissions (
  object_name varchar not null,
  first_ledger integer,
  last_ledger integer,
  transaction_order integer,
  operation_index integer,
  path varchar,
  message varchar not null,
  decoder_version varchar not null,
  recorded_at timestamp not null
);
create table if not exists catalog.meta.state_baselines (
  ledger_sequence integer not null,
  source varchar not null,
  complete boolean not null
);`;

const views = `
create schema if not exists meta;
create or replace view meta.ledger_files as from catalog.meta.ledger_files;
create or replace view meta.segments as from catalog.meta.segments;
create or replace view meta.segment_files as
select * replace (string_split(columns, ',') as columns) from catalog.meta.segment_files;
create or replace view meta.ledgers as
with linked as (
  -- The ledger before may have come later: then its commit followed the chain, and the record of this one is older.
  select
    l.*,
    list_filter([${quoteText(LINK)}], lambda _: p.sequence is not null) as link
  from catalog.meta.ledgers as l
  left join catalog.meta.ledgers as p
    on p.sequence = l.sequence - 1
    and p.ledger_hash = l.previous_ledger_hash
    and l.checks <> ''
    and not list_contains(string_split(l.checks, ','), ${quoteText(LINK)})
)
select
  sequence,
  lower(hex(ledger_hash)) as ledger_hash,
  lower(hex(previous_ledger_hash)) as previous_ledger_hash,
  file_id,
  segment,
  string_split(nullif(checks, ''), ',') || link as checks,
  list_filter(string_split(nullif(unchecked, ''), ','), lambda name: not list_contains(link, name)) as unchecked
from linked;
create or replace view meta.state_baselines as from catalog.meta.state_baselines;
create or replace view meta.ledger_ranges as
with starts as (
  select
    first_ledger,
    last_ledger,
    first_ledger > coalesce(lag(last_ledger) over (order by first_ledger), -1) + 1 as is_start
  from catalog.meta.segments
),
numbered as (
  select first_ledger, last_ledger, count_if(is_start) over (order by first_ledger) as run from starts
)
select
  min(first_ledger) as first_ledger,
  max(last_ledger) as last_ledger,
  max(last_ledger) - min(first_ledger) + 1 as ledger_count
from numbered
group by run
order by first_ledger;
create or replace view meta.omissions as
select o.*
from OMISSIONS as o
where not exists (
  from meta.ledger_ranges as r where o.first_ledger >= r.first_ledger and o.last_ledger <= r.last_ledger
)
order by o.first_ledger, o.object_name;
create or replace view meta.gaps as
with known as (
  from meta.ledger_ranges select first_ledger, last_ledger
  union all
  from meta.omissions select first_ledger, last_ledger where first_ledger is not null
),
bounded as (
  -- What was passed over before the first run or after the last one is missing as well.
  from meta.ledger_ranges select first_ledger, last_ledger
  union all
  from known select min(first_ledger) - 1, min(first_ledger) - 1 having count(*) > 0
  union all
  from known select max(last_ledger) + 1, max(last_ledger) + 1 having count(*) > 0
)
select
  last_ledger + 1 as first_ledger,
  next_first - 1 as last_ledger,
  next_first - last_ledger - 1 as ledger_count
from (select last_ledger, lead(first_ledger) over (order by first_ledger) as next_first from bounded)
where next_first > last_ledger + 1
order by first_ledger;`;

/** Creates what the catalog lacks of its tables. */
export async function createCatalog(connection: DuckDBConnection): Promise<void> {
  await connection.run(schema);
}

/** Creates the views of schema `meta` beside the attached catalog. */
export async function createMetaViews(connection: DuckDBConnection): Promise<void> {
  const [row] = await selectRows(
    connection,
    `select count(*)::integer as n from duckdb_tables() where database_name = ? and table_name = 'omissions'`,
    [CATALOG],
  );
  // A catalog that an older version made, opened for reading only, lacks the table.
  await connection.run(views.replace('OMISSIONS', row!['n'] === 0 ? noOmissions : 'catalog.meta.omissions'));
}

const noOmissions = `(select
  null::varchar as object_name,
  null::integer as first_ledger,
  null::integer as last_ledger,
  null::integer as transaction_order,
  null::integer as operation_index,
  null::varchar as path,
  null::varchar as message,
  null::varchar as decoder_version,
  null::timestamp as recorded_at
where false)`;
