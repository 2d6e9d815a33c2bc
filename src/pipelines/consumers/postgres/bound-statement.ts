/** A statement whose parameters are sent as they are (PostgreSQL's protocol, "Extended Query"): the driver would copy them several times. */
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

/** What `client.query` takes: runs the statement once for each of the parameters, calls back when all have ended, or with the first error. */
export class BoundStatement {
  readonly #sql: string;
  readonly #parameters: Iterable<Sent>;
  readonly #rows: Fields[] = [];
  #hasFailed = false;
  /** The driver puts its own around it, which ends after `query_timeout`. */
  callback: (error: unknown, rows: Fields[]) => void;

  constructor(sql: string, parameters: Iterable<Sent>, callback: (error: unknown, rows: Fields[]) => void) {
    this.#sql = sql;
    this.#parameters = parameters;
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
      for (const each of this.#parameters) {
        const sent = bind(wire, each);
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

/** Sends what runs the statement once, and resolves when the bytes are on their way, or can never be. */
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
