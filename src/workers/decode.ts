/** The worker thread: objects in, uncommitted segments out. It has a DuckDB of its own and never opens the lake's. */
import '../core/v8-flags.ts';
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { RecordBatch } from 'apache-arrow';
import { plainError, type DecodeError, type PlainError } from '../core/errors.ts';
import { KeyRows } from '../history/key-rows.ts';
import { mergeRuns, rowsOf, runOf, type KeyRunRows, type Run, type RunRows } from '../history/run.ts';
import { isOfNewerProtocol } from '../ledger/frames.ts';
import { networkId } from '../ledger/network.ts';
import {
  check,
  checkFollows,
  checkLedger,
  metaChecksum,
  verifyError,
  type CheckName,
  type LedgerFacts,
} from '../ledger/verify.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { removeFiles } from '../lake/disk/files.ts';
import type { PartFailure } from '../lake/writing/part-writer.ts';
import { createSegmentWriter, type SegmentWriter } from '../lake/writing/segment.ts';
import { sqlFolder } from '../lake/meaning/sql-files.ts';
import { ROW_GROUP } from '../lake/disk/table-files.ts';
import {
  fileIdsOf,
  type Omission,
  type Segment,
  type SegmentLedger,
  type SegmentSource,
} from '../lake/disk/snapshot/manifest.ts';
import { createTables, tables, type TableSet } from '../tables/index.ts';
import { decoderVersion } from '../version.ts';
import { CANCELLED, checkCancel, isCancelled, openInput, type Input } from './input.ts';
import type {
  CompareTask,
  Counts,
  LedgerHash,
  LoadTask,
  Progress,
  Result,
  SeenObject,
  TaskObject,
} from './messages.ts';
import { addLedger, ledgersOf, passingLedgersOf, type ReadObject } from './read.ts';

/** Bytes of text that end a row group. 8 MB: 30 MB more for two workers, 3% faster; 4 MB: 2.6% slower (pubnet-p26). */
const GROUP_BYTES = 4.25 * 1024 * 1024;
const REPORT_EVERY_MS = 250;
/** Raw ledger bytes at which a segment ends early, so that memory does not depend on how large ledgers are. */
const SEGMENT_BYTES = 256 * 1024 * 1024;

/** Ends when the task before has decoded its ledgers. */
let decoded: Promise<unknown> = Promise.resolve();

/**
 * Runs a task. Errors are returned as data, because classes do not cross threads. While one task decodes, DuckDB writes the
 * parts of the other.
 */
export async function runTask(task: LoadTask | CompareTask): Promise<Result> {
  const before = decoded;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const release = () => resolve(undefined);
  decoded = promise;
  await before;
  let input: Input | undefined;
  try {
    checkCancel(task.cancel);
    input = await openInput(task.input);
    return task.kind === 'load' ? await load(task, input, release) : await compare(task, input);
  } catch (error) {
    // A cancelling caller also ends the downloads, and then these fail.
    if (error === CANCELLED || isCancelled(task.cancel)) return { kind: 'cancelled' };
    return { kind: 'failed', error: plainError(error), seen: input?.seen };
  } finally {
    release();
    input?.close();
  }
}

async function compare({ objects, known, cancel }: CompareTask, input: Input): Promise<Result> {
  const present: LedgerHash[] = [];
  const loaded = new Set(known);
  for (const named of objects) {
    checkCancel(cancel);
    const object = await input.read(named.key);
    if (loaded.has(object.sha256)) continue;
    for (const ledger of ledgersOf(object, named)) present.push(hashOf(ledger, named.key));
  }
  return { kind: 'compare', present };
}

function hashOf(ledger: Ledger, key: string): LedgerHash {
  const { bytes, hash, sequence } = ledger;
  return {
    sequence,
    hash: Buffer.from(bytes.subarray(hash, hash + 32)).toString('hex'),
    crc32: metaChecksum(ledger),
    key,
  };
}

let writer: SegmentWriter | undefined;

/** Closes the worker's DuckDB, whose callbacks into this thread must not outlive it. */
export function closeWriter(): void {
  writer?.close();
  writer = undefined;
}

/** Calls `onDecoded` when the next task may decode; parts of the last segment are made meanwhile. */
async function load(task: LoadTask, input: Input, onDecoded: () => void): Promise<Result> {
  writer ??= await createSegmentWriter(tables, { memoryLimit: task.memoryLimit, sql: sqlFolder });
  const filled = new Segments(task, writer);
  try {
    await decodeObjects(task, input, filled).catch((error: unknown) => {
      writer?.discard();
      throw error;
    });
    onDecoded();
    await filled.settled();
  } catch (error) {
    await filled.removeFiles();
    throw error;
  }
  const { finished: segments, index, keys, counts, present, omitted, omittedFrom, notKept, newer } = filled;
  return { kind: 'load', segments, index, keys, counts, present, omitted, omittedFrom, notKept, newer };
}

