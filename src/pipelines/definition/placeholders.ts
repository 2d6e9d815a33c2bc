/** `${NAME}` and `${secret:PATH}` in texts of a config; `$${` stands for a literal `${` (contract 7). */

const PLACEHOLDER = /\$(\$\{)|\$\{(?:(secret):)?([^{}]*)\}/g;

/** Stands for a placeholder where its own signs are not to be read. */
const FILLED = '\u0000';

/** A secret that a text asks for. */
export interface Placeholder {
  name: string;
  /** Named with `secret:`: no variable of the environment is meant. */
  isSecret: boolean;
}

/** Returns the placeholders of a text, in their order. */
export function placeholders(text: string): Placeholder[] {
  const found: Placeholder[] = [];
  for (const [, escaped, secret, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (escaped === undefined) found.push({ name, isSecret: secret !== undefined });
  }
  return found;
}

/** Returns the text with each placeholder replaced; what replaces it is not read again. */
export function resolve(text: string, valueOf: (placeholder: Placeholder) => string): string {
  return text.replaceAll(PLACEHOLDER, (_all, escaped?: string, secret?: string, name = '') =>
    escaped === undefined ? valueOf({ name, isSecret: secret !== undefined }) : '${',
  );
}

/**
 * Returns whether a text of a sensitive field holds a secret itself. Of a URL or a list of KEY=VALUE only the password counts (B13); an empty
 * text is none (B16).
 */
export function holdsSecret(text: string, isUrl: boolean): boolean {
  if (text === '') return false;
  if (!isUrl) return placeholders(text).length === 0;
  // Of a placeholder no sign counts, such as the colon of `secret:`; what has a slash in its password no client reads as it is meant.
  const plain = text.replaceAll(PLACEHOLDER, (all, escaped?: string) => (escaped === undefined ? FILLED : all));
  const [, strict] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:([^/?#]*)@/i.exec(plain) ?? [];
  const [, loose] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:(.*)@/is.exec(plain) ?? [];
  const [, quoted, bare] = /(?:^|[\s?&])(?:ssl)?password\s*=\s*(?:'((?:[^'\\]|\\.)*)'|([^\s&]*))/i.exec(plain) ?? [];
  const passwords = [strict ?? loose, quoted, bare].filter((password) => password !== undefined && password !== '');
  return passwords.some((password) => password?.includes(FILLED) !== true);
}
