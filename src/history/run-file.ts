/** The file of a run: a head, then each list of rows and the checksums of the ledgers, each from the start of a page on. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { LedgerRange } from '../datastore/keys.ts';
import { PROCESS } from '../core/abandoned.ts';
import { StoreError } from '../core/errors.ts';
import { mergeRows } from './merge.ts';
import { PageFault, PageReader, pagesOf, PageWriter } from './pages.ts';
import { ROW_BYTES, rowSource } from './rows.ts';
import { keyKinds, ROWS_APART } from './key-columns.ts';
import { CHECKSUM_BYTES, checksumBytes, listsOf, runOfLists, sizeOf, type Run, type RunKind } from './run.ts';

const MAGIC_BYTES = 8;
const magics: Record<RunKind, string> = { rows: 'LLINDEX4', keys: 'LLKEYS02' };

/** Keys of other columns, or in other kinds, are another index: its files have other names. */
const KEY_VERSION = crc32(JSON.stringify([magics.keys, keyKinds, ...ROWS_APART]))
  .toString(16)
  .padStart(8, '0');
const endings: Record<RunKind, string> = { rows: 'rows', keys: `${KEY_VERSION}.keys` };
const ANY_ENDING = '(?:rows|[0-9a-f]{8}\\.keys)';

function headBytes(kind: RunKind): number {
  return MAGIC_BYTES + (2 + listsOf[kind].length) * 4;
}

/** A file that is not what was written; its ledgers are in the index no more, and can be indexed again. */
export class DamagedRun extends StoreError {
  /** The name of the file. */
  readonly file: string;
  /** What is wrong with it. */
  readonly why: string;

  constructor(path: string, file: string, fault: PageFault) {
    const why = fault.message;
    const who = file.endsWith(endings.rows) ? 'the server, and by ingest --index-only' : 'ledgerlake refresh';
    const again = `its ledgers are indexed again by ${who}`;
    super(`${path}: ${why}; it is put aside, and ${again}`, { key: path });
    this.file = file;
    this.why = why;
  }
}

/** Returns the name of the file for the ledgers. */
function runName({ first, last }: LedgerRange, kind: RunKind): string {
  return `${first}-${last}.${endings[kind]}`;
}

/** What the name of a run's file says. */
export interface RunName extends LedgerRange {
  kind: RunKind;
  /** Whether it is of the keys of other columns, which another version of the program wrote. */
  isOther?: boolean;
}

/** Returns what a file's name says, undefined when it is no run's. */
export function parseRunName(name: string): RunName | undefined {
  const [, first, last, ending] = new RegExp(`^(\\d+)-(\\d+)\\.(${ANY_ENDING})$`).exec(name) ?? [];
  if (ending === undefined) return undefined;
  const kind = ending === endings.rows ? 'rows' : 'keys';
  return { first: Number(first), last: Number(last), kind, ...(ending !== endings[kind] && { isOther: true }) };
}

/** Who began to write a file of a temporary name. */
interface Writer {
  host: string;
  pid: number;
  /** Whether it is this process. */
  isOwn: boolean;
}

/** Returns who writes, or wrote, the file of a temporary name; undefined when it is no such name. */
export function parseTemporaryName(name: string): Writer | undefined {
  const match = new RegExp(`^\\.\\d+-\\d+\\.${ANY_ENDING}\\.(?:(.+)\\.(\\d+)\\.)?\\d+$`).exec(name);
  if (!match) return undefined;
  const [, host = '', pid = 0] = match;
  return { host, pid: Number(pid), isOwn: name.endsWith(PROCESS) };
}

/** The file of a run while it is written, under a temporary name. */
export class RunFile {
  /** How many rows each list has. */
  readonly #counts: number[] = [];
  readonly #folder: string;
  readonly #range: LedgerRange;
  readonly #kind: RunKind;
  readonly #temporary: string;
  readonly #pages: PageWriter;

  constructor(folder: string, { first, last }: LedgerRange, kind: RunKind) {
    this.#folder = folder;
    this.#range = { first, last };
    this.#kind = kind;
    this.#temporary = join(folder, `.${runName(this.#range, kind)}.${PROCESS}`);
    this.#pages = new PageWriter(this.#temporary);
    this.#pages.write(Buffer.alloc(headBytes(kind)));
    this.#pages.endPage();
  }

  write(bytes: Uint8Array): void {
    this.#pages.write(bytes);
  }

  /** Ends a list of so many rows. */
  endList(count: number): void {
    this.#pages.endPage();
    this.#counts.push(count);
  }

