/** Request parameters: each has a schema that says how to read its text, what to refuse, and the error text. */
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { addressPattern, exampleAddress, readAddress, type AddressKind } from './addresses.ts';
import { invalid } from './errors.ts';

/** Parameters by name. */
export type Parameters = Record<string, TSchema>;
/** What a handler gets: those that may be missing are optional. */
export type Values<P extends Parameters> = Static<TObject<P>>;

/** Reads the text of a parameter; undefined where it is none such. */
type Read = (text: string) => unknown;

/** What schemas say besides JSON Schema. Neither is part of what is published. */
interface Hidden {
  /** What a text that is none such is refused with; else `invalid <name>`. */
  error?: string | ((given: string) => string);
  /** What a request without it is refused with; else `<name> required`. */
  missing?: string;
  read?: Read;
}

const hidden = new WeakMap<TSchema, Hidden>();

function withHidden<T extends TSchema>(schema: T, parts: Hidden): T {
  hidden.set(schema, parts);
  return schema;
}

/** Makes a parameter one that may be missing. */
export function may<T extends TSchema>(schema: T) {
  const optional = Type.Optional(schema);
  const parts = hidden.get(schema);
  return parts ? withHidden(optional, parts) : optional;
}

/** Says what a request without the parameter is refused with. */
export function required<T extends TSchema>(schema: T, missing: string): T {
  return withHidden(schema, { ...hidden.get(schema), missing });
}

/** Says what a text that is no such parameter is refused with. */
export function refused<T extends TSchema>(schema: T, error: Hidden['error']): T {
  return withHidden(schema, { ...hidden.get(schema), error });
}

/** Says how the text is read; what comes back must fit the schema, undefined is refused. */
export function read<T extends TSchema>(schema: T, reading: (given: string) => Static<T> | undefined): T {
  return withHidden(schema, { ...hidden.get(schema), read: reading });
}

const digits = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined);

/** A page's size. Above `maximum` it is lowered, with a warning. */
export function limit(standard: number, maximum: number) {
  const schema = Type.Integer({
    minimum: 1,
    default: standard,
    'x-maximum': maximum,
    description: `How many are returned at most; lowered to ${maximum}.`,
  });
  return withHidden(schema, {
    error: `invalid limit: must be an integer between 1 and ${maximum}`,
    read: (text) => ((digits(text) ?? 0) >= 1 ? digits(text) : undefined),
  });
}

/** Where a page begins. */
export const cursor = may(Type.String({ description: 'The cursor of the page before; all else as for that page.' }));

/** One of some words; without `standard` it may be missing only where `may` says so. */
export function choice<const T extends string>(name: string, words: readonly T[], standard?: T, error?: string) {
  const schema = Type.Enum([...words], { type: 'string', ...(standard !== undefined && { default: standard }) });
  return withHidden(schema, {
    error: error ?? `invalid ${name}: must be ${listed(words)}`,
    read: (text) => words.find((word) => word === text),
  });
}

/** Returns words as a person lists them: `a, b, or c`. */
export function listed(words: readonly string[]): string {
  const [last = '', ...rest] = words.toReversed();
  if (rest.length === 0) return last;
  const others = rest.toReversed();
  return others.length === 1 ? `${others[0]} or ${last}` : `${others.join(', ')}, or ${last}`;
}

/** Newest or largest first, unless it is `asc`. */
export const order = choice('order', ['asc', 'desc'], 'desc', "order must be 'asc' or 'desc'");

/** Any text. */
export const text = (description: string) => Type.String({ description });

/** A text that a test lets through. */
export function matching(pattern: RegExp, description: string) {
  const schema = Type.String({ pattern: pattern.source, description });
  return withHidden(schema, { read: (given) => (pattern.test(given) ? given : undefined) });
}

/** The most that a token can count: contracts keep amounts in 128 bits. */
export const LARGEST_AMOUNT = 2n ** 127n - 1n;

