/** The printed lines of curl, asked of the server that the README prints above them. */
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProcess, type ServerProcess } from '../process.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { sample } from './sample-server.ts';

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const lines = [...readme.matchAll(/^curl .*$/gm)].map(([line]) => line);
const [, printed] = /^ledgerlake serve (--lake .*?)(?: #.*)?$/m.exec(readme)!;

let server: ServerProcess;
beforeAll(async () => {
  const lake = await makeSampleLake();
  const options = printed
    .replace('/tmp/lake', lake)
    .replace('data/sample', sample)
    .replace('--endpoint 127.0.0.1:8000 ', '');
  server = await startProcess(...options.split(' '));
});
afterAll(async () => void (await server.stop()));

it.each(lines)('%s', async (line) => {
  const asked = line.replace('127.0.0.1:8000', `127.0.0.1:${server.port}`);
  const { stdout } = await promisify(execFile)('bash', ['-c', asked]);
  if (line.includes('text/csv')) return expect(stdout.split('\r\n')).toHaveLength(7);
  if (line.includes('jsonrpc')) return expect(JSON.parse(stdout)).toMatchObject({ result: { latestLedger: 129 } });
  expect(readme).toContain(`\`\`\`text\n${stdout}\n\`\`\``);
});

it('has lines of curl', () => expect(lines).toHaveLength(3));
