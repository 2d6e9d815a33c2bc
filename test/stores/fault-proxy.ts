/** An HTTP proxy on loopback that stands before a store and lets go wrong what a schedule says. */
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { isObject, pathOf, type Fault, type Request, type Schedule } from './faults.ts';

export interface ProxyOptions {
  /** Where the store listens, as `http://127.0.0.1:4443`. */
  upstream: string;
  schedule?: Schedule;
  /** Let no ledger object through before so many are asked for at once. */
  together?: number;
  /** Refuse what names no project to bill, as GCS does for a requester-pays bucket. */
  requesterPays?: boolean;
  /** Default: a free one. */
  port?: number;
}

/** One request and what it met. */
export interface Exchange extends Request {
  /** Of the answer as the client got it, 0 when it got none. */
  status: number;
  fault?: Fault;
  headers: IncomingMessage['headers'];
}

export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** Every request so far, in the order of arrival. */
  readonly exchanges: Exchange[];
  close(): Promise<void>;
}

/** Starts a proxy on a free port; the Host header goes on as it came, so that signatures still hold. */
export async function startFaultProxy(options: ProxyOptions): Promise<FaultProxy> {
  const exchanges: Exchange[] = [];
  const attempts = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  const gate = gateFor(options.together ?? 0);
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, answer) => {
    const { method = 'GET', url: target = '/', headers } = incoming;
    const asked = `${method} ${pathOf(target)}`;
    const attempt = attempts.get(asked) ?? 0;
    attempts.set(asked, attempt + 1);
    const fault = options.schedule?.({ method, target, attempt });
    const exchange: Exchange = { method, target, attempt, headers, status: 0, fault };
    exchanges.push(exchange);
    answer.on('close', () => (exchange.status = answer.headersSent ? answer.statusCode : 0));
    gate(exchange)
      .then(() => serve(incoming, answer, fault, { ...options, agent }))
      .catch(() => answer.destroy());
  });
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening');
  const close = async () => {
    agent.destroy();
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, exchanges, close, [Symbol.asyncDispose]: close };
}

/** Returns what a request waits for: for objects, that so many of them wait. */
function gateFor(count: number): (request: Request) => Promise<void> {
  const { promise: open, resolve } = Promise.withResolvers<undefined>();
  let waiting = 0;
  return async ({ method, target }) => {
    if (method !== 'GET' || !isObject(target)) return;
    if (++waiting >= count) resolve(undefined);
    await open;
  };
}

async function serve(
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: Fault | undefined,
  { upstream, requesterPays = false, agent }: ProxyOptions & { agent: Agent },
): Promise<void> {
  if (fault?.kind === 'latency') await wait(fault.ms);
  if (requesterPays && !namesProject(asked)) return refuse(answer);
  if (fault?.kind === 'status') return fail(answer, fault);
  const { method, url, headers } = asked;
  const forwarded = request(`${upstream}${url}`, { method, headers, agent });
  answer.on('close', () => forwarded.destroy());
  asked.pipe(forwarded);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    forwarded.on('response', resolve).on('error', reject);
  });
  if (!fault || fault.kind === 'latency') {
    answer.writeHead(response.statusCode!, response.headers);
    response.pipe(answer);
    return;
  }
  await spoil(answer, response, await buffer(response), fault);
}

/** Sends the answer as the fault leaves it. */
async function spoil(answer: ServerResponse, { statusCode, headers }: IncomingMessage, body: Buffer, fault: Fault) {
  const at = 'at' in fault ? Math.min(Math.floor(body.length * fault.at), body.length - 1) : body.length;
  const start = body.subarray(0, Math.max(at, 0));
  const announced = { ...headers, 'content-length': headers['content-length'] ?? String(body.length) };
  delete announced['transfer-encoding'];
  switch (fault.kind) {
    case 'short':
      announced['content-length'] = String(start.length);
      return answer.writeHead(statusCode!, announced).end(start);
    case 'wrong':
      if (body.length > 0) body[at] ^= 1;
      return answer.writeHead(statusCode!, announced).end(body);
    case 'stall':
    case 'cut':
    case 'reset':
      // Without a body, as in the answer to HEAD, it happens before the head.
      if (body.length > 0) {
        answer.writeHead(statusCode!, announced).flushHeaders();
        await new Promise((sent) => answer.write(start, sent));
      }
      if (fault.kind === 'cut') answer.socket?.end();
      // Bytes that the client has not read yet are lost in a reset; it should meet the reset in the middle of the body.
      if (fault.kind === 'reset') await wait(5).then(() => answer.socket?.resetAndDestroy());
      return;
  }
}

function namesProject({ url = '', headers }: IncomingMessage): boolean {
  return new URL(url, 'http://store').searchParams.has('userProject') || headers['x-goog-user-project'] !== undefined;
}

function refuse(answer: ServerResponse): void {
  const message = 'Bucket is requester pays bucket but no user project provided.';
  const errors = [{ message, domain: 'global', reason: 'required' }];
  answer.writeHead(400, { 'content-type': 'application/json' });
  answer.end(JSON.stringify({ error: { code: 400, message, errors } }));
}

function fail(answer: ServerResponse, { status, retryAfter }: Extract<Fault, { kind: 'status' }>): void {
  if (retryAfter !== undefined) answer.setHeader('retry-after', retryAfter);
  answer.writeHead(status, { 'content-type': 'text/plain' }).end(`the fault proxy says ${status}`);
}
