/** Pipelines below a data folder: a file each, written whole or not at all, of one process at a time. */
import { hash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { makeDurableFolder, syncFolder } from '../../core/folders.ts';
import { lockOwnFile, type FileLock } from '../../lake/disk/locks/file-lock.ts';
import { TEMPORARY, writeDurably } from '../../lake/disk/files.ts';
import { messageOf } from '../../core/system-errors.ts';
import { Turns } from '../../core/turns.ts';
import type { PipelineRecord } from './record.ts';

const FORMAT = 1;

/** A file as it is kept: a pipeline, and the SHA-256 of its text. */
interface Kept {
  format: number;
  sha256: string;
  pipeline: PipelineRecord;
}

/** Folders that this process has open: the system would give it the same lock twice. */
const opened = new Set<string>();

/** The pipelines of a folder, in memory as on disk. */
export class PipelineStore {
  readonly #folder: string;
  readonly #lock: FileLock;
  readonly #records = new Map<string, PipelineRecord>();
  readonly #damaged = new Map<string, string>();
  readonly #turns = new Turns();

  private constructor(folder: string, lock: FileLock) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Opens a data folder. Throws UsageError when another process has it; `onDamage` gets files that are not pipelines. */
  static async open(dataDir: string, onDamage: (message: string) => void): Promise<PipelineStore> {
    const folder = join(resolve(dataDir), 'definitions');
    await makeDurableFolder(folder);
    const store = new PipelineStore(folder, await lockFolder(resolve(dataDir)));
    try {
      await store.#read(onDamage);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async #read(onDamage: (message: string) => void): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      if (name.endsWith(TEMPORARY)) await rm(path, { force: true });
      const [, id] = /^([0-9a-f-]{36})\.json$/.exec(name) ?? [];
      if (id === undefined) continue;
      try {
        this.#records.set(id, parseKept(await readFile(path, 'utf8'), id));
      } catch (error) {
        const message = `pipeline ${id} cannot be read from ${path}: ${messageOf(error)}`;
        this.#damaged.set(id, message);
        onDamage(message);
      }
    }
  }

  /** Returns every pipeline, the newest first. */
  list(): PipelineRecord[] {
    return [...this.#records.values()].sort(inOrder);
  }

  get(id: string): PipelineRecord | undefined {
    return this.#records.get(id);
  }

  /** Whether there is a file of this pipeline that cannot be read. */
  isDamaged(id: string): boolean {
    return this.#damaged.has(id);
  }

  /** Returns the pipelines of a team with this name; more than one only where a store was put together by hand. */
  byName(team: string, name: string): PipelineRecord[] {
    return this.list().filter((record) => record.team === team && record.definition.metadata.name === name);
  }

  /** Keeps a pipeline in memory; it reaches the disk when it is saved next. */
  hold(record: PipelineRecord): void {
    this.#records.set(record.pipeline_id, record);
  }

  /** Keeps a pipeline: at once in memory, on disk when this resolves. */
  async save(record: PipelineRecord): Promise<void> {
    this.#records.set(record.pipeline_id, record);
    await this.#turns.take(record.pipeline_id, async () => {
      const latest = this.#records.get(record.pipeline_id);
      if (latest) await writeDurably(this.#path(record.pipeline_id), keptText(latest), 0o600);
    });
  }

  async remove(id: string): Promise<void> {
    this.#records.delete(id);
    await this.#turns.take(id, async () => {
      await rm(this.#path(id), { force: true });
      await syncFolder(this.#folder);
    });
  }

  /** Ends what is being written, and lets others have the folder. */
  async close(): Promise<void> {
    await this.#turns.idle();
    await this.#lock.release();
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

async function lockFolder(dataDir: string): Promise<FileLock> {
  if (opened.has(dataDir)) throw held(dataDir, process.pid);
  opened.add(dataDir);
  try {
    const lock = await lockOwnFile(join(dataDir, 'pipelines.lock'));
    if ('heldBy' in lock) throw held(dataDir, lock.heldBy);
    const release = async () => {
      await lock.release();
      opened.delete(dataDir);
    };
    return { release };
  } catch (error) {
    opened.delete(dataDir);
    throw error;
  }
}

function held(dataDir: string, pid: number | undefined): UsageError {
  const who = pid === undefined ? 'another server' : `another server (process ${pid})`;
  return new UsageError(`${who} runs the pipelines of ${dataDir}: stop it, or give another --data-dir`);
}

function keptText(pipeline: PipelineRecord): string {
  const text = JSON.stringify(pipeline);
  return `{"format":${FORMAT},"sha256":"${hash('sha256', text)}","pipeline":${text}}\n`;
}

function parseKept(text: string, id: string): PipelineRecord {
  const { format, sha256, pipeline } = JSON.parse(text) as Kept;
  if (format !== FORMAT) throw new Error(`it has format ${format}, and this version reads ${FORMAT}`);
  if (hash('sha256', JSON.stringify(pipeline)) !== sha256) throw new Error('its SHA-256 does not match its text');
  if (pipeline.pipeline_id !== id) throw new Error(`it is of pipeline ${pipeline.pipeline_id}`);
  return pipeline;
}

/** Sorts by creation time, newest first, then by id. */
function inOrder(a: PipelineRecord, b: PipelineRecord): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.pipeline_id < b.pipeline_id ? -1 : 1;
}
