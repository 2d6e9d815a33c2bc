/** What values of options may be. Each kind takes the text that the command line takes, too. */
import { parseRange, parsedRange, type RangeOption } from '../datastore/range.ts';
import { byteSize } from '../core/byte-size.ts';
import { parseWait } from '../core/duration.ts';

/** A kind of value: `read` returns it as the library takes it, or undefined for another one. */
export interface Kind {
  /** What it may be, in words. */
  expected: string;
  read: (value: unknown) => unknown;
  /** The kinds of the members of an object. */
  members?: Readonly<Record<string, Kind>>;
}

/** The options with the texts that are taken for numbers and for what has a form of its own. */
export type Given<T> = { [K in keyof T]: T[K] extends TextForm | undefined ? T[K] | string : T[K] };

type TextForm = number | { sequence: number; hash: string } | { index: number; count: number };

export const flag: Kind = { expected: 'true or false', read: (value) => only(typeof value === 'boolean', value) };
export const text: Kind = { expected: 'a text', read: (value) => only(typeof value === 'string', value) };
export const texts: Kind = {
  expected: 'a list of texts',
  read: (value) => only(Array.isArray(value) && value.every((one) => typeof one === 'string'), value),
};
export const call: Kind = { expected: 'a function', read: (value) => only(typeof value === 'function', value) };
export const object: Kind = {
  expected: 'an object',
  read: (value) => only(typeof value === 'object' && value !== null, value),
};
/** Returns the kind of objects with members of these kinds. */
export const members = (kinds: Readonly<Record<string, Kind>>): Kind => ({ ...object, members: kinds });
export const signal: Kind = {
  expected: 'an AbortSignal',
  read: (value) => only(value instanceof AbortSignal, value),
};

/** Returns the kind of whole numbers within bounds. */
export function whole(least = 1, most = Number.MAX_SAFE_INTEGER): Kind {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  const read = (value: unknown) => {
    const number = numberOf(value, /^\d{1,15}$/);
    return only(Number.isInteger(number) && number >= least && number <= most, number);
  };
  return { expected: `a whole number, ${bounds}`, read };
}

export const amount: Kind = {
  expected: 'a number, 0 or more',
  read: (value) => {
    const number = numberOf(value, /^\d{1,15}(\.\d{1,15})?$/);
    return only(Number.isFinite(number) && number >= 0, number);
  },
};

/** Milliseconds. */
export const wait: Kind = {
  expected: 'milliseconds, or a duration such as 5s, 500ms or 1m30s',
  read: (value) => (typeof value === 'string' ? parseWait(value) : amount.read(value)),
};

/** Bytes. */
export const size: Kind = {
  expected: 'bytes, or a size such as 500MB or 20GB',
  read: (value) => (typeof value === 'string' ? byteSize(value) : whole(0).read(value)),
};

const LEAST_MEMORY = 64e6;

/** A size as DuckDB takes it; with less no lake opens. */
export const memory: Kind = {
  expected: 'a size of 64MB or more, such as 500MB or 20GB',
  read: (value) => {
    const bytes = size.read(value) as number | undefined;
    return bytes !== undefined && bytes >= LEAST_MEMORY ? `${bytes} bytes` : undefined;
  },
};

/** Returns the kind of one of several words. */
export function oneOf(...words: string[]): Kind {
  return { expected: `one of ${words.join(', ')}`, read: (value) => only(words.includes(value as string), value) };
}

/** Throws UsageError itself. */
export const range: Kind = { expected: 'a range', read: (value) => parsedRange(value as RangeOption) && value };
/** Whether there is one of the name is found when it is used. */
export const network: Kind = {
  expected: 'a name or a passphrase of a network',
  read: (value) => (typeof value === 'string' ? value : object.read(value)),
};

export const ledger: Kind = {
  expected: 'a ledger, such as 63092982 or 50M',
  read: (value) => {
    if (typeof value !== 'string') return whole().read(value);
    const asked = parseRange(value);
    return 'newest' in asked || asked.first !== asked.last ? undefined : asked.first;
  },
};

function only<T>(isOne: boolean, value: T): T | undefined {
  return isOne ? value : undefined;
}

function numberOf(value: unknown, pattern: RegExp): number {
  if (typeof value === 'string' && pattern.test(value)) return Number(value);
  return typeof value === 'number' ? value : NaN;
}
