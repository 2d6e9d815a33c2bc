/** `ledgerlake secrets`: the secrets that pipelines of a server use. */
import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import { UsageError } from '../../light.ts';
import type { SecretFolder } from '../../server/pipelines/secret-folder.ts';
import { addExamples } from '../help.ts';
import { readHidden } from '../hidden-line.ts';
import { print, printJson, say } from '../output.ts';
import { alignedTable } from '../text.ts';

interface SecretOptions {
  dataDir: string;
  team: string;
  secretKeyFile?: string;
  json?: boolean;
  prefix?: string;
  description?: string;
  env?: string;
}

export function define(command: Command): void {
  command.description(
    'Manage the secrets that pipelines of a server use, as ${secret:NAME} in their definitions. Values are encrypted, and never printed.',
  );
  addFolder(command.command('list', { isDefault: true }).description('List the names of the secrets.'))
    .option('--prefix <text>', 'only names that begin with this text')
    .option('--json', 'print a JSON list')
    .action(list);
  addFolder(
    command
      .command('set')
      .description('Store a secret, or replace its value; the value is read from standard input.')
      .argument('<name>', 'name, such as postgres/password')
      .option('--env <variable>', 'read the value from an environment variable instead')
      .option('--description <text>', 'what the secret is for'),
  )
    // The message of the parser would print what is too much: the value.
    .allowExcessArguments()
    .action(set);
  addFolder(command.command('delete').description('Delete a secret.').argument('<name>', 'name of the secret')).action(
    remove,
  );
  addExamples(
    command,
    'ledgerlake secrets set postgres/password < password.txt',
    'ledgerlake secrets set postgres/password --env PGPASSWORD',
    'ledgerlake secrets list --data-dir pipelines-data',
    'ledgerlake secrets delete postgres/password',
  );
}

function addFolder(command: Command): Command {
  return command
    .option('--data-dir <dir>', 'data folder of the server', 'pipelines-data')
    .option('--team <name>', 'team of the secrets', 'local')
    .option(
      '--secret-key-file <file>',
      'encryption key if LEDGERLAKE_SECRET_KEY is unset; default: "secret.key" in the data folder, created if missing',
    );
}

async function list(options: SecretOptions): Promise<void> {
  const { existingSecrets } = await import('../../server/pipelines/secret-folder.ts');
  const { team, prefix, json } = options;
  const found = (await existingSecrets(folderOf(options)))?.list(team, prefix) ?? [];
  if (json) return printJson(found);
  if (found.length === 0) return say('there are no secrets');
  const columns = [{ name: 'name' }, { name: 'updated' }, { name: 'description' }];
  const rows = found.map(({ path, updated_at: at, description = '' }) => [path, at, description]);
  await print(alignedTable(columns, rows));
}

async function set(path: string, options: SecretOptions, { args }: Command): Promise<void> {
  if (args.length > 1) {
    throw new UsageError('give the value on standard input or with --env: other users of the machine see arguments');
  }
  const { checkSecret, openSecrets } = await import('../../server/pipelines/secret-folder.ts');
  const { team, description, dataDir } = options;
  const about = description !== undefined && { description };
  // Check the name before the user types a value.
  checkSecret({ path, value: '', ...about });
  const value = await valueOf(path, options);
  if (value === '') throw new UsageError(`the value of ${path} is empty`);
  const given = { path, value, ...about };
  checkSecret(given);
  const store = await openSecrets(folderOf(options));
  const { action } = await store.set(team, given, new Date().toISOString());
  say(`secret ${path} is ${action} in ${dataDir}`);
}

async function remove(path: string, options: SecretOptions): Promise<void> {
  const { existingSecrets } = await import('../../server/pipelines/secret-folder.ts');
  const store = await existingSecrets(folderOf(options));
  if (!(await store?.remove(options.team, path))) {
    throw new UsageError(`there is no secret ${path}; "ledgerlake secrets list" lists them`);
  }
  say(`secret ${path} is deleted`);
}

/** The value never is an argument: other users of the machine see those. */
async function valueOf(path: string, { env }: SecretOptions): Promise<string> {
  if (env !== undefined) {
    const value = process.env[env];
    if (value === undefined) throw new UsageError(`--env names ${env}, which is not set`);
    return value;
  }
  if (process.stdin.isTTY) return readHidden(`value of ${path} (not shown): `);
  return (await readAll(process.stdin)).replace(/\r?\n$/, '');
}

function folderOf({ dataDir, secretKeyFile }: SecretOptions): SecretFolder {
  const secretKey = process.env['LEDGERLAKE_SECRET_KEY'];
  return {
    dataDir,
    ...(secretKey !== undefined && { secretKey }),
    ...(secretKeyFile !== undefined && { secretKeyFile }),
    onDamage: (message) => say(`warning: ${message}`),
  };
}
