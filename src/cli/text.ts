/** Numbers, ranges and tables as people read them. */
import { createRequire } from 'node:module';

/** Returns `1,234,567`. */
export function countText(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Returns `1 ledger`, `1,234 ledgers`. */
export function plural(value: number, noun: string): string {
  return `${countText(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Returns `512 bytes`, `1.5 MB`. */
export function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}

/** Returns `45 s`, `5 min`, `3.2 h`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Returns `2-99, 150-160` of ranges; more than ten are counted. */
export function ranges(list: readonly { first: number; last: number }[]): string {
  const shown = list.slice(0, 10).map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
  const rest = list.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${plural(rest, 'more range')}` : '');
}

/** Returns how many ledgers the ranges have. */
export function ledgersText(list: readonly { first: number; last: number }[]): number {
  return list.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Returns the line that lists gaps. */
export function gapsLine(gaps: readonly { first: number; last: number }[]): string {
  return `gaps: ${plural(ledgersText(gaps), 'ledger')} in no object of the store: ${ranges(gaps)}`;
}

/** A column of a printed table. */
export interface TextColumn {
  name: string;
  right?: boolean;
}

let wide: typeof import('string-width') | undefined;

/** Returns how many columns of a terminal the text takes. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  // The package takes a tenth of the time of a query to load, for its tables of Unicode.
  wide ??= createRequire(import.meta.url)('string-width') as typeof import('string-width');
  return wide.default(text);
}

/** Between two columns. */
export const GUTTER = '  ';

/** A last column narrower than this goes below its row. */
const WRAPPED_WIDTH = 20;
const BELOW = '    ';

/** Wraps words at `width`; lines after the first begin with `indent`. A longer word gets its own line. */
export function wrapped(text: string, width: number, indent = ''): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    const begun = lines.length === 1 ? line : line.slice(indent.length);
    if (begun !== '' && textWidth(`${line} ${word}`) > width) lines.push(indent + word);
    else lines[lines.length - 1] = begun === '' ? line + word : `${line} ${word}`;
  }
  return lines.join('\n');
}

/**
 * Returns rows under the names of their columns, aligned, with no character that a terminal would act on. The words of a last
 * column that is too wide for `width` continue below themselves, or below the row.
 */
export function alignedTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  width = Infinity,
): string {
  const cells = [columns.map(({ name }) => name), ...rows].map((row) => row.map(printable));
  const sizes = cells.map((row) => row.map((text) => textWidth(text)));
  const widths = columns.map((_, i) => sizes.reduce((widest, row) => Math.max(widest, row[i] ?? 0), 0));
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + GUTTER.length, 0);
  const lines = cells.map((row, r) => {
    const padded = row.map((text, i) => {
      const pad = ' '.repeat(widths[i] - sizes[r][i]);
      return columns[i]?.right ? pad + text : text + pad;
    });
    const line = padded.join(GUTTER).trimEnd();
    if (textWidth(line) <= width) return line;
    if (before === 0) return wrapped(line, width);
    const [first, last] = [padded.slice(0, -1).join(GUTTER), row.at(-1)!];
    if (width - before < WRAPPED_WIDTH) return `${first.trimEnd()}\n${BELOW}${hanging(last, width, BELOW)}`;
    return first + GUTTER + hanging(last, width, ' '.repeat(before));
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns wrapped words whose first line stands behind as much as `indent` already. */
function hanging(text: string, width: number, indent: string): string {
  return wrapped(text, width - indent.length).replaceAll('\n', `\n${indent}`);
}

const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns the text with its control characters escaped. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (char) => {
    return escapes[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/** Returns the line that says which ledgers were passed over, and why. */
export function omissionLine({ first, last, message }: { first?: number; last?: number; message: string }): string {
  const what =
    first === undefined || last === undefined
      ? 'something that is not a numbered ledger'
      : `${plural(last - first + 1, 'ledger')} (${ranges([{ first, last }])})`;
  return `omitted ${what}: ${message}`;
}

interface Omitted {
  first?: number;
  last?: number;
  message: string;
  protocol?: number;
}

/** Returns a line for each omission, and one for all ledgers of a newer protocol: what is wrong with the first of them. */
export function omissionLines(omissions: readonly Omitted[]): string[] {
  const isFirst = firstOfProtocol();
  const shown = omissions.filter(isFirst);
  const lines = shown.map(omissionLine);
  const more = omissions.length - shown.length;
  return more > 0 ? [...lines, `and ${plural(more, 'more file')} with ledgers of a newer protocol`] : lines;
}

/** Returns what says each omission, of a newer protocol only the first. */
export function omissionTeller(say: (line: string) => void): (omission: Omitted) => void {
  const isFirst = firstOfProtocol();
  return (omission) => {
    if (!isFirst(omission)) return;
    const { protocol } = omission;
    say(omissionLine(omission));
    if (protocol !== undefined)
      say(`further ledgers of protocol ${protocol} are omitted, too, without a line for each`);
  };
}

function firstOfProtocol(): (omission: Omitted) => boolean {
  const seen = new Set<number>();
  return ({ protocol }) => {
    if (protocol === undefined) return true;
    const isFirst = !seen.has(protocol);
    seen.add(protocol);
    return isFirst;
  };
}
