/**
 * Finds ledgers by transaction hash and by keys such as accounts, in the index that `ingest` keeps beside a lake. SQL and
 * the REST API have no other way.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { countLedgers, ledgersOfSpans, mergeRanges } from '../datastore/spans.ts';
import { KEY_COLUMNS, ROWS_APART, type KeyColumns } from './key-columns.ts';
import { Lookup, LOOKUP_FOLDER, type KeyAsked, type LedgersOfKey } from './lookup.ts';
import { hashKey, keyOfText } from './row-keys.ts';

/** The ledgers of a lake after a commit. */
interface Committed {
  /** Which commit. */
  number: number;
  ranges: readonly LedgerRange[];
}

/** What is opened at a time. */
interface OpenIndex {
  rows: Lookup;
  keys: Lookup;
  /** The commit that it was opened after. */
  number: number;
  /** When a file was last added to its folder, or taken away. */
  changedAt: number;
}

/** So many ledgers, such as those that a writer has not put into a file yet, are as well looked through. */
const MOST_LACKING = 64;

/** The index of a lake. It opens again if another process committed ledgers. */
export class LedgerIndex {
  /** Of each table the columns whose values are keys. */
  readonly columns: KeyColumns;
  /** Of some tables the rows whose keys are of a kind of their own. */
  readonly apart = ROWS_APART;
  readonly #folder: string;
  #open?: OpenIndex | undefined;

  /** Opens nothing before it is asked; `lake` is the folder of the lake. */
  constructor(lake: string, columns = KEY_COLUMNS) {
    this.#folder = join(lake, LOOKUP_FOLDER);
    this.columns = columns;
  }

  /**
   * Returns ledgers that may hold the transaction with this lower-case hex hash, outer or inner, and those that the index
   * lacks. Undefined if it lacks many or is unreadable.
   */
  ledgers(committed: Committed, hash: string): number[] | undefined {
    return this.#ask(() => {
      const { rows } = this.#opened(committed, 'rows');
      const found = rows.transactions(hashKey(Buffer.from(hash, 'hex'), 0)).map(({ ledger }) => ledger);
      const lacking = lackingIn(rows, committed);
      if (countLedgers(lacking) > MOST_LACKING) return undefined;
      return [...new Set([...found, ...ledgersOfSpans(lacking)])];
    });
  }

  /** Whether it tells where hashes and keys are in all ledgers of the snapshot but a few. */
  tells(committed: Committed): boolean {
    const isKnown = (kind: 'rows' | 'keys') =>
      countLedgers(lackingIn(this.#opened(committed, kind)[kind], committed)) <= MOST_LACKING;
    return this.#ask(() => isKnown('rows') && isKnown('keys')) === true;
  }

  /** Returns the ledgers of the snapshot whose keys are not known. */
  lacking(committed: Committed): LedgerRange[] {
    return (
      this.#ask(() => lackingIn(this.#opened(committed, 'keys').keys, committed)) ??
      committed.ranges.map(({ first, last }) => ({ first, last }))
    );
  }

  /** Returns how many ledgers about have a row of any kind with the key; undefined where the index cannot be read. */
  countOf(committed: Committed, key: string): number | undefined {
    return this.#ask(() => this.#opened(committed, 'keys').keys.countOf(keyOfText(key)));
  }

  /**
   * Returns the first or last ledgers of a range that may have rows of a key; undefined if the index is unreadable. Ledgers
   * that `lacking` lists may have some, too.
   */
  ledgersOf(committed: Committed, asked: Omit<KeyAsked, 'key'> & { key: string }): LedgersOfKey | undefined {
    return this.#ask(() => this.#opened(committed, 'keys').keys.ledgersOf({ ...asked, key: keyOfText(asked.key) }));
  }

  /** The writer reports faults of the index; the lake itself has the rows. */
  #ask<T>(ask: () => T): T | undefined {
    try {
      return ask();
    } catch {
      this.close();
      return undefined;
    }
  }

  #opened(committed: Committed, kind: 'rows' | 'keys'): OpenIndex {
    const open = this.#open;
    // What it has of ledgers stays true, whatever was committed since.
    if (open && lackingIn(open[kind], committed).length === 0) return open;
    const changedAt = statSync(this.#folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (open?.number === committed.number && open.changedAt === changedAt) return open;
    this.close();
    const [rows, keys] = [new Lookup(this.#folder), new Lookup(this.#folder, { kind: 'keys' })];
    return (this.#open = { rows, keys, number: committed.number, changedAt });
  }

  /** Lets its files go; the next question opens them again. */
  close(): void {
    this.#open?.rows.close();
    this.#open?.keys.close();
    this.#open = undefined;
  }
}

function lackingIn(lookup: Lookup, { ranges }: Committed): LedgerRange[] {
  return mergeRanges(ranges.flatMap((range) => lookup.missing({ first: range.first, last: range.last })));
}
