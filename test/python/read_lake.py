"""Runs the Python of src/library/README.md on a lake, and compares what it finds with what the command finds.

read_lake.py LAKE NODE: in the clone, with pyiceberg, duckdb, pandas and polars; NODE runs the command. The lake has Iceberg tables.
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
    row["type_string"]: (int(row["n"]), row["stroops"] and int(row["stroops"]))
    for row in asked("""select type_string, count(*) as n, sum(amount_stroops) as stroops from history_operations
        where transaction_successful group by all""")
}
sums = {kind: (n, stroops if stroops is None else int(stroops)) for kind, n, stroops in names["sums"]}
assert sums == expected, (sums, expected)
kinds = asked("select type_string, count(*) as n from history_operations group by all")
assert dict(names["kinds"].rows()) == {row["type_string"]: int(row["n"]) for row in kinds}

schema = polars.scan_iceberg(names["table"]).collect_schema()
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
print(f"{len(expected)} kinds of operations and {ledgers.height} ledgers are the same in pyiceberg, duckdb, polars and ledgerlake")
