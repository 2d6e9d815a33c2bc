/** A receiver of webhooks on this machine, which verifies signatures as Standard Webhooks says. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A request whose signature is right. */
export interface Received {
  id: string;
  body: string;
}

/** Answers a request in place of 204, or leaves it. `nth` counts from 1. */
export type Misbehave = (response: ServerResponse, request: Received, nth: number) => void;

export interface Receiver {
  url: string;
  received: Received[];
  /** Until it is set anew, requests are answered so; undefined: 204. */
  misbehave?: Misbehave | undefined;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=quiet`,
    received: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers;
    const key = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${body}`)
      .digest('base64');
    if (signature !== `v1,${expected}` || Math.abs(Number(time) - Date.now() / 1000) > 300) {
      return void response.writeHead(401).end();
    }
    const one = { id: String(id), body };
    const nth = receiver.received.push(one);
    if (receiver.misbehave) receiver.misbehave(response, one, nth);
    else response.writeHead(204).end();
  };
  return receiver;
}