/** Returns whether a text is a whole number that an amount can be. */
export const isAmount = (given: string) => AMOUNT.test(given) && BigInt(given) <= LARGEST_AMOUNT;
const AMOUNT = /^\d{1,39}$/;

/** A whole number that is not negative, and no larger than amounts are, such as one of stroops. */
export const wholeText = (description: string) =>
  read(matching(AMOUNT, description), (given) => (isAmount(given) ? given : undefined));

/** The number of a ledger. */
export const ledger = (description: string) =>
  withHidden(Type.Integer({ minimum: 1, maximum: 2 ** 32 - 1, description }), {
    read: (given) => {
      const number = digits(given) ?? 0;
      return number >= 1 && number < 2 ** 32 ? number : undefined;
    },
  });

/** `true` or `false`. */
export const flag = (description: string) =>
  withHidden(Type.Boolean({ description }), {
    read: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
  });

/** An address of these kinds; a muxed one is read as its account or contract. */
export function address(kinds: readonly AddressKind[], description: string) {
  const schema = Type.String({ pattern: addressPattern(kinds), examples: kinds.map(exampleAddress), description });
  return withHidden(schema, { read: (given) => readAddress(given, kinds) });
}

/** An account, muxed accounts included. Every account parameter is refused with the same words. */
export const account = (description = 'An account, G... or M....') =>
  refused(address(['G', 'M'], description), 'invalid account_id');
/** A contract, muxed contracts included. */
export const contract = (description = 'A contract, C... or W....') =>
  refused(address(['C', 'W'], description), 'invalid contract_id');
/** Any holder: account, contract, claimable balance, liquidity pool. */
export const holder = (description: string) => address(['G', 'M', 'C', 'W', 'B', 'L'], description);

