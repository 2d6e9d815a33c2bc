import { join } from 'node:path';
import { expect, it } from 'vitest';
import { options } from '../../src/server/rpc/config/options.ts';
import { goDuration } from '../../src/server/rpc/go/duration.ts';
import { methods } from '../../src/server/rpc/methods/index.ts';
import { differences } from '../corpus/rpc/differences.ts';
import { expectPart } from '../generated-part.ts';

const readme = join(import.meta.dirname, '../../src/server/README.md');

it('lists the methods with their limits', () => {
  const rows = Object.entries(methods).map(
    ([name, { queue, duration }]) => `| \`${name}\` | ${queue} | ${goDuration(duration)} |`,
  );
  expectPart(readme, 'methods', ['| method | calls at once | time limit |', '| --- | --- | --- |', ...rows]);
});

it('lists the settings that stellar-rpc does not have', () => {
  const rows = options
    .filter(({ isOurs }) => isOurs)
    .map(({ key, kind, value, usage }) => {
      const usual = kind === 'duration' ? goDuration(Number(value)) : String(value);
      return `| \`${key}\` | ${usual} | ${usage} |`;
    });
  expectPart(readme, 'settings', ['| key | default | what it says |', '| --- | --- | --- |', ...rows]);
});

it('lists what is answered otherwise, and why', () => {
  const rows = differences.map(({ what, reason }) => `| ${what} | ${reason} |`);
  expectPart(readme, 'differences', ['| what | why |', '| --- | --- |', ...rows]);
  expect(new Set(differences.map(({ what }) => what)).size).toBe(differences.length);
});
