/** What can be told of SQL before DuckDB parses it: where its statements lie, and the word that the first begins with. */

/** The lexical rules of PostgreSQL: https://www.postgresql.org/docs/current/sql-syntax-lexical.html */
const parts = new RegExp(
  [
    String.raw`(?<comment>--[^\n\r]*|\/\*)`,
    String.raw`(?<quoted>[eE]'(?:[^'\\]|''|\\[^])*(?:'|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$))`,
    String.raw`(?<dollars>(?<mark>\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[^]*?(?:\k<mark>|$))`,
    String.raw`(?<word>[a-z_\u0080-\uffff][\w$\u0080-\uffff]*)`,
    String.raw`(?<semicolon>;)`,
    String.raw`(?<bracket>\()`,
    String.raw`(?<other>\S)`,
  ].join('|'),
  'gi',
);

interface Part {
  kind: 'word' | 'semicolon' | 'bracket' | 'other';
  text: string;
  index: number;
}

/**
 * Yields what stands outside of texts, quoted names and comments; texts and names are `other`, comments are passed
 * over. What has no end is `other`, too, to the end of all.
 */
function* partsOf(sql: string): Generator<Part> {
  const pattern = new RegExp(parts);
  for (let match = pattern.exec(sql); match; match = pattern.exec(sql)) {
    const { 0: text, index, groups = {} } = match;
    if (groups['comment'] !== undefined) {
      const end = text === '/*' ? commentEnd(sql, index) : pattern.lastIndex;
      if (end === undefined) yield { kind: 'other', text: sql.slice(index), index };
      pattern.lastIndex = end ?? sql.length;
    } else if (groups['word'] !== undefined) yield { kind: 'word', text, index };
    else yield { kind: otherKind(groups), text, index };
  }
}

function otherKind(groups: Record<string, string | undefined>): Part['kind'] {
  if (groups['semicolon'] !== undefined) return 'semicolon';
  return groups['bracket'] === undefined ? 'other' : 'bracket';
}

/** Returns the first part that opens no bracket. */
function firstPart(sql: string): Part | undefined {
  for (const part of partsOf(sql)) if (part.kind !== 'bracket') return part;
  return undefined;
}

/** Returns where a comment ends, if it does; comments nest. */
function commentEnd(sql: string, start: number): number | undefined {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(sql); mark; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}

/** Returns the first statement that is not empty, without the semicolon that ends it; empty when there is none. */
export function firstStatement(sql: string): string {
  let start = 0;
  let isEmpty = true;
  for (const { kind, index } of partsOf(sql)) {
    if (kind !== 'semicolon') isEmpty = false;
    else if (!isEmpty) return sql.slice(start, index);
    else start = index + 1;
  }
  return isEmpty ? '' : sql.slice(start);
}

/** What was typed, in parts. */
export interface Typed {
  /** The statements that a semicolon ends, with it. */
  statements: string[];
  /** What comes after them; empty when that is blank or whole comments. */
  rest: string;
}

/** Returns the statements of the text; blank ones and comments alone are none. */
export function splitStatements(text: string): Typed {
  const statements: string[] = [];
  let start = 0;
  let isBlank = true;
  for (const { kind, index } of partsOf(text)) {
    if (kind !== 'semicolon') isBlank = false;
    else {
      if (!isBlank) statements.push(text.slice(start, index + 1).trim());
      start = index + 1;
      isBlank = true;
    }
  }
  return { statements, rest: isBlank ? '' : text.slice(start).trimStart() };
}

/** Returns whether the SQL asks how it would be run: such a statement stands in no other. */
export function isExplain(sql: string): boolean {
  return firstWord(sql) === 'explain';
}

/** Returns the word that the first statement begins with, in small letters; undefined when it begins with none. */
export function firstWord(sql: string): string | undefined {
  const part = firstPart(firstStatement(sql));
  return part?.kind === 'word' ? part.text.toLowerCase() : undefined;
}

/** Returns what EXPLAIN is asked to explain, and the words that ask for it; undefined when the statement is none. */
export function explainedSql(statement: string): { words: string; body: string } | undefined {
  const first = firstPart(statement);
  if (first?.kind !== 'word') return undefined;
  const [words] =
    /^explain\b(?:\s+analy[sz]e\b|\s*\(\s*(?:analy[sz]e|format)\b[\w\s,]*\))?/i.exec(statement.slice(first.index)) ??
    [];
  return words === undefined ? undefined : { words, body: statement.slice(first.index + words.length) };
}
