import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { addStoreOptions, STORE_ARGUMENT, storeOptions } from '../../src/cli/options.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { openStore as openFromLibrary } from '../../src/index.ts';
import { openDatastore } from '../../src/server/rpc/datastore.ts';
import { readSettings } from '../../src/server/rpc/config/settings.ts';

const dir = mkdtempSync(join(tmpdir(), 'ledgerlake-kinds-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** The line that a new kind takes; its file is drawer.ts. */
vi.mock('../../src/datastore/kinds.ts', async (original) => {
  const { kinds } = await original<typeof import('../../src/datastore/kinds.ts')>();
  const { drawer } = await import('./drawer.ts');
  return { kinds: [...kinds, drawer] };
});

const toml = (params: string) => `[datastore_config]\ntype = "Drawer"\n[datastore_config.params]\n${params}`;

function written(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

/** What the flags of a command become. */
function parsed(...words: string[]) {
  const command = addStoreOptions(new Command());
  command.parse(words, { from: 'user' });
  return storeOptions(command.opts());
}

describe('a kind of store that is in the list', () => {
  it('is reached by its address, with its flags', async () => {
    const store = await openLedgerStore(['drawer://attic'], parsed('--paint-color', 'green'));
    expect(store.name).toBe('green attic');
    expect((await store.list({ range: { first: 10, last: 19 } })).objects.map(({ first }) => first)).toEqual([10]);
    expect(await openFromLibrary('drawer://attic')).toMatchObject({ name: 'plain attic' });
  });

  it('is reached by a configuration', async () => {
    const config = written('store.toml', toml('label = "attic"\npaint_color = "red"\n'));
    expect(await openLedgerStore([], { config })).toMatchObject({ name: 'red attic' });
    const { datastore } = readSettings({ flags: { 'config-path': config } });
    expect((await openDatastore(datastore!)).store.name).toBe('red attic');
  });

  it.each([
    ['no place', '', 'invalid Drawer config, no label'],
    ['an unknown key', 'label = "a"\ncolor = "b"\n', 'params.color: unknown key; known are label, paint_color'],
  ])('rejects %s in a configuration', async (name, params, message) => {
    const config = written(`${name}.toml`, toml(params));
    await expect(openLedgerStore([], { config })).rejects.toThrow(message);
  });

  it('is in the help, and in what is said of a wrong address', async () => {
    expect(addStoreOptions(new Command()).helpInformation()).toContain(
      '--paint-color <name>   what it is painted with',
    );
    await expect(openLedgerStore(['dresser://attic'])).rejects.toThrow(
      'unknown scheme "dresser"; a store is a folder, files, gs://BUCKET/PREFIX, s3://BUCKET/PREFIX, https://HOST/PATH, ' +
        'drawer://LABEL or a name such as pubnet@aws',
    );
    expect(STORE_ARGUMENT).toContain('gs://, s3://, https:// or drawer:// address');
    await expect(openLedgerStore(['drawer://attic'], { anonymous: true })).rejects.toThrow(
      '--anonymous does not apply to this kind of store (drawer)',
    );
    await expect(openLedgerStore(['s3://attic'], parsed('--paint-color', 'green'))).rejects.toThrow(
      '--paint-color does not apply to this kind of store (s3)',
    );
  });
});
