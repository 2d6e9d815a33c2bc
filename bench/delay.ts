/** A TCP proxy in a process of its own: what a client sends arrives late, and what comes back is not touched. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export interface Delay {
  url: string;
  stop(): Promise<void>;
}

/** Starts a proxy before `upstream` that holds each request back for so many milliseconds. */
export async function startDelay(upstream: string, ms: number): Promise<Delay> {
  const child = fork(import.meta.filename, [upstream, String(ms)]);
  const [port]: unknown[] = await once(child, 'message');
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${Number(port)}`, stop };
}

function serve(upstream: URL, ms: number): void {
  const server = createServer({ noDelay: true }, (client) => {
    const store = connect(Number(upstream.port), upstream.hostname).setNoDelay();
    client.on('data', (data) => setTimeout(() => store.write(data), ms));
    store.pipe(client);
    client.on('error', () => store.destroy()).on('close', () => store.destroy());
    store.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') process.send?.(address?.port);
  });
}

if (import.meta.main) serve(new URL(process.argv[2]), Number(process.argv[3]));
