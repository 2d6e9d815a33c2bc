/** Parses ledger ranges such as `100:200`, `5k:` and `-1000:`. */
import { UsageError } from '../core/errors.ts';
import { FIRST_LEDGER, MAX_LEDGER } from './keys.ts';

/** Ledgers someone asked for; a side that is left out reaches as far as the store does. */
export interface AskedRange {
  /** First ledger, included; by default the first of the store. */
  first?: number;
  /** Last ledger, included; by default the newest of the store. */
  last?: number;
}

/** So many ledgers at the end of a store. */
export interface NewestRange {
  /** How many ledgers at the end of the store, 1 or more; when following, later ones come too. */
  newest: number;
}

/** A range as text, which `parseRange` reads, by its ends, or by how many are wanted of the newest. */
export type RangeOption = string | AskedRange | NewestRange;

const NUMBER = /^([0-9](?:_?[0-9])*)(?:\.([0-9]+))?([kmg]?)$/i;
const DIGITS = { '': 0, k: 3, m: 6, g: 9 };
const SYNTAX =
  'a range is FIRST:LAST (both included), FIRST:+COUNT, FIRST:, :LAST, one ledger, or -COUNT: for the newest; numbers ' +
  'may have _ between digits and end in k, M or G, as in 63092982:63092994, 50M:50_001_000, 1.5M:+1000, 5k:, -1000:';

/**
 * Returns the ledgers that `text` names, throws UsageError when it names none.
 *
 *     range  = first ":" last | first ":+" count | first ":" | ":" last | ledger | "-" count [":"]
 *     number = digits ["." digits] ["k" | "M" | "G"]        1.5M is 1,500,000; digits may be parted by "_"
 *
 * Both ends are included, so `5:+3` is 5, 6, 7. Ledger 1 is genesis and lies in no file: a range that starts below 2
 * starts at 2. `-1000:` are the newest thousand of a store, and what comes after them.
 */
export function parseRange(text: string): AskedRange | NewestRange {
  const [, newest] = /^-([^:]+):?$/.exec(text.trim()) ?? [];
  if (newest !== undefined) return { newest: countOf(parseNumber(newest.trim(), text), '-COUNT', text) };
  const [from, to, ...more] = text.split(':').map((part) => part.trim());
  if (from === undefined || more.length > 0 || (from === '' && !to)) throw syntaxError(text);
  if (to === undefined) return checked(text, { first: parseNumber(from, text), last: parseNumber(from, text) });
  const range: AskedRange = {};
  if (from !== '') range.first = parseNumber(from, text);
  if (to.startsWith('+')) range.last = endOfCount(range.first, parseNumber(to.slice(1), text), text);
  else if (to !== '') range.last = parseNumber(to, text);
  return checked(text, range);
}

/** Returns the range that an option says, undefined when it is left out. Throws UsageError when it says none. */
export function parsedRange(range: RangeOption | undefined): AskedRange | NewestRange | undefined {
  if (range === undefined) return undefined;
  if (typeof range === 'string') return parseRange(range);
  const text = JSON.stringify(range);
  if (isNewest(range)) return range;
  const isRange =
    typeof range === 'object' && range !== null && Object.entries(range).every((entry) => isEnd(...entry));
  if (isRange) return checked(text, range);
  throw new UsageError(
    `range ${text} cannot be read: it has whole numbers first and last, or newest, or is a text; ${SYNTAX}`,
  );
}

function isNewest(range: RangeOption): range is NewestRange {
  if (typeof range !== 'object' || range === null || !('newest' in range)) return false;
  return Object.keys(range).length === 1 && Number.isInteger(range.newest) && range.newest > 0;
}

function isEnd(name: string, value: unknown): boolean {
  if (name !== 'first' && name !== 'last') return false;
  return value === undefined || (typeof value === 'number' && Number.isInteger(value) && value >= 0);
}

function parseNumber(part: string, text: string): number {
  const match = NUMBER.exec(part);
  if (!match) throw syntaxError(text);
  const [, whole, fraction = '', suffix] = match;
  const zeros = digitsOf(suffix);
  if (fraction.length > zeros) throw new UsageError(`range "${text}": ${part} is not a whole number`);
  return Number(whole.replaceAll('_', '') + fraction.padEnd(zeros, '0'));
}

function digitsOf(suffix = ''): number {
  const lower = suffix.toLowerCase();
  return lower === 'k' || lower === 'm' || lower === 'g' ? DIGITS[lower] : 0;
}

function endOfCount(first: number | undefined, count: number, text: string): number {
  if (first === undefined) throw new UsageError(`range "${text}": +COUNT needs a first ledger before the colon`);
  return first + countOf(count, '+COUNT', text) - 1;
}

function countOf(count: number, name: string, text: string): number {
  if (count === 0) throw new UsageError(`range "${text}": ${name} must be at least 1`);
  return count;
}

function checked(text: string, { first, last }: AskedRange): AskedRange {
  const high = last ?? first ?? 0;
  if (high > MAX_LEDGER) {
    throw new UsageError(`range "${text}": ledger ${high} is above the highest possible, ${MAX_LEDGER}`);
  }
  if (first !== undefined && last !== undefined && first > last) {
    throw new UsageError(`range "${text}": the first ledger ${first} is above the last ledger ${last}`);
  }
  if (last !== undefined && last < FIRST_LEDGER) {
    throw new UsageError(`range "${text}": no file holds ledger ${last}, the first with close meta is ${FIRST_LEDGER}`);
  }
  return {
    ...(first !== undefined && { first: Math.max(first, FIRST_LEDGER) }),
    ...(last !== undefined && { last }),
  };
}

function syntaxError(text: string): UsageError {
  return new UsageError(`range "${text}" cannot be read: ${SYNTAX}`);
}
