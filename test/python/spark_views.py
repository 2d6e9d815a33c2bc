"""Reads lakes in Spark, on a cluster of two worker processes, by the statements that `ledgerlake views --engine spark` prints.

spark_views.py NODE LAKE...: in the clone, with pyspark and duckdb; NODE runs the command. All that the first lake has is made, of the
others the bronze views, the kept relations, and what the queries read.
"""

import datetime
import decimal
import os
import re
import subprocess
import sys
import tempfile

import duckdb
import pyspark
from pyspark.sql import SparkSession

node, *lakes = sys.argv[1:]

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
select contract_id, count(*) as n, count(distinct topics_decoded) as topics, sum(length(data_decoded)) as letters
    from bronze.history_contract_events group by contract_id
select type_string, count(*) as n, sum(details.amount) as amount, sum(length(details_json)) as letters from bronze.history_effects group by type_string
select type_string, min(details_json), max(details_json) from bronze.history_operations group by type_string
select role, count(*) as n, count(distinct address) as addresses from bronze.operation_participants group by role
select contract_id, function_name, count(*) as calls, max(depth) as depth, sum(case when successful then 1 else 0 end) as done
    from bronze.contract_invocations group by contract_id, function_name
select deleted, count(*) as n, sum(balance) as balance, max(num_subentries), min(account_creation_date) from silver.accounts_current group by deleted
select asset_key, count(*) as n, sum(balance) as balance from silver.trust_lines_current where not deleted group by asset_key
select selling_asset_key, buying_asset_key, sum(amount) as amount, min(price) as best from silver.offers_current
    where not deleted group by selling_asset_key, buying_asset_key
select liquidity_pool_id, asset_a_key, asset_b_key, asset_a_amount, asset_b_amount, trustline_count from silver.liquidity_pools_current where not deleted
select count(*) as n, count(distinct key_number) as keys, sum(ledger_sequence) as ledgers from silver.key_ledgers
select account_id, total_operations, total_payments_sent, last_activity from semantic.semantic_account_summary order by 2 desc, 1 limit 50
select contract_id, function_name, total_calls, unique_callers from semantic.semantic_contract_functions
select asset_key, event_type, count(*) as n, sum(amount) as amount from silver.token_transfers group by asset_key, event_type
select ledger_sequence, total_fee_charged, txn_count, classic_sum_max_fee, soroban_txn_count from silver.ledger_fee_stats_agg
select account_id, ledger_sequence, balance, row_number() over (partition by account_id order by ledger_sequence, ledger_entry_change) as place
    from bronze.accounts where balance > 1000
""".strip()
queries = [text.replace("\n    ", " ") for text in re.split(r"\n(?! )", QUERIES)]
assert len(queries) == 20, len(queries)


def printed(lake, engine):
    """The statements of a lake for an engine."""
    words = [node, "src/cli/main.ts", "views", "--lake", lake, "--engine", engine]
    return subprocess.check_output(words, text=True)


def statements(text):
    """Each statement, with the names of the relations and tables that it mentions, the one that it makes first."""
    for one in re.sub(r"^--.*\n", "", text, flags=re.M).split("\n;"):
        names = re.findall(r"`(\w+)`\.`(\w+)`", one)
        if one.strip():
            yield one, [".".join(name) for name in names]


def needed(found):
    """The names of what the bronze views, the kept relations and the queries stand on."""
    below = {}
    for _, (name, *others) in (row for row in found if row[1]):
        below.setdefault(name, set()).update(others)
    # Views of the raw tables, and relations that read parts.
    asked = {name for name, others in below.items() if f"files.{name.replace('.', '_')}" in others or any(o.startswith("parts.") for o in others)}
    asked |= {name for name in below if any(re.search(rf"\b{re.escape(name)}\b", query) for query in queries)}
    every = set()
    while asked:
        name = asked.pop()
        every.add(name)
        asked |= below.get(name, set()) - every
    return every


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


def compare(spark, lake, isAll):
    duck = duckdb.connect()
    duck.execute("set TimeZone = 'UTC'")
    duck.execute(printed(lake, "duckdb"))
    found = list(statements(printed(lake, "spark")))
    wanted = needed(found)
    made = set()
    for statement, names in found:
        if not names or isAll or names[0] in wanted:
            spark.sql(statement)
            made.update(names[:1])
    below = [name for name in sorted(made) if not name.startswith(("files.", "parts.", "gold."))]
    counted = [name for name in below if name.startswith("bronze.") or name.endswith("_current")]
    counts = " union all ".join(f"select '{name}' as name, count(*) as n from {name}" for name in counted)
    total = 0
    for query in [counts, *queries]:
        expected = rows(duck.sql(query).fetchall())
        actual = rows(spark.sql(query).collect())
        differ = [pair for pair in zip(actual, expected) if pair[0] != pair[1]][:3]
        assert actual == expected, (query, len(actual), len(expected), differ)
        total += len(expected)
    print(f"{lake}: {len(made)} tables and views in Spark {spark.version}, {len(queries)} queries and {len(counted)} counts give the same {total} rows")
    for name in ["parts", "gold", "semantic", "silver", "bronze", "files"]:
        spark.sql(f"drop database if exists {name} cascade")


os.environ.update(SPARK_HOME=os.path.dirname(pyspark.__file__), SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
with tempfile.TemporaryDirectory() as folder:
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": folder,
        "spark.log.level": "OFF",
    }
    session = SparkSession.builder.master("local-cluster[2,1,1024]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    for place, path in enumerate(lakes):
        compare(session, os.path.abspath(path), place == 0)
    session.stop()
