/** A prompt for SQL: lines become statements, which run one after the other. */
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { splitStatements } from '../index.ts';
import type { Completion } from './complete.ts';
import { searchHistory } from './history-search.ts';
import { endBy, Interrupted } from './interrupt.ts';

export interface PromptOptions {
  input: Readable;
  /** Where it is typed; without it no prompt is shown, nothing is completed, and the first error ends it. */
  terminal?: Writable;
  /** Statements typed before, the newest first; it gets what is typed now. */
  history?: string[];
  /** Returns what the last word of the text may become; `statement` is all that is typed, with what stands behind the cursor. */
  complete?: (text: string, statement: string) => Promise<Completion>;
  /** Runs a statement, or a line that begins with a point or is `exit`, `quit` or `help`; returns whether more are read. */
  run: (statement: string, signal: AbortSignal) => Promise<boolean>;
  /** Says what went wrong with a statement. */
  onError: (error: unknown) => void;
  /** Ends the prompt. */
  signal: AbortSignal;
}

const FIRST = 'ledgerlake> ';
const NEXT = '       ...> ';
const HISTORY_SIZE = 1000;
/** A line that is no SQL. */
// eslint-disable-next-line local/linear-expressions -- the user of the prompt types it
const COMMAND = /^\s*(\.|(exit|quit|help)\s*;?\s*$)/i;

/**
 * Runs statements until the input ends or `run` stops. In a terminal Ctrl-C cancels, and errors are printed; elsewhere the
 * first error is thrown.
 */
export function prompt(options: PromptOptions): Promise<void> {
  return new Prompt(options).read();
}

class Prompt {
  readonly #options: PromptOptions;
  readonly #lines: Interface;
  /** Lines of a statement that has no end yet. */
  #typed = '';
  #running: AbortController | undefined;
  #isClosed = false;
  /** What the keys for up and down go through. */
  #recalled: string[] = [];

  constructor(options: PromptOptions) {
    const { input, terminal, history = [] } = options;
    this.#options = options;
    this.#lines = createInterface({
      input,
      ...(terminal && {
        output: terminal,
        terminal: true,
        prompt: FIRST,
        history: [...history],
        historySize: HISTORY_SIZE,
        completer: (line: string, done: (error: null, result: [string[], string]) => void) =>
          this.#complete(line, done),
      }),
    });
    if (terminal) searchHistory(this.#lines, () => this.#options.history ?? []);
  }

  async read(): Promise<void> {
    const { terminal, signal } = this.#options;
    const stop = () => {
      this.#running?.abort(signal.reason);
      this.#lines.close();
    };
    signal.addEventListener('abort', stop);
    this.#lines.on('close', () => (this.#isClosed = true));
    this.#lines.on('SIGINT', () => this.#interrupt());
    // Statements are kept, not the lines they were typed in.
    this.#lines.on('history', (lines) => {
      this.#recalled = lines;
      this.#recall();
    });
    try {
      if (terminal) this.#ask();
      for await (const line of this.#lines) {
        if (!(await this.#take(line))) return;
        if (terminal) this.#ask();
      }
      signal.throwIfAborted();
      if (this.#typed !== '' && !terminal) await this.#run(this.#typed);
      terminal?.write('\n');
    } finally {
      signal.removeEventListener('abort', stop);
      this.#lines.close();
    }
  }

  /** While a statement ran, the input may have ended. */
  #ask(): void {
    if (this.#isClosed) return;
    this.#lines.setPrompt(this.#typed === '' ? FIRST : NEXT);
    this.#lines.prompt();
  }

  /** Returns whether more is read. */
  async #take(line: string): Promise<boolean> {
    if (this.#typed === '' && COMMAND.test(line)) return this.#run(line.trim());
    const { statements, rest } = splitStatements(`${this.#typed}${line}\n`);
    this.#typed = rest;
    for (const statement of statements) if (!(await this.#run(statement))) return false;
    return true;
  }

  async #run(statement: string): Promise<boolean> {
    const { run, terminal, onError } = this.#options;
    this.#remember(statement);
    this.#running = new AbortController();
    try {
      return await run(statement, this.#running.signal);
    } catch (error) {
      if (!terminal) throw error;
      onError(error);
      return true;
    } finally {
      this.#running = undefined;
    }
  }

  #interrupt(): void {
    if (this.#running?.signal.aborted) return endBy('SIGINT');
    if (this.#running) return this.#running.abort(new Interrupted('stopped by Ctrl-C'));
    const isEmpty = this.#typed === '' && this.#lines.line === '';
    this.#options.terminal?.write(isEmpty ? '^C (Ctrl-D ends)\n' : '^C\n');
    this.#typed = '';
    this.#lines.write(null, { ctrl: true, name: 'e' });
    this.#lines.write(null, { ctrl: true, name: 'u' });
    this.#ask();
  }

  /** A statement of several lines becomes one, unless a comment would swallow what follows it. */
  #remember(statement: string): void {
    const { history } = this.#options;
    if (!history) return;
    const entries = statement.includes('--')
      ? statement.split('\n').reverse()
      : // eslint-disable-next-line local/linear-expressions -- the user of the prompt types it
        [statement.replaceAll(/\s*\n\s*/g, ' ')];
    if (entries.length === 1 && entries[0] === history[0]) return;
    history.unshift(...entries);
    history.splice(HISTORY_SIZE);
    this.#recall();
  }

  #recall(): void {
    this.#recalled.splice(0, this.#recalled.length, ...(this.#options.history ?? []));
  }

  #complete(line: string, done: (error: null, result: [string[], string]) => void): void {
    const { complete } = this.#options;
    const none: [string[], string] = [[], line];
    if (!complete) return done(null, none);
    complete(`${this.#typed}${line}`, `${this.#typed}${this.#lines.line}`).then(
      ({ words, typed }) => done(null, typed > line.length ? none : [words, line.slice(line.length - typed)]),
      () => done(null, none),
    );
  }
}
