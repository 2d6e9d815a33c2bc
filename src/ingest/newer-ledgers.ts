/** Ledgers of a newer protocol, which whoever follows a store waits at: only a newer version of this program loads them. */
import type { LedgerObject, Store } from '../datastore/store.ts';
import type { DecodeError } from '../core/errors.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { omissionOf } from '../workers/read.ts';
import { NEWEST_PROTOCOL } from '../xdr/schema/whole.ts';
import { Outages, pause } from './outage.ts';
import type { UnfinishedOptions } from './unfinished.ts';

/** Waits at ledgers of a newer protocol, and says once at each what it waits for. */
export class NewerLedgers {
  readonly #lake: Lake;
  readonly #store: Store;
  readonly #options: UnfinishedOptions;
  #said: number | undefined;

  constructor(lake: Lake, store: Store, options: UnfinishedOptions) {
    this.#lake = lake;
    this.#store = store;
    this.#options = options;
  }

  /** Resolves when the object of the ledger changes, or on the signal. Meanwhile the lake lists the ledger. */
  async wait(error: DecodeError, objects: readonly LedgerObject[]): Promise<void> {
    const { file } = error.fields;
    const { key } = objects.find((object) => object.key === file) ?? objects[0];
    const { signal, untilNext } = this.#options;
    const read = await this.#state(key);
    await this.#say(error, key);
    do await pause(untilNext(), signal);
    while (!signal?.aborted && (await this.#state(key)) === read);
  }

  async #say(error: DecodeError, key: string): Promise<void> {
    const ledger = Number(error.fields['ledger']);
    if (this.#said === ledger) return;
    this.#said = ledger;
    await this.#lake.recordOmissions([omissionOf(error, key, { first: ledger, last: ledger })]);
    this.#options.onTrouble?.(
      `waiting at ledger ${ledger}, which is of protocol ${error.fields['protocol']}: ` +
        `this version reads protocols 0 to ${NEWEST_PROTOCOL}, install a newer ledgerlake and start again`,
    );
  }

  /** Returns what tells one state of an object from another. */
  async #state(key: string): Promise<string | undefined> {
    const found = await new Outages(this.#options).persist(() => this.#store.metadata(key));
    return found && `${found.modified} ${found.bytes}`;
  }
}
