/** Rows of a list as server-sent events: its pages from the oldest row on, then those of each commit. */
import type { Snapshot } from '../../../lake/disk/snapshot/snapshot.ts';
import type { StreamRequest } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Json, Row } from '../fields.ts';
import { filtersOf, readPage } from './list-page.ts';
import type { Common, ListSpec } from './list-spec.ts';
import { readParameters, type Parameters, type Values } from '../parameters.ts';
import { conditionsOf } from './range.ts';
import { View } from '../view.ts';
import { checkWalked, markOf } from './walked.ts';
import { toLedger } from './window.ts';

/** How many rows are read at once; no more are in memory for a client that does not read. */
const PAGE_ROWS = 200;
const HEARTBEAT_MS = 15_000;

/** Parameters of the list that a stream has no use for. */
const unused = ['limit', 'order', 'cursor', 'end_ledger', 'start_time', 'end_time', 'explain'];

/** Returns the parameters of the stream of a list. */
export function streamParameters(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !unused.includes(name)));
}

/** Where a stream is: all rows up to a ledger are sent, and in the ledgers after it those up to a row. */
interface Position {
  first: number;
  done: number;
  after: string[];
}

/** Returns the events of a stream, each piece as many as a page has. Throws ApiError for what it refuses. */
export async function openStream<P extends Parameters>(
  spec: ListSpec<P>,
  shape: (row: Row) => Json,
  asked: StreamRequest,
): Promise<AsyncGenerator<string>> {
  const given = new Map([...asked.given].filter(([name]) => !unused.includes(name)));
  const read = readParameters<Parameters>(spec.parameters, given).values;
  const values = { ...read, order: 'asc', limit: PAGE_ROWS } as unknown as Values<P> & Common;
  const stream = new ListStream(spec, shape, asked, values);
  await stream.begin();
  return stream.events();
}

class ListStream<P extends Parameters> {
  readonly #spec: ListSpec<P>;
  readonly #shape: (row: Row) => Json;
  readonly #asked: StreamRequest;
  readonly #values: Values<P> & Common;
  #position: Position = { first: 0, done: 0, after: [] };
  #mark = '';

  constructor(spec: ListSpec<P>, shape: (row: Row) => Json, asked: StreamRequest, values: Values<P> & Common) {
    this.#spec = spec;
    this.#shape = shape;
    this.#asked = asked;
    this.#values = values;
  }

  /** Goes to where the client was, or to the ledger that it asks for, or behind the latest one. */
  async begin(): Promise<void> {
    const { view, secret, lastEventId } = this.#asked;
    const { start_ledger: start } = this.#values;
    if (lastEventId === undefined) {
      const first = start ?? view.bounds.latest + 1;
      this.#position = { first, done: first - 1, after: [] };
    } else {
      const { k, l, n, s } = readCursor(secret, lastEventId, this.#asks());
      this.#position = { first: n, done: l, after: k };
      checkWalked(view, this.#walked(k), s);
    }
    this.#mark = markOf(view, this.#walked(this.#position.after));
  }

  async *events(): AsyncGenerator<string> {
    const { signal } = this.#asked;
    const { newest } = this.#asked.view.served;
    try {
      let snapshot = await newest.snapshot();
      yield `retry: 1000\n${this.#told(this.#viewOf(snapshot))}`;
      let quiet = performance.now();
      while (!signal.aborted) {
        const view = this.#viewOf(snapshot);
        checkWalked(view, this.#walked(this.#position.after), this.#mark);
        const hasMore = view.bounds.latest > this.#position.done;
        if (hasMore || performance.now() - quiet > HEARTBEAT_MS) {
          yield hasMore ? await this.#page(view) : `: nothing new\n${this.#told(view)}`;
          quiet = performance.now();
        }
        snapshot = await (hasMore ? newest.snapshot() : newest.later());
      }
    } catch (error) {
      if (!signal.aborted) yield `event: error\ndata: ${JSON.stringify({ error: messageFor(error) })}\n\n`;
    }
  }

  #viewOf(snapshot: Snapshot): View {
    const signal = AbortSignal.any([this.#asked.signal, AbortSignal.timeout(this.#asked.budget)]);
    return new View(this.#asked.view.served, snapshot, signal, {});
  }

  /** Returns the events of the next rows, and moves on behind them. */
  async #page(view: View): Promise<string> {
    const { first, done, after } = this.#position;
    const spec = this.#spec;
    const { latest } = view.bounds;
    const values = { ...this.#values, start_ledger: done + 1 };
    const key = spec.key(values);
    const last = new Map(key.map(({ column }, i) => [column, after[i] ?? '']));
    const scan = { view, ceiling: latest, latest, limit: PAGE_ROWS, ...(after.length > 0 && { after: last }) };
    const filters = conditionsOf(spec.where ?? {}, values, { key, scan });
    const found = await readPage(spec, values, { ...scan, filters }, (await spec.prepare?.(values, view)) ?? null);
    const rows = found.slice(0, PAGE_ROWS);
    const whole = spec.complete ? await spec.complete(rows, view) : rows;
    const events = whole.map((row, i) => {
      this.#position = { first, done, after: key.map(({ column }) => String(rows[i][column.replaceAll('"', '')])) };
      return `data: ${JSON.stringify(this.#shape(row))}\n${this.#told(view)}`;
    });
    if (found.length <= PAGE_ROWS) {
      this.#position = { first, done: latest, after: [] };
      events.push(this.#told(view));
    }
    this.#mark = markOf(view, this.#walked(this.#position.after));
    return events.join('');
  }

  /** Returns the end of an event: its cursor. Without data, it tells the client only where it is. */
  #told(view: View): string {
    const { first: n, done: l, after: k } = this.#position;
    const s = markOf(view, this.#walked(k));
    return `id: ${writeCursor(this.#asked.secret, { ...this.#asks(), k, l, n, s })}\n\n`;
  }

  #asks() {
    const { served } = this.#asked.view;
    return { w: served.network, e: `${this.#spec.path}/stream`, f: filtersOf(this.#values) };
  }

  /** The ledgers whose rows were sent; ledger 0 where there are none yet. */
  #walked(after: readonly string[]): { first: number; last: number } {
    const { first, done } = this.#position;
    const [column] = this.#spec.key(this.#values);
    const last = after.length > 0 ? toLedger(column.column, after[0]) : done;
    return last < first ? { first: 0, last: 0 } : { first, last };
  }
}

function messageFor(error: unknown): string {
  return error instanceof ApiError ? error.message : 'internal error';
}
