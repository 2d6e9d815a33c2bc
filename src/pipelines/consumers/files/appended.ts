/** Files that grow batch by batch: what stands behind the last checkpoint is cut off when a run begins. */
import { open, realpath, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { PipelineError } from '../../../core/errors.ts';
import { makeDurableFolder, syncFolder } from '../../../core/folders.ts';
import { readFully, withFile } from '../../../core/open-files.ts';
import { errorCode, messageOf, systemReason } from '../../../core/system-errors.ts';
import type { RecordBatch } from 'apache-arrow';
import type { Batch, LedgerMark, RecordTable, Sink, SinkContext } from '../../sink.ts';
import { keptState, ownedFiles, writeState, type FileState } from './state.ts';
import { realPath, takeFiles } from './file-claims.ts';

/** How rows become bytes of a file. */
export interface Encoding {
  kind: string;
  /** Returns what a file of a table begins with. */
  head(table: RecordTable): Promise<Uint8Array>;
  /** Returns the bytes of a batch. */
  encode(table: RecordTable, rows: RecordBatch): Promise<Uint8Array>;
  close(): void;
}

/** Opens the files of a consumer: the one of the path, or one for each of several tables. Throws PipelineError. */
export async function openAppended(context: SinkContext, path: string, encoding: Encoding): Promise<Sink> {
  let giveBack: (() => Promise<void>) | undefined;
  try {
    await makeDurableFolder(dirname(resolve(path)));
    const paths = pathsOf(context, path);
    giveBack = await takeFiles(context.consumer, paths);
    const state = await ownedFiles(context, paths, async (file) => (await sizeOf(context, file)) > 0);
    const sink = new AppendedSink(context, path, { encoding, state, giveBack });
    await sink.check();
    await sink.cut();
    return sink;
  } catch (error) {
    await giveBack?.();
    encoding.close();
    if (error instanceof PipelineError) throw error;
    throw fault(context, path, 'sink_unreachable', error);
  }
}

function fault({ consumer }: SinkContext, path: string, code: string, error: unknown): PipelineError {
  return new PipelineError(
    `${consumer}: ${path}: ${systemReason(error) ?? messageOf(error)}`,
    { code, component: consumer },
    error,
  );
}

/** Returns the path of a table's file: its name stands before the extension where there are several. */
export function pathOf(path: string, table: string, isAlone: boolean): string {
  if (isAlone) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}.${table}${extension}`;
}

/** Returns the files of a consumer, in the order of its tables. */
function pathsOf({ inputs }: SinkContext, path: string): string[] {
  return inputs.map(({ name }) => pathOf(path, name, inputs.length === 1));
}

interface Opened {
  encoding: Encoding;
  state: FileState;
  /** Lets others have the files. */
  giveBack: () => Promise<void>;
}

class AppendedSink implements Sink {
  readonly kind: string;
  readonly location: string;
  readonly #context: SinkContext;
  readonly #path: string;
  readonly #encoding: Encoding;
  readonly #state: FileState;
  readonly #giveBack: () => Promise<void>;
  readonly #written = new Map<string, number>();
  readonly #files = new Map<string, FileHandle>();

  constructor(context: SinkContext, path: string, { encoding, state, giveBack }: Opened) {
    this.#context = context;
    this.#path = path;
    this.#encoding = encoding;
    this.#state = state;
    this.#giveBack = giveBack;
    this.kind = encoding.kind;
    this.location = pathOf(path, '*', context.inputs.length === 1);
  }

  get checkpoint(): LedgerMark | undefined {
    return this.#state.checkpoint;
  }

  /** Throws PipelineError if a file differs from its checkpoint, or new rows do not fit its columns. */
  async check(): Promise<void> {
    const { consumer, inputs } = this.#context;
    for (const [i, path] of pathsOf(this.#context, this.#path).entries()) {
      const length = this.#state.lengths[path] ?? 0;
      const found = await sizeOf(this.#context, path);
      if (found < length) {
        const what = `${path} has ${found} bytes, and had ${length} at the checkpoint: put it back, or begin with from=start`;
        throw new PipelineError(`${consumer}: ${what}`, { code: 'sink_lost_checkpoint', component: consumer });
      }
      if (length > 0 && !(await beginsWith(path, await this.#encoding.head(inputs[i])))) {
        const what = `${path} has other columns, or another form, than rows to come: name another path, or move it away and begin with from=start (--from-start)`;
        throw new PipelineError(`${consumer}: ${what}`, { code: 'sink_schema_conflict', component: consumer });
      }
    }
  }

  /** Takes back what was written behind the checkpoint. */
  async cut(): Promise<void> {
    // A file that is removed below would take what is written later with it.
    await this.#closeFiles();
    for (const path of pathsOf(this.#context, this.#path)) {
      const length = this.#state.lengths[path] ?? 0;
      // A link stays, which people have made.
      if (length === 0) await rm(await realPath(path), { force: true });
      else if ((await sizeOf(this.#context, path)) > length) await truncate(path, length);
    }
  }

  async write(batch: Batch): Promise<void> {
    const { inputs } = this.#context;
    const lengths = { ...this.#state.lengths };
    try {
      for (const table of inputs) {
        const rows = batch.rows.get(table.name);
        const path = pathOf(this.#path, table.name, inputs.length === 1);
        if (rows) lengths[path] = (lengths[path] ?? 0) + (await this.#append(path, table, rows, lengths[path] ?? 0));
      }
      await this.#checkThere(lengths);
      await writeState(this.#context, { checkpoint: batch.last, lengths });
    } catch (error) {
      // Another file took its place: this run must not cut it.
      if (error instanceof PipelineError) throw error;
      await this.#takeBack().catch(() => undefined);
      throw fault(this.#context, this.#path, 'sink_write_failed', error);
    }
    this.#state.checkpoint = batch.last;
    this.#state.lengths = lengths;
    for (const { name } of inputs) {
      const rows = batch.rows.get(name);
      if (rows) this.#written.set(name, (this.#written.get(name) ?? 0) + rows.numRows);
    }
  }

  /** Throws PipelineError if a name does not lead to what was written: the system goes on in a file that was removed, which is lost. */
  async #checkThere(lengths: Readonly<Record<string, number>>): Promise<void> {
    for (const path of pathsOf(this.#context, this.#path)) {
      const length = lengths[path] ?? 0;
      const found = length > 0 ? await sizeOf(this.#context, path) : 0;
      if (found === length) continue;
      const why = new Error(`${found} bytes, expected ${length}: it was removed or changed while it was written`);
      throw fault(this.#context, path, 'sink_write_failed', why);
    }
  }

  /** Takes back what was written of a batch, unless the fault came after its state was kept. The next run does so if this fails. */
  async #takeBack(): Promise<void> {
    Object.assign(this.#state, await keptState(this.#context));
    await this.cut();
  }

  async #append(path: string, table: RecordTable, rows: RecordBatch, at: number): Promise<number> {
    const head = at === 0 ? await this.#encoding.head(table) : new Uint8Array();
    const bytes = Buffer.concat([head, await this.#encoding.encode(table, rows)]);
    const file = this.#files.get(path) ?? (await open(path, 'a'));
    this.#files.set(path, file);
    await file.appendFile(bytes);
    await file.sync();
    if (at === 0) await syncFolder(dirname(await realpath(path)));
    return bytes.length;
  }

  written(): ReadonlyMap<string, number> {
    return this.#written;
  }

  async close(): Promise<void> {
    this.#encoding.close();
    await this.#closeFiles().finally(this.#giveBack);
  }

  async #closeFiles(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    for (const file of files) await file.close();
  }
}

/** Returns the size of a file. Throws PipelineError for devices and pipes, which cannot be truncated. */
async function sizeOf({ consumer }: SinkContext, path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
    const message = `${consumer}: ${path} is a folder, a device or a pipe: name a file, or use the consumer stdout`;
    throw new PipelineError(message, { code: 'not_a_file', component: consumer });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

async function beginsWith(path: string, head: Uint8Array): Promise<boolean> {
  const found = Buffer.alloc(head.length);
  await withFile(path, (file) => readFully(file, found, 0));
  return found.equals(head);
}
