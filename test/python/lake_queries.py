"""What every check of an engine asks of a lake, and what it compares: analytical queries that each engine and DuckDB take."""

import contextlib
import datetime
import decimal
import os
import re
import subprocess
import threading

import duckdb

# Each gives the same rows in both engines.
QUERIES = """
select type_string, count(*) as n, count(distinct source_account) as accounts, sum(amount_stroops) as stroops
    from bronze.history_operations group by type_string
select ledger_sequence, sum(fee_charged) as fees, max(max_fee) as highest, count(*) as n from bronze.history_transactions group by ledger_sequence
select sum(transaction_count), sum(operation_count), min(closed_at), max(closed_at), max(total_coins), min(fee_pool) from bronze.history_ledgers
select l.sequence, l.operation_count, count(o.id) as found from bronze.history_ledgers as l
    left join bronze.history_operations as o on o.ledger_sequence = l.sequence and o.transaction_successful group by l.sequence, l.operation_count
select selling_asset_key, buying_asset_key, count(*) as n, sum(selling_amount) as sold, sum(buying_amount) as bought, avg(price_n / price_d) as price
    from bronze.history_trades group by selling_asset_key, buying_asset_key
select contract_id, count(*) as n, count(distinct topics_decoded) as topics, sum(char_length(data_decoded)) as letters
    from bronze.history_contract_events group by contract_id
select type_string, count(*) as n, sum(details.amount) as amount, sum(char_length(details_json)) as letters from bronze.history_effects group by type_string
select type_string, min(details_json), max(details_json) from bronze.history_operations group by type_string
select role, count(*) as n, count(distinct address) as addresses from bronze.operation_participants group by role
select asset, asset_key, asset_type, count(*) as n from bronze.token_transfers_raw group by asset, asset_key, asset_type
select contract_id, function_name, count(*) as calls, max(depth) as depth, sum(case when successful then 1 else 0 end) as done
    from bronze.contract_invocations group by contract_id, function_name
select deleted, count(*) as n, sum(balance) as balance, max(num_subentries), min(account_creation_date) from silver.accounts_current group by deleted
select asset_key, count(*) as n, sum(balance) as balance from silver.trust_lines_current where not deleted group by asset_key
select selling_asset_key, buying_asset_key, sum(amount) as amount, min(price) as best from silver.offers_current
    where not deleted group by selling_asset_key, buying_asset_key
select liquidity_pool_id, asset_a_key, asset_b_key, asset_a_amount, asset_b_amount, trustline_count from silver.liquidity_pools_current where not deleted
select account_id, total_operations, total_payments_sent, last_activity from semantic.semantic_account_summary order by 2 desc, 1 limit 50
select contract_id, function_name, total_calls, unique_callers from semantic.semantic_contract_functions
select asset_key, event_type, count(*) as n, sum(amount) as amount from silver.token_transfers group by asset_key, event_type
select ledger_sequence, total_fee_charged, txn_count, classic_sum_max_fee, soroban_txn_count from silver.ledger_fee_stats_agg
select account_id, ledger_sequence, balance, row_number() over (partition by account_id order by ledger_sequence, ledger_entry_change) as place
    from bronze.accounts where balance > 1000
""".strip()
CLONE = os.getcwd()
queries = [text.replace("\n    ", " ") for text in re.split(r"\n(?! )", QUERIES)]
assert len(queries) == 20, len(queries)



def printed(node, lake, engine, root=None):
    """The statements of a lake for an engine, over files in its folder or under a root."""
    words = [os.path.join(CLONE, node), "src/cli/main.ts", "views", "--lake", lake, "--engine", engine, *(["--root", root] if root else [])]
    return subprocess.check_output(words, text=True, cwd=CLONE)


@contextlib.contextmanager
def catalogue(node, lake):
    """The address of a server that answers as an Iceberg REST catalogue of a lake."""
    words = [os.path.join(CLONE, node), "src/cli/main.ts", "serve", "--lake", f"local={lake}", "--auth", "off", "--no-console", "--endpoint", "127.0.0.1:0"]
    with subprocess.Popen(words, text=True, cwd=CLONE, stderr=subprocess.PIPE) as server:
        try:
            address, *_ = next(found for line in server.stderr if (found := re.findall(r"http://127\.0\.0\.1:\d+", line)))
            threading.Thread(target=server.stderr.read, daemon=True).start()
            yield f"{address}/lake/v1/local/iceberg"
        finally:
            server.terminate()


def split(text):
    """Each statement, without the lines above them."""
    return [one.strip() for one in re.sub(r"^--.*\n", "", text, flags=re.M).split("\n;") if one.strip()]


def plain(value):
    """A value as both engines have it: doubles to nine digits, numbers without their types."""
    if isinstance(value, float):
        return f"{value:.9g}"
    if isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool):
        return str(decimal.Decimal(value).normalize())
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None).isoformat()
    return str(value)


def rows(found):
    return sorted([plain(value) for value in row] for row in found)


def opened(node, lake):
    """A DuckDB that has all relations of a lake."""
    duck = duckdb.connect()
    duck.execute("set TimeZone = 'UTC'")
    duck.execute(printed(node, lake, "duckdb"))
    return duck


# What is compared with all its columns: made of many relations, by joins of days and sums of several kinds.
EXACT = ["silver.daily_balances", "silver.account_balances__daily_agg", "silver.asset_balances__daily_agg", "silver.tvl_agg"]


def compare(duck, names, run, exact=()):
    """How many queries, counts and rows are the same; `run` gives the rows of a query in the other engine, `names` are those that it has."""
    counted = [name for name in sorted(names) if re.match(r"bronze\.|silver\..*_current$", name)]
    counts = " union all ".join(f"select '{name}' as name, count(*) as n from {name}" for name in counted)
    total = 0
    whole = [f"select {', '.join(duck.table(name).columns)} from {name}" for name in exact]
    for query in [counts, *queries, *whole]:
        expected = rows(duck.sql(query).fetchall())
        actual = rows(run(query))
        differ = [pair for pair in zip(actual, expected) if pair[0] != pair[1]][:3]
        assert actual == expected, (query, len(actual), len(expected), differ)
        total += len(expected)
    return f"{len(queries)} queries, {len(counted)} counts and {len(whole)} whole relations give the same {total} rows"
