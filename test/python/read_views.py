"""Reads every relation of a lake in the DuckDB of Python, by the statements and by the database that `ledgerlake views` makes.

read_views.py LAKE NODE FOLDER: in the clone, with duckdb; NODE runs the command, FOLDER is for what it makes.
"""

import json
import subprocess
import sys

import duckdb

lake, node, folder = sys.argv[1:]


def command(*words):
    """What the command prints."""
    return subprocess.check_output([node, "src/cli/main.ts", *words], text=True)


statements = command("views", "--lake", lake, "--engine", "duckdb")
database = f"{folder}/views.duckdb"
command("views", "--lake", lake, "--engine", "duckdb", "--output", database)
by_statements = duckdb.connect()
by_statements.execute("set TimeZone = 'UTC'")
by_statements.execute(statements)
by_file = duckdb.connect(database, read_only=True)
by_file.execute("set TimeZone = 'UTC'")

relations = by_statements.sql(
    """select schema_name, view_name from duckdb_views()
    where not internal and schema_name not in ('main', 'parts') and view_name not like '%\\_raw\\_v1' escape '\\' order by all"""
).fetchall()


def rows_of(schema, name):
    """A relation as text; a BLOB in a row is written in other ways by DuckDB 1.5 and 2.0."""
    blob = " replace (sha256(wasm) as wasm)" if name == "contract_code_blob" else ""
    return f'(select *{blob} from {schema}."{name}")'


digests = [
    f"""select '{schema}.{name}' as relation, count(*) as n,
        md5(string_agg(md5(t::varchar), '' order by md5(t::varchar))) as digest from {rows_of(schema, name)} as t"""
    for schema, name in relations
]
everything = " union all ".join(digests)
rows = json.loads(command("query", "--lake", lake, everything, "--format", "json"))
expected = {row["relation"]: (int(row["n"]), row["digest"]) for row in rows}
for connection in (by_statements, by_file):
    found = {relation: (count, digest) for relation, count, digest in connection.sql(everything).fetchall()}
    assert found == expected, {name: (found.get(name), row) for name, row in expected.items() if found.get(name) != row}
assert len(relations) > 80, relations
print(f"{len(relations)} relations are the same in duckdb {duckdb.__version__} and ledgerlake")
