import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveSample } from './sample-server.ts';

const { listener } = serveSample({ keys: undefined });
const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const lines = [...readme.matchAll(/^curl .*$/gm)].map(([line]) => line);

it.each(lines)('%s', async (line) => {
  const address = new URL(listener().url).host;
  const { stdout } = await promisify(execFile)('bash', ['-c', line.replace('127.0.0.1:8000', address)]);
  if (line.includes('text/csv')) expect(stdout.split('\r\n')).toHaveLength(7);
  else expect((JSON.parse(stdout) as { count: number }).count).toBeGreaterThan(0);
});

it('has lines of curl', () => expect(lines).toHaveLength(3));
