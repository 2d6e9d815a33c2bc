"""Reads the Iceberg tables of a lake by pyiceberg, DuckDB and ClickHouse: counts and sums are those of ledgerlake.

iceberg_tables.py LAKE NODE: in the clone, with pyiceberg, chdb and duckdb 1.5.5 with its iceberg extension; NODE runs the
command. Loads one store after another into LAKE, merges, moves it, and reads after each step.
"""

import glob
import json
import os
import shutil
import subprocess
import sys

import chdb.session
import duckdb
import duckdb_extension_avro
import duckdb_extension_httpfs
import duckdb_extension_iceberg
import lake_queries
import pyarrow
import pyarrow.compute
import pyiceberg.catalog
from pyiceberg.expressions import EqualTo
from pyiceberg.table import StaticTable

lake, node = (os.path.abspath(word) for word in sys.argv[1:])
clone = os.getcwd()
# ClickHouse reads only what is below its folder.
os.chdir(os.path.dirname(lake))
clickhouse = chdb.session.Session()
database = duckdb.connect(config={"allow_unsigned_extensions": "false"})
for module in (duckdb_extension_httpfs, duckdb_extension_avro, duckdb_extension_iceberg):
    (extension,) = glob.glob(f"{os.path.dirname(module.__file__)}/extensions/*/*.duckdb_extension")
    database.execute(f"load '{extension}'")
database.execute("set TimeZone = 'UTC'")


def command(*words):
    """What the command prints."""
    return subprocess.check_output([node, "src/cli/main.ts", *words], text=True, cwd=clone)


def is_number(field):
    """Whether columns of the type are added up."""
    return pyarrow.types.is_integer(field.type)


def figures(table):
    """The rows of an Arrow table, and the sums of its whole numbers."""
    sums = [pyarrow.compute.sum(table[field.name].cast(pyarrow.decimal128(38, 0))).as_py() for field in table.schema if is_number(field)]
    return [table.num_rows, *[int(value or 0) for value in sums]]


def query(source, fields):
    """The query of the same figures."""
    sums = "".join(f', coalesce(sum("{field.name}"), 0)' for field in fields if is_number(field))
    return f"select count(*){sums} from {source}"


def from_clickhouse(sql):
    """The only row of a query, as numbers."""
    return [int(value) for value in clickhouse.query(sql, "TSV").bytes().decode().split()]


def check(folder, names="*/*"):
    """Reads the tables; returns what pyiceberg finds of each."""
    found = {}
    for path in sorted(glob.glob(f"{folder}/iceberg/{names}")):
        name = "/".join(path.split("/")[-2:])
        table = StaticTable.from_metadata(path)
        rows = table.scan().to_arrow()
        found[name] = expected = figures(rows)
        assert int(table.current_snapshot().summary["total-records"]) == rows.num_rows, name
        own = [int(value) for value in database.sql(query(f"iceberg_scan('{path}')", rows.schema)).fetchone()]
        assert own == expected, (name, "duckdb", own, expected)
        own = from_clickhouse(query(f"icebergLocal('{path}')", rows.schema))
        # ClickHouse adds up within 64 bits.
        assert [value % 2**64 for value in own] == [value % 2**64 for value in expected], (name, "clickhouse", own, expected)
    bronze = {name.split("/")[1]: rows for name, rows in found.items() if name.startswith("bronze/")}
    counts = " union all ".join(f"select '{name}' as name, count(*) as n from bronze.{name}_raw_v1" for name in bronze)
    rows = json.loads(command("query", "--lake", folder, counts, "--format", "json"))
    assert {row["name"]: int(row["n"]) for row in rows} == {name: rows[0] for name, rows in bronze.items()}
    return found


command("ingest", f"{clone}/data/sample", "--lake", lake, "--range", "2:99", "--iceberg", "--json")
first = check(lake, "bronze/history_*")
command("ingest", f"{clone}/data/sample", "--lake", lake, "--json")
second = check(lake)
assert len(second) > 40 and second["bronze/history_ledgers"][0] == 128, second

# The relations over the tables.
database.execute(command("views", "--lake", lake, "--engine", "duckdb", "--iceberg"))
relations = ["silver.accounts_current", "silver.token_transfers", "semantic.semantic_account_summary", "gold.balances_at_ledger('XLM', null, 100)"]
asked = " union all ".join(f"select $${name}$$ as name, count(*) as n, md5(string_agg(t::varchar, '' order by t::varchar)) as rows from {name} as t" for name in relations)
rows = json.loads(command("query", "--lake", lake, asked, "--format", "json"))
assert sorted((row["name"], int(row["n"]), row["rows"]) for row in rows) == sorted(database.sql(asked).fetchall()), rows

# Older snapshots, and one partition.
table = StaticTable.from_metadata(f"{lake}/iceberg/bronze/history_ledgers")
older = [one.snapshot_id for one in table.snapshots() if one.summary["total-records"] == "98"][0]
assert figures(table.scan(snapshot_id=older).to_arrow()) == first["bronze/history_ledgers"]
path = f"{lake}/iceberg/bronze/history_ledgers"
assert database.sql(f"select count(*) from iceberg_scan('{path}', snapshot_from_id = {older})").fetchone() == (98,)
assert from_clickhouse(f"select count() from icebergLocal('{path}') settings iceberg_snapshot_id = {older}") == [98]
assert table.scan(EqualTo("sequence", 10_000)).to_arrow().num_rows == 0
assert len(list(table.scan(EqualTo("sequence", 5)).plan_files())) == 1

# By a server.
with lake_queries.catalogue(node, lake) as address:
    catalogue = pyiceberg.catalog.load_catalog("lake", type="rest", uri=address)
    assert len(catalogue.list_tables("bronze")) == len([name for name in second if name.startswith("bronze/")])
    assert figures(catalogue.load_table("bronze.history_ledgers").scan().to_arrow()) == second["bronze/history_ledgers"]
    database.execute(f"attach '' as lake (type iceberg, endpoint '{address}', authorization_type 'none')")
    assert database.sql("select count(*) from lake.bronze.history_ledgers").fetchone() == (128,)

# A merge changes files, not rows; another place has other locations.
command("compact", "--lake", lake)
merged = check(lake)
assert {name: rows for name, rows in merged.items() if "bronze" in name} == {name: rows for name, rows in second.items() if "bronze" in name}
moved = f"{lake}-moved"
shutil.move(lake, moved)
command("iceberg", "enable", "--lake", moved)
assert check(moved, "bronze/history_ledgers")["bronze/history_ledgers"] == merged["bronze/history_ledgers"]
print(f"{len(merged)} Iceberg tables are the same in pyiceberg, duckdb {duckdb.__version__}, chdb {chdb.__version__} and ledgerlake")