const TIME = /^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Returns a time of RFC 3339 as DuckDB reads it, in UTC; undefined where it is none. */
export function readTime(given: string): string | undefined {
  if (!TIME.test(given)) return undefined;
  const date = new Date(given);
  const day = new Date(`${given.slice(0, 10)}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given.slice(0, 10));
  if (Number.isNaN(date.getTime()) || !isDay) return undefined;
  const written = date.toISOString();
  // An offset may lead out of the years that have four digits.
  return /^\d{4}-/.test(written) ? written.replace('T', ' ').replace('Z', '') : undefined;
}

/** A time; `error` is what it is refused with. */
export const time = (error: string, description: string) =>
  withHidden(Type.String({ format: 'date-time', description }), { error, read: readTime });

/** Ledgers of a history, both inclusive. */
export const ledgerRange = {
  start_ledger: may(ledger('The first ledger.')),
  end_ledger: may(ledger('The last ledger.')),
};

const badTime = (name: string) => `invalid ${name}: must be RFC3339 (e.g. 2024-01-15T00:00:00Z)`;

/** Times of a history: the start is in it, the end is not. */
export const timeRange = {
  start_time: may(time(badTime('start_time'), 'The first time.')),
  end_time: may(time(badTime('end_time'), 'The time before which it ends.')),
};

/** What was read of a request, and what the client should know of it. */
export interface ReadParameters<P extends Parameters> {
  values: Values<P>;
  warnings: string[];
}

/** Returns the values of parameters; throws ApiError in the words of the first that is wrong or missing. */
export function readParameters<P extends Parameters>(
  parameters: P,
  given: ReadonlyMap<string, string>,
): ReadParameters<P> {
  const warnings: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(parameters)) {
    const value = readOne(name, schema, given.get(name), warnings);
    if (value !== undefined) values[name] = value;
  }
  const { start_ledger: first, end_ledger: last } = values;
  if (Number(first) > Number(last)) throw invalid('start_ledger must be <= end_ledger');
  return { values: values as Values<P>, warnings };
}

function readOne(name: string, schema: TSchema, given: string | undefined, warnings: string[]): unknown {
  const { error = `invalid ${name}`, missing = `${name} required`, read } = hidden.get(schema) ?? {};
  if (given === undefined || given === '') {
    const standard: unknown = Reflect.get(schema, 'default');
    if (standard !== undefined || Type.IsOptional(schema)) return standard;
    throw invalid(missing);
  }
  const isText = !given.includes('\0') && !given.includes('\uFFFD');
  const value = !isText ? undefined : read ? read(given) : given;
  if (value === undefined) throw invalid(typeof error === 'string' ? error : error(given));
  const maximum: unknown = Reflect.get(schema, 'x-maximum');
  if (typeof maximum !== 'number' || Number(value) <= maximum) return value;
  warnings.push(`limit lowered to ${maximum}, the most that there is`);
  return maximum;
}

const CODE = /^[A-Za-z0-9]{1,12}$/;

/** Returns `native` or `CODE:ISSUER` for `CODE:ISSUER`, `XLM` or `native`; undefined for anything else. */
export function readAsset(given: string): string | undefined {
  if (given === 'XLM' || given === 'native') return 'native';
  const [code = '', issuer = '', ...more] = given.split(':');
  return CODE.test(code) && readAddress(issuer, ['G']) !== undefined && more.length === 0 ? given : undefined;
}

/** The same as a pattern, as far as one can say it. */
const ASSET = 'XLM|native|[A-Za-z0-9]{1,12}:G[A-D][A-Z2-7]{54}';

const badAsset = 'invalid asset format, expected CODE:ISSUER or XLM';

/** An asset, read as views name it. */
export const asset = (description: string) =>
  withHidden(Type.String({ pattern: `^(${ASSET})$`, examples: ['XLM'], description }), {
    error: badAsset,
    read: readAsset,
  });

/** The same, or the contract of one. */
export const assetOrContract = (description: string) =>
  withHidden(
    Type.String({ pattern: `^(${ASSET}|C[A-D][A-Z2-7]{54}|W[A-D][A-Z2-7]{67})$`, examples: ['XLM'], description }),
    {
      error: badAsset,
      read: (given) => readAsset(given) ?? readAddress(given, ['C', 'W']),
    },
  );

/** Some of these words, with commas between; others are refused. */
export function choices<const T extends string>(name: string, words: readonly T[], description: string) {
  return withHidden(Type.Array(Type.Enum([...words], { type: 'string' }), { description }), {
    error: `invalid ${name}: must be of ${listed(words)}`,
    read(given) {
      const found = given.split(',').map((part) => words.find((word) => word === part.trim()));
      return found.includes(undefined) ? undefined : found;
    },
  });
}

/** The hash of something, read in small letters. */
export const hex = (digits: number, description: string) =>
  withHidden(Type.String({ pattern: `^[0-9a-fA-F]{${digits}}$`, description }), {
    read: (given) => (given.length === digits && /^[0-9a-f]+$/i.test(given) ? given.toLowerCase() : undefined),
  });

/** The hash of a transaction, in small letters. */
export const transactionHash = (description = 'Hash of a transaction, in hex.') =>
  withHidden(Type.String({ pattern: '^[0-9a-fA-F]{64}$', description }), {
    error: 'invalid transaction hash',
    read: (given) => (/^[0-9a-f]{64}$/i.test(given) ? given.toLowerCase() : undefined),
  });

/** Whether contracts moved it. */
export const sourceType = may(
  choice('source_type', ['classic', 'soroban'], undefined, 'source_type must be classic or soroban'),
);

const badMoment = (name: string) => `invalid '${name}' timestamp: must be RFC3339 format (e.g., 2026-01-01T00:00:00Z)`;

/** Time bounds of the semantic lists; both are exclusive. */
export const beforeAfter = {
  before: may(time(badMoment('before'), 'Only rows before this time.')),
  after: may(time(badMoment('after'), 'Only rows after this time.')),
};
