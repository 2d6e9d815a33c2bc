/** A PostgreSQL of Debian's package on loopback, in a temporary folder, with TLS and passwords. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Certificates } from './certificates.ts';

const versions = '/usr/lib/postgresql';
const bin = existsSync(versions) ? join(versions, readdirSync(versions).sort().at(-1) ?? '', 'bin') : '';

/** Whether the package is installed; tests that need a server are skipped without it. */
export const hasPostgres = existsSync(join(bin, 'initdb'));

export interface PostgresServer extends AsyncDisposable {
  port: number;
  user: string;
  password: string;
  /** Runs SQL as a superuser in the database and returns the rows. */
  sql<T extends object = Record<string, unknown>>(text: string, database?: string): Promise<T[]>;
  /** Sets what the server offers, without a restart. */
  offer(tls: { key: string; certificate: string } | 'none'): Promise<void>;
  /** Ends it at once, as a crash does, and starts it again. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** The server will not run as root: as root, it is run as the package's user. */
const owner = process.getuid?.() === 0 ? idOf('postgres') : undefined;

function idOf(user: string): { uid: number; gid: number } | undefined {
  if (!hasPostgres) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts a server with the certificate that is right for 127.0.0.1 and localhost. */
export async function startPostgres(certificates: Certificates): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const password = 'right-password';
  writeFileSync(join(folder, 'password'), password, { mode: 0o644 });
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'owner', '--pwfile', join(folder, 'password'), '-A', 'scram-sha-256', '-E', 'UTF8', '--no-sync'],
    { ...owner, stdio: 'pipe', cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } },
  );
  let server: ChildProcess | undefined;

  const open = async (database: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'owner', password, database, ssl: false });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const sql = async <T extends object>(text: string, database = 'postgres') => {
    const client = await open(database);
    try {
      const result: unknown = await client.query(text);
      return (result as { rows: T[] }).rows;
    } finally {
      await client.end();
    }
  };
  const offer = async (tls: { key: string; certificate: string } | 'none') => {
    if (tls !== 'none') {
      install(tls.key, join(data, 'server.key'));
      install(tls.certificate, join(data, 'server.crt'));
    }
    await sql(`alter system set ssl to ${tls === 'none' ? 'off' : 'on'}`);
    await sql('select pg_reload_conf()');
    while ((await sql<{ ssl: string }>('show ssl'))[0].ssl !== (tls === 'none' ? 'off' : 'on')) await pause(20);
  };
  const start = async () => {
    const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F', '-c', 'max_connections=50'];
    server = spawn(join(bin, 'postgres'), flags, { ...owner, stdio: 'ignore', cwd: folder });
    await untilUp(() => sql('select 1'));
  };
  const kill = async () => {
    const ended = server && once(server, 'exit');
    server?.kill('SIGQUIT');
    await ended;
    server = undefined;
  };

  await start();
  await offer({ key: certificates.server.key, certificate: certificates.server.certificate });
  return {
    port,
    user: 'owner',
    password,
    sql,
    offer,
    start,
    kill,
    async restart() {
      await kill();
      await start();
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The key must belong to who runs the server, and be closed to others. */
function install(from: string, to: string): void {
  rmSync(to, { force: true });
  copyFileSync(from, to);
  if (owner) chownSync(to, owner.uid, owner.gid);
  execFileSync('chmod', ['600', to]);
}

async function untilUp(ask: () => Promise<unknown>): Promise<void> {
  for (let left = 300; ; left--) {
    try {
      await ask();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await pause(50);
    }
  }
}
