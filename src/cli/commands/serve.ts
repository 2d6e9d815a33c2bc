/** `ledgerlake serve`: the APIs over lakes and their ledgers. */
import { Option, type Command } from 'commander';
import { examples } from '../help.ts';
import { isLake } from '../lake.ts';
import {
  addScrubOptions,
  DEFAULT_LAKE,
  parseCount,
  parseMemory,
  parseTime,
  scrubRateOf,
  type ScrubFlags,
} from '../options.ts';
import { untilStopped } from '../until-stopped.ts';

const WHICH_NETWORK =
  'which network are these ledgers of? the store does not say it; give --network pubnet, testnet, futurenet or "<passphrase>"';

interface ServeOptions extends ScrubFlags {
  lake?: string[];
  dataDir?: string;
  auth?: string;
  rpcAuth?: 'keys' | 'off';
  rateLimit?: number;
  legacyKeys?: boolean;
  subscription?: 'active' | 'none';
  nativeSinks?: string;
  pipelineFiles?: string[];
  secretEnv?: string;
  secretKeyFile?: string;
  resume?: boolean;
  sql?: boolean;
  console?: boolean;
  archives?: boolean;
  queryTime?: number;
  memory?: string;
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
    .description(
      'Serve lakes over HTTP: REST under /lake/v1/<network>, and JSON-RPC as in stellar-rpc. Environment variables of stellar-rpc, such as MAX_LEDGERS_LIMIT, are honoured.',
    )
    .option(
      '--lake <dir...>',
      'lakes, one per network, as <dir> or <name>=<dir>; default: LEDGERLAKE_LAKE or "lake". JSON-RPC reads the mirror in "ledgers" of the first lake',
    )
    .option(
      '--data-dir <dir>',
      'folder of API keys; default: "server" in the first lake. If given, this server also runs pipelines (/api/v1/flow) ' +
        'and stores secrets (/api/v1/secrets) there',
    )
    .addOption(new Option('--auth <how>', 'require an API key for REST').choices(['on', 'off']).default('on'))
    .addOption(
      new Option('--rpc-auth <how>', 'require an API key for JSON-RPC').choices(['keys', 'off']).default('off'),
    )
    .option('--rate-limit <n>', 'requests per minute and API key; default: no limit', parseCount('--rate-limit'))
    .option('--query-time <time>', 'time limit of a REST request, such as 10s; default: 4s', parseTime('--query-time'))
    .option(
      '--memory <size>',
      'memory of DuckDB per lake before it spills to disk; look-ups use 512MB more; default: 1GB',
      parseMemory,
    )
    .addOption(
      new Option('--subscription <what>', '"none" refuses new pipelines, as Obsrvr does without a subscription')
        .choices(['active', 'none'])
        .default('active'),
    )
    .option(
      '--native-sinks <list>',
      'servers that pipelines may write to: none, loopback, any, or a list of hosts and CIDRs; default: loopback',
    )
    .option('--pipeline-files <dir...>', 'folders of files that pipelines may use; default: "files" in the data folder')
    .option('--secret-env <list>', 'environment variables that pipelines may use, comma-separated; default: none')
    .option(
      '--secret-key-file <file>',
      'encryption key of secrets if LEDGERLAKE_SECRET_KEY is unset; default: "secret.key" in the data folder, created if missing',
    )
    .option('--no-resume', 'do not restart pipelines that ran when the server ended')
    .option('--console', 'serve the console at / on any address; default: on loopback addresses')
    .option('--no-console', 'do not serve the console')
    .option('--sql', 'serve read-only SQL at …/api/v1/sql, on loopback addresses only; the console turns it on')
    .option('--archives', 'allow POST requests that create archives of assets')
    .option('--legacy-keys', 'send "data" also under the key of Obsrvr, and decoded values as text');
  ledgerOptions(addScrubOptions(command))
    .addHelpText(
      'after',
      examples(
        'ledgerlake serve --lake lake --auth off',
        'ledgerlake serve --lake lake --store /data/pubnet',
        'ledgerlake serve --lake main=lake --lake staging=other-lake --auth off',
        'ledgerlake serve --store data/sample --data-dir pipelines-data --auth off',
        'ledgerlake serve --store data/sample --endpoint 127.0.0.1:8080 --follow',
      ),
    )
    .action(serve);
}

