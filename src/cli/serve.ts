/** `ledgerlake serve`: the APIs over a lake and its ledgers. */
import type { Command } from 'commander';
import { examples } from './help.ts';
import { untilStopped } from './until-stopped.ts';

interface ServeOptions {
  lake?: string;
  store?: string[];
  endpoint?: string;
  adminEndpoint?: string;
  network?: string;
  allowedOrigins?: string;
  allowedHosts?: string;
  follow?: boolean;
  unlimitedEvents?: boolean;
  coverage?: boolean;
  eventsByTransaction?: boolean;
  oldLedgers?: boolean;
}

export function define(command: Command): void {
  command
    .description('Serves JSON-RPC as stellar-rpc does. Its environment variables, such as MAX_LEDGERS_LIMIT, count.')
    .option(
      '--lake <dir>',
      'folder of the lake, which keeps the index; a mirror of ledgers in its folder "ledgers" is served',
    )
    .option('--store <store...>', 'a folder of ledger objects (SEP-54), or ledger files')
    .option('--endpoint <host:port>', 'where to listen; default: ENDPOINT or localhost:8000')
    .option('--admin-endpoint <host:port>', 'where to listen for /metrics; default: nowhere')
    .option('--network <name>', 'pubnet, testnet, futurenet or a passphrase; default: what the lake or store says')
    .option('--allowed-origins <list>', 'answer only pages of these origins, by commas; default: all')
    .option('--allowed-hosts <list>', 'answer only requests for these names of the server, by commas; default: all')
    .option('--follow', 'take in new ledgers as they appear in the store')
    .option('--unlimited-events', 'getEvents scans as far as the window goes, not 10,000 ledgers')
    .option('--coverage', 'getHealth tells which ledgers there are, as ranges and gaps')
    .option('--events-by-transaction', 'getEvents takes a transactionHash')
    .option('--old-ledgers', 'serve transactions of ledgers older than protocol 10 too')
    .addHelpText(
      'after',
      examples(
        'ledgerlake serve --lake lake --store /data/pubnet',
        'ledgerlake serve --store data/sample --endpoint 127.0.0.1:8080 --follow',
      ),
    )
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const { startFromSettings, StartFailed } = await import('../server/rpc/start.ts');
  const { checkSources } = await import('../server/rpc/sources.ts');
  const { readSettings } = await import('../server/rpc/config/settings.ts');
  const { ConfigError } = await import('../server/rpc/config/values.ts');
  const { UsageError } = await import('../errors.ts');
  const { lake, store = [], follow, unlimitedEvents = false, coverage, eventsByTransaction, oldLedgers } = options;
  const extras = { unlimitedScan: unlimitedEvents, coverage, eventsByTransaction, oldLedgers };
  const sources = { lake, stores: store, follow, extras };
  checkSources(sources);
  try {
    const settings = readSettings({ flags: await flagsOf(options), env: process.env });
    await untilStopped(() => startFromSettings(settings, sources));
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    if (!(error instanceof StartFailed)) throw error;
    process.exitCode = 1;
  }
}

async function flagsOf({ network, ...options }: ServeOptions): Promise<Record<string, string>> {
  const { passphraseOf } = await import('../light.ts');
  const said = {
    endpoint: options.endpoint,
    'admin-endpoint': options.adminEndpoint,
    'allowed-origins': options.allowedOrigins,
    'allowed-hosts': options.allowedHosts,
    ...(network && (network === 'futurenet' ? { network } : { 'network-passphrase': passphraseOf(network) })),
  };
  return Object.fromEntries(
    Object.entries(said).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
