/** A plain HTTP server of a folder on loopback, as a mirror would be: no listing, ranges, a length and nothing to check bytes with. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';

export interface FolderServer extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the files below the folder on a free port. */
export async function startFolderServer(folder: string): Promise<FolderServer> {
  const server = createServer((asked, answer) => {
    answerFile(folder, asked, answer).catch(() => answer.writeHead(404).end('no such file'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}

async function answerFile(folder: string, { method, url, headers }: IncomingMessage, answer: ServerResponse) {
  const path = normalize(decodeURIComponent(new URL(url!, 'http://folder').pathname));
  const bytes = await readFile(join(folder, path));
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined) {
    answer.writeHead(200, { 'content-length': bytes.length, 'accept-ranges': 'bytes' });
    answer.end(method === 'HEAD' ? undefined : bytes);
    return;
  }
  const start = Number(from);
  const end = Math.min(to ? Number(to) : Infinity, bytes.length - 1);
  if (start > end) {
    answer.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const length = end - start + 1;
  answer.writeHead(206, { 'content-length': length, 'content-range': `bytes ${start}-${end}/${bytes.length}` });
  answer.end(method === 'HEAD' ? undefined : bytes.subarray(start, end + 1));
}
