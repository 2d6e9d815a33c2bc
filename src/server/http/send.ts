/** Short answers: a status alone, a line of text. */
import type { ServerResponse } from 'node:http';

const TEXT = 'text/plain; charset=utf-8';

/** Sends a status without a body. */
export function sendEmpty(response: ServerResponse, status: number): void {
  response.statusCode = status;
  if (status !== 204) response.setHeader('Content-Length', 0);
  response.end();
}

/** Sends a line of text, as Go's server ends its errors. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  sendBody(response, status, TEXT, Buffer.from(`${text}\n`));
}

/** Sends a body of known length. */
export function sendBody(response: ServerResponse, status: number, type: string, body: Uint8Array): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
