/** The snapshot that requests see: the newest, once the index tells of its ledgers. */
import { setTimeout as passed } from 'node:timers/promises';
import type { LedgerIndex } from '../../history/ledger-index.ts';
import type { Lake } from '../../lake/asking/lake.ts';
import type { Snapshot } from '../../lake/disk/snapshot/snapshot.ts';

/**
 * A load indexes ledgers 5 to 60 ms after their commit. A page without the index takes 100 to 600 ms, so requests wait for
 * it, but not longer than this.
 */
const MOST_MS = 500;

/** How often streams look for a commit. */
const POLL_MS = 250;

/** The snapshot of a lake that is shown. */
export class NewestIndexed {
  readonly #lake: Pick<Lake, 'snapshot'>;
  readonly #index: Pick<LedgerIndex, 'tells'>;
  #shown: Snapshot | undefined;
  /** Since when there is a newer one, by `performance.now()`. */
  #waitsSince: number | undefined;
  #later: Promise<Snapshot> | undefined;

  constructor(lake: Pick<Lake, 'snapshot'>, index: Pick<LedgerIndex, 'tells'>) {
    this.#lake = lake;
    this.#index = index;
  }

  /**
   * Returns the newest snapshot of which the index tells as of the one before, if its writer adds to the index in time; throws as
   * `Lake.snapshot` does.
   */
  async snapshot(): Promise<Snapshot> {
    const newest = await this.#lake.snapshot();
    if (this.#shown === newest || !this.#waitsFor(newest)) {
      this.#waitsSince = undefined;
      this.#shown = newest;
    }
    return this.#shown ?? newest;
  }

  /** Returns what `snapshot` returns after a quarter of a second. Callers that wait at the same time share one look at the lake. */
  later(): Promise<Snapshot> {
    this.#later ??= passed(POLL_MS).then(() => {
      this.#later = undefined;
      return this.snapshot();
    });
    return this.#later;
  }

  #waitsFor(newest: Snapshot): boolean {
    const shown = this.#shown;
    // Files of another epoch may go, and rows of another generation be others.
    if (shown?.epoch !== newest.epoch || shown.generation !== newest.generation) return false;
    this.#waitsSince ??= performance.now();
    if (performance.now() - this.#waitsSince > MOST_MS) return false;
    return this.#index.tells(shown) && !this.#index.tells(newest);
  }
}
