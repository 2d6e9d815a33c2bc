/** What a command found is told by its exit code also where nobody reads what it prints. */
import { once } from 'node:events';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { start } from './command.ts';

let lake = '';
beforeEach(async () => {
  lake = await makeSampleLake();
  const operations = join(lake, 'bronze/history_operations');
  const [folder] = readdirSync(operations);
  const [file] = readdirSync(join(operations, folder));
  truncateSync(join(operations, folder, file), 1000);
});

/** Runs a command whose reader has gone before it prints. */
async function unread(...words: string[]): Promise<{ code: unknown; stderr: string }> {
  const child = start(words);
  child.stdout.destroy();
  const stderr = text(child.stderr);
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, stderr: await stderr };
}

it.each([['verify'], ['verify', '--json'], ['repair']])('%s %s fails of a damaged lake', async (...words) => {
  expect((await unread(...words, '--lake', lake)).code).toBe(1);
});

it('repair says which ledgers are lost', async () => {
  expect((await unread('repair', '--lake', lake)).stderr).toMatch(/^lost: ledgers 100-129 have to be loaded again: /m);
});

it('pipeline validate fails of a wrong definition', async () => {
  const file = join(temporaryFolder(), 'wrong.yaml');
  writeFileSync(file, 'apiVersion: flow.obsrvr.com/v1\nkind: Pipeline\n');
  expect((await unread('pipeline', 'validate', file)).code).toBe(1);
});

it('a command that ends well is no failure', async () => {
  expect(await unread('status', '--lake', lake)).toEqual({ code: 0, stderr: '' });
});
