/** `${NAME}` and `${secret:PATH}` in texts of a config; `$${` stands for a literal `${`. */

const PLACEHOLDER = /\$(\$\{)|\$\{(?:(secret):)?([^{}]*)\}/g;

/** Stands for a placeholder where its own signs are not to be read. */
export const FILLED = '\u0000';

/** A secret that a text asks for. */
export interface Placeholder {
  /** What stands between the braces, without `secret:`. */
  name: string;
  /** Named with `secret:`: no variable of the environment is meant. */
  isSecret: boolean;
}

/** Returns the placeholders of a text, each once, in their order. */
export function placeholders(text: string): Placeholder[] {
  const found = new Map<string, Placeholder>();
  for (const [all, escaped, secret, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (escaped === undefined) found.set(all, { name, isSecret: secret !== undefined });
  }
  return [...found.values()];
}

/** A definition has at most so many: a megabyte of them kept a server busy for seconds. */
export const MOST_PLACEHOLDERS = 1000;

/** Returns the place of the first placeholder that is one too many; undefined if there is none. */
export function placeholderTooMany(text: string): number | undefined {
  let at = -1;
  for (let count = 0; count <= MOST_PLACEHOLDERS; count++) {
    at = text.indexOf('${', at + 1);
    if (at < 0) return undefined;
  }
  return at;
}

/** Returns whether a text is one placeholder and nothing else. */
export function isPlaceholder(text: string): boolean {
  return filled(text) === FILLED;
}

/** Returns the text with each placeholder replaced; what replaces it is not read again. */
export function resolvePlaceholders(text: string, valueOf: (placeholder: Placeholder) => string): string {
  return text.replaceAll(PLACEHOLDER, (_all, escaped?: string, secret?: string, name = '') =>
    escaped === undefined ? valueOf({ name, isSecret: secret !== undefined }) : '${',
  );
}

/** Replaces each placeholder by one sign, so that characters within it, such as the colon of `secret:`, do not count. */
export function filled(text: string): string {
  return text.replaceAll(PLACEHOLDER, (all, escaped?: string) => (escaped === undefined ? FILLED : all));
}
