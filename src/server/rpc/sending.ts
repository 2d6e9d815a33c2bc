/** Answers over HTTP; what waits for a client to take it counts as held. */
import type { ServerResponse } from 'node:http';
import { sendBody } from '../http/send.ts';
import type { HeldBytes } from './buffered-bytes.ts';

const JSON_TYPE = 'application/json';

/**
 * Sends the beginning of a large answer, in chunks: how long it will be is not known. Resolves when the bytes are no longer
 * needed, so that the writer goes on over them and no copy is held for a slow client.
 */
export async function sendPart(response: ServerResponse, part: Uint8Array, held: HeldBytes): Promise<void> {
  if (response.destroyed || part.length === 0) return;
  if (!response.headersSent) response.setHeader('Content-Type', JSON_TYPE);
  const taken = held.wait(part);
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('close', done);
      resolve();
    };
    response.on('close', done);
    response.write(part, done);
  });
  taken();
}

/** Sends an answer that is known to its end, or what is left of one that was sent in parts. */
export function sendRest(response: ServerResponse, rest: Uint8Array, held: HeldBytes): void {
  if (response.destroyed) return;
  response.once('close', held.wait(rest));
  if (response.headersSent) response.end(rest);
  else sendBody(response, 200, JSON_TYPE, rest);
}
