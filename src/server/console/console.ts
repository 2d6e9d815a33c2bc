/** The console: static files of the build, and one HTML page that every address of the console opens. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { existsNow } from '../../core/folders.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decoderVersion } from '../../version.ts';
import { refusalWithoutKeys } from '../http/allowed.ts';
import type { Log } from '../http/log.ts';
import type { Room } from '../http/room.ts';

/** What the page knows about the server. */
export interface ConsoleServer {
  /** True if all pages are served; else the page of the APIs alone. */
  hasConsole: boolean;
  /** Names of the networks in paths of the REST API; empty if the server has no lake. */
  networks: readonly string[];
  /** True if the REST and pipeline APIs need a key. */
  needsKey: boolean;
  /** True if the server runs SQL. */
  hasSql: boolean;
  /** True if the server runs pipelines. */
  hasPipelines: boolean;
  /** True if the server answers JSON-RPC. */
  hasRpc: boolean;
}

/** The console of a server. */
export interface Console {
  /** Rooms of its files and of all its addresses but `/`. */
  rooms: Room[];
  /** Answers `/`; without the console it leads to the page of the APIs. */
  home: PageHandler;
}

/** Answers a request with a page. */
export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The path of the page that shows the APIs. */
export const DOCS = '/docs';

/** First segments of the addresses of other pages. No API may begin with one of them. */
const SECTIONS = 'search ledger tx account contract asset pool balance sql relations pipelines'.split(' ');

/** The build writes the files here; the same folder for the source and the package. */
const FILES = new URL('../../../dist/console/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The page loads its own files, and asks this server alone. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface ConsoleOptions {
  log?: Log;
  /** The folder of the build. */
  files?: URL;
}

/** Returns the console; if it is not built, its page says so. */
export function openConsole(server: ConsoleServer, { log, files = FILES }: ConsoleOptions = {}): Console {
  const isBuilt = existsNow(fileURLToPath(new URL('main.js', files)));
  if (!isBuilt) log?.('warn', 'the console is not built; run `npm run build` in the source folder');
  const page = isBuilt ? pageOf(server, readFileSync(new URL('main.js', files), 'utf8')) : NOT_BUILT;
  const show: PageHandler = ({ headers }, reply) => {
    const refusal = server.needsKey ? undefined : refusalWithoutKeys(headers, { needsOwnOrigin: false });
    if (refusal !== undefined) return reply.code(403).type('text/plain; charset=utf-8').send(`${refusal}\n`);
    void reply.headers({ 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' });
    void reply.headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
    return reply
      .code(isBuilt ? 200 : 503)
      .type('text/html; charset=utf-8')
      .send(page);
  };
  const toDocs: PageHandler = (_request, reply) => reply.redirect(DOCS);
  const paths = [DOCS, ...(server.hasConsole ? SECTIONS.map((name) => `/${name}`) : [])];
  return {
    rooms: [...(isBuilt ? [fileRoom(files)] : []), ...paths.map((path) => pageRoom(path, show))],
    home: server.hasConsole ? show : toDocs,
  };
}

/** Returns the room of `/`, for servers without JSON-RPC. */
export function homeRoom(home: PageHandler): Room {
  return { prefix: '', add: (server) => void server.get('/', home) };
}

/** True for browsers: clients of JSON-RPC send POST, and none accepts HTML. */
export function isBrowser({ method, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && accept.includes('text/html');
}

function pageRoom(prefix: string, show: PageHandler): Room {
  return {
    prefix,
    add(server) {
      server.get('/', { prefixTrailingSlash: 'both' }, show);
      server.get('/*', show);
    },
  };
}

/** Only names that are in the folder have a route. Names of parts contain a hash of their text. */
function fileRoom(files: URL): Room {
  return {
    prefix: '/console',
    add(server: FastifyInstance) {
      for (const name of readdirSync(files)) {
        const type = TYPES[name.split('.').at(-1) ?? ''];
        if (type === undefined) continue;
        const cache = name.startsWith('main.') ? 'no-cache' : 'max-age=31536000, immutable';
        server.get(`/${name}`, (_request, reply) => {
          void reply.headers({ 'Cache-Control': cache, 'X-Content-Type-Options': 'nosniff' });
          return reply.type(type).send(readFileSync(new URL(name, files)));
        });
      }
    },
  };
}

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">`;

/** The page names the modules that its entry imports: a browser asks for all of them at once. */
function pageOf(server: ConsoleServer, entry: string): string {
  const modules = Array.from(entry.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g), ([, name]) => name);
  const told = JSON.stringify({ ...server, version: decoderVersion });
  return `${HEAD}
<meta name="ledgerlake" content="${told.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}">
<title>ledgerlake</title>
<link rel="icon" href="/console/main.svg">
<link rel="stylesheet" href="/console/main.css">
${modules.map((name) => `<link rel="modulepreload" href="/console/${name}">\n`).join('')}<script type="module" src="/console/main.js"></script>
<body><div id="app"></div><noscript>The console needs JavaScript. The REST API and JSON-RPC work without it.</noscript></body>
</html>
`;
}

const NOT_BUILT = `${HEAD}
<title>ledgerlake</title>
<body><h1>The console is not built</h1>
<p>Run <code>npm run build</code> in the source folder of ledgerlake and start the server again. The APIs work meanwhile.</p></body>
</html>
`;
