/**
 * JSON text that is known to be valid, taken apart without making values of it: a request's id is echoed as it was
 * written, `1.0` is no integer, and of a repeated key the last wins.
 */

/** A value: `text.slice(start, end)`. */
export interface Slice {
  start: number;
  end: number;
}

/** Go's decoder gives up below this depth. */
const MAX_DEPTH = 10_000;

/** Returns whether the text is one JSON value that nests no deeper than Go allows. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  return depthOf(text) <= MAX_DEPTH;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = stringEnd(text, at) - 1;
    else if (char === OPEN_OBJECT || char === OPEN_ARRAY) deepest = Math.max(deepest, ++depth);
    else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) depth--;
  }
  return deepest;
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Returns the whole text's value, without the blanks around it. */
export function wholeValue(text: string): Slice {
  const start = skipBlanks(text, 0);
  return { start, end: valueEnd(text, start) };
}

/** Returns what kind of value the slice is. */
export function kindOf(text: string, { start }: Slice): 'object' | 'array' | 'string' | 'number' | 'bool' | 'null' {
  switch (text.charCodeAt(start)) {
    case OPEN_OBJECT:
      return 'object';
    case OPEN_ARRAY:
      return 'array';
    case QUOTE:
      return 'string';
    case 116:
    case 102:
      return 'bool';
    case 110:
      return 'null';
    default:
      return 'number';
  }
}

/** Yields the members of an object in their order, repeated keys included. */
export function* membersOf(text: string, { start }: Slice): Generator<[key: string, value: Slice]> {
  let at = skipBlanks(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE_OBJECT) {
    const keyEnd = stringEnd(text, at);
    const key = stringOf(text, { start: at, end: keyEnd });
    const value = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    const end = valueEnd(text, value);
    yield [key, { start: value, end }];
    at = nextItem(text, end);
  }
}

/** Yields the elements of an array. */
export function* itemsOf(text: string, { start }: Slice): Generator<Slice> {
  let at = skipBlanks(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE_ARRAY) {
    const end = valueEnd(text, at);
    yield { start: at, end };
    at = nextItem(text, end);
  }
}

/** Returns a string's value; half of a surrogate pair becomes U+FFFD, as Go reads it. */
export function stringOf(text: string, { start, end }: Slice): string {
  return (JSON.parse(text.slice(start, end)) as string).toWellFormed();
}

function nextItem(text: string, at: number): number {
  at = skipBlanks(text, at);
  return text.charCodeAt(at) === COMMA ? skipBlanks(text, at + 1) : at;
}

function skipBlanks(text: string, at: number): number {
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function isBlank(char: number): boolean {
  return char === 32 || char === 9 || char === 10 || char === 13;
}

function stringEnd(text: string, at: number): number {
  for (at++; ; at++) {
    const char = text.charCodeAt(at);
    if (char === BACKSLASH) at++;
    else if (char === QUOTE) return at + 1;
  }
}

function valueEnd(text: string, at: number): number {
  const char = text.charCodeAt(at);
  if (char === QUOTE) return stringEnd(text, at);
  if (char !== OPEN_OBJECT && char !== OPEN_ARRAY) return scalarEnd(text, at);
  let depth = 0;
  for (; ; at++) {
    const next = text.charCodeAt(at);
    if (next === QUOTE) at = stringEnd(text, at) - 1;
    else if (next === OPEN_OBJECT || next === OPEN_ARRAY) depth++;
    else if ((next === CLOSE_OBJECT || next === CLOSE_ARRAY) && --depth === 0) return at + 1;
  }
}

function scalarEnd(text: string, at: number): number {
  while (at < text.length && !isEnd(text.charCodeAt(at))) at++;
  return at;
}

function isEnd(char: number): boolean {
  return isBlank(char) || char === COMMA || char === COLON || char === CLOSE_OBJECT || char === CLOSE_ARRAY;
}
