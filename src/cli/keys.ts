/** `ledgerlake keys`: the API keys of a server. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { LakeError, UsageError } from '../light.ts';
import { examples } from './help.ts';
import { isLake } from './lake.ts';
import { print, printJson, say } from './output.ts';
import { alignedTable } from './text.ts';

interface KeysOptions {
  lake?: string;
  dataDir?: string;
  json?: boolean;
  team?: string;
}

export function define(command: Command): void {
  command.description('Makes, lists and revokes keys of a server. Of a key only its SHA-256 is kept.');
  addFolder(
    command
      .command('create')
      .description('make a key and print it, once')
      .argument('[name]', 'what it is for')
      .option('--team <name>', 'whose pipelines and secrets it opens; default: local'),
  ).action(create);
  addFolder(command.command('list', { isDefault: true }).description('list the keys'))
    .option('--json', 'print a JSON list')
    .action(list);
  addFolder(command.command('revoke').description('end a key').argument('<key>', 'its id, or the key itself')).action(
    revoke,
  );
  command.addHelpText(
    'after',
    examples('ledgerlake keys create notebook --lake lake', 'ledgerlake keys list --lake lake'),
  );
}

function addFolder(command: Command): Command {
  return command
    .option('--lake <dir>', 'folder of the lake that is served first; its folder "server" has the keys')
    .option('--data-dir <dir>', 'the folder that `serve` was given for them');
}

/** No server would ever look for the keys of a lake that is not there. */
async function folderOf({ lake, dataDir }: KeysOptions): Promise<string> {
  if (dataDir !== undefined) return dataDir;
  if (lake === undefined) throw new UsageError('name the lake with --lake, or the folder of its keys with --data-dir');
  if (!(await isLake(lake))) throw new LakeError(`no lake at ${lake}: it has no lake.json; check the path`, { lake });
  return join(lake, 'server');
}

async function create(name: string | undefined, options: KeysOptions): Promise<void> {
  const { createKey } = await import('../server/query/keys.ts');
  const { key, entry } = await createKey(await folderOf(options), name ?? 'unnamed', options.team);
  await print(`${key}\n`);
  say(
    `key ${entry.id} (${entry.name}); it is told this once. Requests have it in a header: Authorization: Api-Key KEY`,
  );
}

async function list(options: KeysOptions): Promise<void> {
  const { readKeys } = await import('../server/query/keys.ts');
  const keys = readKeys(await folderOf(options)).map(({ id, name, created_at }) => ({ id, name, created_at }));
  if (options.json) return printJson(keys);
  if (keys.length === 0) return say('there are no keys');
  const columns = [{ name: 'id' }, { name: 'name' }, { name: 'created' }];
  await print(
    alignedTable(
      columns,
      keys.map((key) => [key.id, key.name, key.created_at]),
    ),
  );
}

async function revoke(which: string, options: KeysOptions): Promise<void> {
  const { revokeKey } = await import('../server/query/keys.ts');
  const found = await revokeKey(await folderOf(options), which);
  if (!found) throw new UsageError('there is no such key');
  say(`key ${found.id} (${found.name}) is revoked`);
}
