import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { differenceOf } from './differences.ts';
import { recorded } from './recorded.ts';
import { removeScratch, scratchFolder } from './served.ts';
import { main } from '../../main.ts';

interface Run {
  name: string;
  args: string[];
  env: Record<string, string>;
  'config.toml': string | null;
  exit: number | string;
  stdout: string;
  stderr: string;
}

afterAll(removeScratch);

describe.skipIf(!hasCorpus)('recorded commands', () => {
  for (const one of recorded<Run>('cli')) {
    it(one.name, async () => {
      const found = await run(one);
      const difference = differenceOf('cli', one.name);
      if (difference) return expect(found, difference.reason).toMatchObject(difference.instead as object);
      expect(found).toEqual({
        exit: String(one.exit).replace(/ after.*/, ''),
        values: valuesOf(one.stdout),
        lines: linesOf(one.stderr),
      });
    });
  }
});

async function run({ name, args, env, 'config.toml': config }: Run) {
  const cwd = scratchFolder();
  if (config) writeFileSync(join(cwd, 'config.toml'), config);
  fill(cwd, name);
  const holder = /in-use/.test(name) ? await hold(env['ENDPOINT']) : undefined;
  try {
    const { exit, stdout, stderr } = await execute(cwd, args, env);
    const own = stderr.replace(/pid=\d+/g, 'pid=<pid>').replace(/time="[^"]*"/g, 'time="<time>"');
    return { exit, values: valuesOf(stdout.replaceAll(cwd, '<cwd>')), lines: linesOf(own.replaceAll(cwd, '<cwd>')) };
  } finally {
    holder?.close();
  }
}

/** What lay in the folder of each recording, by its name. */
function fill(cwd: string, name: string): void {
  const manifest = { networkPassphrase: 'Test SDF Network ; September 2015', version: '1.0', compression: 'zstd' };
  const cut = { ledgersPerBatch: 1, batchesPerPartition: 64000 };
  const write = (text: string) => writeFileSync(join(cwd, '.config.json'), text);
  if (/manifest-bad-json/.test(name)) write('{');
  else if (/compression-differs/.test(name)) write(JSON.stringify({ ...manifest, ...cut, compression: 'none' }));
  else if (/passphrase-differs/.test(name)) write(JSON.stringify({ ...manifest, ...cut, networkPassphrase: 'other' }));
  else if (/filesystem-(manifest-(ok|schema)|no-schema-table)/.test(name))
    write(JSON.stringify({ ...manifest, ...cut }));
  if (/db-path-bad/.test(name)) mkdirSync(join(cwd, 'unused'));
}

async function hold(endpoint: string) {
  const [host, port] = endpoint.split(':');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(Number(port), host, resolve));
  return server;
}

/** Runs the command to its end, or until it serves. */
function execute(cwd: string, args: string[], env: Record<string, string>) {
  const { PATH, HOME } = process.env;
  // Ports of the recording may be taken; which one is served on is not compared.
  const own = env['ENDPOINT'] === '127.0.0.1:18777' ? { ...env, ENDPOINT: '127.0.0.1:0' } : env;
  const child = spawn(process.execPath, [main, 'rpc', ...args], { cwd, env: { PATH, HOME, ...own } });
  const found = { exit: '', stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (found.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => {
    found.stderr += part.toString();
    if (!found.stderr.includes('msg=serving')) return;
    found.exit = 'still running';
    child.kill('SIGTERM');
  });
  return new Promise<typeof found>((resolve) => {
    child.on('close', (code) => resolve({ ...found, exit: found.exit || String(code) }));
  });
}

/** The keys with their values, commented out or not. */
function valuesOf(text: string): string[] {
  return text.split('\n').filter((line) => /^\s*(# )?\w+ = /.test(line) && !/defaults to/.test(line));
}

/** What was said; the line of a start names program and version. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.includes('level=info'));
}