/** Adds the options of ledgers, addresses and JSON-RPC. */
function ledgerOptions(command: Command): Command {
  return command
    .option('--store <store...>', 'folders of ledger objects (SEP-54), or ledger files')
    .option('--endpoint <host:port>', 'address to listen on; default: ENDPOINT or localhost:8000')
    .option('--admin-endpoint <host:port>', 'address of /metrics; default: none')
    .option('--network <name>', 'pubnet, testnet, futurenet or a passphrase; default: from the lake or store')
    .option('--allowed-origins <list>', 'allow only these origins, comma-separated; default: all')
    .option('--allowed-hosts <list>', 'allow only these Host names, comma-separated; default: all')
    .option('--follow', 'serve new ledgers as they appear in the store')
    .option('--unlimited-events', 'let getEvents scan the whole window, instead of 10,000 ledgers')
    .option('--coverage', 'add ledger ranges and gaps to getHealth')
    .option('--events-by-transaction', 'let getEvents filter by transactionHash')
    .option('--old-ledgers', 'also serve transactions of ledgers before protocol 10');
}

async function serve(options: ServeOptions): Promise<void> {
  const { StartFailed } = await import('../../server/rpc/start.ts');
  const { startServer } = await import('../../server/start.ts');
  const { readSettings } = await import('../../server/rpc/config/settings.ts');
  const { ConfigError } = await import('../../server/rpc/config/values.ts');
  const { UsageError } = await import('../../core/errors.ts');
  const lake = options.lake ?? (await lakeByDefault(options));
  const { store = [], follow, unlimitedEvents = false, coverage, eventsByTransaction, oldLedgers } = options;
  const { dataDir, auth, rpcAuth, rateLimit, legacyKeys, sql, console, archives, memory, queryTime: budget } = options;
  const extras = { unlimitedScan: unlimitedEvents, coverage, eventsByTransaction, oldLedgers };
  const environmentKeys = process.env['LEDGERLAKE_API_KEYS'];
  const limits = { rateLimit, budget, memory, scrubRate: scrubRateOf(options) };
  const ofQueries = {
    dataDir,
    rpcAuth,
    authOff: auth === 'off',
    ...limits,
    legacyKeys,
    sql,
    console,
    archives,
    environmentKeys,
  };
  try {
    const settings = readSettings({ flags: await flagsOf(options), env: process.env });
    const pipelines = pipelinesOf(options);
    await untilStopped(() =>
      startServer(settings, { lakes: lake, stores: store, follow, extras, pipelines, ...ofQueries }),
    );
  } catch (error) {
    if (error instanceof ConfigError) {
      const isUnnamed = error.message.includes('network-passphrase is required');
      throw new UsageError(isUnnamed ? WHICH_NETWORK : error.message);
    }
    if (!(error instanceof StartFailed)) throw error;
    process.exitCode = 1;
  }
}

/** Where neither lakes nor a store nor a data folder is named: the lake that other commands use, if it is there. */
async function lakeByDefault({ store, dataDir }: ServeOptions): Promise<string[]> {
  const dir = process.env['LEDGERLAKE_LAKE'] ?? DEFAULT_LAKE;
  return store === undefined && dataDir === undefined && (await isLake(dir)) ? [dir] : [];
}

function pipelinesOf(options: ServeOptions) {
  const { subscription, nativeSinks, pipelineFiles, secretEnv, secretKeyFile, resume } = options;
  const secretKey = process.env['LEDGERLAKE_SECRET_KEY'];
  const listed = (text: string) => text.split(',').map((part) => part.trim());
  return {
    subscription,
    resume,
    secretKeyFile,
    secretKey,
    secretEnvironment: listed(secretEnv ?? '').filter((name) => name !== ''),
    fileFolders: pipelineFiles,
    ...(nativeSinks !== undefined && { nativeSinks: sinksOf(nativeSinks, listed(nativeSinks)) }),
  };
}

function sinksOf(text: string, list: string[]): 'none' | 'loopback' | 'any' | string[] {
  return text === 'none' || text === 'loopback' || text === 'any' ? text : list;
}

async function flagsOf({ network, ...options }: ServeOptions): Promise<Record<string, string>> {
  const { passphraseOf } = await import('../../light.ts');
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
