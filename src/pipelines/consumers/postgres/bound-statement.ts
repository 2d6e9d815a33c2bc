/** A statement whose parameters are sent as they are (PostgreSQL's protocol, "Extended Query"): the driver would copy them several times. */
import type { Connection } from 'pg';
import type { Parameters } from './arrays.ts';

/** What the driver asks of a connection; its types leave out what names a statement. */
type Wire = Pick<Connection, 'stream' | 'sync'> & {
  parse(query: { text: string }, more?: boolean): void;
  execute(config: { portal: string }, more?: boolean): void;
};

const BINARY = 1;
/** Behind the type of the message: its length, portal, statement, one format for all, how many parameters. */
const LEAD = 4 + 1 + 1 + 4 + 2;
const RESULTS_AS_TEXT = Buffer.alloc(2);

/** What `client.query` takes: calls back when the statement has ended. */
export class BoundStatement {
  readonly #sql: string;
  readonly #parameters: Pick<Parameters, 'count' | 'bytes'>;
  /** The driver puts its own around it, which ends after `query_timeout`. */
  callback: (error?: Error) => void;

  constructor(sql: string, parameters: Pick<Parameters, 'count' | 'bytes'>, callback: (error?: Error) => void) {
    this.#sql = sql;
    this.#parameters = parameters;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    const wire: Wire = connection;
    const { count, bytes } = this.#parameters;
    const bind = Buffer.alloc(1 + LEAD);
    bind.write('B', 'latin1');
    bind.writeInt32BE(LEAD + bytes.length + RESULTS_AS_TEXT.length, 1);
    bind.writeInt16BE(1, 7);
    bind.writeInt16BE(BINARY, 9);
    bind.writeInt16BE(count, 11);
    wire.parse({ text: this.#sql });
    for (const part of [bind, bytes, RESULTS_AS_TEXT]) wire.stream.write(part);
    wire.execute({ portal: '' });
    wire.sync();
  }

  handleCommandComplete(): void {}

  /** The server answers the Sync when it has rolled back. */
  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback();
  }
}
