/**
 * A table of a configuration file, read key by key; what is wrong is named with file and key. Where a node reads the same tables,
 * a class of its own says what is wrong in the words of stellar-rpc.
 */
import { parseWait } from '../../core/duration.ts';
import { SpecError } from '../../core/errors.ts';
import { similarName } from '../../core/similar.ts';

/** One table of the file. */
export class Block {
  readonly #file: string;
  readonly #path: string;
  readonly #members: Map<string, unknown>;

  constructor(file: string, path: string, value: unknown) {
    this.#file = file;
    this.#path = path;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.wrong(
        '',
        `is ${value === undefined || value === null ? 'empty' : 'no table'}, expected a table of keys`,
      );
    }
    this.#members = new Map(Object.entries(value));
  }

  wrong(key: string, what: string): Error {
    const place = [this.#path, key].filter((part) => part !== '').join('.');
    return new SpecError(`${this.#file}${place && `, ${place}`}: ${what}`, { file: this.#file, key: place });
  }

  /** An error in the reference's words. */
  invalid(message: string): Error {
    return new SpecError(`${this.#file}: ${message}`, { file: this.#file, key: this.#path });
  }

  keys(): string[] {
    return [...this.#members.keys()];
  }

  /** Returns what the file has for the key, as the parser gave it. */
  protected member(key: string): unknown {
    return this.#members.get(key);
  }

  /** Returns the table that is the key's value. */
  protected below(key: string, value: unknown): Block {
    return new Block(this.#file, this.#path === '' ? key : `${this.#path}.${key}`, value);
  }

  block(key: string): Block | undefined {
    const value = this.member(key);
    return value === undefined ? undefined : this.below(key, value);
  }

  /** Returns an empty table where there is none. */
  table(key: string): Block {
    return this.block(key) ?? this.below(key, {});
  }

  /** Parameters are strings in the reference, whatever they mean; plain numbers and booleans are taken as well. */
  text(key: string): string | undefined {
    const value = this.member(key);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
    throw this.wrong(key, 'expected a text');
  }

  url(key: string): string | undefined {
    const value = this.text(key);
    if (value === undefined || (/^https?:\/\//.test(value) && URL.canParse(value))) return value;
    throw this.wrong(key, 'expected an http or https address');
  }

  flag(key: string): boolean | undefined {
    const value = this.text(key);
    if (value === undefined || value === 'true' || value === 'false')
      return value === undefined ? undefined : value === 'true';
    throw this.wrong(key, `is "${value}", expected true or false`);
  }

  count(key: string): number | undefined {
    const value = this.member(key);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 4294967295) return value;
    throw this.wrong(key, `is ${JSON.stringify(value)}, expected a whole number`);
  }

  wait(key: string): number | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    const ms = parseWait(value);
    if (ms !== undefined) return ms;
    throw this.wrong(key, `is "${value}", expected a duration such as 5s, 500ms or 1m30s`);
  }

  /** Throws SpecError for a key that is not one of these. */
  only(keys: readonly string[], prefix?: string): void {
    const unknown = this.keys().find((key) => !keys.includes(key) && !(prefix && key.startsWith(prefix)));
    if (unknown !== undefined)
      throw this.wrong(unknown, `unknown key; known are ${keys.join(', ')}${prefix ? `, ${prefix}<Name>` : ''}`);
  }

  /** Throws SpecError for a key that is one of these but for a letter in five; others may be somebody else's. */
  spelled(keys: readonly string[]): void {
    for (const key of this.keys()) {
      const meant = keys.includes(key) ? undefined : similarName(key, keys, 0.2);
      if (meant !== undefined) throw this.wrong(key, `unknown key; did you mean ${meant}?`);
    }
  }
}
