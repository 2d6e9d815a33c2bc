import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeFiles } from '../../src/pipelines/consumers/files/file-claims.ts';
import { connectFile } from '../../src/pipelines/consumers/duckdb/database-files.ts';
import { temporaryFolder } from '../folder.ts';

describe('takeFiles', () => {
  it('has a lock beside each file and in each folder, while they are taken', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'parts'));
    const first = await takeFiles(
      'jsonl',
      ['out.jsonl', 'parts'].map((name) => join(folder, name)),
    );
    const second = await takeFiles('csv', [join(folder, 'what?.csv')]);
    const locks = ['.out.jsonl.ledgerlake.lock', '.what?.csv.ledgerlake.lock', 'parts', 'parts/.ledgerlake.lock'];
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(locks);
    await first();
    await second();
    expect(readdirSync(folder, { recursive: true })).toEqual(['parts']);
  });

  it.each(['', 'what a process that was killed left of it'])('goes by a lock that nobody holds: %j', async (left) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.out.jsonl.ledgerlake.lock'), left);
    await (
      await takeFiles('jsonl', [join(folder, 'out.jsonl')])
    )();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes none of a device', async () => {
    const giveBack = await takeFiles('jsonl', ['/dev/null']);
    expect(readdirSync('/dev').filter((name) => name.includes('ledgerlake'))).toEqual([]);
    await giveBack();
  });

  it('says where no lock can be', async () => {
    await expect(takeFiles('jsonl', ['/sys/out.jsonl'])).rejects.toMatchObject({
      message: expect.stringMatching(
        /^jsonl: \/sys\/out.jsonl: its lock \/sys\/.out.jsonl.ledgerlake.lock cannot be made: (permission denied|the file system is read-only): /,
      ) as string,
      fields: { code: 'sink_unreachable', component: 'jsonl' },
    });
    // It is free again.
    await expect(takeFiles('csv', ['/sys/out.jsonl'])).rejects.toThrow('cannot be made');
  });
});

describe('a DuckDB file with two names', () => {
  it('is open once', async () => {
    const folder = temporaryFolder();
    const [real, link] = ['real.duckdb', 'link.duckdb'].map((name) => join(folder, name));
    symlinkSync('real.duckdb', link);
    const open = (path: string) => connectFile(path, () => takeFiles('duckdb', [path]));
    const files = await Promise.all([open(link), open(real)]);
    await files[0].connection.run('create table notes as select 1 as note');
    await files[1].connection.run('insert into notes values (2)');
    const reader = await files[0].connection.runAndReadAll('select count(*)::int from notes');
    expect(reader.getRows()).toEqual([[2]]);
    for (const { close } of files) await close();
    expect(readdirSync(folder).sort()).toEqual(['link.duckdb', 'real.duckdb']);
    // What closes is waited for.
    const again = await open(real);
    await again.renew();
    expect(readdirSync(folder)).toContain('.real.duckdb.ledgerlake.lock');
    const closed = again.close();
    await (await open(link)).close();
    await closed;
  });
});
