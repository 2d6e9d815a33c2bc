"""Reads lakes in ClickHouse, inside this process, by the statements that `ledgerlake views --engine clickhouse` prints.

clickhouse_views.py NODE LAKE...: in the clone, with chdb and duckdb; NODE runs the command. Every relation is made.
"""

import datetime
import decimal
import json
import os
import re
import sys
import tempfile

import lake_queries
from chdb.session import Session

node, *lakes = sys.argv[1:]



def plain(kind, value):
    """A value of JSON, where exact numbers and times are texts, as Python has it."""
    if value is None:
        return None
    if "Float" in kind:
        return float(value)
    if re.search(r"\b(U?Int\d+|Decimal)\b", kind):
        return decimal.Decimal(value)
    return datetime.datetime.fromisoformat(value) if "DateTime64" in kind else value


def asked(session, query):
    settings = "settings join_use_nulls = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1"
    found = json.loads(str(session.query(f"select * from ({query}) {settings}", "JSONCompact")))
    kinds = [column["type"] for column in found["meta"]]
    return [[plain(kind, value) for kind, value in zip(kinds, row)] for row in found["data"]]


def check(session, lake):
    made = set()
    for statement in lake_queries.split(lake_queries.printed(node, lake, "clickhouse")):
        session.query(statement)
        made.update(".".join(name) for name in re.findall(r"^create or replace view (\w+)\.(\w+)", statement))
    duck = lake_queries.opened(node, lake)
    same = lake_queries.compare(duck, made, lambda query: asked(session, query), lake_queries.EXACT)
    # Amounts near the greatest: sums of 64 bits begin again below zero.
    large = "select count(*) as n, sum(amount_stroops * 0 + 9000000000000000000) as stroops from bronze.history_operations"
    assert lake_queries.rows(asked(session, large)) == lake_queries.rows(duck.sql(large).fetchall()), large
    print(f"{lake}: {len(made)} views in ClickHouse {version}, {same}")


for path in [os.path.abspath(path) for path in lakes]:
    # ClickHouse reads only what is below its folder.
    os.chdir(path)
    with tempfile.TemporaryDirectory() as folder, Session(folder) as session:
        version = str(session.query("select version()", "TSV")).strip()
        check(session, path)
