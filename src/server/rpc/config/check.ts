/** What a configuration must be before a node starts on it. */
import { passphrases } from '../../../ledger/network.ts';
import { quote } from '../go/text.ts';
import { options, type Option } from './options.ts';
import { numberOf, settingText, type Settings } from './settings.ts';
import { ConfigError } from './values.ts';

const MAX_FEE_WINDOW = 1000;
const FUTURENET = 'Test SDF Future Network ; October 2022';

/** Throws ConfigError, in the reference's words, for the first thing that cannot be; `passphrase` is known from elsewhere. */
export function checkSettings(settings: Settings, passphrase?: string): void {
  const network = settingText(settings, 'NETWORK');
  if (network !== '' && (settings.said.has('NETWORK_PASSPHRASE') || settings.said.has('HISTORY_ARCHIVE_URLS'))) {
    const why = 'network option conflicts with values provided for passphrase and/or history archive URLs';
    throw new ConfigError(`could not parse network: ${quote(network)}, ${why}`);
  }
  checkRequired(settings, passphrase);
  for (const option of options) checkOption(settings, option);
}

function checkRequired(settings: Settings, passphrase: string | undefined): void {
  const isKnown = passphrase !== undefined || settingText(settings, 'NETWORK') !== '';
  const missing = options.filter(
    ({ key, check }) => check === 'required' && settingText(settings, key) === '' && !isKnown,
  );
  if (missing.length === 0) return;
  const lines = missing.flatMap(({ flag, key, usage }) => [
    `*\t${flag} is required. Please specify --${flag} on the command line or set ${key} in the config file.`,
    ` \t${usage}`,
  ]);
  throw new ConfigError(['The following required configuration parameters are missing:', ...lines].join('\n'));
}

function checkOption(settings: Settings, { flag, key, check }: Option): void {
  const fault = (why: string) => new ConfigError(`invalid config value for ${flag}: ${why}`);
  const value = settings.values.get(key);
  if ((check === 'positive' || check === 'feeWindow') && value === 0) throw fault(`${flag} must be positive`);
  if (check === 'feeWindow' && Number(value) > MAX_FEE_WINDOW) {
    throw fault(`${flag} cannot exceed ${MAX_FEE_WINDOW} ledgers (got ${Number(value)})`);
  }
  const [, what] = /^default-(\w+)-limit$/.exec(flag) ?? [];
  const most = what ? numberOf(settings, `MAX_${what.toUpperCase()}_LIMIT`) : Infinity;
  if (Number(value) > most) throw fault(`${flag} (${Number(value)}) cannot exceed max-${what}-limit (${most})`);
  if (flag === 'backfill' && value === true && settings.values.get('SERVE_LEDGERS_FROM_DATASTORE') !== true) {
    const why = 'backfill requires serving ledgers from datastore to be enabled. ';
    throw fault(`${why}See the \`--serve-ledgers-from-datastore\` flag`);
  }
}

/** Returns what is wrong with the windows of fees, which is found when the node starts. */
export function feeWindowFault(settings: Settings): string | undefined {
  const fees = ['CLASSIC', 'SOROBAN'].map((kind) => numberOf(settings, `${kind}_FEE_STATS_RETENTION_WINDOW`));
  const longest = Math.max(...fees);
  const history = numberOf(settings, 'HISTORY_RETENTION_WINDOW');
  if (longest <= history) return undefined;
  return `Fee stat analysis window (${longest}) cannot exceed history retention window (${history}).`;
}

/** Returns the passphrase that the settings say, undefined when they say none. */
export function configuredPassphrase(settings: Settings): string | undefined {
  const names: Record<string, string> = { ...passphrases, futurenet: FUTURENET };
  return settingText(settings, 'NETWORK_PASSPHRASE') || names[settingText(settings, 'NETWORK')];
}
