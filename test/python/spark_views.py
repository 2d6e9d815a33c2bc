"""Reads lakes in Spark: their Iceberg tables, and the relations over these that `ledgerlake views --engine spark` prints.

spark_views.py NODE JAR LAKE...: in the clone, with pyspark and duckdb; NODE runs the command, JAR is Iceberg's runtime for Spark.
Of each lake the kept relations and what is asked are made: Spark takes longer to make views of views than to read them.
"""

import os
import re
import sys
import tempfile

import lake_queries
import pyspark
from pyspark.sql import SparkSession

node, jar, *lakes = sys.argv[1:]


def statements(text):
    """Each statement, with the names of the relations and tables that it mentions, the one that it makes first."""
    for one in lake_queries.split(text):
        yield one, [".".join(name) for name in re.findall(r"(?<!lake\.)\b(parts|bronze|silver|semantic|gold)\.(\w+)", one)]


def needed(found, exact):
    """The names of what the kept relations, the bronze views and the queries stand on."""
    below = {}
    for _, (name, *others) in (row for row in found if row[1]):
        below.setdefault(name, set()).update(others)
    asked = {name for name, others in below.items() if any(other.startswith("parts.") for other in others)}
    asked |= {name for name in below if name.startswith("bronze.") or any(re.search(rf"\b{re.escape(name)}\b", query) for query in [*lake_queries.queries, *exact])}
    every = set()
    while asked:
        name = asked.pop()
        every.add(name)
        asked |= below.get(name, set()) - every
    return every


def check_tables(spark, duck):
    """Counts and sums of the tables, now and in their first snapshots; returns how many there are."""
    names = [row.tableName for row in spark.sql("show tables in lake.bronze").collect()]
    tables = {name: [column.name for column in spark.table(f"lake.bronze.{name}").schema if column.dataType.typeName() in ("integer", "long")] for name in names}

    def asked(source, of=tables):
        """A row of each table: its name, its rows and the sums of its whole numbers."""
        sums = lambda columns: "concat_ws(','" + "".join(f", cast(sum(cast(`{column}` as decimal(38, 0))) as varchar(40))" for column in columns) + ")"
        return " union all ".join(f"select '{name}' as name, count(*) as n, {sums(columns)} as sums from {source(name)}" for name, columns in of.items())

    def same(query, expected):
        actual, wanted = lake_queries.rows(spark.sql(query).collect()), lake_queries.rows(duck.sql(expected.replace("`", chr(34))).fetchall())
        assert actual == wanted, [pair for pair in zip(actual, wanted) if pair[0] != pair[1]][:3]

    same(asked(lambda name: f"lake.bronze.{name}"), asked(lambda name: f"bronze.{name}_raw_v1"))
    (number, last), *_ = spark.sql("""select snapshot_id, regexp_extract(summary['ledgerlake.ledgers'], '[0-9]+$', 0)
        from lake.bronze.history_ledgers.snapshots order by committed_at""").collect()
    some = {"history_ledgers": tables["history_ledgers"]}
    same(asked(lambda name: f"lake.bronze.{name} version as of {number}", some), asked(lambda name: f"(from bronze.{name}_raw_v1 where sequence <= {last})", some))
    return len(names)


def check(spark, lake, exact):
    duck = lake_queries.opened(node, lake)
    found = list(statements(lake_queries.printed(node, lake, "spark")))
    wanted = needed(found, exact)
    made = set()
    for statement, names in found:
        if not names or names[0] in wanted:
            spark.sql(statement)
            made.update(names[:1])
    tables = check_tables(spark, duck)
    same = lake_queries.compare(duck, made, lambda query: spark.sql(query).collect(), exact)
    print(f"{lake}: {tables} Iceberg tables and {len(made)} views in Spark {spark.version}, {same}")
    for name in ["parts", "gold", "semantic", "silver", "bronze"]:
        spark.sql(f"drop database if exists {name} cascade")


os.environ.update(SPARK_HOME=os.path.dirname(pyspark.__file__), SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
with tempfile.TemporaryDirectory() as folder:
    settings = {
        "spark.jars": jar,
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
    }
    session = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    for place, path in enumerate(lakes):
        # The last lake is the smallest. Each session has a catalogue of its own.
        with lake_queries.catalogue(node, os.path.abspath(path)) as address:
            rest = session.newSession()
            for name, value in {"": "org.apache.iceberg.spark.SparkCatalog", ".type": "rest", ".uri": address}.items():
                rest.conf.set(f"spark.sql.catalog.served{name}", value)
            [(count,)] = rest.sql("select count(*) from served.bronze.history_ledgers").collect()
            assert count > 0, address
        check(session.newSession(), os.path.abspath(path), lake_queries.EXACT if place == len(lakes) - 1 else [])
    session.stop()
