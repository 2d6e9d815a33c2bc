/** The result of a query for people: a table as wide as the terminal, or each row as a list. */
import type { TextTable } from '../index.ts';
import { alignedTable, GUTTER, printable, textWidth } from './text.ts';

/** How short texts are cut before a column is left out: keys in the middle, `GA5Z…KZVN`, words at the end. */
const KEY_WIDTH = 9;
const WORDS_WIDTH = 20;

/** A table that fits, and what it took for that. */
export interface FittedTable {
  text: string;
  /** The columns that have no place. */
  hidden: string[];
  /** Whether there are texts with `…`. */
  isCut: boolean;
  /** Whether each row is a list, since the columns that are never left out are wider than the terminal. */
  isVertical?: boolean;
}

interface Column {
  name: string;
  /** Numbers are aligned on the decimal point, and never cut or left out. */
  isNumber: boolean;
  cells: string[];
  cut: 'never' | 'middle' | 'end';
  /** Width of the name, which is never cut. */
  least: number;
  most: number;
}

/**
 * Returns a result as an aligned table of at most `width`. To fit, it shortens long texts with `…`, then hides the last columns
 * of texts. The first column and numbers stay; if they do not fit, each row is a list.
 */
export function resultTable(table: TextTable, width: number): FittedTable {
  const columns = columnsOf(table);
  const shown = columnsThatFit(columns, width);
  const cut = widestCut(shown, width);
  if (shown.length > 1 && totalWidth(shown, cut) > width) {
    return { text: verticalTable(table), hidden: [], isCut: false, isVertical: true };
  }
  const rows = table.rows.map((_, r) =>
    shown.map((column) => cutText(column.cells[r], widthOf(column, cut), column.cut)),
  );
  return {
    text: alignedTable(
      shown.map(({ name, isNumber }) => ({ name, right: isNumber })),
      rows,
    ),
    hidden: columns.filter((column) => !shown.includes(column)).map(({ name }) => name),
    isCut: shown.some((column) => column.most > widthOf(column, cut)),
  };
}

/** Returns each row of a result as a list of its columns, with no text cut. */
export function verticalTable(table: TextTable): string {
  const columns = columnsOf(table);
  const names = columns.map(({ name }) => printable(name));
  const widest = Math.max(...names.map((name) => textWidth(name)));
  return table.rows
    .map((_, r) => {
      const lines = columns.map(({ cells }, i) => {
        const pad = ' '.repeat(widest - textWidth(names[i]));
        return `${names[i]}${pad}${GUTTER}${cells[r]}`.trimEnd();
      });
      return `-- row ${r + 1}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

function columnsOf({ columns, rows }: TextTable): Column[] {
  return columns.map(({ name, type }, i) => {
    const isNumber = NUMBER.test(type);
    const texts = rows.map((row) => printable(row[i] ?? 'NULL'));
    const cells = isNumber ? alignedNumbers(texts) : texts;
    const least = textWidth(printable(name));
    const most = cells.reduce((widest, text) => Math.max(widest, textWidth(text)), least);
    return { name, isNumber, cells, cut: isNumber || WHOLE.test(type) ? 'never' : cutOf(cells), least, most };
  });
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|BIGNUM|DECIMAL\(\d+,\d+\)|DOUBLE|FLOAT)$/;
/** Types of texts that mean nothing when they are cut. */
const WHOLE = /^(TIMESTAMP|DATE|TIME|BOOLEAN)[^[\]]*$/;

/** Returns numbers as texts that have the decimal point at the same distance from the end. */
function alignedNumbers(texts: readonly string[]): string[] {
  const fractions = texts.map((text) => (text.includes('.') ? text.length - text.indexOf('.') : 0));
  const longest = fractions.reduce((most, length) => Math.max(most, length), 0);
  return texts.map((text, i) => (/[0-9]/.test(text) ? text + ' '.repeat(longest - fractions[i]) : text));
}

/** The ends of an address or hash tell it from others; of words it is the beginning. */
function cutOf(texts: readonly string[]): 'middle' | 'end' {
  return texts.some((text) => textWidth(text) > KEY_WIDTH && /[^\w:+/=.-]/.test(text)) ? 'end' : 'middle';
}

function widthOf({ cut: how, least, most }: Column, cut: number): number {
  if (how === 'never') return most;
  return Math.max(least, Math.min(most, Math.max(cut, how === 'middle' ? KEY_WIDTH : WORDS_WIDTH)));
}

function totalWidth(columns: readonly Column[], cut: number): number {
  return columns.reduce((sum, column) => sum + widthOf(column, cut), GUTTER.length * (columns.length - 1));
}

/** Returns the columns without the last texts, as many as have no place when all texts are as short as they get. */
function columnsThatFit(columns: readonly Column[], width: number): Column[] {
  const shown = [...columns];
  while (totalWidth(shown, 0) > width) {
    const last = shown.findLastIndex(({ isNumber }) => !isNumber);
    if (last <= 0) break;
    shown.splice(last, 1);
  }
  return shown;
}

/** Returns the longest that texts may be for the columns to fit. */
function widestCut(columns: readonly Column[], width: number): number {
  let cut = columns.reduce((widest, { most }) => Math.max(widest, most), 0);
  if (totalWidth(columns, cut) <= width) return cut;
  cut = Math.min(cut, width);
  while (cut > KEY_WIDTH && totalWidth(columns, cut) > width) cut--;
  return cut;
}

const graphemes = new Intl.Segmenter();

function cutText(text: string, width: number, how: Column['cut']): string {
  if (how === 'never' || textWidth(text) <= width) return text;
  if (how === 'middle') {
    const end = Math.floor((width - 1) / 2);
    return `${text.slice(0, width - 1 - end)}…${text.slice(text.length - end)}`;
  }
  let cut = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut}…`;
}
