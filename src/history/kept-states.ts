/**
 * Complete ledger states from a history archive: every entry as XDR, found by the key of an index row. A state is a folder
 * of files: rows of key and place, then the entries, each after its length.
 */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { StoreError } from '../core/errors.ts';
import { syncFolder } from '../core/folders.ts';
import { keyOfEntry } from '../ledger/compact.ts';
import { PageFault, PageReader, pagesOf, PageWriter } from './pages.ts';
import { entryKey, type RowKey } from './row-keys.ts';
import { LEDGER_AT, memoryRows, POSITION_AT, postings, ROW_BYTES, rowSource, type RowSource } from './rows.ts';

const FOLDER = 'states';
const MAGIC = 'LLSTATE1';
const HEAD_BYTES = MAGIC.length + 2 * 4;
/** What is held in memory before it becomes a file. */
const FILE_BYTES = 64 * 1024 * 1024;
const WORD = 4;

/** Where an entry is: 0 in the state, 1 in the hot archive. */
const places = { live: 0, archived: 1 } as const;

/** An entry as a state has it. */
export interface KeptEntry {
  /** An XDR LedgerEntry. */
  entry: Uint8Array;
  /** Whether it was evicted. */
  isArchived: boolean;
}

/** Writes a state into the folder of an index; nobody sees it before `finish`. */
export class StateWriter {
  readonly #folder: string;
  readonly #partial: string;
  readonly #ledger: number;
  /** Entries, each after its length. */
  readonly #content = Buffer.allocUnsafe(FILE_BYTES);
  #used = 0;
  /** Where the length of each entry is in that, in words. */
  #starts: number[] = [];
  #places: number[] = [];
  #files = 0;

