/** Flags of the command, as stellar-rpc takes them. */
import { options } from './options.ts';
import { ConfigError } from './values.ts';

export interface Words {
  /** Values by flag, without dashes. */
  flags: Record<string, string>;
  /** What is no flag: the name of a command. */
  names: string[];
}

/** Returns what the words say; throws ConfigError for a flag that is not known or lacks its value. */
export function parseFlags(words: readonly string[]): Words {
  const parsed: Words = { flags: {}, names: [] };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (!word.startsWith('--')) {
      parsed.names.push(word);
      continue;
    }
    const [name = '', value] = split(word.slice(2));
    const option = options.find(({ flag }) => flag !== '' && flag === name);
    if (!option) throw new ConfigError(`unknown flag: --${name}`);
    if (value === undefined && option.kind !== 'bool' && i + 1 === words.length) {
      throw new ConfigError(`flag needs an argument: --${name}`);
    }
    parsed.flags[name] = value ?? (option.kind === 'bool' ? 'true' : words[++i]);
  }
  return parsed;
}

function split(word: string): [string, string?] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
