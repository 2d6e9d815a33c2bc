"""Reads lakes in Spark, on a cluster of two worker processes, by the statements that `ledgerlake views --engine spark` prints.

spark_views.py NODE LAKE...: in the clone, with pyspark and duckdb; NODE runs the command. Of each lake the bronze views, the kept
relations and what is asked are made: Spark takes longer to make views of views than to read them.
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


def needed(found, exact):
    """The names of what the bronze views, the kept relations and the queries stand on."""
    below = {}
    for _, (name, *others) in (row for row in found if row[1]):
        below.setdefault(name, set()).update(others)
    # Views of the raw tables, and relations that read parts.
    asked = {name for name, others in below.items() if f"files.{name.replace('.', '_')}" in others or any(o.startswith("parts.") for o in others)}
    asked |= {name for name in below if name.startswith("bronze.") or any(re.search(rf"\b{re.escape(name)}\b", query) for query in [*lake_queries.queries, *exact])}
    every = set()
    while asked:
        name = asked.pop()
        every.add(name)
        asked |= below.get(name, set()) - every
    return every


def check(spark, lake, exact):
    duck = lake_queries.opened(node, lake)
    found = list(statements(lake_queries.printed(node, lake, "spark")))
    wanted = needed(found, exact)
    made = set()
    for statement, names in found:
        if not names or names[0] in wanted:
            spark.sql(statement)
            made.update(names[:1])
    same = lake_queries.compare(duck, made, lambda query: spark.sql(query).collect(), exact)
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
        # Rows are few: what compiles queries and optimizes what was compiled would take longer than they do.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.driver.extraJavaOptions": "-XX:+UseSerialGC",
        "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    }
    session = SparkSession.builder.master("local-cluster[2,1,1024]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    for place, path in enumerate(lakes):
        # The last lake is the smallest.
        check(session, os.path.abspath(path), lake_queries.EXACT if place == len(lakes) - 1 else [])
    session.stop()