  /** Throws what the system says when the folder cannot be made. */
  constructor(index: string, ledger: number) {
    this.#folder = join(index, FOLDER);
    this.#partial = join(this.#folder, `${ledger}.partial`);
    this.#ledger = ledger;
    rmSync(this.#partial, { recursive: true, force: true });
    mkdirSync(this.#partial, { recursive: true });
  }

  /** Adds XDR LedgerEntries, which it copies; throws what the system says when the disk fails. */
  add(entries: readonly Uint8Array[], place: keyof typeof places): void {
    for (const entry of entries) {
      if (this.#used + WORD + entry.length > FILE_BYTES) this.#flush();
      this.#starts.push(this.#used / WORD);
      this.#places.push(places[place]);
      this.#content.writeUInt32BE(entry.length, this.#used);
      this.#content.set(entry, this.#used + WORD);
      this.#used += WORD + entry.length;
    }
  }

  #flush(): void {
    if (this.#starts.length === 0) return;
    const pages = new PageWriter(join(this.#partial, `${this.#files++}.state`));
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      head.write(MAGIC, 'latin1');
      head.writeUInt32BE(this.#ledger, MAGIC.length);
      head.writeUInt32BE(this.#starts.length, MAGIC.length + WORD);
      pages.write(head);
      pages.endPage();
      pages.write(this.#rows());
      pages.endPage();
      pages.write(this.#content.subarray(0, this.#used));
      pages.endPage();
      pages.sync();
    } finally {
      pages.close();
    }
    this.#starts = [];
    this.#places = [];
    this.#used = 0;
  }

  /** Returns the rows, sorted; entries are of whole words, and so are their places. */
  #rows(): Uint8Array {
    const { buffer, byteOffset, length } = this.#content;
    const view = new DataView(buffer, byteOffset, length);
    const keys = Float64Array.from(this.#starts, (start) => keyAt(view, (start + 1) * WORD));
    const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b] || a - b);
    const rows = Buffer.alloc(keys.length * ROW_BYTES);
    order.forEach((i, row) => {
      rows.writeUIntBE(keys[i], row * ROW_BYTES, LEDGER_AT);
      rows.writeUInt32BE(this.#starts[i], row * ROW_BYTES + LEDGER_AT);
      rows.writeUInt16BE(this.#places[i], row * ROW_BYTES + POSITION_AT);
    });
    return rows;
  }

  /** Puts the state in its place, where the next who opens the index finds it; throws what the system says. */
  async finish(): Promise<void> {
    this.#flush();
    await syncFolder(this.#partial);
    const place = join(this.#folder, String(this.#ledger));
    rmSync(place, { recursive: true, force: true });
    renameSync(this.#partial, place);
    await syncFolder(this.#folder);
  }

  /** Leaves nothing behind. */
  discard(): void {
    rmSync(this.#partial, { recursive: true, force: true });
  }
}

function keyAt(view: DataView, entry: number): RowKey {
  const { type, keyStart, keyEnd } = keyOfEntry(view, entry);
  return entryKey(view, type, keyStart, keyEnd);
}

/** The states beside an index, as they were when it was opened. */
export class KeptStates {
  readonly #folder: string;
  readonly #opened = new Map<number, KeptState>();

  constructor(index: string) {
    this.#folder = join(index, FOLDER);
  }

  /** Returns the newest state after which every ledger up to the range's last is in the range; undefined where there is none. */
  newest({ first, last }: LedgerRange): KeptState | undefined {
    const ledgers = this.#ledgers().filter((ledger) => ledger <= last && ledger + 1 >= first);
    if (ledgers.length === 0) return undefined;
    const ledger = Math.max(...ledgers);
    const state = this.#opened.get(ledger) ?? new KeptState(join(this.#folder, String(ledger)), ledger);
    this.#opened.set(ledger, state);
    return state;
  }

  #ledgers(): number[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => /^\d+$/.test(name))
        .map(Number);
    } catch {
      return [];
    }
  }

  close(): void {
    for (const state of this.#opened.values()) state.close();
    this.#opened.clear();
  }
}

/** One state. */
export class KeptState {
  readonly ledger: number;
  readonly #files: StateFile[];

  /** Throws StoreError when a file is not what was written. */
  constructor(folder: string, ledger: number) {
    this.ledger = ledger;
    this.#files = readdirSync(folder).map((name) => new StateFile(join(folder, name), ledger));
  }

  /** Returns the entry with a LedgerKey, or undefined. Throws StoreError if a file is damaged. */
  find(key: Uint8Array): KeptEntry | undefined {
    const view = new DataView(key.buffer, key.byteOffset, key.length);
    const row = entryKey(view, view.getInt32(0), WORD, key.length);
    let archived: KeptEntry | undefined;
    for (const file of this.#files) {
      const found = file.find(key, row);
      // What was restored is in the state, whatever the archive still holds.
      if (found && !found.isArchived) return found;
      archived ??= found;
    }
    return archived;
  }

  close(): void {
    for (const file of this.#files) file.close();
  }
}

class StateFile {
  readonly #path: string;
  readonly #pages: PageReader;
  readonly #rows: RowSource;
  /** The page with which the entries begin. */
  readonly #start: number;

  constructor(path: string, ledger: number) {
    this.#path = path;
    this.#pages = new PageReader(path);
    const count = this.#checked(() => {
      const head = this.#pages.read(0, 0, HEAD_BYTES);
      const isOurs = head.toString('latin1', 0, MAGIC.length) === MAGIC && head.readUInt32BE(MAGIC.length) === ledger;
      if (!isOurs) throw new PageFault(`it is no state of ledger ${ledger}`);
      return head.readUInt32BE(MAGIC.length + WORD);
    });
    this.#start = 1 + pagesOf(count * ROW_BYTES);
    const read = (first: number, end: number) =>
      this.#checked(() => this.#pages.read(1, first * ROW_BYTES, (Math.min(end, count) - first) * ROW_BYTES));
    this.#rows = count === 0 ? memoryRows(new Uint8Array(0)) : rowSource(count, read);
  }

  find(key: Uint8Array, row: RowKey): KeptEntry | undefined {
    let archived: KeptEntry | undefined;
    for (const { ledger: place, position } of postings(this.#rows, row, 0)) {
      const entry = this.#entry(place * WORD);
      if (!isOf(entry, key)) continue;
      const found = { entry, isArchived: position === places.archived };
      if (!found.isArchived) return found;
      archived = found;
    }
    return archived;
  }

  #entry(at: number): Uint8Array {
    return this.#checked(() => {
      const length = this.#pages.read(this.#start, at, WORD).readUInt32BE();
      return new Uint8Array(this.#pages.read(this.#start, at + WORD, length));
    });
  }

  #checked<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PageFault)) throw error;
      const advice = 'remove its folder and read the state again with ingest-state';
      throw new StoreError(`${this.#path}: ${error.message}; ${advice}`, { key: this.#path }, error);
    }
  }

  close(): void {
    this.#pages.close();
  }
}

/** Whether a LedgerEntry has the LedgerKey, which is its type and a run of its own bytes. */
function isOf(entry: Uint8Array, key: Uint8Array): boolean {
  const view = new DataView(entry.buffer, entry.byteOffset, entry.length);
  const { type, keyStart, keyEnd } = keyOfEntry(view, 0);
  const wanted = new DataView(key.buffer, key.byteOffset, key.length);
  if (wanted.getInt32(0) !== type) return false;
  return Buffer.compare(entry.subarray(keyStart, keyEnd), key.subarray(WORD)) === 0;
}
