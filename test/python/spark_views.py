"""Reads lakes in Spark, on a cluster of two worker processes, by the statements that `ledgerlake views --engine spark` prints.

spark_views.py NODE LAKE...: in the clone, with pyspark and duckdb; NODE runs the command. All that the first lake has is made, of the
others the bronze views, the kept relations, and what the queries read.
"""

import os
import re
import sys
import tempfile

import lake_queries
import pyspark
from pyspark.sql import SparkSession

node, *lakes = sys.argv[1:]


def statements(text):
    """Each statement, with the names of the relations and tables that it mentions, the one that it makes first."""
    for one in lake_queries.split(text):
        yield one, [".".join(name) for name in re.findall(r"`(\w+)`\.`(\w+)`", one)]


def needed(found):
    """The names of what the bronze views, the kept relations and the queries stand on."""
    below = {}
    for _, (name, *others) in (row for row in found if row[1]):
        below.setdefault(name, set()).update(others)
    # Views of the raw tables, and relations that read parts.
    asked = {name for name, others in below.items() if f"files.{name.replace('.', '_')}" in others or any(o.startswith("parts.") for o in others)}
    asked |= {name for name in below if any(re.search(rf"\b{re.escape(name)}\b", query) for query in lake_queries.queries)}
    every = set()
    while asked:
        name = asked.pop()
        every.add(name)
        asked |= below.get(name, set()) - every
    return every


def check(spark, lake, isAll):
    duck = lake_queries.opened(node, lake)
    found = list(statements(lake_queries.printed(node, lake, "spark")))
    wanted = needed(found)
    made = set()
    for statement, names in found:
        if not names or isAll or names[0] in wanted:
            spark.sql(statement)
            made.update(names[:1])
    same = lake_queries.compare(duck, made, lambda query: spark.sql(query).collect())
    print(f"{lake}: {len(made)} tables and views in Spark {spark.version}, {same}")
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
        check(session, os.path.abspath(path), place == 0)
    session.stop()
