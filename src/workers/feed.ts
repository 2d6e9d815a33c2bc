/** Objects on their way from the main thread, which downloads them, to the worker that decodes them. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ObjectReader } from '../datastore/transfer/buffer.ts';
import { plainError, restoreError, type PlainError } from '../core/errors.ts';

type Fed = { kind: 'object'; key: string; bytes: Uint8Array } | { kind: 'failed'; error: PlainError } | { kind: 'end' };

/**
 * Returns the port at which a worker gets the objects of the reader, each when it asks for it: so a decoder that is slow holds
 * up the downloads. `close` ends both; a worker that closes its port does so too.
 */
export function feed(reader: ObjectReader): { port: MessagePort; close: () => void } {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', () => {
    void give(reader).then((fed) => {
      port1.postMessage(fed, fed.kind === 'object' ? [fed.bytes.buffer as ArrayBuffer] : []);
    });
  });
  port1.on('close', () => reader.close());
  return { port: port2, close: () => port1.close() };
}

async function give(reader: ObjectReader): Promise<Fed> {
  try {
    const object = await reader.next();
    return object ? { kind: 'object', ...object } : { kind: 'end' };
  } catch (error) {
    return { kind: 'failed', error: plainError(error) };
  }
}

/** The worker's end: gives one object after another, and has the next one brought while one is in use. */
export class FedObjects {
  readonly #port: MessagePort;
  readonly #arrived: Fed[] = [];
  #wake: (() => void) | undefined;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (fed: Fed) => {
      this.#arrived.push(fed);
      this.#wake?.();
    });
    this.#ask();
  }

  /** Returns the bytes of the next object, which must be the one with this key; throws what its download threw. */
  async next(key: string): Promise<Uint8Array> {
    while (this.#arrived.length === 0) await new Promise<void>((wake) => (this.#wake = wake));
    const fed = this.#arrived.shift()!;
    if (fed.kind === 'failed') throw restoreError(fed.error);
    if (fed.kind === 'end' || fed.key !== key) throw new Error(`fed ${fed.kind}, expected ${key}`);
    this.#ask();
    return fed.bytes;
  }

  close(): void {
    this.#port.close();
  }

  #ask(): void {
    this.#port.postMessage('next');
  }
}
