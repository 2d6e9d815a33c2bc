/** `ledgerlake keys`: the API keys of a server. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { LakeError, UsageError } from '../../light.ts';
import { addExamples } from '../help.ts';
import { isLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { print, printJson, say } from '../output.ts';
import { alignedTable } from '../text.ts';

interface KeysOptions {
  lake: string;
  dataDir?: string;
  json?: boolean;
  team?: string;
}

export function define(command: Command): void {
  command.description('Manage the API keys of a server. A key is stored only as its SHA-256.');
  addFolder(
    command
      .command('create')
      .description('Create a key and print it once.')
      .argument('[name]', 'name of the key')
      .option('--team <name>', 'team whose pipelines and secrets the key may use; default: local'),
  ).action(create);
  addFolder(command.command('list', { isDefault: true }).description('List the keys.'))
    .option('--json', 'print a JSON list')
    .action(list);
  addFolder(
    command
      .command('revoke')
      .description('Revoke a key.')
      .argument('<key>', 'id or name of the key, or the key itself'),
  ).action(revoke);
  addExamples(
    command,
    'ledgerlake keys create notebook --lake lake',
    'ledgerlake keys list --lake lake',
    'ledgerlake keys revoke notebook --lake lake',
  );
}

function addFolder(command: Command): Command {
  return command
    .addOption(lakeOption('first lake of the server; keys are in its folder "server"'))
    .option('--data-dir <dir>', 'data folder of the server');
}

/** No server would ever look for the keys of a lake that is not there. */
async function folderOf({ lake, dataDir }: KeysOptions): Promise<string> {
  if (dataDir !== undefined) return dataDir;
  if (!(await isLake(lake))) throw new LakeError(`no lake at ${lake}: it has no lake.json; check the path`, { lake });
  return join(lake, 'server');
}

async function create(name: string | undefined, options: KeysOptions): Promise<void> {
  const { createKey } = await import('../../server/query/keys.ts');
  const { key, entry } = await createKey(await folderOf(options), name ?? 'unnamed', options.team);
  await print(`${key}\n`);
  say(`key ${entry.id} (${entry.name}); it is shown only once. Send it as the header Authorization: Api-Key KEY`);
}

async function list(options: KeysOptions): Promise<void> {
  const { readKeys } = await import('../../server/query/keys.ts');
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
  const { revokeKey } = await import('../../server/query/keys.ts');
  const found = await revokeKey(await folderOf(options), which);
  if (!found) throw new UsageError(`no key has the id or name ${which}; "ledgerlake keys list" lists them`);
  say(`key ${found.id} (${found.name}) is revoked`);
}
