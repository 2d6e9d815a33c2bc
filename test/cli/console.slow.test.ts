/** `ledgerlake console`, as a user runs it. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { ledgerlake, start } from './command.ts';

it('serves the console and the APIs without keys, opens the browser, and ends by Ctrl-C', async () => {
  const lake = await makeSampleLake();
  const desktop = temporaryFolder();
  mkdirSync(desktop, { recursive: true });
  const opened = join(desktop, 'opened');
  execFileSync('mkfifo', [opened]);
  const browser = join(desktop, process.platform === 'darwin' ? 'open' : 'xdg-open');
  writeFileSync(browser, `#!/bin/sh\necho "$1" > ${opened}\n`);
  chmodSync(browser, 0o755);
  const child = start(['console', '--lake', lake], { env: { PATH: desktop + delimiter + process.env['PATH'] } });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  expect(line).toMatch(/^console: http:\/\/127\.0\.0\.1:\d+\/$/);
  const url = line.slice('console: '.length);
  expect(await readFile(opened, 'utf8')).toBe(`${url}\n`);
  const page = await fetch(url, { headers: { Accept: 'text/html' } });
  expect(page.headers.get('content-type')).toContain('text/html');
  const answer = await fetch(new URL('/lake/v1/local/api/v1/meta', url));
  expect(await answer.json()).toMatchObject({ network: 'local' });
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('says what is wrong with a lake or an address', async () => {
  const none = await ledgerlake('console', '--lake', join(temporaryFolder(), 'none'), '--no-open');
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no lake there; load one with')]);
  const lake = await makeSampleLake();
  for (const [endpoint, why] of [
    ['0.0.0.0:0', 'expected a loopback address'],
    ['nonsense', '--endpoint nonsense'],
  ]) {
    const { code, stderr } = await ledgerlake('console', '--lake', lake, '--no-open', '--endpoint', endpoint);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  }
});
