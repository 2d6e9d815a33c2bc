/**
 * Statements whose parameters, or rows of a COPY, are sent as they are (PostgreSQL's protocol, "Extended Query", "COPY Operations"): the driver
 * would copy them several times, and wait for the server before the rows.
 */
import type { Connection } from 'pg';
import type { Parameters } from './arrays.ts';

/** What the driver asks of a connection; its types leave out what names a statement. */
type Wire = Pick<Connection, 'stream' | 'sync'> & {
  parse(query: { text: string }, more?: boolean): void;
  execute(config: { portal: string }, more?: boolean): void;
};

/** The texts of a row that a statement returns. */
export type Fields = readonly (string | null)[];

type Sent = Pick<Parameters, 'count' | 'bytes'>;

const BINARY = 1;
/** Behind the type of the message: its length, portal, statement, one format for all, how many parameters. */
const LEAD = 4 + 1 + 1 + 4 + 2;
const RESULTS_AS_TEXT = Buffer.alloc(2);

/** Sends messages, and resolves when the bytes are on their way, or can never be. */
type Send = (wire: Wire) => Promise<void>;

/** What `client.query` takes: prepares the statement, sends the messages behind it, calls back when the server has done all, or with the first error. */
export class BoundStatement {
  readonly #sql: string;
  readonly #messages: Iterable<Send>;
  readonly #rows: Fields[] = [];
  #hasFailed = false;
  /** The driver puts its own around it, which ends after `query_timeout`. */
  callback: (error: unknown, rows: Fields[]) => void;

  constructor(sql: string, messages: Iterable<Send>, callback: (error: unknown, rows: Fields[]) => void) {
    this.#sql = sql;
    this.#messages = messages;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    void this.#send(connection);
  }

  /** The server answers the Sync when it has done all, or rolled back. */
  async #send(wire: Wire): Promise<void> {
    try {
      wire.parse({ text: this.#sql });
      let before = Promise.resolve();
      for (const send of this.#messages) {
        const sent = send(wire);
        await before;
        before = sent;
        if (this.#hasFailed) break;
      }
    } catch (error) {
      this.handleError(error);
    }
    wire.sync();
  }

  handleCommandComplete(): void {}

  handleCopyInResponse(): void {}

  handleDataRow({ fields }: { fields: Fields }): void {
    this.#rows.push(fields);
  }

  handleError(error: unknown): void {
    this.#hasFailed = true;
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    if (!this.#hasFailed) this.callback(undefined, this.#rows);
  }
}

/** Yields what runs a statement once for each of the parameters. */
export function* running(parameters: Iterable<Sent>): Generator<Send> {
  for (const each of parameters) yield (wire) => bind(wire, each);
}

/** Yields what runs a COPY of the chunks: the server passes over them when it takes none. */
export function* copying(chunks: Iterable<Buffer>): Generator<Send> {
  yield (wire) => bind(wire, { count: 0, bytes: Buffer.alloc(0) });
  try {
    for (const chunk of chunks) yield (wire) => write(wire, COPY_DATA, chunk);
  } catch (error) {
    yield (wire) => write(wire, COPY_FAIL, Buffer.from('the rows cannot be written\0'));
    throw error;
  }
  yield (wire) => write(wire, COPY_DONE, Buffer.alloc(0));
}

const [COPY_DATA, COPY_DONE, COPY_FAIL] = ['d', 'c', 'f'];

function write({ stream }: Wire, type: string, bytes: Buffer): Promise<void> {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(4 + bytes.length, 1);
  return new Promise((resolve) => {
    stream.cork();
    stream.write(head);
    stream.write(bytes, () => resolve());
    stream.uncork();
  });
}

function bind(wire: Wire, { count, bytes }: Sent): Promise<void> {
  const head = Buffer.alloc(1 + LEAD);
  head.write('B', 'latin1');
  head.writeInt32BE(LEAD + bytes.length + RESULTS_AS_TEXT.length, 1);
  head.writeInt16BE(1, 7);
  head.writeInt16BE(BINARY, 9);
  head.writeInt16BE(count, 11);
  return new Promise((resolve) => {
    wire.stream.cork();
    wire.stream.write(head);
    wire.stream.write(bytes, () => resolve());
    wire.stream.write(RESULTS_AS_TEXT);
    wire.execute({ portal: '' });
    wire.stream.uncork();
  });
}
