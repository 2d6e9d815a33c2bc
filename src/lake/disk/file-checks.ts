/** Compares Parquet files with their checksums: bit rot more often changes answers than makes files unreadable. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LakeError, type ErrorFields } from '../../core/errors.ts';
import { ifMissing } from '../../core/system-errors.ts';
import { sealProblem } from '../../parquet/seal.ts';
import { fingerprint, INDEX_FOLDER, isDataPath } from './files.ts';
import { ScrubbedFiles } from './scrub-state.ts';
import type { SegmentFile } from './snapshot/manifest.ts';

/** Returns what to do about a damaged file of a lake, in words, with the command that repairs it. */
export function repairAdvice(lake: string, path?: string): string {
  const at = `--lake ${lake}`;
  if (path === undefined)
    return `ledgerlake verify ${at} names it, and ledgerlake repair ${at} --from STORE repairs it`;
  const repair = `ledgerlake repair ${at}`;
  if (path.startsWith(`${INDEX_FOLDER}/`)) {
    const again = path.endsWith('.rows') ? `ledgerlake ingest STORE ${at} --index-only` : `ledgerlake refresh ${at}`;
    return `${repair} moves it aside, and ${again} makes it again`;
  }
  const isPart = isDataPath(path) && !path.startsWith('bronze/');
  if (isPart) return `${repair} drops it, and ledgerlake refresh ${at} makes it again`;
  const hasLedgers = path.startsWith('bronze/') || /^segments\/\d/.test(path);
  return hasLedgers ? `${repair} --from STORE loads its ledgers again` : `${repair} repairs it`;
}

/** Messages of DuckDB 1.5.5 about damaged, truncated and missing Parquet files. */
const damage =
  /Failed to read file "|Parquet file|Out of buffer|TProtocolException|don't know what type|No magic bytes found at end of file|No files found that match the pattern ".*\/ledger_range=\d+\/[\d.-]+\.parquet"/;

/** Returns whether a message of DuckDB is about a file that cannot be read. */
export function isOfDamage(message: string): boolean {
  return /^(Invalid Input|Invalid|IO) Error: /.test(message) && damage.test(message);
}

/** The lake and a path of Parquet in it, in a message of DuckDB. */
const named = /"([^"]*?)\/?((?:bronze|silver|semantic|gold)\/\w+\/ledger_range=\d+\/(\d+-\d+)[\d.]*\.parquet)"/;

/**
 * Returns a message of DuckDB about a file that cannot be read in words, with what to do about it, and the file where the
 * message names one. `lake` is for a message that names none.
 */
export function damageIn(message: string, lake = 'LAKE'): { text: string; fields: { lake?: string; file?: string } } {
  const [, of, path, ledgers] = named.exec(message) ?? [];
  if (of === undefined || path === undefined) return { text: `${message}; ${repairAdvice(lake)}`, fields: {} };
  const advice = repairAdvice(of, path);
  const fields = { lake: of, file: path };
  if (!message.includes('No files found that match')) return { text: `${message}; ${advice}`, fields };
  const [schema, folder] = path.split('/');
  const relation = `${schema}.${folder.replace(/(_v\d+)?(_folded)?$/, '')}`;
  const what = `${schema === 'bronze' ? '' : 'the part of '}${relation} of ledgers ${ledgers}, ${path}, is gone`;
  return { text: `${what}; ${advice}`, fields };
}

/** A file as it was committed. */
type CommittedFile = Pick<SegmentFile, 'path' | 'bytes' | 'sha256'>;

/**
 * Files of up to so many bytes in all are compared unasked: a query with a process of its own takes 600 ms of a core, 60 files of
 * 20 MB in all take 25 ms. In larger lakes that would soon outweigh queries, which read few columns.
 */
const SMALL_BYTES = 20e6;

const AT_ONCE = 4;

/** Compares files once each, and again when they have changed. */
export class FileChecks {
  readonly #lake: string;
  readonly #always: boolean | undefined;
  readonly #smallBytes: number;
  /** What `stateOf` gave of a path that was compared. */
  readonly #checked = new Map<string, string>();
  /** The same of files that a scrub found damaged, and that were whole when they were compared again. */
  readonly #cleared = new Map<string, string>();
  readonly #scrubbed: ScrubbedFiles;
  /** What the scrub of this process found, also where it cannot write its state. */
  readonly #suspects = new Set<string>();

