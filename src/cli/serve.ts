/** `ledgerlake serve`: the APIs over lakes and their ledgers. */
import { Option, type Command } from 'commander';
import { examples } from './help.ts';
import { parseCount, parseMemory, parseTime } from './options.ts';
import { untilStopped } from './until-stopped.ts';

interface ServeOptions {
  lake?: string[];
  dataDir?: string;
  auth?: string;
  rateLimit?: number;
  legacyKeys?: boolean;
  subscription?: 'active' | 'none';
  nativeSinks?: string;
  pipelineFiles?: string[];
  secretEnv?: string;
  secretKeyFile?: string;
  resume?: boolean;
  sql?: boolean;
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
      'Answers ledger queries of lakes under /lake/v1/<network>, and JSON-RPC as stellar-rpc does where there are ledgers; ' +
        'its environment variables, such as MAX_LEDGERS_LIMIT, count.',
    )
    .option(
      '--lake <dir...>',
      'folders of lakes, one a network, as <dir> or <name>=<dir>; the first has index and mirror ("ledgers") of JSON-RPC',
    )
    .option(
      '--data-dir <dir>',
      'where API keys are kept; default: "server" in the first lake. Where it is given, pipelines are served from it under ' +
        '/api/v1/flow, and secrets under /api/v1/secrets; one server has it at a time',
    )
    .addOption(
      new Option('--auth <how>', 'whether ledger queries need an API key').choices(['on', 'off']).default('on'),
    )
    .option('--rate-limit <n>', 'requests a minute of each API key; default: no limit', parseCount('--rate-limit'))
    .option(
      '--query-time <time>',
      'how long a ledger query may take, such as 10s; default: 4s',
      parseTime('--query-time'),
    )
    .option(
      '--memory <size>',
      'what DuckDB may use for a lake before it spills to disk, beside 512MB for look-ups; default: 1GB',
      parseMemory,
    )
    .addOption(
      new Option('--subscription <what>', '"none" refuses new pipelines, as the hosted service does without one')
        .choices(['active', 'none'])
        .default('active'),
    )
    .option(
      '--native-sinks <list>',
      'which servers pipelines may write to: none, loopback, any, or hosts and CIDRs by commas; others are mapped to DuckDB files. Default: loopback',
    )
    .option('--pipeline-files <dir...>', 'folders whose files pipelines may name; default: "files" in the data folder')
    .option('--secret-env <list>', 'variables of the environment that definitions may name, by commas; default: none')
    .option(
      '--secret-key-file <file>',
      'key of secrets, if LEDGERLAKE_SECRET_KEY is not set; default: "secret.key" in the data folder, made if it is missing',
    )
    .option('--no-resume', 'leave pipelines stopped that ran when the server ended')
    .option('--sql', 'answer SQL that reads at /api/v1/sql; on loopback addresses only')
    .option('--archives', 'make archives of assets when asked to with POST')
    .option('--legacy-keys', 'name lists as the hosted service does, too, and write decoded values as texts')
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
        'ledgerlake serve --lake lake --auth off',
        'ledgerlake serve --lake lake --store /data/pubnet',
        'ledgerlake serve --lake main=lake --lake staging=other-lake --auth off',
        'ledgerlake serve --store data/sample --data-dir pipelines-data --auth off',
        'ledgerlake serve --store data/sample --endpoint 127.0.0.1:8080 --follow',
      ),
    )
    .action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  const { StartFailed } = await import('../server/rpc/start.ts');
  const { startServer } = await import('../server/start.ts');
  const { readSettings } = await import('../server/rpc/config/settings.ts');
  const { ConfigError } = await import('../server/rpc/config/values.ts');
  const { UsageError } = await import('../errors.ts');
  const { lake = [], store = [], follow, unlimitedEvents = false, coverage, eventsByTransaction, oldLedgers } = options;
  const { dataDir, auth, rateLimit, legacyKeys, sql, archives, memory, queryTime: budget } = options;
  const extras = { unlimitedScan: unlimitedEvents, coverage, eventsByTransaction, oldLedgers };
  const environmentKeys = process.env['LEDGERLAKE_API_KEYS'];
  const limits = { rateLimit, budget, memory };
  const ofQueries = { dataDir, authOff: auth === 'off', ...limits, legacyKeys, sql, archives, environmentKeys };
  try {
    const settings = readSettings({ flags: await flagsOf(options), env: process.env });
    const pipelines = pipelinesOf(options);
    await untilStopped(() =>
      startServer(settings, { lakes: lake, stores: store, follow, extras, pipelines, ...ofQueries }),
    );
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    if (!(error instanceof StartFailed)) throw error;
    process.exitCode = 1;
  }
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
