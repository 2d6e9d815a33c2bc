/** Texts that would keep a parser busy are refused before one reads them: it takes seconds of a mebibyte of brackets. */
import { Lexer } from 'yaml';
import { MOST_PLACEHOLDERS, placeholderTooMany } from './placeholders.ts';

/** What a text is refused for, and where. */
export interface PastBounds {
  message: string;
  offset: number;
}

/** Of a definition at its largest, 10,000 values, each has a key, a colon and a comma. */
const MOST_TOKENS = 50_000;
const MOST_LEVELS = 64;
/** What the lexer says that is not in the text: a document begins, a flow ends early, a plain scalar follows. */
const CONTROL = new Set(['\x02', '\x18', '\x1f']);

/** Returns the place where a text has too many placeholders, tokens or open brackets; undefined if it has few. */
export function pastBounds(text: string): PastBounds | undefined {
  const many = placeholderTooMany(text);
  if (many !== undefined) return { message: `more than ${MOST_PLACEHOLDERS} placeholders`, offset: many };
  let offset = 0;
  let tokens = 0;
  let open = 0;
  for (const token of new Lexer().lex(text)) {
    if (CONTROL.has(token)) continue;
    if (token.trim() !== '' && !token.startsWith('#')) tokens++;
    if (token === '[' || token === '{') open++;
    if (token === ']' || token === '}') open--;
    if (tokens > MOST_TOKENS) return { message: `more than ${MOST_TOKENS} words and signs`, offset };
    if (open > MOST_LEVELS) return { message: `more than ${MOST_LEVELS} levels`, offset };
    offset += token.length;
  }
  return undefined;
}
