import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { main } from '../main.ts';
import { contents } from '../scale-out/contents.ts';

/** `npm run test:killed` kills it more often. */
const KILLS = Number(process.env.LEDGERLAKE_KILLS ?? 4);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-kill-'));
const store = join(folder, 'store');

afterAll(() => rmSync(folder, { recursive: true }));

const ingest = (lake: string) => [main, 'ingest', store, '--lake', lake, '--json', '--workers', '1'];

/** Starts the command and kills it after the pause; returns whether it had ended by itself. */
async function killAfter(lake: string, pause: number): Promise<boolean> {
  const child = spawn(process.execPath, ingest(lake), { stdio: 'ignore' });
  const ended = new Promise<boolean>((resolve) => child.on('exit', (code) => resolve(code === 0)));
  await Promise.race([wait(pause), ended]);
  child.kill('SIGKILL');
  return ended;
}

function files(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .sort();
}

it(`gives the result of an undisturbed load after ${KILLS} kills`, async () => {
  cpSync(join(root, 'data/sample'), store, { recursive: true });
  const whole = join(folder, 'whole');
  const started = performance.now();
  expect(spawnSync(process.execPath, ingest(whole)).status).toBe(0);
  const usual = performance.now() - started;
  const expected = await contents(whole);
  const expectedFiles = files(whole).map((name) => readFileSync(join(whole, name)).toString('base64'));
  let seed = 20261121;
  for (let kill = 0; kill < KILLS; kill++) {
    const dir = join(folder, `killed-${kill}`);
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    await killAfter(dir, usual * (0.3 + (0.9 * seed) / 2 ** 32));
    const { status, stderr } = spawnSync(process.execPath, ingest(dir), { encoding: 'utf8' });
    expect(stderr).not.toMatch(/error/i);
    expect(status).toBe(0);
    expect(await contents(dir)).toEqual(expected);
    expect(files(dir)).toEqual(files(whole));
    expect(files(dir).map((name) => readFileSync(join(dir, name)).toString('base64'))).toEqual(expectedFiles);
    expect(existsSync(join(dir, 'locks/writer.json'))).toBe(false);
    rmSync(dir, { recursive: true });
  }
}, 900_000);
