/** What a file of the SQL folder says of its view: comments, and columns that pass on another's meaning. */
import type { Meaning } from '../../arrow/table.ts';

/** What is known of a view from its text. */
export interface ViewDocs {
  /** What one row is. */
  grain: string;
  key: string[];
  /** What else is to be known of it, such as what it does not know. */
  notes: string;
  /** The relations that it reads, with their schemas, in order. */
  sources: string[];
  /** Columns that a comment explains: `-- name [unit]: Meaning.` */
  declared: Map<string, Meaning>;
  /** Columns that are a source's, maybe under another name or with null for what is empty there, by the new name. */
  passed: Map<string, { from: string; emptyIsNull: boolean }>;
}

const HEADER = /^-- (.+); key ([a-z0-9_, ]+)\.$/m;
const DECLARED = /^ *-- ([a-z0-9_]+)(?: \[([^\]]+)\])?: (.+)$/gm;
const SOURCE = /\b(?:from|join) ([a-z]+\.[a-z0-9_]+)/g;
/** A column alone, cast (but not to the day of a time), or made null where it is empty. */
const PASSED =
  /^ {4}(?:(cast|nullif)\()?(?!end\b)(?:[a-z]+\.)?([a-z0-9_]+)(?:(?: as (?!date)[a-z]+|, ''|, 0)\))? as ([a-z0-9_]+),?$/gm;

/** Returns what the text of a view says; a text without a header has an empty grain and key. */
export function readViewDocs(text: string): ViewDocs {
  const [, grain = '', key = ''] = HEADER.exec(text) ?? [];
  return {
    grain: grain && `${grain}.`,
    key: key.split(', ').filter(Boolean),
    notes: notesOf(text),
    sources: [...new Set(Array.from(text.matchAll(SOURCE), ([, name = '']) => name))],
    declared: new Map(Array.from(text.matchAll(DECLARED), ([, name = '', unit, doc = '']) => [name, { doc, unit }])),
    passed: new Map(
      Array.from(text.matchAll(PASSED), ([, change, from = '', to = '']) => [
        to,
        { from, emptyIsNull: change === 'nullif' },
      ]),
    ),
  };
}

/** Lines at the head of a file that are for what makes relations. */
const MADE = /^-- (Materialised|States of) /;

/** Returns the comment at the head of a file, without what a row is and how the relation is made. */
function notesOf(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  const notes = lines.slice(0, end).filter((line) => !HEADER.test(line) && !MADE.test(line));
  return notes.map((line) => line.replace(/^-- ?/, '')).join(' ');
}
