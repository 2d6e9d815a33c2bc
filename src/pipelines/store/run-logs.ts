/** Log lines of pipelines: the last of each, in memory and in a file of their own. */
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDurableFolder } from '../../core/folders.ts';
import { writeDurably } from '../../lake/disk/files.ts';
import { errorCode } from '../../core/system-errors.ts';
import { Turns } from '../../core/turns.ts';
import type { LogLine } from '../run/options.ts';

export interface KeptLine extends LogLine {
  time: string;
  run_id: string;
}

const KEPT_LINES = 1000;
const MOST_LETTERS = 4000;
/** A file with so many lines more is written anew with the last ones. */
const SLACK = 1000;

interface Log {
  lines: KeptLine[];
  /** How many lines the file has. */
  written: number;
}

/** The logs in a folder. */
export class RunLogs {
  readonly #folder: string;
  readonly #logs = new Map<string, Promise<Log>>();
  readonly #turns = new Turns();
  readonly #onFault: (error: unknown) => void;

  /** Calls `onFault` when a line cannot be written. */
  constructor(folder: string, onFault: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFault = onFault;
  }

  /** Adds a line; it reaches the file a little later. */
  add(id: string, line: KeptLine): void {
    void this.#turns
      .take(id, async () => {
        const log = await this.#log(id);
        const cut = { ...line, message: line.message.slice(0, MOST_LETTERS) };
        log.lines.push(cut);
        if (log.lines.length > KEPT_LINES) log.lines.splice(0, log.lines.length - KEPT_LINES);
        await this.#write(id, log, cut);
      })
      .catch(this.#onFault);
  }

  /** Returns the last lines of a pipeline, in their order. */
  async read(id: string): Promise<readonly KeptLine[]> {
    return this.#turns.take(id, async () => [...(await this.#log(id)).lines]);
  }

  async remove(id: string): Promise<void> {
    await this.#turns.take(id, async () => {
      this.#logs.delete(id);
      await rm(this.#path(id), { force: true });
    });
  }

  /** Resolves when every line is in its file. */
  async close(): Promise<void> {
    await this.#turns.idle();
  }

  async #write(id: string, log: Log, line: KeptLine): Promise<void> {
    if (++log.written > KEPT_LINES + SLACK) {
      await writeDurably(this.#path(id), textOf(log.lines), 0o600);
      log.written = log.lines.length;
    } else {
      await makeDurableFolder(this.#folder);
      await appendFile(this.#path(id), textOf([line]), { mode: 0o600 });
    }
  }

  #log(id: string): Promise<Log> {
    const known = this.#logs.get(id) ?? this.#readFile(id);
    this.#logs.set(id, known);
    return known;
  }

  async #readFile(id: string): Promise<Log> {
    const text = await readFile(this.#path(id), 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return '';
      throw error;
    });
    const all = text.split('\n').filter((line) => line !== '');
    // A line that a crash cut off would take the next one with it: the file is written anew then.
    const written = text === '' || text.endsWith('\n') ? all.length : KEPT_LINES + SLACK;
    return { lines: all.slice(-KEPT_LINES).flatMap(parseLine), written };
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.jsonl`);
  }
}

function textOf(lines: readonly KeptLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A line that a crash cut off is left out. */
function parseLine(text: string): KeptLine[] {
  try {
    return [JSON.parse(text) as KeptLine];
  } catch {
    return [];
  }
}
