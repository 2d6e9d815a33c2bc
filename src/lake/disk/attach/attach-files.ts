/** The Parquet files of a part, brought into a lake under names that nothing counts yet. */
import { constants, copyFile, link, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LakeError } from '../../../core/errors.ts';
import { exists, makeDurableFolder } from '../../../core/folders.ts';
import { errorCode, systemReason } from '../../../core/system-errors.ts';
import type { LakePart } from './attach-parts.ts';
import { damagedFile, fingerprint, isDataPath, syncFile, TEMPORARY } from '../files.ts';
import type { SegmentFile } from '../snapshot/manifest.ts';
import { folderOf, freePath } from '../table-files.ts';

/** How files come: by a second name, by a copy, or by the first where the system can and else by the second. */
export type Bringing = 'link' | 'copy' | 'either';

/** What systems say where a file cannot have a second name there. */
const UNLINKED = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK', 'EACCES', 'ENOSYS'];

/** Brings files, and knows what it brought. */
export class FileBringer {
  /** The paths that were made for segments that have no manifest yet, relative to the lake. */
  readonly inHand = new Set<string>();
  /** The folders whose names have to reach the disk. */
  readonly folders = new Set<string>();
  readonly #lake: string;
  readonly #how: Bringing;
  /** Lists of columns by what they say: one for each file of a month would fill the memory. */
  readonly #columns = new Map<string, string[]>();

  constructor(lake: string, how: Bringing) {
    this.#lake = lake;
    this.#how = how;
  }

  /** Returns the file as one of the lake. Throws a LakeError if it is missing, damaged or unreadable. */
  async bring({ name, path: from, bucket }: LakePart, file: SegmentFile): Promise<SegmentFile> {
    checkInside(name, file.path);
    const path = await this.#pathOf(file);
    checkInside(name, path);
    await bucket?.bring(file);
    const [source, target] = [join(from, file.path), join(this.#lake, path)];
    if (!this.folders.has(dirname(target))) await makeDurableFolder(dirname(target));
    this.folders.add(dirname(target));
    this.inHand.add(path);
    try {
      if ((this.#how === 'copy' && !bucket) || !(await this.#isLinked(source, target, file, name))) {
        await copyFile(source, target + TEMPORARY, constants.COPYFILE_FICLONE);
        await checkFile(target + TEMPORARY, file, name);
        await syncFile(target + TEMPORARY);
        await rename(target + TEMPORARY, target);
      }
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || (await exists(source))) throw error;
      throw new LakeError(`part ${name} lacks a file: ${file.path} is gone`, { lake: name, file: file.path }, error);
    }
    return { ...file, path, columns: this.#shared(file.columns) };
  }

  #shared(columns: string[]): string[] {
    const key = columns.join();
    const shared = this.#columns.get(key) ?? columns;
    this.#columns.set(key, shared);
    return shared;
  }

  /** The name that it has in the part, unless a file of no segment has it. */
  async #pathOf(file: SegmentFile): Promise<string> {
    if (!(await exists(join(this.#lake, file.path)))) return file.path;
    return freePath(this.#lake, folderOf(file), file.first, file.last);
  }

  async #isLinked(source: string, target: string, file: SegmentFile, part: string): Promise<boolean> {
    await checkFile(source, file, part);
    try {
      await link(source, target);
      return true;
    } catch (error) {
      if (!UNLINKED.includes(errorCode(error) ?? '')) throw error;
      if (this.#how === 'either') return false;
      const why = errorCode(error) === 'EXDEV' ? 'the lake is on another file system' : systemReason(error);
      throw new LakeError(
        `part ${part}: ${file.path} cannot be linked: ${why}; give --copy`,
        { file: file.path },
        error,
      );
    }
  }
}

/** A manifest may come from anywhere, and its tables name folders, too. */
function checkInside(part: string, path: string): void {
  if (isDataPath(path)) return;
  throw new LakeError(`part ${part} names a file outside a lake's folders: ${path}`, { lake: part, file: path });
}

async function checkFile(path: string, file: SegmentFile, part: string): Promise<void> {
  const found = await fingerprint(path);
  if (found.sha256 === file.sha256) return;
  const [is, was] =
    found.bytes === file.bytes ? [found.sha256, file.sha256] : [`${found.bytes} bytes`, `${file.bytes} bytes`];
  throw damagedFile(part, file.path, is, was);
}
