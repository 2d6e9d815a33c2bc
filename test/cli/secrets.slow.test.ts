import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { serve } from '../server/pipelines/served.ts';
import { finish, start, type Finished } from './command.ts';

const hidden = 'hunter-2-is-hidden';

/** Runs `secrets` with a value on standard input. */
const secrets = (words: readonly string[], input = '', env?: NodeJS.ProcessEnv) =>
  finish(start(['secrets', ...words], { env }), input);

const first = ({ code, stderr }: Finished) => [code, stderr.split('\n')[0]];

/** Every file below a folder, as text. */
function textsOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

describe('secrets', () => {
  it('sets, lists and deletes beside a server that uses the same', async () => {
    const { ask, dataDir } = await serve();
    const place = ['--data-dir', dataDir];
    const set = await secrets(['set', 'db/password', ...place, '--description', 'of db'], `${hidden}\n`);
    expect(set).toMatchObject({ code: 0, stdout: '', stderr: `secret db/password is created in ${dataDir}\n` });
    expect(await ask('GET', '/secrets/')).toMatchObject({
      body: { count: 1, data: [{ path: 'db/password', description: 'of db' }] },
    });
    await ask('POST', '/secrets/', { body: '{"path":"b","value":"v"}', type: 'application/json' });
    const list = await secrets(['list', ...place]);
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(list.stdout).toMatch(/^name +updated +description\nb +\S+\ndb\/password +\S+ +of db\n$/);
    const json = await secrets(['--json', '--prefix', 'db/', ...place]);
    expect(JSON.parse(json.stdout)).toMatchObject([{ path: 'db/password', description: 'of db' }]);
    expect((await secrets(['set', 'db/password', ...place], 'other')).stderr).toContain('is updated');
    expect((await secrets(['delete', 'b', ...place])).code).toBe(0);
    expect((await ask('GET', '/secrets/b/')).status).toBe(404);
    expect(first(await secrets(['delete', 'b', ...place]))).toEqual([
      2,
      'error: there is no secret b; "ledgerlake secrets list" lists them',
    ]);
    expect(set.stdout + set.stderr + list.stdout + json.stdout + textsOf(dataDir)).not.toContain(hidden);
  });

  it('gives a run the value, of standard input without its last line break, or of a variable', async () => {
    const { host, dataDir } = await serve();
    const valueOf = (name: string) => host.kept.secrets.value('local', name);
    await secrets(['set', 'a', '--data-dir', dataDir], 'two\nlines\n');
    await secrets(['set', 'b', '--data-dir', dataDir, '--env', 'MY_VALUE'], '', { MY_VALUE: hidden });
    await secrets(['set', 'c', '--data-dir', dataDir, '--team', 'others'], 'ours');
    expect([valueOf('a'), valueOf('b'), valueOf('c')]).toEqual(['two\nlines', hidden, undefined]);
    expect(host.kept.secrets.value('others', 'c')).toBe('ours');
  });

  it('keeps secrets for a server that starts later, under the key of the environment', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const key = 'ab'.repeat(32);
    await secrets(['set', 'a', '--data-dir', dataDir], hidden, { LEDGERLAKE_SECRET_KEY: key });
    const { host } = await serve({ dataDir, secretKey: Buffer.from(key, 'hex') });
    expect(host.kept.secrets.value('local', 'a')).toBe(hidden);
    const other = await secrets(['list', '--data-dir', dataDir], '', { LEDGERLAKE_SECRET_KEY: 'cd'.repeat(32) });
    expect(other.stderr).toMatch(/^warning: a secret in .* cannot be used: a secret is damaged, or encrypted with/);
  });

  it('never takes a value as an argument', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const given = await secrets(['set', 'a', hidden, '--data-dir', dataDir]);
    expect(first(given)).toEqual([
      2,
      'error: give the value on standard input or with --env: other users of the machine see arguments',
    ]);
    expect(given.stderr).not.toContain(hidden);
  });

  it.each([
    ['an empty value', ['set', 'a'], '', 'error: the value of a is empty'],
    ['a line break alone', ['set', 'a'], '\n', 'error: the value of a is empty'],
    [
      'a name that is none',
      ['set', '../a'],
      'v',
      'error: invalid path: must be 1 to 256 letters, digits, _, . and -, in segments between slashes',
    ],
    ['a long value', ['set', 'a'], 'x'.repeat(65537), 'error: invalid value: must have at most 64 KiB'],
    ['no variable', ['set', 'a', '--env', 'NOT_SET_HERE'], '', 'error: --env names NOT_SET_HERE, which is not set'],
  ])('refuses %s, and makes no folder', async (_, words, input, message) => {
    const dataDir = join(temporaryFolder(), 'data');
    expect(first(await secrets([...words, '--data-dir', dataDir], input))).toEqual([2, message]);
    expect(first(await secrets(['list', '--data-dir', dataDir]))).toEqual([
      1,
      `error: no data folder at ${dataDir}; --data-dir names that of the server`,
    ]);
  });

  it('lists nothing where nothing was set, and writes nothing there', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'other'), '');
    expect(await secrets(['list', '--data-dir', dataDir])).toMatchObject({ code: 0, stderr: 'there are no secrets\n' });
    expect(readdirSync(dataDir)).toEqual(['other']);
  });
});
