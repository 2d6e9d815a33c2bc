/** The worker thread of pipelines: objects in, records out. */
import '../../core/v8-flags.ts';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { DecodeError, PipelineError, plainError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Omission } from '../../lake/disk/snapshot/manifest.ts';
import { networkId } from '../../ledger/network.ts';
import { checkFollows, checkLedger, type LedgerFacts } from '../../ledger/verify.ts';
import { CANCELLED, checkCancel, isCancelled, openInput, type Input } from '../../workers/input.ts';
import type { ExtractResult, ExtractTask, Part, Result } from '../../workers/messages.ts';
import { ledgersOf } from '../../workers/read.ts';
import { PartMemory } from './part-memory.ts';
import { BATCH_LEDGERS, BATCH_ROWS } from './part-size.ts';
import { bytesOf, takeApart } from './plain-batches.ts';
import { RecordSet, type RunningProcessor } from './record-set.ts';

/** Runs a task; every error comes back as data, since classes do not survive the way between threads. */
export async function runTask(task: ExtractTask): Promise<unknown> {
  let input: Input | undefined;
  try {
    input = await openInput(task.input);
    return moved(await extract(task, input));
  } catch (error) {
    if (error === CANCELLED || isCancelled(task.cancel)) return { kind: 'cancelled' } satisfies Result;
    return { kind: 'failed', error: plainError(error), seen: input?.seen } satisfies Result;
  } finally {
    input?.close();
  }
}

/** The pool runs this before a worker ends; there is nothing to close. */
export function closeWriter(): void {}

function moved(result: ExtractResult): unknown {
  return move({ [transferableSymbol]: result.memory, [valueSymbol]: result });
}

let kept: { of: string; set: RecordSet } | undefined;

/** Returns empty tables: those of the last task where they fit, whose memory has grown to what a task needs. */
function tablesFor({ processors, passphrase }: ExtractTask): RecordSet {
  const of = JSON.stringify([processors, passphrase]);
  if (kept?.of !== of) {
    kept = { of, set: new RecordSet(processors as RunningProcessor[], passphrase) };
  }
  kept.set.reset();
  return kept.set;
}

async function extract(task: ExtractTask, input: Input): Promise<ExtractResult> {
  const result: ExtractResult = { kind: 'extract', parts: [], memory: [], bytesRead: 0, skipped: [] };
  const filling = new Filling(task, result);
  for (const named of task.objects) {
    const object = await input.read(named.key);
    result.bytesRead += object.bytes.length;
    let last = named.first ?? task.first;
    const skip = (omission: Omission) => result.skipped.push(...lostOf(omission, task, last));
    for (const ledger of ledgersOf(object, named, task.skip ? skip : undefined, true)) {
      checkCancel(task.cancel);
      last = ledger.sequence;
      if (ledger.sequence >= task.first && ledger.sequence <= task.last) await filling.add(ledger);
    }
  }
  filling.end();
  return result;
}

/** Returns the ledgers of a task that an omission covers. Without a ledger, such as bytes at the end, it is the one before. */
function lostOf(
  { first, last = first, message }: Omission,
  task: ExtractTask,
  before: number,
): ExtractResult['skipped'] {
  if (first === undefined || last === undefined) return [{ ledger: before, cause: message }];
  const lost: ExtractResult['skipped'] = [];
  for (let ledger = Math.max(first, task.first); ledger <= Math.min(last, task.last); ledger++)
    lost.push({ ledger, cause: message });
  return lost;
}

/** The part being filled and those that are finished. */
class Filling {
  readonly #task: ExtractTask;
  readonly #result: ExtractResult;
  readonly #set: RecordSet;
  readonly #networkId: Buffer;
  readonly #memory: PartMemory;
  #previous: LedgerFacts | undefined;
  #part: Omit<Part, 'rows'> | undefined;

  constructor(task: ExtractTask, result: ExtractResult) {
    this.#task = task;
    this.#result = result;
    this.#set = tablesFor(task);
    this.#networkId = networkId(task.passphrase);
    this.#memory = new PartMemory(task.spare);
  }

  async add(ledger: Ledger): Promise<void> {
    const facts = checkLedger(ledger, this.#networkId);
    checkFollows(this.#previous, ledger, facts);
    this.#previous = facts;
    await this.#extract(ledger);
    const { sequence, hash } = facts;
    this.#part ??= {
      first: sequence,
      previousHash: facts.previousHash,
      last: { ledger: 0, hash: '' },
      ledgers: 0,
      closedAt: 0,
    };
    this.#part.last = { ledger: sequence, hash };
    this.#part.ledgers++;
    this.#part.closedAt = ledger.closeTimeMs;
    if (this.#part.ledgers >= BATCH_LEDGERS || this.#set.rows() >= BATCH_ROWS) this.cut();
  }

  async #extract(ledger: Ledger): Promise<void> {
    try {
      this.#set.add(ledger);
      await this.#set.ask(ledger.sequence, () => isCancelled(this.#task.cancel));
    } catch (error) {
      checkCancel(this.#task.cancel);
      const isOfLedger = error instanceof DecodeError || error instanceof PipelineError;
      if (!this.#task.skip || !isOfLedger) throw error;
      this.#result.skipped.push({ ledger: ledger.sequence, cause: error.message });
    }
  }

  /** Ends the last part, and gives the result its memory. */
  end(): void {
    this.cut();
    this.#result.memory = this.#memory.used;
  }

  /** Ends the part in hand. */
  cut(): void {
    if (!this.#part) return;
    const batches = this.#set.batches();
    const room = this.#memory.room(batches.reduce((sum, [, batch]) => sum + bytesOf(batch), 0));
    const rows = batches.map(([table, batch, processor]) => takeApart(processor, table, batch, room));
    this.#result.parts.push({ ...this.#part, rows });
    this.#set.reset();
    this.#part = undefined;
  }
}
