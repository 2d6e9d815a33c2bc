/** A table of a configuration file, read key by key; what is wrong is named with file and key. */
import { SpecError } from '../errors.ts';
import { parseDuration } from './duration.ts';

/** One table of the file; remembers which keys were asked for, so that others can be called unknown. */
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

  wrong(key: string, what: string): SpecError {
    const place = [this.#path, key].filter((part) => part !== '').join('.');
    return new SpecError(`${this.#file}${place && `, ${place}`}: ${what}`, { file: this.#file, key: place });
  }

  /** An error in the reference's words. */
  invalid(message: string): SpecError {
    return new SpecError(`${this.#file}: ${message}`, { file: this.#file, key: this.#path });
  }

  keys(): string[] {
    return [...this.#members.keys()];
  }

  block(key: string): Block | undefined {
    const value = this.#members.get(key);
    const path = this.#path === '' ? key : `${this.#path}.${key}`;
    return value === undefined ? undefined : new Block(this.#file, path, value);
  }

  /** Parameters are strings in the reference, whatever they mean; plain numbers and booleans are taken as well. */
  text(key: string): string | undefined {
    const value = this.#members.get(key);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
    throw this.wrong(key, 'expected a text');
  }

  flag(key: string): boolean | undefined {
    const value = this.text(key);
    if (value === undefined || value === 'true' || value === 'false')
      return value === undefined ? undefined : value === 'true';
    throw this.wrong(key, `is "${value}", expected true or false`);
  }

  count(key: string): number | undefined {
    const value = this.#members.get(key);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 4294967295) return value;
    throw this.wrong(key, `is ${JSON.stringify(value)}, expected a whole number`);
  }

  duration(key: string): number | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    const ms = parseDuration(value);
    if (ms !== undefined) return ms;
    throw this.wrong(key, `is "${value}", expected a duration such as 5s, 500ms or 1m30s`);
  }

  /** Throws SpecError for a key that is not one of these. */
  only(keys: readonly string[], prefix?: string): void {
    const unknown = this.keys().find((key) => !keys.includes(key) && !(prefix && key.startsWith(prefix)));
    if (unknown !== undefined)
      throw this.wrong(unknown, `unknown key; known are ${keys.join(', ')}${prefix ? `, ${prefix}<Name>` : ''}`);
  }
}
