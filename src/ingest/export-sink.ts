/** Where exported rows go: one output that gets the rows of many passes over tables that are filled again and again. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { quotePath } from '../lake/duckdb/duckdb.ts';
import { query, stream, type Source } from '../lake/asking/query/query.ts';
import { createArrowWriter, writeQuery, type Format, type WriteOptions } from '../lake/asking/query/write.ts';

/** Takes the rows that the query gives now, pass after pass; `end` returns how many there were. */
interface Sink {
  pass(): Promise<void>;
  end(): Promise<number>;
}

type SinkOptions = WriteOptions & { format: Exclude<Format, 'json'> };

/** Returns the sink for a format. */
export function createSink(source: Source, sql: string, options: SinkOptions): Sink {
  switch (options.format) {
    case 'ndjson':
    case 'csv':
      return textSink(source, sql, options);
    case 'arrow':
    case 'arrows':
      return arrowSink(source, sql, { ...options, format: options.format });
    case 'parquet':
      return parquetSink(source, sql, options);
  }
}

function textSink(source: Source, sql: string, options: SinkOptions): Sink {
  let rows = 0;
  let passes = 0;
  return {
    async pass() {
      rows += await writeQuery(source, sql, { ...options, header: passes++ === 0 });
    },
    end: () => Promise.resolve(rows),
  };
}

function arrowSink(
  source: Source,
  sql: string,
  { format, output, signal }: SinkOptions & { format: 'arrow' | 'arrows' },
): Sink {
  let writer: ReturnType<typeof createArrowWriter> | undefined;
  return {
    async pass() {
      writer ??= createArrowWriter(format, (await query(source, `${sql} limit 0`)).schema, output, { signal });
      for await (const batch of stream(source, sql, { signal })) await writer.write(batch);
    },
    end: () => writer?.end() ?? Promise.resolve(0),
  };
}

/** Parquet has its index at the end, so each pass makes a part on disk and the parts become one file. */
function parquetSink(source: Source, sql: string, options: SinkOptions): Sink {
  const parts: string[] = [];
  return {
    async pass() {
      await mkdir(source.spool, { recursive: true });
      const part = join(source.spool, `part-${parts.length}.parquet`);
      const output = createWriteStream(part);
      await writeQuery(source, sql, { ...options, output });
      output.end();
      await finished(output);
      parts.push(part);
    },
    end() {
      const list = parts.map(quotePath).join(', ');
      return writeQuery(source, `select * from read_parquet([${list}], hive_partitioning = false)`, options);
    },
  };
}
