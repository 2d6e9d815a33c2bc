"""Parses the statements that `ledgerlake views` prints for engines that do not run here, as their dialects in sqlglot have them.

parsed_views.py NODE LAKE ENGINE...: in the clone, with sqlglot and duckdb; NODE runs the command.
"""

import sys

import lake_queries
import sqlglot

node, lake, *engines = sys.argv[1:]
for engine in engines:
    found = lake_queries.split(lake_queries.printed(node, lake, engine, "gs://bucket/lake"))
    for statement in found:
        made = sqlglot.parse_one(statement, read=engine)
        # What it does not know is kept as it is, as a command.
        assert not isinstance(made, sqlglot.exp.Command), statement
    views = sum(statement.startswith("create or replace view") for statement in found)
    assert views > 100, views
    print(f"{engine}: {len(found)} statements, {views} views among them, are of its language")
