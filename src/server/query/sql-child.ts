/** The process in which SQL of clients runs: it reads lakes, and may crash or be killed without harm to the server. */
import { Writable } from 'node:stream';
import { LedgerIndex } from '../../history/ledger-index.ts';
import { openLake, type Lake } from '../../lake/asking/lake.ts';
import { writeQuery, type WriteOptions } from '../../lake/asking/query/write.ts';
import { serveCalls, type CallContext } from '../../processes/serve-calls.ts';
import { tables } from '../../tables/index.ts';

/** A statement for a lake; the rows come as parts in the format. */
export interface SqlCall extends Pick<WriteOptions, 'format' | 'limit' | 'parameters'> {
  lake: string;
  /** What DuckDB may use before it spills to disk. */
  memory: string;
  sql: string;
}

const lakes = new Map<string, Promise<Lake>>();

function lakeOf({ lake, memory }: SqlCall): Promise<Lake> {
  const known = lakes.get(lake);
  if (known) return known;
  const opened = openLake(lake, { tables, memoryLimit: memory, index: new LedgerIndex(lake) });
  lakes.set(lake, opened);
  opened.catch(() => lakes.delete(lake));
  return opened;
}

async function run(payload: unknown, { signal, send }: CallContext): Promise<number> {
  const call = payload as SqlCall;
  const { sql, format, limit, parameters } = call;
  const output = new Writable({
    write: (part: Uint8Array, _encoding, done) => void send(part).then(() => done(), done),
  });
  const options = { format, output, signal, hidesPlaces: true, limit, ...(parameters && { parameters }) };
  const rows = await writeQuery(await lakeOf(call), sql, options);
  await new Promise((resolve) => output.end(resolve));
  return rows;
}

serveCalls(run, (payload) => lakeOf(payload as SqlCall));
