/**
 * Which values a condition asks columns for, as EXPLAIN writes it. A column of a view may choose among columns of its table, by COALESCE or
 * CASE, or join some of them, as `asset_key` is `code:issuer`: whoever has a value there has it, or what is after the last colon, in one of
 * these, since no key has a colon.
 */
import type { KeyOfKinds } from './key-ledgers.ts';

/** What a column can be: a column of a table or the issuer at its end, one text, or texts joined. */
export type Choice = { column: string; isEnd?: boolean } | { text: string } | { joined: Choice[] };

/** What a column can be: one text, or a key in columns of some kinds, which may be what is after the last colon. */
export type KeyChoice = { text: string } | { kinds: number; isLast?: boolean };

/** The columns whose values are keys, each with what it can be. */
export type KeyColumns = ReadonlyMap<string, readonly KeyChoice[]>;

/** Returns columns that hold keys as they are, each of a kind. */
export function plainKeys(columns: Iterable<readonly [column: string, kinds: number]>): Map<string, KeyChoice[]> {
  return new Map(Array.from(columns, ([column, kinds]) => [column, [{ kinds }]]));
}

/** Columns of words: none is a key, or has a colon. */
const WORDS = ['asset_type'];

const ASSET_KEY = 'asset_key';
/** Assets as `code:issuer`; of an operation on an offer the issuer is in another column than of others, whose keys are of the same kinds. */
const WHOLE_ASSETS = ['operation_asset', ASSET_KEY];
const ISSUER = 'asset_issuer';
/** Tokens that are no assets have this in the place of an asset. */
const CONTRACT = 'contract_id';

/** Returns what columns can be of a table where some hold keys: these, those that end with one of these, and words that are none. */
export function keysAndWords(columns: Iterable<readonly [column: string, kinds: number]>): KeyColumns {
  const keys = plainKeys(columns);
  const others: KeyChoice[] = keys.has(ISSUER) ? [] : [...(keys.get(CONTRACT) ?? []), { text: 'native' }];
  const issuer = keys.get(ISSUER) ?? keys.get(ASSET_KEY);
  const whole = issuer?.map((choice) => ({ ...choice, isLast: true }));
  if (whole) for (const column of WHOLE_ASSETS) keys.set(column, [...whole, ...others]);
  if (keys.size > 0) for (const word of WORDS) keys.set(word, [{ text: '' }]);
  return keys;
}

/** Returns columns of which rows of some kinds are left out. */
export function withoutKinds(columns: KeyColumns, kinds: number): KeyColumns {
  const left = (choice: KeyChoice) => ('kinds' in choice ? { ...choice, kinds: choice.kinds & ~kinds } : choice);
  return new Map(Array.from(columns, ([column, choices]) => [column, choices.map(left)]));
}

/** Expressions that are equal to a text: `a = 'x'`, `a in ('x', 'y')`, and how they are combined. */
type Condition = { choices: Choice[]; values: string[] } | { any: Condition[] } | { all: Condition[] } | undefined;

/**
 * Returns keys one of which a row has in one of the columns if it passes the filter: `a='G…' OR b IN ('G…', 'C…')`, each with the kinds of
 * the columns that may have it; undefined where it does not tell.
 */
export function keysAsked(filter: string, columns: KeyColumns): KeyOfKinds[] | undefined {
  const asked = keysOf(parsed(filter), columns);
  if (!asked) return undefined;
  const kindsOf = new Map<string, number>();
  for (const { key, kinds } of asked) kindsOf.set(key, (kindsOf.get(key) ?? 0) | kinds);
  return Array.from(kindsOf, ([key, kinds]) => ({ key, kinds }));
}

/** Returns what the columns can be that are asked for some values, by these. */
export function choicesAsked(filter: string): [value: string, choices: Choice[]][] {
  const found: [string, Choice[]][] = [];
  const visit = (condition: Condition): void => {
    if (condition && 'all' in condition) condition.all.forEach(visit);
    if (condition && 'values' in condition && condition.values.length === 1)
      found.push([condition.values[0], condition.choices]);
  };
  visit(parsed(filter));
  return found;
}