  /** Puts the file in its place when it is on disk, and returns it as a run. */
  finish(): Run {
    const { first, last } = this.#range;
    this.#pages.endPage();
    const head = Buffer.alloc(headBytes(this.#kind));
    head.write(magics[this.#kind], 'latin1');
    [first, last, ...this.#counts].forEach((number, i) => head.writeUInt32BE(number, MAGIC_BYTES + i * 4));
    this.#pages.writeAt(0, head);
    this.#pages.sync();
    this.#pages.close();
    const name = runName(this.#range, this.#kind);
    renameSync(this.#temporary, join(this.#folder, name));
    return openRun(this.#folder, name);
  }

  /** Leaves nothing of an unfinished file behind. */
  remove(): void {
    this.#pages.close();
    rmSync(this.#temporary, { force: true });
  }
}

/** Writes a run into the folder and returns it as a file; throws what the system says, and leaves nothing behind. */
export function saveRun(folder: string, run: Run): Run {
  const saving = mergeInto(folder, [run]);
  for (;;) {
    const { done, value } = saving.next();
    if (done) return value;
  }
}

/**
 * Merges consecutive runs of a kind into one file in the folder; yields meanwhile. Throws DamagedRun, system errors or the
 * signal's reason, and then leaves nothing.
 */
export async function mergeRunFiles(folder: string, runs: readonly Run[], signal: AbortSignal): Promise<Run> {
  const merging = mergeInto(folder, runs);
  for (;;) {
    const { done, value } = merging.next();
    if (done) return value;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) merging.throw(signal.reason);
  }
}

function* mergeInto(folder: string, runs: readonly Run[]): Generator<void, Run> {
  const [{ kind, first }] = runs;
  const file = new RunFile(folder, { first, last: runs.at(-1)!.last }, kind);
  const write = (rows: Uint8Array) => file.write(rows);
  try {
    for (const list of listsOf[kind]) {
      const sources = runs.map((run) => run[list]);
      file.endList(yield* mergeRows(sources, { write, newestOnly: list === 'entries' && runs.length > 1 }));
    }
    for (const run of runs) file.write(run.checksums(0, sizeOf(run)));
    return file.finish();
  } catch (error) {
    file.remove();
    throw error;
  }
}

/**
 * Returns the run that a file holds; throws DamagedRun when it is not what was written, and what the system says when it
 * cannot be opened. Its pages are checked when they are read, so that reading it throws DamagedRun, too.
 */
export function openRun(folder: string, name: string): Run {
  const path = join(folder, name);
  const pages = new PageReader(path);
  const checked = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw error instanceof PageFault ? new DamagedRun(path, name, error) : error;
    }
  };
  try {
    const kind = parseRunName(name)?.kind ?? 'rows';
    const { first, last, counts } = checked(() => readHead(pages, name, kind));
    const starts = startsOf(counts);
    const rows = counts.map((count, i) => {
      const start = starts[i];
      return rowSource(
        count,
        (begin, end) => checked(() => pages.read(start, begin * ROW_BYTES, (Math.min(end, count) - begin) * ROW_BYTES)),
        (row) => checked(() => pages.peek(start, row * ROW_BYTES, ROW_BYTES)),
      );
    });
    const size = kind === 'rows' ? CHECKSUM_BYTES : 0;
    const checksums = (skip: number, count: number) =>
      checked(() => pages.read(starts.at(-1)!, skip * size, count * size));
    return { ...runOfLists(kind, { first, last }, rows, checksums), file: name, close: () => pages.close() };
  } catch (error) {
    pages.close();
    throw error;
  }
}

function readHead(pages: PageReader, name: string, kind: RunKind) {
  const format = pages.format(MAGIC_BYTES);
  if (format !== magics[kind]) throw new PageFault('it is no index');
  const head = pages.read(0, 0, headBytes(kind));
  const [first, last] = [0, 1].map((i) => head.readUInt32BE(MAGIC_BYTES + i * 4)) as [number, number];
  const counts = listsOf[kind].map((_, i) => head.readUInt32BE(MAGIC_BYTES + (2 + i) * 4));
  if (runName({ first, last }, kind) !== name) throw new PageFault(`it holds ledgers ${first} to ${last}`);
  pages.expectPages(startsOf(counts).at(-1)! + pagesOf(checksumBytes({ first, last }, kind)));
  return { first, last, counts };
}

/** Returns the page on which each list starts, and then the checksums. */
function startsOf(counts: readonly number[]): number[] {
  const starts = [1];
  for (const count of counts) starts.push(starts.at(-1)! + pagesOf(count * ROW_BYTES));
  return starts;
}
