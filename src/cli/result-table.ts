/** The result of a query for people: a table as wide as the terminal, or each row as a list. */
import stringWidth from 'string-width';
import type { TextTable } from '../index.ts';
import { alignedTable, GUTTER, printable } from './text.ts';

/** How narrow long texts are cut before columns are left out. */
const CUT_WIDTH = 20;

/** A table that fits, and what it took for that. */
export interface FittedTable {
  text: string;
  /** The columns that have no place. */
  hidden: string[];
  /** Whether there are texts that end with `…`. */
  isCut: boolean;
}

interface Column {
  name: string;
  right: boolean;
  cells: string[];
  /** Of the name, which is never cut, as numbers are not. */
  least: number;
  most: number;
}

/**
 * Returns a result as an aligned table no wider than `width`: numbers to the right, null as NULL. Where it would be wider, long texts
 * end with `…`, as few characters as it takes; where that is not enough, the last columns are left out. One column always stays.
 */
export function resultTable(table: TextTable, width: number): FittedTable {
  const columns = columnsOf(table);
  const shown = columns.slice(0, Math.max(1, countThatFit(columns, width)));
  const cut = widestCut(shown, width);
  const rows = table.rows.map((_, r) => shown.map(({ cells, right }) => (right ? cells[r] : cutText(cells[r], cut))));
  return {
    text: alignedTable(shown, rows),
    hidden: columns.slice(shown.length).map(({ name }) => name),
    isCut: shown.some(({ right, most }) => !right && most > cut),
  };
}

/** Returns each row of a result as a list of its columns, with no text cut. */
export function verticalTable(table: TextTable): string {
  const columns = columnsOf(table);
  const names = columns.map(({ name }) => printable(name));
  const widest = Math.max(...names.map((name) => stringWidth(name)));
  return table.rows
    .map((_, r) => {
      const lines = columns.map(({ cells }, i) => {
        const pad = ' '.repeat(widest - stringWidth(names[i]));
        return `${names[i]}${pad}${GUTTER}${cells[r]}`.trimEnd();
      });
      return `-- row ${r + 1}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

function columnsOf({ columns, rows }: TextTable): Column[] {
  return columns.map(({ name, type }, i) => {
    const right = isNumber(type);
    const cells = rows.map((row) => printable(row[i] ?? 'NULL'));
    const least = stringWidth(printable(name));
    const most = cells.reduce((widest, text) => Math.max(widest, stringWidth(text)), least);
    return { name, right, cells, least, most };
  });
}

function isNumber(type: string): boolean {
  return /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL|DOUBLE|FLOAT)\b/.test(type);
}

function widthOf({ right, least, most }: Column, cut: number): number {
  return right ? most : Math.max(least, Math.min(most, cut));
}

function totalWidth(columns: readonly Column[], cut: number): number {
  return columns.reduce((sum, column) => sum + widthOf(column, cut), GUTTER.length * (columns.length - 1));
}

function countThatFit(columns: readonly Column[], width: number): number {
  let count = 0;
  while (count < columns.length && totalWidth(columns.slice(0, count + 1), CUT_WIDTH) <= width) count++;
  return count;
}

/** Returns the longest that texts may be for the columns to fit. */
function widestCut(columns: readonly Column[], width: number): number {
  const most = columns.reduce((widest, column) => Math.max(widest, column.most), 0);
  if (totalWidth(columns, most) <= width) return most;
  let cut = Math.min(most, width);
  while (cut > CUT_WIDTH && totalWidth(columns, cut) > width) cut--;
  return cut;
}

const graphemes = new Intl.Segmenter();

function cutText(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut}…`;
}