/** Returns choices as those of keys; undefined where one cannot be told so. */
export function keyChoices(choices: readonly Choice[], columns: KeyColumns): KeyChoice[] | undefined {
  const told = choices.map((choice): readonly KeyChoice[] | undefined => {
    if ('column' in choice)
      return choice.isEnd === true ? endsOf(columns.get(choice.column)) : columns.get(choice.column);
    if ('text' in choice) return [choice];
    const last = choice.joined.at(-1);
    const of = last !== undefined && 'column' in last ? columns.get(last.column) : undefined;
    if (!of || !isColon(choice.joined.at(-2)) || choice.joined.length <= 2) return undefined;
    return [{ kinds: of.reduce((kinds, one) => kinds | ('kinds' in one ? one.kinds : 0), 0), isLast: true }];
  });
  return told.every((one) => one !== undefined) ? told.flat() : undefined;
}

/** Returns the keys that stand behind a colon, by themselves. */
function endsOf(choices: readonly KeyChoice[] | undefined): KeyChoice[] | undefined {
  return choices?.flatMap((choice) => ('kinds' in choice && choice.isLast === true ? [{ kinds: choice.kinds }] : []));
}

function isColon(choice: Choice | undefined): boolean {
  return choice !== undefined && 'text' in choice && choice.text === ':';
}

function keysOf(condition: Condition, columns: KeyColumns): KeyOfKinds[] | undefined {
  if (!condition) return undefined;
  if ('all' in condition) return condition.all.map((one) => keysOf(one, columns)).find((keys) => keys !== undefined);
  if ('any' in condition) {
    const all = condition.any.map((one) => keysOf(one, columns));
    return all.every((keys) => keys !== undefined) ? all.flat() : undefined;
  }
  const choices = keyChoices(condition.choices, columns);
  const keys = choices && condition.values.map((value) => keysOfValue(value, choices));
  return keys?.every((some) => some !== undefined) ? keys.flat() : undefined;
}

/** Returns the keys of which a row needs one to have the value; undefined where it may have it without. */
function keysOfValue(value: string, choices: readonly KeyChoice[]): KeyOfKinds[] | undefined {
  const keys: KeyOfKinds[] = [];
  for (const choice of choices) {
    if ('text' in choice && choice.text === value) return undefined;
    if ('text' in choice) continue;
    const { kinds, isLast } = choice;
    if (isLast !== true) keys.push({ key: value, kinds });
    else if (value.includes(':')) keys.push({ key: value.slice(value.lastIndexOf(':') + 1), kinds });
  }
  return keys.length > 0 && keys.every(({ key }) => /^[\w:]+$/.test(key)) ? keys : undefined;
}

/** The tokens, without the column, of what views make of `code:issuer`: its issuer, and the same with its type or, of a contract, a word. */
const END = ['(', 'string_split', '(', undefined, ',', `':'`, ')', ',', '2', ')'];
const TYPED = [
  ...['(', 'regexp_replace', '(', 'regexp_replace', '(', undefined, ',', `'^C[^:]{55}$'`, ',', undefined, ')', ','],
  ...[
    `'^([^:]{0,4}:)'`,
    ',',
    `'credit_alphanum4:\\1'`,
    ')',
    ',',
    `'^([^:]{5,12}:)'`,
    ',',
    `'credit_alphanum12:\\1'`,
    ')',
  ],
];

const TOKEN = /\s*('(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\|\||[^\s\w])/y;

/** Returns the tokens of a text; undefined where a part of it is none. */
function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.length) {
    const [, found] = token.exec(text) ?? [];
    if (found === undefined) return undefined;
    tokens.push(found);
  }
  return tokens;
}

function parsed(filter: string): Condition {
  const tokens = tokensOf(filter.replace(/^optional: /, '').trim());
  if (!tokens) return undefined;
  const parser = new ConditionParser(tokens);
  const condition = parser.condition();
  return parser.isAtEnd ? condition : undefined;
}

class ConditionParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** What stands in brackets and cannot be told is passed over. */
  condition(): Condition {
    const first = this.#term();
    const any = this.#others('OR');
    if (any.length > 0) return { any: [first, ...any] };
    const all = this.#others('AND');
    return all.length > 0 ? { all: [first, ...all] } : first;
  }

  #others(word: string): Condition[] {
    const terms: Condition[] = [];
    while (this.#take(word)) terms.push(this.#term());
    return terms;
  }

  #term(): Condition {
    const start = this.#at;
    const choices = this.#value();
    const values = choices && this.#values();
    if (values) return { choices, values };
    this.#at = start;
    if (!this.#take('(')) return undefined;
    const inner = this.condition();
    if (this.#take(')')) return inner;
    this.#at = start;
    this.#skip();
    return undefined;
  }

  #values(): string[] | undefined {
    if (this.#take('=')) return this.#list(1);
    if (!this.#take('IN') || !this.#take('(')) return undefined;
    const values = this.#list(Infinity);
    return this.#take(')') ? values : undefined;
  }

  #list(most: number): string[] | undefined {
    const values: string[] = [];
    do {
      const token = this.#tokens[this.#at];
      if (!token?.startsWith("'")) return undefined;
      this.#at++;
      values.push(textOf(token));
    } while (values.length < most && this.#take(','));
    return values;
  }

  /** Returns what an expression chooses among; undefined of one that does anything else. */
  #value(): Choice[] | undefined {
    const token = this.#tokens[this.#at++];
    if (token === undefined) return undefined;
    if (token === '(') return this.#bracket();
    if (token === 'COALESCE') return this.#coalesce();
    if (token === 'CASE') return this.#case();
    if (token === 'array_extract') return this.#end();
    if (token === 'regexp_replace') return this.#typed();
    if (token === 'NULL') return [];
    if (token.startsWith("'")) return [{ text: textOf(token) }];
    const isColumn = /^[a-z_"]/i.test(token) && this.#tokens[this.#at] !== '(';
    return isColumn ? [{ column: token.replaceAll('"', '') }] : undefined;
  }

  #bracket(): Choice[] | undefined {
    const parts: Choice[] = [];
    do {
      const choices = this.#value();
      if (this.#take(')')) {
        if (parts.length === 0) return choices;
        return choices?.length === 1 ? [{ joined: [...parts, choices[0]].flatMap(flat) }] : undefined;
      }
      if (choices?.length !== 1) return undefined;
      parts.push(choices[0]);
    } while (this.#take('||'));
    return undefined;
  }

  #coalesce(): Choice[] | undefined {
    const choices: Choice[] = [];
    if (!this.#take('(')) return undefined;
    do {
      const some = this.#value();
      if (!some) return undefined;
      choices.push(...some);
    } while (this.#take(','));
    return this.#take(')') ? choices : undefined;
  }

  /** The issuer of a column of whole assets. */
  #end(): Choice[] | undefined {
    const [column] = this.#like(END) ?? [];
    return column === undefined ? undefined : [{ column: column.replaceAll('"', ''), isEnd: true }];
  }

  /** A column of whole assets with their types. */
  #typed(): Choice[] | undefined {
    const [column, word] = this.#like(TYPED) ?? [];
    if (column === undefined || !word.startsWith("'")) return undefined;
    const typed: Choice = { joined: [{ text: 'type' }, { text: ':' }, { column: column.replaceAll('"', '') }] };
    return [typed, { text: 'native' }, { text: textOf(word) }];
  }

  /** Passes over these tokens and returns those in the places of undefined. */
  #like(tokens: readonly (string | undefined)[]): string[] | undefined {
    const found = this.#tokens.slice(this.#at, this.#at + tokens.length);
    if (!tokens.every((token, i) => (token === undefined ? found[i] !== undefined : token === found[i])))
      return undefined;
    this.#at += tokens.length;
    return found.filter((_, i) => tokens[i] === undefined);
  }

  #case(): Choice[] | undefined {
    const choices: Choice[] = [];
    while (this.#take('WHEN')) {
      this.#skip();
      const some = this.#take('THEN') ? this.#value() : undefined;
      if (!some) return undefined;
      choices.push(...some);
    }
    const others = this.#take('ELSE') ? this.#value() : undefined;
    return others && this.#take('END') ? [...choices, ...others] : undefined;
  }

  /** Passes over what stands in brackets. */
  #skip(): void {
    let depth = 0;
    do {
      const token = this.#tokens[this.#at++];
      if (token === '(') depth++;
      if (token === ')') depth--;
    } while (depth > 0 && !this.isAtEnd);
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }
}

function flat(choice: Choice): Choice[] {
  return 'joined' in choice ? choice.joined : [choice];
}

function textOf(token: string): string {
  return token.slice(1, -1).replaceAll("''", "'");
}
