/** User names and passwords in an address: a URL, HOST:PORT behind them, or a list of KEY=VALUE. */
import { filled, FILLED, placeholders } from '../yaml/placeholders.ts';

/** As written in the address, percent-encoded or with backslashes. */
export interface Credentials {
  users: string[];
  passwords: string[];
}

const SCHEME = /^[a-z0-9+.\0-]*:\/\//i;
/** A value that is not as libpq reads it is taken up to the next space. */
const PAIR = /(?<=^|\s)([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\[^])*)'(?=\s|$)|((?:\\(?:[^]|$)|[^\s\\])*))/gi;

/** Returns the credentials that an address has; of a text that is none there are none. */
export function credentialsOf(address: string): Credentials {
  const [scheme = ''] = SCHEME.exec(address) ?? [];
  const rest = address.slice(scheme.length);
  const [user, password] = userInfo(rest, scheme !== '');
  const named = scheme === '' ? pairsOf(address) : queryOf(rest);
  const users = [user, ...named.filter(([name]) => name === 'user').map(([, value]) => value)];
  const passwords = [password, ...named.filter(isPassword).map(([, value]) => value)];
  return { users: users.filter((text) => text !== ''), passwords: passwords.filter((text) => text !== '') };
}

type Pair = [name: string, value: string];

/** The text before the last `@` of a host. No client reads a password with a slash correctly. */
function userInfo(rest: string, isUrl: boolean): Pair {
  const [host = ''] = /^[^/?#]*/.exec(rest) ?? [];
  const before = (host.includes('@') ? host : rest).split('@').slice(0, -1).join('@');
  const [user = '', ...password] = before.split(':');
  if (!isUrl && /[\s=]/.test(user)) return ['', ''];
  return [user, password.join(':')];
}

function pairsOf(address: string): Pair[] {
  return Array.from(address.matchAll(PAIR), ([, name = '', quoted, bare = '']) => [name.toLowerCase(), quoted ?? bare]);
}

function queryOf(rest: string): Pair[] {
  const [, query = ''] = /\?([^#]*)/.exec(rest) ?? [];
  return query.split('&').map((part) => {
    const [name = '', ...value] = part.split('=');
    return [decoded(name).toLowerCase(), value.join('=')];
  });
}

/** The key of a certificate is one where it stands there itself, and not the path of its file. */
function isPassword([name, value]: Pair): boolean {
  return name === 'password' || name === 'sslpassword' || (name === 'sslkey' && value.includes('-----BEGIN'));
}

/**
 * Returns true if the text of a sensitive field contains a literal secret instead of a placeholder. In a URL only the
 * password counts. An empty text is not a secret.
 */
export function holdsSecret(text: string, isUrl: boolean): boolean {
  if (text === '') return false;
  if (!isUrl) return placeholders(text).length === 0;
  return credentialsOf(filled(text)).passwords.some((password) => !password.includes(FILLED));
}

/** Returns true if a text contains a secret, or part of one beside a placeholder. */
export function tellsSecret(text: string, isUrl: boolean): boolean {
  const plain = filled(text);
  const parts = isUrl ? credentialsOf(plain).passwords : [plain];
  return parts.some((part) => part.replaceAll(FILLED, '') !== '');
}

/** Returns whether a text is in the form of an address, or a placeholder for one: what its credentials are is known then. */
export function isAddress(text: string): boolean {
  const plain = filled(text);
  return SCHEME.test(plain) || plain.replaceAll(PAIR, '').replaceAll(FILLED, '').trim() === '';
}

/** Returns a text with what is percent-encoded in it decoded, or as it is where that cannot be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
