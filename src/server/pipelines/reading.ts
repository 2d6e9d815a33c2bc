/** Bodies of requests: of bounded size, in bounded time. */
import type { IncomingMessage } from 'node:http';
import { HttpFault } from './fault.ts';

/** A definition has at most a mebibyte. */
const MOST_BYTES = 1024 * 1024;
/** So much of a body that is too large is taken and thrown away: a client that still sends reads no answer. */
const MOST_DRAINED = 16 * MOST_BYTES;

/** Returns the bytes of a body. Throws HttpFault for one that is too large. */
export async function readRequestBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
    if (size > MOST_DRAINED) break;
  }
  if (size > MOST_BYTES) throw new HttpFault(400, 'body too large');
  return Buffer.concat(chunks);
}

/** Closes the connection of a client whose body is not there in time. */
export function cutSlowBody(request: IncomingMessage, time: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, time);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
