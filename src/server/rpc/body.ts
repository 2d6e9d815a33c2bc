/** The body of a request, within limits of size and time. */
import type { IncomingMessage } from 'node:http';

/** What a body over the limit throws. */
export class BodyTooLarge extends Error {}

/** What a body that is not there in time throws. */
export class SlowBody extends Error {}

const READ_TIMEOUT = 5000;

/** Returns the text of a request's body; bytes that are no UTF-8 become U+FFFD, as in Go. */
export async function readBody(request: IncomingMessage, limit: number, timeout = READ_TIMEOUT): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new SlowBody()), timeout);
    const done = (error?: Error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    };
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= limit) parts.push(part);
      else done(new BodyTooLarge('http: request body too large'));
    });
    request.on('end', () => done());
    request.on('error', done);
    request.on('close', () => done(new Error('the client is gone')));
  });
  return (parts.length === 1 ? parts[0] : Buffer.concat(parts)).toString('utf8');
}
