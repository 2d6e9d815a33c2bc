/** The process in which the queries of `sql` processors run: it may crash or be killed without harm to the pipelines. */
import { tableFromIPC } from 'apache-arrow';
import { interruptOn } from '../../../lake/asking/query/query.ts';
import { serveCalls } from '../../../processes/serve-calls.ts';
import type { BoundQuery } from '../../component.ts';
import type { AskCall, BindCall } from './calls.ts';
import { boundColumns, castQuery } from './casts.ts';
import { sqlValueOf, type SqlPlainValue } from './columns.ts';
import { openLedgerQuery, type LedgerQuery } from './database.ts';

/** Queries that stay open between ledgers: a worker asks those of its pipelines in turn. */
const MOST_OPEN = 16;
const open = new Map<string, LedgerQuery>();

async function bind({ query }: BindCall): Promise<BoundQuery> {
  const { names, types, tables, close } = await openLedgerQuery(query);
  close();
  return { tables, columns: boundColumns(names, types) };
}

async function opened(query: string): Promise<LedgerQuery> {
  const known = open.get(query);
  if (known) return known;
  if (open.size >= MOST_OPEN) {
    for (const { close } of open.values()) close();
    open.clear();
  }
  const made = await openLedgerQuery(query);
  open.set(query, made);
  return made;
}

async function ask({ query, columns, batches }: AskCall, signal: AbortSignal): Promise<SqlPlainValue[][]> {
  const ready = await opened(query);
  ready.batches.clear();
  for (const [table, bytes] of batches) ready.batches.set(table, tableFromIPC(bytes).batches);
  const statement = (ready.statement ??= await ready.connection.prepare(castQuery(ready.text, columns)));
  const stop = interruptOn(signal, ready.connection);
  try {
    const answer = await statement.runAndReadAll();
    return answer.getColumns().map((values, i) => values.map((value) => sqlValueOf(columns[i].kind, value)));
  } finally {
    stop();
  }
}

serveCalls((payload, { signal }) => {
  const call = payload as BindCall | AskCall;
  return call.kind === 'bind' ? bind(call) : ask(call, signal);
});
