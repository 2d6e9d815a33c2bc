import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../../../src/pipelines/run/options.ts';
import { temporaryFolder } from '../../folder.ts';
import { HeldRuns, serve, yamlOf } from './served.ts';

const APPLY = '/flow/pipelines/apply/';
const jsonl = (path: string) => yamlOf('a', { consumer: `{type: jsonl, config: {path: ${JSON.stringify(path)}}}` });

/** Serves, begins a run of the team, and returns what it was given. */
async function optionsOf(key: string, fileFolders?: readonly string[]): Promise<RunOptions & { dataDir: string }> {
  const held = new HeldRuns();
  const served = await serve({ run: held.run, ...(fileFolders && { fileFolders }) });
  await served.ask('POST', `${APPLY}?auto_start=true`, { key, body: jsonl('out.jsonl') });
  await held.count(1);
  const { options, end } = held.begun[0];
  end();
  return options;
}

function catchFault(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a file that a definition names', () => {
  it('is below the folder of the team', async () => {
    const local = await optionsOf('k1');
    expect(local.fileAt?.('a/b.jsonl')).toBe(join(local.dataDir, 'files/a/b.jsonl'));
    const others = await optionsOf('k2');
    expect(others.fileAt?.('b.jsonl')).toBe(join(others.dataDir, 'files/b.jsonl'));
    expect(others.dataDir).toMatch(/teams\/team-others$/);
  });

  it.each([
    '../secret.key',
    '/etc/passwd',
    '../../definitions/x.json',
    '.',
    '',
    'a/../../x',
    '../files-of-others/x',
    'a\0b',
  ])('is refused elsewhere: %j', async (path) => {
    const { fileAt, dataDir } = await optionsOf('k1');
    const refusal = catchFault(() => fileAt?.(path));
    expect(refusal).toBe(
      `${JSON.stringify(path)} is not in the folder of your team's files; name a relative path, or a folder that the server's --pipeline-files allows`,
    );
    expect(refusal).not.toContain(dataDir);
  });

  it.each(['x'.repeat(300), `a/${'\u00e9'.repeat(128)}/b`, 'x/'.repeat(400_000)])(
    'is a finding where no file can have the name (%#)',
    async (path) => {
      const { fileAt } = await optionsOf('k1');
      const fault = /^".{40,44}" is too long: a path has at most 4095 bytes, and each name in it 255$/;
      expect(catchFault(() => fileAt?.(path))).toMatch(fault);
      const { ask } = await serve();
      const { status, body } = await ask('POST', '/flow/pipelines/validate/', { body: jsonl(path) });
      expect([status, body.errors]).toMatchObject([
        400,
        [
          {
            code: 'invalid_config',
            path: 'spec.consumers[0].config.path',
            message: expect.stringMatching(fault) as string,
          },
        ],
      ]);
    },
  );

  it('is refused where a link leads out of the folder, also one that leads nowhere', async () => {
    const { fileAt, dataDir } = await optionsOf('k1');
    mkdirSync(join(dataDir, 'files'));
    symlinkSync('/etc', join(dataDir, 'files/etc'));
    symlinkSync('/nowhere/at/all', join(dataDir, 'files/nowhere'));
    for (const path of ['etc/passwd', 'etc/new/file', 'nowhere']) {
      expect(() => fileAt?.(path)).toThrow("is not in the folder of your team's files");
    }
  });

  it('may be in a folder that the server was told of', async () => {
    const folder = temporaryFolder();
    const { fileAt } = await optionsOf('k2', [folder]);
    expect(fileAt?.(join(folder, 'x.csv'))).toBe(join(folder, 'x.csv'));
    expect(() => fileAt?.(`${folder}-2/x.csv`)).toThrow("is not in the folder of your team's files");
  });

  it('is an error of the definition', async () => {
    const { ask, dataDir } = await serve();
    for (const path of ['/flow/pipelines/validate/', APPLY]) {
      const { status, body } = await ask('POST', path, { body: jsonl('/etc/cron.d/x') });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([
        { code: 'invalid_config', path: 'spec.consumers[0].config.path', value: '/etc/cron.d/x', line: 11, column: 36 },
      ]);
      expect(body.error).toContain("is not in the folder of your team's files");
      expect(JSON.stringify(body)).not.toContain(dataDir);
    }
  });

  it('is an error beside others, in the order of the text', async () => {
    const { ask } = await serve();
    const query = '    - {type: sql, config: {query: select nothing}}\n  consumers';
    const body = jsonl('/etc/cron.d/x').replace('testnet', 'moon').replace('  consumers', query);
    const told = await ask('POST', '/flow/pipelines/validate/', { body: `${body}  more: 1\n` });
    const found = told.body.errors as { path: string }[];
    expect(found.map(({ path }) => path)).toEqual([
      'spec.network',
      'spec.processors[1].config.query',
      'spec.consumers[0].config.path',
      'spec.more',
    ]);
  });
});
