/** Ctrl-R at a prompt: looks for what was typed before by a part of it, the newest first. */
import type { Interface, Key } from 'node:readline';

interface Search {
  query: string;
  /** Position of the match in the history. */
  at: number;
  /** The line and prompt from before. */
  line: string;
  prompt: string;
}

type Take = (text: string | undefined, key: Key) => void;

/** Makes Ctrl-R search; `history` gives what was typed before, the newest first. */
export function searchHistory(lines: Interface, history: () => readonly string[]): void {
  // Node's own REPL takes keys over in the same way.
  const usual = (Reflect.get(lines, '_ttyWrite') as Take).bind(lines);
  let search: Search | undefined;
  const take: Take = (text, key) => {
    search ??= isControl(key, 'r') ? { query: '', at: -1, line: lines.line, prompt: lines.getPrompt() } : undefined;
    if (!search) return usual(text, key);
    const next = nextOf(search, text, key);
    if (typeof next === 'object') {
      search = found(next, history());
      const match = history()[search.at] ?? search.line;
      const isMissing = search.at < 0 && search.query !== '';
      return show(lines, `(${isMissing ? 'not found' : 'search'} "${search.query}") `, match);
    }
    const line = next === 'cancel' ? search.line : lines.line;
    show(lines, search.prompt, line);
    search = undefined;
    if (next === 'accept') usual(text, key);
  };
  Reflect.set(lines, '_ttyWrite', take);
}

const isControl = ({ ctrl, name }: Key, letter: string) => ctrl === true && name === letter;

/** Returns what a key makes of a search: another one, or its end. */
function nextOf(search: Search, text: string | undefined, key: Key): Search | 'cancel' | 'accept' {
  const { query, at } = search;
  if (isControl(key, 'r')) return query === '' ? search : { ...search, at: at + 1 };
  if (isControl(key, 'g') || isControl(key, 'c') || key.name === 'escape') return 'cancel';
  if (key.name === 'backspace') return { ...search, query: query.slice(0, -1), at: 0 };
  const isTyped = text !== undefined && /^[^\p{Cc}]+$/u.test(text) && !key.ctrl && !key.meta;
  return isTyped ? { ...search, query: query + text, at: 0 } : 'accept';
}

/** Returns the search at its first match from there on, else at the one before, or at none. */
function found(search: Search, history: readonly string[]): Search {
  const { query, at } = search;
  if (query === '') return { ...search, at: -1 };
  const matches = (text: string) => text.toLowerCase().includes(query.toLowerCase());
  const next = history.findIndex((text, i) => i >= at && matches(text));
  if (next >= 0) return { ...search, at: next };
  return { ...search, at: history.findLastIndex(matches) };
}

function show(lines: Interface, prompt: string, line: string): void {
  lines.setPrompt(prompt);
  Object.assign(lines, { line, cursor: line.length });
  lines.prompt(true);
}
