/** Checks the options of a public function and refuses unknown names and wrong values. */
import { UsageError } from '../core/errors.ts';
import type { Given, Kind } from './kinds.ts';

/** What each option of a function may be. */
export type Kinds<T> = Record<keyof T, Kind>;

/**
 * Returns the options of a function as the library takes them: texts are read as the command line reads them, and what is undefined is
 * left out. Throws UsageError for another option, which would be passed over without a word, for a value that none may have, and for
 * what is no object.
 */
export function knownOptions<T extends object>(what: string, options: T | Given<T>, kinds: Kinds<T>): T {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const found = given === undefined || given === null ? 'missing' : JSON.stringify(given);
    throw new UsageError(`the options of ${what} are ${found}, expected an object with ${list(kinds)}`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(kinds, name));
  if (unknown !== undefined) throw new UsageError(`${what} has no option "${unknown}", only ${list(kinds)}`);
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    values.map(([name, value]) => [name, read(what, name, value, kinds[name as keyof T])]),
  ) as T;
}

function read(what: string, name: string, value: unknown, { expected, read, members }: Kind): unknown {
  const found = read(value);
  if (found !== undefined && members) return knownOptions(`${name} of ${what}`, found as object, members);
  if (found !== undefined) return found;
  throw new UsageError(`the option ${name} of ${what} is ${shown(value)}, expected ${expected}`);
}

function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value));
}

function list(kinds: object): string {
  return Object.keys(kinds).join(', ');
}