async function decodeObjects(task: LoadTask, input: Input, filled: Segments): Promise<void> {
  for (const named of task.objects) {
    const object = await input.read(named.key);
    filled.open(object);
    try {
      await decodeObject(task, object, named, filled);
    } catch (error) {
      if (!isOfNewerProtocol(error)) throw error;
      filled.endBefore(error);
      break;
    }
  }
  await filled.cut();
}

async function decodeObject(task: LoadTask, object: ReadObject, named: TaskObject, filled: Segments): Promise<void> {
  for (const ledger of passingLedgersOf(object, named, task.skipUndecodable ? filled.omit : undefined)) {
    checkCancel(task.cancel);
    await filled.add(ledger, named);
    // What DuckDB did of the parts of another segment is gone on with.
    await setImmediate();
  }
}

let kept: { of: string; set: TableSet } | undefined;

/** Returns empty builders: those of the last load where they fit, whose memory has grown to what a load needs. */
function builders(id: Buffer, { passphrase, decode }: LoadTask): TableSet {
  const of = JSON.stringify([passphrase, decode]);
  if (kept?.of !== of) kept = { of, set: createTables(id, decode) };
  kept.set.reset();
  return kept.set;
}

/** The segment being filled, and the finished ones. */
class Segments {
  readonly finished: Segment[] = [];
  readonly index: RunRows[] = [];
  readonly keys: KeyRunRows[] = [];
  readonly present: LedgerHash[] = [];
  readonly omitted: Omission[] = [];
  readonly omittedFrom: SeenObject[] = [];
  readonly notKept: PartFailure[] = [];
  newer: PlainError | undefined;
  readonly counts: Counts = { ledgers: 0, transactions: 0, operations: 0, bytesRead: 0, rows: {} };
  readonly #task: LoadTask;
  readonly #writer: SegmentWriter;
  readonly #set: TableSet;
  readonly #networkId: Buffer;
  #object!: ReadObject;
  #ledgers: SegmentLedger[] = [];
  #sources: SegmentSource[] = [];
  /** Of each ledger of the segment in hand. */
  #runs: Run[] = [];
  readonly #keyRows = new KeyRows();
  #bytes = 0;
  #previous: LedgerFacts | undefined;
  /** The segment whose parts are made. */
  #making: Promise<void> = Promise.resolve();
  #unreported: Progress = { ledgers: 0, rows: 0, bytesRead: 0 };
  /** Rows that left the builders, and rows that were reported. */
  #appended = 0;
  #reported = 0;
  #reportedAt = performance.now();

  constructor(task: LoadTask, segmentWriter: SegmentWriter) {
    this.#task = task;
    this.#writer = segmentWriter;
    this.#networkId = networkId(task.passphrase);
    this.#set = builders(this.#networkId, task);
  }

  open(object: ReadObject): void {
    this.#object = object;
    this.counts.bytesRead += object.bytes.length;
    this.#unreported.bytesRead += object.bytes.length;
  }

