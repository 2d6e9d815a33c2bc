/** `ledgerlake rpc`: a JSON-RPC node that is configured as stellar-rpc is. */
import type { Command } from 'commander';
import { examples } from '../help.ts';
import { print } from '../output.ts';
import { untilStopped } from '../until-stopped.ts';

const FLAGS = `
Main flags of stellar-rpc:
  --config-path <file>            configuration in TOML (default: none)
  --db-path <dir>                 folder of a lake, with ledger files in its folder ledgers
                                  (default: soroban_rpc.sqlite)
  --network <name>                pubnet, testnet or futurenet
  --network-passphrase <text>     passphrase of any other network
  --endpoint <host:port>          address of JSON-RPC (default: localhost:8000)
  --admin-endpoint <host:port>    address of /metrics (default: none)
  --history-retention-window <n>  number of ledgers to serve (default: 120960)
  --log-level <level>             debug, info, warn or error (default: info)
gen-config-file prints all keys of stellar-rpc. A flag is its key in lower case, with dashes.
`;

export function define(command: Command): void {
  command
    .description(
      'Serve JSON-RPC with the flags, environment variables and configuration file of stellar-rpc.\n' +
        'DB_PATH is the folder of a lake; settings of stellar-core are ignored.\n' +
        'Commands: version, gen-config-file.',
    )
    .argument('[words...]', 'flags of stellar-rpc, or version, or gen-config-file')
    .allowUnknownOption()
    .addHelpText(
      'after',
      FLAGS +
        examples(
          'ledgerlake rpc gen-config-file > node.toml',
          'ledgerlake rpc --config-path node.toml',
          'ledgerlake mirror data/sample --to /tmp/lake/ledgers',
          'ledgerlake rpc --network-passphrase "Ledgerlake Sample Network ; 2026" --db-path /tmp/lake',
        ),
    )
    .action((words: string[]) => rpc(words));
}

async function rpc(words: string[]): Promise<void> {
  const { ConfigError } = await import('../../server/rpc/config/values.ts');
  const { StartFailed } = await import('../../server/rpc/start.ts');
  try {
    await run(words);
  } catch (error) {
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else if (!(error instanceof StartFailed)) throw error;
    process.exitCode = 1;
  }
}

async function run(words: string[]): Promise<void> {
  const { parseFlags } = await import('../../server/rpc/config/flags.ts');
  const { readSettings, settingText: textOf } = await import('../../server/rpc/config/settings.ts');
  const { flags, names } = parseFlags(words);
  const [name] = names;
  if (name === 'version') return print(`${(await import('../../version.ts')).decoderVersion}\n`);
  if (name !== undefined && name !== 'gen-config-file') {
    const { ConfigError } = await import('../../server/rpc/config/values.ts');
    throw new ConfigError(`unknown command "${name}" for "ledgerlake rpc"`);
  }
  const settings = readSettings({ flags, env: process.env });
  if (name === 'gen-config-file') {
    const { generateConfig } = await import('../../server/rpc/config/generate.ts');
    return print(generateConfig(settings));
  }
  const { startFromSettings } = await import('../../server/rpc/start.ts');
  const { localStores } = await import('../../server/rpc/sources.ts');
  const sources = { stores: localStores(settings), lake: textOf(settings, 'DB_PATH'), follow: true };
  await untilStopped(() => startFromSettings(settings, sources));
}
