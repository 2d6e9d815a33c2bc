import { UsageError } from './errors.ts';

/**
 * Returns the options of a function as they are; `names` has each that there is. Throws UsageError for another one, which would be passed over
 * without a word, and for what is no object.
 */
export function knownOptions<T extends object>(what: string, options: T, names: Record<keyof T, true>): T {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const found = given === undefined || given === null ? 'missing' : JSON.stringify(given);
    throw new UsageError(`the options of ${what} are ${found}, expected an object with ${list(names)}`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return options;
  throw new UsageError(`${what} has no option "${unknown}", only ${list(names)}`);
}

function list(names: object): string {
  return Object.keys(names).join(', ');
}
