"""Runs the Python of src/library/README.md on a lake, and compares what it finds with what the command finds.

read_lake.py LAKE NODE: in the clone, with duckdb, pandas and polars; NODE runs the command.
"""

import json
import re
import subprocess
import sys
import tempfile

import pandas
import polars
import pyarrow.ipc

lake, node = sys.argv[1:]


def asked(sql):
    """The rows of a query as the command prints them."""
    words = [node, "src/cli/main.ts", "query", "--lake", lake, sql, "--format", "json"]
    return json.loads(subprocess.check_output(words))


with open("src/library/README.md", encoding="utf-8") as file:
    [code] = re.findall(r"^```python\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
names = {}
exec(code.replace("/tmp/lake", lake), names)

expected = {
    row["type_string"]: (int(row["n"]), row["units"])
    for row in asked("select type_string, count(*) as n, sum(details.amount) as units from history_operations group by all")
}
sums = {kind: (n, units if units is None else str(units)) for kind, n, units in names["sums"]}
assert sums == expected, (sums, expected)
assert dict(names["kinds"].rows()) == {kind: n for kind, (n, _) in expected.items()}

committed = asked("select path from meta.segment_files where table_name = 'history_operations'")
found = [path.removeprefix(f"{lake}/") for path in names["glob"].glob(names["files"])]
assert sorted(found) == sorted(row["path"] for row in committed), found

schema = polars.read_parquet_schema(f"{lake}/{found[0]}")
assert schema["amount_stroops"] == polars.Int64 and schema["closed_at"] == polars.Datetime("us"), schema

by_sequence = "select sequence, closed_at, (total_coins * 0.0000001)::decimal(38, 7) as coins from history_ledgers order by 1"
files = {}
with tempfile.TemporaryDirectory() as folder:
    for ending in ("arrow", "arrows"):
        files[ending] = f"{folder}/ledgers.{ending}"
        subprocess.check_call([node, "src/cli/main.ts", "query", "--lake", lake, by_sequence, "--output", files[ending]])
    ledgers = polars.read_ipc(files["arrow"])
    assert ledgers.equals(polars.read_ipc_stream(files["arrows"]))
    frame = pandas.read_feather(files["arrow"])
    with pyarrow.ipc.open_stream(files["arrows"]) as stream:
        assert frame.equals(stream.read_pandas())
    assert list(frame["sequence"]) == ledgers["sequence"].to_list()
[last] = asked("select max(sequence) as sequence, count(*) as n from history_ledgers")
assert (ledgers["sequence"].max(), ledgers.height) == (last["sequence"], int(last["n"]))
assert ledgers.schema["coins"] == polars.Decimal(38, 7), ledgers.schema
print(f"{len(expected)} kinds of operations and {ledgers.height} ledgers are the same in duckdb, polars and ledgerlake")
