/** A COPY from memory, as the driver runs it: the rows are sent when the server takes them, and no faster than it reads. */
import { once } from 'node:events';
import type { Connection } from 'pg';

/** The driver's own messages of COPY, which its types leave out. */
type Wire = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** A statement that `client.query` takes. It calls back once the server has all rows, or with the first error. */
export class CopyStatement {
  readonly #sql: string;
  readonly #chunks: Iterable<Buffer>;
  #hasFailed = false;
  /** The driver wraps it to end the statement after `query_timeout`. */
  callback: (error: unknown) => void;

  constructor(sql: string, chunks: Iterable<Buffer>, callback: (error: unknown) => void) {
    this.#sql = sql;
    this.#chunks = chunks;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
  }

  handleCopyInResponse(connection: Connection): void {
    this.#send(connection as Wire).catch((error: unknown) => {
      (connection as Wire).sendCopyFail('the rows cannot be written');
      this.handleError(error);
    });
  }

  async #send(wire: Wire): Promise<void> {
    for (const chunk of this.#chunks) {
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
      if (this.#hasFailed) return;
      wire.sendCopyFromChunk(chunk);
    }
    wire.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleError(error: unknown): void {
    this.#hasFailed = true;
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (!this.#hasFailed) this.callback(undefined);
  }
}
