/** What workers made, committed to the lake and its index in the main thread. */
import type { LedgerRange } from '../datastore/keys.ts';
import { mergeRanges, rangeText } from '../datastore/spans.ts';
import { LedgerlakeError, plainError, restoreError } from '../core/errors.ts';
import type { Index } from '../history/index-files.ts';
import type { Lookup } from '../history/lookup.ts';
import { keyRun, memoryRun, type Run } from '../history/run.ts';
import type { Lake } from '../lake/asking/lake.ts';
import type { Omission, Segment } from '../lake/disk/snapshot/manifest.ts';
import type { CheckName } from '../ledger/verify.ts';
import type { LedgerHash, LoadResult } from '../workers/messages.ts';
import type { LoadOptions } from './load-options.ts';
import { checkSame } from './present.ts';

export class Commits {
  /** What was committed. */
  readonly totals = {
    ledgers: 0,
    transactions: 0,
    operations: 0,
    bytesRead: 0,
    rows: {} as Record<string, number>,
    bytesWritten: 0,
    segments: 0,
    omitted: [] as Omission[],
  };
  /** Ledgers that were met and that the lake had. */
  readonly present: LedgerHash[] = [];
  /** The last ledger of the last commit; 0 before the first. */
  last = 0;
  /** The ledgers of all commits. */
  #ledgers: LedgerRange[] = [];
  readonly #lake: Lake;
  readonly #index: Index;
  readonly #verify: boolean;
  readonly #onTrouble: LoadOptions['onTrouble'];

  constructor(lake: Lake, index: Index, { verify = true, onTrouble }: Pick<LoadOptions, 'verify' | 'onTrouble'>) {
    this.#lake = lake;
    this.#index = index;
    this.#verify = verify;
    this.#onTrouble = onTrouble;
  }

  /** Returns the error with the ledgers that were committed before it, where there are any. */
  told<E>(error: E): E {
    if (this.#ledgers.length === 0 || !(error instanceof LedgerlakeError)) return error;
    const committed = this.#ledgers.map(rangeText).join(', ');
    const plain = plainError(error);
    const message = `${plain.message}; ledgers ${committed} were committed before that, and stay in the lake`;
    return restoreError({ ...plain, message, fields: { ...plain.fields, committed } }) as E;
  }

  /** Commits segments. Throws LakeError or VerifyError for ledgers that do not match or follow the lake. */
  async add({ segments, index, keys, counts, present, omitted, notKept }: LoadResult): Promise<void> {
    const { totals } = this;
    await checkSame(this.#lake, present);
    this.present.push(...present);
    for (const segment of segments) await this.#commit(segment);
    for (const run of index) await addTo(this.#index.rows, memoryRun(run));
    for (const run of keys) await addTo(this.#index.keys, keyRun(run));
    await this.#lake.recordOmissions(omitted);
    for (const { message } of notKept) this.#onTrouble?.(message);
    totals.omitted.push(...omitted);
    totals.ledgers += counts.ledgers;
    totals.transactions += counts.transactions;
    totals.operations += counts.operations;
    totals.bytesRead += counts.bytesRead;
    for (const [table, rows] of Object.entries(counts.rows)) totals.rows[table] = (totals.rows[table] ?? 0) + rows;
  }

  async #commit(segment: Segment): Promise<void> {
    const isNew = await this.#lake.commit(await this.#checkedAgainstLake(segment), { chain: this.#verify });
    if (!isNew) {
      this.present.push(...segment.ledgers.map(({ sequence, hash }) => ({ sequence, hash, key: '' })));
      return;
    }
    this.last = segment.last;
    const added = segment.ledgers.map(({ sequence }) => ({ first: sequence, last: sequence }));
    this.#ledgers = mergeRanges([...this.#ledgers, ...added]);
    this.totals.segments++;
    this.totals.bytesWritten += segment.files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The commit checks the chain to the ledger before, so the first ledger's record may say so when that one is there. */
  async #checkedAgainstLake(segment: Segment): Promise<Segment> {
    const [head, ...rest] = segment.ledgers;
    const before = await this.#lake.hashes({ first: segment.first - 1, last: segment.first - 1 });
    if (!head || !this.#verify || before.size === 0) return segment;
    const name: CheckName = 'previousLedgerHash';
    const checked = {
      ...head,
      checks: [...head.checks, name],
      unchecked: head.unchecked.filter((other) => other !== name),
    };
    return { ...segment, ledgers: [checked, ...rest] };
  }
}

/** What is in the index in part is left to the server and `ingest --index-only`, which add what it misses. */
async function addTo(lookup: Lookup, run: Run): Promise<void> {
  const [missing] = lookup.missing(run);
  if (missing?.first === run.first && missing.last === run.last) await lookup.add(run);
}
