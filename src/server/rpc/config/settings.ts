/** A node's settings out of defaults, file, environment and flags, each stronger than the one before. */
import { readFileSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import { messageOf } from '../../../core/system-errors.ts';
import { options, configTables, type Option, type OptionValue } from './options.ts';
import { readTables, type Tables } from './tables.ts';
import { ConfigError, parseText, parseToml } from './values.ts';

/** What was settled: a value for every option, and which were said by anybody. */
export interface Settings extends Tables {
  values: Map<string, OptionValue>;
  said: Set<string>;
  /** What is worth a line in the log. */
  warnings: string[];
}

export interface Sources {
  /** Values of flags, by name without dashes. */
  flags?: Record<string, string>;
  env?: Record<string, string | undefined>;
}

/** Returns the settings; throws ConfigError for the first value that cannot be read. */
export function readSettings({ flags = {}, env = {} }: Sources): Settings {
  const settings: Settings = {
    values: new Map(options.map(({ key, value }) => [key, value])),
    said: new Set(),
    warnings: [],
  };
  const path = flags['config-path'] ?? env['SOROBAN_RPC_CONFIG_PATH'];
  const isStrict = [flags['config-strict'], env['SOROBAN_RPC_CONFIG_STRICT']].find((text) => text !== undefined);
  if (path) readFile(settings, path, isStrict === undefined ? undefined : strictOf(isStrict));
  for (const option of options) {
    const name = option.env ?? (option.flag === '' ? '' : option.key);
    const text = flags[option.flag] ?? env[name] ?? aliasOf(option, env);
    if (text !== undefined && !(option.key === 'STRICT' && path)) say(settings, option, parseText(option, text));
  }
  return settings;
}

function strictOf(text: string): boolean {
  return (
    parseText(
      options.find(({ key }) => key === 'STRICT')!,
      text,
    ) === true
  );
}

function aliasOf({ alias }: Option, env: Record<string, string | undefined>): string | undefined {
  return alias === undefined ? undefined : env[alias];
}

function say({ values, said }: Settings, { key }: Option, value: OptionValue): void {
  values.set(key, value);
  said.add(key);
}

function readFile(settings: Settings, path: string, strict: boolean | undefined): void {
  const file = parseFile(path);
  const isStrict = strict ?? file['STRICT'] === true;
  const known = new Map(options.flatMap((option) => keysOf(option).map((key) => [key, option])));
  for (const [key, value] of Object.entries(file)) {
    const option = known.get(key);
    if (!option && isStrict && !configTables.includes(key)) {
      throw new ConfigError(`invalid config: unexpected entry specified in toml file ${JSON.stringify(key)}`);
    }
    if (!option || (key === option.alias && option.key in file)) continue;
    say(settings, option, parseToml(option, value));
  }
  for (const { key, alias } of options) {
    if (alias && alias in file && key in file) settings.warnings.push(`${alias} is passed over: ${key} is set too`);
  }
  Object.assign(settings, readTables(file));
}

function keysOf({ key, alias, notInFile }: Option): string[] {
  if (notInFile) return [];
  return alias ? [key, alias] : [key];
}

function parseFile(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new ConfigError(isMissing ? `open ${path}: no such file or directory` : messageOf(error));
  }
  try {
    return parse(text, { integersAsBigInt: true });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new ConfigError(`(${error.line}, ${error.column}): ${error.message.split('\n')[0]}`);
  }
}

/** Returns a text of the settings. */
export function settingText({ values }: Settings, key: string): string {
  return String(values.get(key));
}

/** Returns a list of the settings, without blanks around its items. */
export function settingList({ values }: Settings, key: string): string[] {
  return [values.get(key) ?? []].flat().map((item) => String(item).trim());
}

/** Returns a number of the settings; durations are milliseconds. */
export function numberOf({ values }: Settings, key: string): number {
  return Number(values.get(key));
}
