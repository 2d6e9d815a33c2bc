/** Which servers have the console. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { homeRoom, openConsole } from '../../src/server/console/console.ts';
import { listen } from '../../src/server/http/listener.ts';
import { temporaryFolder } from '../folder.ts';

const told = {
  networks: ['a"<b'],
  needsKey: true,
  hasSql: false,
  hasPipelines: false,
  hasRpc: false,
};

async function asked(
  files: string,
  path: string,
  hasConsole = true,
): Promise<{ status: number; text: string; headers: Headers }> {
  const { rooms, home } = openConsole({ ...told, hasConsole }, { files: pathToFileURL(`${files}/`) });
  const listener = await listen('127.0.0.1:0', [...rooms, homeRoom(home)]);
  const answer = await fetch(listener.url + path, { redirect: 'manual' });
  const text = await answer.text();
  await listener.close();
  return { status: answer.status, text, headers: answer.headers };
}

it('tells the page about the server in an attribute, whatever the names contain', async () => {
  const files = temporaryFolder();
  writeFileSync(join(files, 'main.js'), '');
  const { status, text } = await asked(files, '');
  expect(status).toBe(200);
  expect(text).toContain('<meta name="ledgerlake" content="{&quot;networks&quot;:[&quot;a\\&quot;&lt;b&quot;]');
});

it('serves files of the build by their exact names', async () => {
  const files = temporaryFolder();
  writeFileSync(join(files, 'main.js'), 'main');
  writeFileSync(join(files, 'part-ABC.js'), 'part');
  writeFileSync(join(files, 'main.js.LEGAL.txt'), 'licences');
  const found = await asked(files, 'console/part-ABC.js');
  expect([found.text, found.headers.get('cache-control')]).toEqual(['part', 'max-age=31536000, immutable']);
  expect((await asked(files, 'console/main.js')).headers.get('cache-control')).toBe('no-cache');
  expect((await asked(files, 'console/main.js.LEGAL.txt')).status).toBe(404);
});

it('answers whatever is asked of its paths, and gives no other file', async () => {
  const files = temporaryFolder();
  writeFileSync(join(files, 'main.js'), 'main');
  writeFileSync(join(files, 'secret.txt'), 'hidden words');
  const { rooms, home } = openConsole({ ...told, hasConsole: true }, { files: pathToFileURL(`${files}/`) });
  const listener = await listen('127.0.0.1:0', [...rooms, homeRoom(home)]);
  const found: [path: string, status: number][] = [];
  const paths = ['', 'docs', 'sql/x', 'console/main.js', 'console/..%2fsecret.txt', 'console/secret.txt', 'console/%'];
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const answer = await fetch(listener.url + path, { method, headers: { Range: 'bytes=0-1' } });
      const text = await answer.text();
      expect(text).not.toContain('hidden words');
      if (method === 'HEAD') expect(text).toBe('');
      if (method === 'GET') found.push([path, answer.status]);
      else if (method !== 'HEAD') expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  }
  await listener.close();
  expect(found.map(([, status]) => status)).toEqual([200, 200, 200, 200, 404, 404, 400]);
});

it('has the page of the APIs alone where the server has no console', async () => {
  const files = temporaryFolder();
  writeFileSync(join(files, 'main.js'), 'main');
  const answers = await Promise.all(['', 'docs', 'sql', 'console/main.js'].map((path) => asked(files, path, false)));
  expect(answers.map(({ status }) => status)).toEqual([302, 200, 404, 200]);
  expect(answers[0].headers.get('location')).toBe('/docs');
});

it('says what to do where the console is not built', async () => {
  const { status, text } = await asked(temporaryFolder(), 'sql');
  expect(status).toBe(503);
  expect(text).toContain('Run <code>npm run build</code>');
});
