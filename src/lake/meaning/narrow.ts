/**
 * Views with only those columns that a query mentions: DuckDB binds every expression of a view, read or not, and the struct of an
 * operation's details takes 13 ms of that.
 */
import type { Mentions } from './mentions.ts';

/** The columns that are wanted of a relation. */
type Wanted = Pick<Mentions, 'names' | 'ends'>;

/** A view cut into what it is made of. */
export interface ViewParts {
  head: string;
  items: SelectItem[];
  tail: string;
}

interface SelectItem {
  text: string;
  /** Its name in small letters; undefined where it has to stay. */
  name: string | undefined;
  /** The identifiers in it, in small letters. */
  words: ReadonlySet<string>;
}

interface Token {
  /** A word in small letters, without quotes; else the character. */
  text: string;
  isWord: boolean;
  isQuoted: boolean;
  depth: number;
  start: number;
  end: number;
}

/** Returns the parts of a view whose last SELECT gives one row whichever of its columns are left out; undefined of other views. */
export function viewPartsOf(body: string): ViewParts | undefined {
  const tokens = tokensOf(body);
  const top = tokens.filter(({ depth }) => depth === 0);
  const select = top.findLastIndex((token) => isKeyword(token, 'select'));
  if (select < 0 || hasSetOperation(top)) return undefined;
  const from = top.findIndex((token, i) => {
    return i > select && isKeyword(token, 'from') && !isKeyword(top[i - 1], 'distinct');
  });
  if (from < 0) return undefined;
  const [start, end] = [top[select].end, top[from].start];
  if (isKeyword(top[select + 1], 'distinct')) return undefined;
  const commas = top.filter((token) => token.text === ',' && token.start >= start && token.start < end);
  const starts = [start, ...commas.map((comma) => comma.end)];
  const items = starts.map((first, i) => itemOf(body, tokens, [first, commas[i]?.start ?? end]));
  return { head: body.slice(0, start), items, tail: body.slice(end) };
}

/** Grouping by all columns, or comparing rows, needs each column. */
function hasSetOperation(top: readonly Token[]): boolean {
  const words = top.map(({ text }) => text).join(' ');
  return /\b(union|except|intersect|group by all|order by all|macro)\b/.test(words);
}

function isKeyword({ text, isWord, isQuoted }: Token, word: string): boolean {
  return isWord && !isQuoted && text === word;
}

function itemOf(body: string, tokens: readonly Token[], [start, end]: [number, number]): SelectItem {
  const own = tokens.filter((token) => token.start >= start && token.end <= end);
  const words = new Set(own.filter(({ isWord }) => isWord).map((token) => token.text));
  const top = own.filter(({ depth }) => depth === 0);
  const last = top.at(-1);
  const isNamed = last?.isWord === true && (top.at(-2)?.text === 'as' || isName(top));
  // A function that makes several rows of one has to stay.
  return { text: body.slice(start, end), words, name: isNamed && !words.has('unnest') ? last.text : undefined };
}

/** Whether it is a name alone, such as `operations.id`. */
function isName(tokens: readonly Token[]): boolean {
  return tokens.every(({ isWord, text }, i) => (i % 2 === 0 ? isWord : text === '.'));
}

/** Returns the text of the view with the columns that are wanted and those that it needs for them. */
export function narrowed({ head, items, tail }: ViewParts, wanted: Wanted): string {
  const below = wordsIn(tail);
  const kept = new Set(items.filter(({ name }) => name === undefined || wanted.names.has(name) || below.has(name)));
  if (kept.size === 0) kept.add(items[0]);
  for (const item of kept) {
    for (const other of items) if (other.name !== undefined && item.words.has(other.name)) kept.add(other);
  }
  const texts = items.filter((item) => kept.has(item)).map((item) => narrowedItem(item, wanted).trimEnd());
  return `${head}${texts.join('\n,')}\n${tail}`;
}

/** A join of a view, the last, that gives a row no other number. */
const JOINED_ONE = /\n-- (?:At most one|One) row each: left out [^\n]*\n(?:left|inner) join \S+ as (\w+)\s[^]*$/;

/** Returns the text of a view without the join that it marks as one to leave out, where that is what nothing is read of. */
export function withoutUnreadJoin(text: string): string {
  const joined = JOINED_ONE.exec(text);
  if (!joined) return text;
  const others = text.slice(0, joined.index);
  return wordsIn(others).has(joined[1]) ? text : others;
}

function narrowedItem({ text, name }: SelectItem, wanted: Wanted): string {
  return narrowedStruct(text, name, wanted, STRUCT);
}

/** Leaves out fields of a struct that is made here, when none but its fields are mentioned, and of structs that these are. */
function narrowedStruct(text: string, name: string | undefined, wanted: Wanted, form: RegExp): string {
  const struct = form.exec(text);
  const { names, ends } = wanted;
  if (!struct || name === undefined || ends.has(name)) return text;
  const [whole, packed, source, shape] = struct;
  const fields = fieldsOf(packed)
    .filter((field) => names.has(field.name))
    .map((field) => narrowedStruct(field.text, field.name, wanted, FIELD_STRUCT));
  const others = Object.entries(JSON.parse(shape) as object).filter(([key]) => names.has(key.toLowerCase()));
  const made = [
    ...(fields.length > 0 ? [`struct_pack(${fields.join(',')})`] : []),
    ...(others.length > 0 ? [`json_transform(${source}, '${JSON.stringify(Object.fromEntries(others))}')`] : []),
  ];
  if (made.length === 0) return text;
  return text.replace(whole, () => (made.length === 1 ? made[0] : `struct_concat(${made.join(', ')})`));
}

/** As `details-struct.test.ts` writes it, and a field of it that is a struct, too. */
const STRUCT = /struct_concat\(\s*struct_pack\(([^]*?)\n {8}\),\s*json_transform\(\s*(\w+),\s*'([^']*)'\s*\)\s*\)/;
const FIELD_STRUCT = /struct_concat\(struct_pack\((.*?)\), json_transform\((.*?), '(\{[^']*)'\)\)/;

/** Returns the arguments `name := value`. */
function fieldsOf(list: string): { name: string; text: string }[] {
  const tokens = tokensOf(list).filter(({ depth }) => depth === 0);
  const commas = tokens.filter(({ text }) => text === ',').map(({ start }) => start);
  const bounds = [-1, ...commas, list.length];
  return bounds.slice(1).map((end, i) => {
    const text = list.slice(bounds[i] + 1, end);
    return { text, name: tokensOf(text)[0]?.text ?? '' };
  });
}

function wordsIn(text: string): Set<string> {
  return new Set(
    tokensOf(text)
      .filter(({ isWord }) => isWord)
      .map((token) => token.text),
  );
}

const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|[a-z_]\w*|\S/gi;

/** Returns words, names in quotes and single characters; no comments, no texts. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const { 0: text, index } of sql.matchAll(TOKEN)) {
    if (text.startsWith('--')) continue;
    if (text === ')' || text === ']' || text === '}') depth--;
    const isWord = /^["a-z_]/i.test(text);
    const isQuoted = text.startsWith('"');
    const word = isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text;
    tokens.push({ text: word.toLowerCase(), isWord, isQuoted, depth, start: index, end: index + text.length });
    if (text === '(' || text === '[' || text === '{') depth++;
  }
  return tokens;
}
