/**
 * The events of ledgers apart from them, in files of a folder: a page of events reads some kilobytes, not a whole ledger. Only who serves
 * events writes it. What is not there, or damaged, is read from ledgers.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../core/errors.ts';
import { existsNow, makeFolderSync } from '../../core/folders.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { metaChecksum } from '../../ledger/verify.ts';
import { folderError, type OnRunFault } from '../run-folder.ts';
import { dictionaryOf } from './dictionary.ts';
import { EventFile, type RecordPlace } from './event-file.ts';
import { eventsOfRecord, FIRST_PROTOCOL, recordOf, type EventRecord } from './event-record.ts';
import { decodeBlock, type LedgerEvents } from './ledger-events.ts';

/** A file begins when there are so many ledgers: its dictionary is made of them. */
const SAMPLE_LEDGERS = 64;
/** A file has this many ledgers at most. */
const FILE_LEDGERS = 1000;
/** Above this many files, the small ones are removed. Their ledgers get new files. */
const MOST_FILES = 256;
const ENDING = '.events';

/** A ledger that is in no file yet. */
interface Waiting {
  checksum: number;
  record: EventRecord;
}

/** The events of many ledgers, open for reading and adding. */
export class EventStore {
  readonly #folder: string;
  readonly #onFault: OnRunFault;
  readonly #places = new Map<number, RecordPlace>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #files: EventFile[] = [];
  /** The file that this process writes, and how many ledgers it has. */
  #writing?: { file: EventFile; count: number };
  #adding: Promise<void> = Promise.resolve();
  #isFull = false;

  /** Opens the files of the folder, which is made with the first file. `onFault` takes what cannot be read or written. */
  constructor(folder: string, onFault: OnRunFault) {
    this.#folder = folder;
    this.#onFault = onFault;
    const names = this.#names();
    for (const name of names) this.#open(join(folder, name), names.length > MOST_FILES);
  }

  #names(): string[] {
    try {
      return existsNow(this.#folder) ? readdirSync(this.#folder).filter((name) => name.endsWith(ENDING)) : [];
    } catch (error) {
      this.#giveUp(error);
      return [];
    }
  }

  #giveUp(error: unknown): void {
    this.#isFull = true;
    this.#waiting.clear();
    this.#onFault(folderError(this.#folder, error), 'keep events apart from ledgers');
  }

  #open(path: string, removeSmall: boolean): void {
    try {
      const found = new Map<number, RecordPlace>();
      const file = EventFile.open(path, (sequence, place) => found.set(sequence, place));
      if (removeSmall && found.size < FILE_LEDGERS / 2) {
        file.close();
        this.#remove(path);
        return;
      }
      this.#files.push(file);
      for (const [sequence, place] of found) this.#places.set(sequence, place);
    } catch (error) {
      const isDamaged = error instanceof StoreError;
      this.#onFault(isDamaged ? error : folderError(path, error), 'read a file of events');
      if (isDamaged) this.#remove(path);
    }
  }

  #remove(path: string): void {
    try {
      rmSync(path, { force: true });
    } catch (error) {
      this.#onFault(error, 'remove a file of events');
    }
  }

  has(sequence: number): boolean {
    return this.#places.has(sequence) || this.#waiting.has(sequence);
  }

  /** Returns the events of a ledger with this `metaChecksum`, undefined where they are not there as they were written. */
  read(sequence: number, checksum: number): LedgerEvents | undefined {
    const waiting = this.#waiting.get(sequence);
    if (waiting?.checksum === checksum) return eventsOfRecord(sequence, waiting.record, (block) => block);
    const place = this.#places.get(sequence);
    if (!place) return undefined;
    try {
      if (place.checksum === checksum) return place.file.read(sequence, place);
    } catch (error) {
      this.#onFault(error, 'read the events of a ledger');
    }
    this.#places.delete(sequence);
    return undefined;
  }

  /** Adds the events of a ledger whose envelopes are paired. After a failure to write, which `onFault` takes, nothing is added. */
  async add(ledger: Ledger): Promise<void> {
    const { sequence, protocolVersion } = ledger;
    if (this.#isFull || protocolVersion < FIRST_PROTOCOL || this.has(sequence)) return;
    this.#waiting.set(sequence, { checksum: metaChecksum(ledger), record: recordOf(ledger) });
    await this.#writeNext(SAMPLE_LEDGERS);
  }

  /** Puts what waits into a file. */
  flush(): Promise<void> {
    return this.#writeNext(1);
  }

  #writeNext(sample: number): Promise<void> {
    return (this.#adding = this.#adding.then(() => this.#write(sample)));
  }

  /** Puts what waits into the file, or begins one when there are as many ledgers as the sample has. */
  async #write(sample: number): Promise<void> {
    try {
      for (const [sequence, { checksum, record }] of this.#waiting) {
        if (!this.#writing && this.#waiting.size < sample) return;
        const writing = (this.#writing ??= { file: this.#begin(), count: 0 });
        this.#places.set(sequence, await writing.file.add(sequence, checksum, record));
        this.#waiting.delete(sequence);
        if (++writing.count >= FILE_LEDGERS) this.#writing = undefined;
      }
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #begin(): EventFile {
    makeFolderSync(this.#folder);
    const blocks = [...this.#waiting.values()].flatMap(({ record }) => record.blocks.map(decodeBlock));
    const name = `${this.#waiting.keys().next().value}-${randomBytes(4).toString('hex')}${ENDING}`;
    const file = EventFile.create(join(this.#folder, name), dictionaryOf(blocks));
    this.#files.push(file);
    return file;
  }

  /** Closes the files; what waits is lost. */
  close(): void {
    this.#places.clear();
    for (const file of this.#files.splice(0)) file.close();
  }
}
