/** The examples in the README of the library, run as they stand there. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { serveSample } from '../server/query/sample-server.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'src/library/README.md'), 'utf8');
const section = /^## Examples\n([^]*?)^## /m.exec(readme)![1];
const examples = [...section.matchAll(/^### (.*)\n[^]*?```ts\n([^]*?)^```\n\n```text\n([^]*?)^```/gm)].map(
  ([, title, text, printed]) => ({ title, text, printed }),
);

const folder = temporaryFolder();
const { serve } = serveSample();

/** The package of a clone is not built: its names stand for the sources. */
const modules = { "'ledgerlake'": 'src/index.ts', "'ledgerlake/client'": 'src/client/client.ts' };

/** Returns what an example prints, in a process of its own. */
async function run(text: string, server: string): Promise<string> {
  let code = stripTypeScriptTypes(text).replaceAll('/tmp/', `${folder}/`).replace('http://127.0.0.1:8000/', server);
  for (const [name, path] of Object.entries(modules))
    code = code.replace(`from ${name}`, `from '${pathToFileURL(join(root, path)).href}'`);
  const given = ['--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, given, { cwd: root });
  return stdout;
}

it.each(examples)('prints what is below: $title', async ({ text, printed }) => {
  const open = await serve({ keys: undefined });
  try {
    expect(await run(text, open.url)).toBe(printed);
  } finally {
    await open.close();
  }
});

it('has one for each function that needs one, of 5 to 15 lines', () => {
  const called = ['createNetwork', 'decodeTables', 'runPipeline', 'queryClient'];
  expect(examples.map(({ text }) => called.find((name) => text.includes(`${name}(`)))).toEqual(called);
  for (const { text } of examples) {
    const lines = text.split('\n').filter((line) => line !== '');
    expect([lines.length >= 5, lines.length <= 15]).toEqual([true, true]);
  }
});