  /** `always` says whether to compare hashes; without it, those of up to `smallBytes` bytes are compared, and else seals. */
  constructor(lake: string, always?: boolean, smallBytes = SMALL_BYTES) {
    this.#lake = lake;
    this.#always = always;
    this.#smallBytes = smallBytes;
    this.#scrubbed = new ScrubbedFiles(lake);
  }

  /** Takes paths that a scrub of this process found damaged. */
  suspect(paths: readonly string[]): void {
    this.#suspects.clear();
    for (const path of paths) this.#suspects.add(path);
    this.#cleared.clear();
  }

  /** Returns the files that a scrub found damaged, and that were not compared again since. */
  suspected<File extends Pick<CommittedFile, 'path'>>(files: readonly File[]): File[] {
    const { paths } = this.#scrubbed;
    if (paths.size + this.#suspects.size === 0) return [];
    const isSuspect = (path: string) => paths.has(path) || this.#suspects.has(path);
    return files.filter(({ path }) => isSuspect(path) && this.#cleared.get(path) !== this.#clearedAs(path));
  }

  /** Compares files that a scrub found damaged, whatever else is compared. Throws as `check` does. */
  async checkSuspected(files: readonly CommittedFile[]): Promise<void> {
    for (const file of files) {
      const state = this.#clearedAs(file.path);
      await this.#compare(file);
      this.#cleared.set(file.path, state);
    }
  }

  /** A file that a scrub found damaged again is compared again, even if the system says that it did not change. */
  #clearedAs(path: string): string {
    return `${this.#scrubbed.version} ${this.#stateOf(path)}`;
  }

  /** Returns whether files of so many bytes in all are compared with their hashes. */
  isWanted(bytes: number): boolean {
    return this.#always ?? bytes <= this.#smallBytes;
  }

  /** Returns the files that have not been compared yet. */
  unknown<File extends Pick<CommittedFile, 'path'>>(files: readonly File[]): File[] {
    return files.filter(({ path }) => this.#checked.get(path) !== this.#stateOf(path));
  }

  /** Tells a file from a changed one, and from another in its place: 2 us. */
  #stateOf(path: string): string {
    const found = statSync(join(this.#lake, path), { throwIfNoEntry: false });
    return `${found?.ino} ${found?.ctimeMs}`;
  }

  /** Throws a LakeError that names the first file found to be another than was committed. What is gone is met by whoever reads it. */
  async check(files: readonly CommittedFile[]): Promise<void> {
    if (!this.isWanted(files.reduce((sum, { bytes }) => sum + bytes, 0))) return;
    await this.#each(files, (file) => this.#compare(file));
  }

  /**
   * Throws a LakeError that names the first file that its seal does not fit: what pages' own checksums do not cover. Does
   * nothing where nothing is to be compared.
   */
  async checkSeals(files: readonly Pick<CommittedFile, 'path'>[]): Promise<void> {
    if (this.#always !== false) await this.#each(files, (file) => this.#compareSeal(file));
  }

  async #each<File extends Pick<CommittedFile, 'path'>>(
    files: readonly File[],
    compare: (file: File) => Promise<void>,
  ): Promise<void> {
    const waiting = this.unknown(files);
    const lane = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        const state = this.#stateOf(file.path);
        await compare(file);
        this.#checked.set(file.path, state);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, lane));
  }

  async #compareSeal({ path }: Pick<CommittedFile, 'path'>): Promise<void> {
    const found = await sealProblem(join(this.#lake, path)).catch((error: unknown) => {
      return error instanceof RangeError ? `is cut short: ${error.message}` : ifMissing(error);
    });
    if (found !== undefined) throw this.#damaged(path, found);
  }

  async #compare({ path, bytes, sha256 }: CommittedFile): Promise<void> {
    const found = await fingerprint(join(this.#lake, path)).catch(ifMissing);
    if (!found || found.sha256 === sha256) return;
    const [is, was] = found.bytes === bytes ? [found.sha256, sha256] : [`${found.bytes} bytes`, `${bytes} bytes`];
    throw this.#damaged(path, `is ${is}, expected ${was}, as it was committed`, { found: is, expected: was });
  }

  #damaged(path: string, why: string, fields: ErrorFields = {}): LakeError {
    const message = `lake ${this.#lake} has a damaged file: ${path} ${why}; ${repairAdvice(this.#lake, path)}`;
    return new LakeError(message, { lake: this.#lake, file: path, ...fields });
  }
}
