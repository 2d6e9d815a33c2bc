/** Values of options, from text and from TOML; the faults in the reference's words. */
import { parseDuration } from '../../../core/duration.ts';
import { messageOf } from '../../../core/system-errors.ts';
import { quote } from '../go/text.ts';
import type { Option, OptionValue } from './options.ts';

/** A configuration that cannot be used; the message is the reference's. */
export class ConfigError extends Error {}

const LEVELS: Record<string, string> = { warning: 'warning', warn: 'warning' };
const MAX_UINT32 = 4294967295n;
const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

/** Returns the value that a flag or an environment variable says. */
export function parseText({ flag, kind }: Option, text: string): OptionValue {
  switch (kind) {
    case 'string':
      return text;
    case 'bool':
      if (TRUE.includes(text)) return true;
      if (FALSE.includes(text)) return false;
      throw new ConfigError(`invalid boolean value ${flag}: ${text}`);
    case 'uint':
      return Number(parseUint(text));
    case 'uint16':
      return Number(BigInt.asUintN(16, parseUint(text)));
    case 'uint32':
      return toUint32(flag, parseUint(text));
    case 'duration':
      return toDuration(text);
    case 'level':
      return toLevel(text);
    case 'format':
      if (text === 'text' || text === 'json') return text;
      throw new ConfigError(`could not parse log-format: unknown log format: ${text}`);
    case 'network':
      if (['', 'pubnet', 'testnet', 'futurenet'].includes(text)) return text;
      throw new ConfigError(`could not parse network: ${quote(text)}, invalid network`);
    case 'urls':
      return text === '' ? [] : text.split(',');
  }
}

/** Returns the value that the file says. */
export function parseToml(option: Option, value: unknown): OptionValue {
  const { flag, kind } = option;
  if (typeof value === 'string' && kind !== 'urls') return parseText(option, value);
  switch (kind) {
    case 'bool':
      if (typeof value === 'boolean') return value;
      throw new ConfigError(`could not parse boolean ${flag}: ${show(value)}`);
    case 'uint':
    case 'uint16':
    case 'uint32':
      return tomlInteger(option, value);
    case 'duration':
      throw new ConfigError(`${flag} is not a duration`);
    case 'urls':
      if (typeof value === 'string') return value.split(',');
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
      throw new ConfigError(`could not parse list of strings ${flag}: ${show(value)}`);
    case 'level':
    case 'format':
    case 'network':
    case 'string':
      throw new ConfigError(`could not parse ${kind === 'string' ? 'string ' : ''}${flag}: ${show(value)}`);
  }
}

function tomlInteger({ flag, kind }: Option, value: unknown): number {
  if (typeof value !== 'bigint') throw new ConfigError(`could not parse ${kind} ${flag}: ${show(value)}`);
  if (value < 0n) throw new ConfigError(`${flag} cannot be negative`);
  return kind === 'uint32' ? toUint32(flag, value) : Number(kind === 'uint16' ? BigInt.asUintN(16, value) : value);
}

function parseUint(text: string): bigint {
  const fault = (why: string) => new ConfigError(`strconv.ParseUint: parsing ${quote(text)}: ${why}`);
  if (!/^\d+$/.test(text)) throw fault('invalid syntax');
  const value = BigInt(text);
  if (value >= 2n ** 64n) throw fault('value out of range');
  return value;
}

function toUint32(flag: string, value: bigint): number {
  if (value > MAX_UINT32) throw new ConfigError(`${flag} overflows uint32`);
  return Number(value);
}

function toDuration(text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    throw new ConfigError(`could not parse duration: ${quote(text)}: ${messageOf(error)}`);
  }
}

function toLevel(text: string): string {
  const level = LEVELS[text.toLowerCase()] ?? text.toLowerCase();
  if (['debug', 'info', 'warning', 'error', 'fatal', 'panic', 'trace'].includes(level)) return level;
  throw new ConfigError(`could not parse log-level: ${quote(text)}`);
}

/** A value as Go prints it. */
function show(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(show).join(' ')}]`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
