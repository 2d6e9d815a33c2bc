/** Hides secrets by their value, in whatever a run says (contract 7). */
import { MASK } from '../definition/mask.ts';

const LEAST_LETTERS = 4;
/** Lines of a value of several, such as a certificate's, are hidden alone from this length on. */
const LEAST_OF_LINE = 16;

/** What stands in these fields is said by this program alone: a secret that is the same word is not told by it. */
const ofProgram = new Set(['code', 'consumer', 'kind', 'level', 'role', 'status', 'type']);

/** Replaces the values that it was told of. */
export class Redactor {
  readonly #forms = new Set<string>();

  /** Hides a value from now on, also as it stands in URLs, JSON and base64; shorter ones than 4 letters would hide words. */
  add(value: string): void {
    const url = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*?:([^/?#]*)@/i.exec(value)?.[1];
    for (const secret of [value, ...longLines(value), ...(url === undefined ? [] : [url, decoded(url)])]) {
      if (secret.length < LEAST_LETTERS) continue;
      for (const form of formsOf(secret)) this.#forms.add(form);
    }
  }

  /** Returns what looks secrets up as `secret` does, and hides each that it finds. */
  telling<K>(secret: (key: K) => string | undefined): (key: K) => string | undefined {
    return (key) => {
      const value = secret(key);
      if (value !== undefined) this.add(value);
      return value;
    };
  }

  /** Returns a text without those values. */
  text(text: string): string {
    // The longest first: one may be part of another.
    const forms = [...this.#forms].sort((a, b) => b.length - a.length);
    return forms.reduce((rest, form) => rest.replaceAll(form, MASK), text);
  }

  /** Returns data whose every text is without those values. */
  data<T>(data: T): T {
    return this.#forms.size === 0 ? data : (this.#walk(data) as T);
  }

  #walk(data: unknown): unknown {
    if (typeof data === 'string') return this.text(data);
    if (Array.isArray(data)) return data.map((item) => this.#walk(item));
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, ofProgram.has(key) ? value : this.#walk(value)]),
    );
  }
}

function longLines(value: string): string[] {
  if (!value.includes('\n')) return [];
  return value.split(/\r?\n/).filter((line) => line.trim().length >= LEAST_OF_LINE);
}

function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, inJson, encodeURIComponent(secret.toWellFormed()), Buffer.from(secret).toString('base64')];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
