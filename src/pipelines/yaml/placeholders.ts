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

/** Returns the placeholders of a text, in their order. */
export function placeholders(text: string): Placeholder[] {
  const found: Placeholder[] = [];
  for (const [, escaped, secret, name = ''] of text.matchAll(PLACEHOLDER)) {
    if (escaped === undefined) found.push({ name, isSecret: secret !== undefined });
  }
  return found;
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
