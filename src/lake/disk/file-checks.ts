/** Compares Parquet files with their SHA-256: bit rot more often changes answers than makes files unreadable. */
import { join } from 'node:path';
import { LakeError } from '../../core/errors.ts';
import { errorCode } from '../../core/system-errors.ts';
import { fingerprint } from './files.ts';
import type { SegmentFile } from './snapshot/manifest.ts';

/** What to do about files that are damaged. */
const DAMAGE_ADVICE = 'ledgerlake verify lists all, repair drops them, and what they held can be loaded again';

/** Messages of DuckDB 1.5.5 about damaged, truncated and missing Parquet files. */
const damage =
  /Failed to read file "|Parquet file|Out of buffer|TProtocolException|don't know what type|No magic bytes found at end of file|No files found that match the pattern ".*\/ledger_range=\d+\/[\d.-]+\.parquet"/;

/** Returns whether a message of DuckDB is about a file that cannot be read. */
export function isOfDamage(message: string): boolean {
  return /^(Invalid Input|Invalid|IO) Error: /.test(message) && damage.test(message);
}

/** A path of Parquet in a lake, in the message of DuckDB that the file is gone. */
const gone =
  /No files found that match the pattern ".*\/((\w+)\/(\w+?)(_v\d+)?(?:_folded)?\/ledger_range=\d+\/(\d+-\d+)[\d.]*\.parquet)"/;

/** Returns a message of DuckDB about a file that cannot be read in words, with what to do about it. */
export function damageIn(message: string): string {
  const found = gone.exec(message);
  if (!found) return `${message}; ${DAMAGE_ADVICE}`;
  const [, path, schema, name, version, ledgers] = found;
  const what = `${schema}.${name} of ledgers ${ledgers}, ${path}, is gone`;
  return version === undefined
    ? `${what}; ${DAMAGE_ADVICE}`
    : `the part of ${what}; ledgerlake repair drops it and refresh rebuilds it`;
}

/** A file as it was committed. */
type CommittedFile = Pick<SegmentFile, 'path' | 'bytes' | 'sha256'>;

/**
 * Files of up to so many bytes in all are compared unasked: a query with a process of its own takes 600 ms of a core, 60 files of
 * 20 MB in all take 25 ms. In larger lakes that would soon outweigh queries, which read few columns.
 */
const SMALL_BYTES = 20e6;

const AT_ONCE = 4;

/** Compares files once each. */
export class FileChecks {
  readonly #lake: string;
  readonly #always: boolean | undefined;
  readonly #checked = new Set<string>();

  /** `always` says whether to compare; without it that depends on how many bytes the files have. */
  constructor(lake: string, always?: boolean) {
    this.#lake = lake;
    this.#always = always;
  }

  /** Returns whether files of so many bytes in all are compared. */
  isWanted(bytes: number): boolean {
    return this.#always ?? bytes <= SMALL_BYTES;
  }

  /** Returns the files that have not been compared yet. */
  unknown<File extends Pick<CommittedFile, 'path'>>(files: readonly File[]): File[] {
    return files.filter(({ path }) => !this.#checked.has(path));
  }

  /** Throws a LakeError that names the first file found to be another than was committed. What is gone is met by whoever reads it. */
  async check(files: readonly CommittedFile[]): Promise<void> {
    if (!this.isWanted(files.reduce((sum, { bytes }) => sum + bytes, 0))) return;
    const waiting = this.unknown(files);
    const lane = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        await this.#compare(file);
        this.#checked.add(file.path);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  async #compare({ path, bytes, sha256 }: CommittedFile): Promise<void> {
    const found = await fingerprint(join(this.#lake, path)).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    if (!found || found.sha256 === sha256) return;
    const [is, was] = found.bytes === bytes ? [found.sha256, sha256] : [`${found.bytes} bytes`, `${bytes} bytes`];
    throw new LakeError(
      `lake ${this.#lake} has a damaged file: ${path} is ${is}, expected ${was}, as it was committed; ${DAMAGE_ADVICE}`,
      { lake: this.#lake, file: path, found: is, expected: was },
    );
  }
}
