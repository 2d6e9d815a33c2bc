/** List endpoints: paging by the key of the last row, and the envelope. */
import { Object as ObjectType } from 'typebox';
import { mapInPieces } from '../../../core/in-pieces.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Answer, EndpointRequest, Endpoint, StreamRequest } from '../endpoint.ts';
import { boolean, listOf, may, fieldShape, text, whole, type Json, type Row } from '../fields.ts';
import { filtersOf, readPage } from './list-page.ts';
import type { Common, ListSpec } from './list-spec.ts';
import { Meta, metaOf } from '../meta.ts';
import { cursor as cursorParameter, flag as flagParameter, may as mayParameter } from '../parameters.ts';
import { readParameters, type Parameters, type Values } from '../parameters.ts';
import { conditionsOf } from './range.ts';
import type { ScanKey, Scan } from './scan.ts';
import type { View } from '../view.ts';
import { openStream, streamParameters } from './stream.ts';
import { checkWalked, markOf, walkedTo } from './walked.ts';
import { powerOfTwo } from './window.ts';

export { inOrder, type ScanKey as Key, type Scan } from './scan.ts';

/** Returns the endpoint of a list. */
export function list<P extends Parameters>(spec: ListSpec<P>): Endpoint {
  const { path, summary, legacyKey, row, beside, written, kind = {} } = spec;
  const { isPaged = true, isRanked = false, isOutside } = kind;
  const parameters = {
    ...spec.parameters,
    ...(isPaged && { cursor: cursorParameter }),
    explain: mayParameter(flagParameter('Tell the SQL and its plan in `_meta.explain`.')),
  };
  const ranked = isRanked ? ObjectType({ ...row.properties, rank: whole('From 1.') }) : row;
  const answer = ObjectType({
    ...beside?.fields,
    data: listOf(ranked),
    count: whole('Number of records in this answer.'),
    ...(isPaged && { cursor: may(text('Cursor of the next page.')) }),
    has_more: boolean('Whether more records follow.'),
    _meta: Meta,
  });
  const shape = written?.shape ?? fieldShape(ranked);
  const handle = async (asked: EndpointRequest) => {
    const { values, warnings } = readParameters<Parameters>(parameters, asked.given);
    return answerList(spec, shape, asked, values as Values<P> & Common, warnings);
  };
  const table = { member: 'data', row: ranked, ...(written?.columns && { columns: written.columns }) };
  return {
    path,
    summary,
    legacyKey,
    isOutside,
    parameters,
    table,
    answer,
    handle,
    ...('order' in spec.parameters && { stream: (asked: StreamRequest) => openStream(spec, shape, asked) }),
  };
}

/** Returns the endpoint of the events of a list, which the list itself answers in pages. */
export function streamed(of: Endpoint): Endpoint {
  return {
    path: `${of.path}/stream`,
    summary: `${of.summary}, as server-sent events`,
    isOutside: true,
    others: ['text/event-stream'],
    parameters: { ...streamParameters(of.parameters), cursor: cursorParameter },
    answer: ObjectType({}),
    handle: of.handle,
    ...(of.stream && { stream: of.stream }),
  };
}

async function answerList<P extends Parameters>(
  spec: ListSpec<P>,
  shape: (row: Row) => Json,
  { view: now, secret }: EndpointRequest,
  values: Values<P> & Common,
  warnings: string[],
): Promise<Answer> {
  const filters = filtersOf(values);
  const { kind = {} } = spec;
  const asks = { w: now.served.network, e: spec.path, f: filters };
  const from = values.cursor === undefined ? undefined : readCursor(secret, values.cursor, asks);
  // What was loaded since the first page is not there for the others.
  const view = from ? now.upTo(from.l) : now;
  const key = spec.key(values);
  const walk = { ...values, key, isState: kind.isState };
  if (from && !kind.isOutside) checkWalked(view, walkedTo(from.k, walk), from.s);
  const scanned = Math.min(from?.l ?? Infinity, view.highest(values.end_ledger));
  const after = from && new Map(key.map(({ column }, i) => [column, from.k[i] ?? '']));
  const latest = from?.l ?? view.bounds.latest;
  const limit = kind.isWhole === true ? shared(values.limit) : values.limit;
  // Where no loaded ledger is so early, the latest was looked at, and none of its rows is meant.
  const ceiling = Math.min(scanned, values.end_ledger ?? Infinity);
  const unfiltered = { view, ceiling, latest, limit, ...(after && { after }) };
  const scan: Scan = { ...unfiltered, filters: conditionsOf(spec.where ?? {}, values, { key, scan: unfiltered }) };
  const prepared = (await spec.prepare?.(values, view)) ?? null;
  const found = await readPage(spec, values, scan, prepared);
  const rows = found.slice(0, values.limit);
  const completed = spec.complete ? await spec.complete(rows, view) : rows;
  const before = from?.n ?? 0;
  const hasMore = found.length > rows.length || kind.isCut?.(found) === true;
  const nextCursor = () => {
    const k = keyOf(key, rows);
    const s = markOf(view, walkedTo(k, walk));
    return writeCursor(secret, { ...asks, k, l: latest, n: before + rows.length, s });
  };
  const data = await mapInPieces(completed, (row, i) => {
    return shape(kind.isRanked === true ? { ...row, rank: before + i + 1 } : row);
  });
  const all = [...warnings, ...(spec.warnings?.(values, view, prepared) ?? [])];
  return {
    body: {
      ...(await spec.beside?.read(values, scan, rows, prepared)),
      data,
      count: data.length,
      ...(hasMore && kind.isPaged !== false && { cursor: nextCursor() }),
      has_more: hasMore,
      _meta: await metaOf(now, { scanned, isState: kind.isState, warnings: all, ...rangeOf(values, now, scanned) }),
    },
  };
}

/** What most of a relation is read for, or all rows are made for, is the same for most limits: one result answers them. */
const LEAST_SHARED = 128;

function shared(limit: number): number {
  return Math.max(LEAST_SHARED, powerOfTwo(limit));
}

/** A column that is a word of SQL stands in quotes, which are no part of its name. */
function keyOf(key: readonly ScanKey[], rows: readonly Row[]): string[] {
  return key.map(({ column }) => String(rows.at(-1)?.[column.replaceAll('"', '')]));
}

function rangeOf({ start_ledger: start, end_ledger: end }: Common, view: View, scanned: number) {
  if (start === undefined && end === undefined) return {};
  return { range: { start_ledger: start ?? view.bounds.oldest, end_ledger: end ?? scanned } };
}