  async add(ledger: Ledger, named: TaskObject): Promise<void> {
    const { first, last, loaded, unitLedgers } = this.#task;
    const { sequence } = ledger;
    if (sequence < first || sequence > last) return;
    if (loaded.some((range) => sequence >= range.first && sequence <= range.last)) {
      this.present.push(hashOf(ledger, named.key));
      return;
    }
    const facts = this.#check(ledger, named);
    const before = this.#ledgers.at(-1)?.sequence;
    const gap = before !== undefined && sequence !== before + 1;
    const nextCell = before !== undefined && Math.floor(sequence / unitLedgers) !== Math.floor(before / unitLedgers);
    // An object of several ledgers is kept whole when its name says its range, so that units are cut at objects.
    if (gap || this.#bytes > SEGMENT_BYTES || (nextCell && named.first === undefined)) await this.cut();
    this.#previous = facts;
    if (!addLedger(this.#set, ledger, this.#task.skipUndecodable ? this.omit : undefined)) return;
    this.#count(ledger);
    const checksum = metaChecksum(ledger);
    this.#record(facts, checksum, ledger);
    this.#runs.push(runOf(ledger, checksum));
    this.#bytes += ledger.bytes.length;
    this.#set.takeFull(ROW_GROUP, GROUP_BYTES, this.#append);
    if (performance.now() - this.#reportedAt > REPORT_EVERY_MS) this.#report();
  }

  /** Notes why the ledgers end in the object in hand. */
  endBefore(error: DecodeError): void {
    const { key, sha256 } = this.#object;
    this.omittedFrom.push({ key, sha256 });
    this.newer = plainError(error);
  }

  /** Lists ledgers that are passed over, as far as they were asked for. */
  readonly omit = (omission: Omission): void => {
    const { first, last } = this.#task;
    const from = Math.max(omission.first ?? first, first);
    const to = Math.min(omission.last ?? last, last);
    if (from > to) return;
    const { key, sha256 } = this.#object;
    if (this.omittedFrom.at(-1)?.key !== key) this.omittedFrom.push({ key, sha256 });
    this.omitted.push(omission.first === undefined ? omission : { ...omission, first: from, last: to });
  };

  /** Ends the segment in hand, if there is one, whose parts are still made when this returns. */
  async cut(): Promise<void> {
    const ledgers = this.#ledgers;
    if (ledgers.length === 0) return;
    this.#report();
    this.#set.takeFull(0, 0, this.#append);
    const [first, last] = [ledgers[0].sequence, ledgers.at(-1)!.sequence];
    const fileIds = fileIdsOf({ ledgers, sources: this.#sources });
    const { lake, withParts } = this.#task;
    const sources = this.#sources;
    await this.#making;
    const { promise: written, resolve } = Promise.withResolvers<undefined>();
    const onWritten = () => resolve(undefined);
    this.#making = this.#writer
      .finish({ lake, first, last, fileIds }, { withParts, onWritten })
      .then(({ files, kept, failed }) => {
        this.finished.push({ first, last, ledgers, sources, files, decoderVersion, kept });
        this.notKept.push(...failed);
      });
    // Waiters get its error.
    this.#making.catch(() => undefined);
    await Promise.race([written, this.#making]);
    this.index.push(rowsOf(mergeRuns(this.#runs)));
    this.keys.push({ first, last, rows: this.#keyRows.take() });
    this.#runs = [];
    this.#ledgers = [];
    this.#sources = [];
    this.#bytes = 0;
  }

  /** Returns when all segments that were ended are finished; throws what the last one failed of. */
  async settled(): Promise<void> {
    await this.#making;
  }

  async removeFiles(): Promise<void> {
    await this.#making.catch(() => undefined);
    const paths = this.finished.flatMap(({ files }) => files.map(({ path }) => path));
    await removeFiles(this.#task.lake, paths);
  }

  #check(ledger: Ledger, named: TaskObject): LedgerFacts {
    const { verify, anchor } = this.#task;
    const facts = checkLedger(ledger, this.#networkId, { verify });
    if (anchor?.sequence === facts.sequence) {
      if (anchor.hash !== facts.hash) throw verifyError(ledger, 'anchor', facts.hash, anchor.hash);
      facts.checked |= check.anchor;
    }
    if (!verify) return facts;
    if (named.first !== undefined) facts.checked |= check.objectRange;
    if (checkFollows(this.#previous, ledger, facts)) facts.checked |= check.previousLedgerHash;
    return facts;
  }

  #record({ sequence, hash, previousHash, checked }: LedgerFacts, crc32: number, { start, bytes: xdr }: Ledger): void {
    const { key, bytes, sha256, compression } = this.#object;
    const last = this.#sources.at(-1);
    if (last?.object === key) last.lastLedger = sequence;
    else {
      this.#sources.push({
        object: key,
        firstLedger: sequence,
        lastLedger: sequence,
        bytes: bytes.length,
        sha256,
        compression,
      });
    }
    const names = Object.keys(check) as CheckName[];
    const checks = names.filter((name) => checked & check[name]);
    const unchecked = names.filter((name) => !(checked & check[name]));
    const place = { source: this.#sources.length - 1, start, length: xdr.length };
    this.#ledgers.push({ sequence, hash, previousHash, crc32, ...place, checks, unchecked });
  }

  #count({ transactions }: Ledger): void {
    this.counts.ledgers++;
    this.#unreported.ledgers++;
    this.counts.transactions += transactions.length;
    for (const { envelope } of transactions) this.counts.operations += envelope.operations.length;
  }

  /** Tells the main thread what was done since the last time. */
  #report(): void {
    const rows = this.#appended + this.#set.total();
    this.#unreported.rows = rows - this.#reported;
    this.#reported = rows;
    parentPort?.postMessage(this.#unreported);
    this.#unreported = { ledgers: 0, rows: 0, bytesRead: 0 };
    this.#reportedAt = performance.now();
  }

  /** Writes rows of a table, as row groups of their own. */
  readonly #append = (name: string, batch: RecordBatch): void => {
    if (batch.numRows === 0) return;
    this.#writer.append(name, batch, this.#keyRows.of(name, batch));
    this.counts.rows[name] = (this.counts.rows[name] ?? 0) + batch.numRows;
    this.#appended += batch.numRows;
  };
}
