/** Downloads a lake from a bucket into a folder; files that are already there are not requested again. */
import { hash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RetriedBucket } from '../../../datastore/transfer/retried-bucket.ts';
import { LakeError, StoreError } from '../../../core/errors.ts';
import { damagedFile, fingerprint, INDEX_FOLDER, TEMPORARY, writeDurably } from '../files.ts';
import { inLanes } from '../../../core/lanes.ts';
import { manifestPath, type SegmentFile } from '../snapshot/manifest.ts';
import { OMISSIONS } from '../snapshot/omissions.ts';
import { HEAD, parseHead, readSnapshot, SNAPSHOTS } from '../snapshot/read-snapshot.ts';

/** What is written last into a bucket, and names what is there. */
export const PUBLISHED = `${SNAPSHOTS}/${HEAD}`;

/** What of an object is in memory at a time. */
const PIECE_BYTES = 8 << 20;

/** How many small objects are brought at a time. */
const AT_ONCE = 16;

/** A part that is in a bucket. */
export class BucketPart {
  /** Its address. */
  readonly name: string;
  /** The folder that it is brought into. */
  readonly dir: string;
  /** Whether files were brought that are worth to go on with. */
  hasFiles = false;
  readonly #bucket: RetriedBucket;
  readonly #signal: AbortSignal | undefined;

  constructor(bucket: RetriedBucket, dir: string, signal?: AbortSignal) {
    this.name = bucket.name;
    this.dir = dir;
    this.#bucket = bucket;
    this.#signal = signal;
  }

  /**
   * Downloads all but Parquet: description, snapshot, manifests. Throws a LakeError for no lake or an unfinished upload, and
   * a StoreError if the bucket does not answer.
   */
  async bringDescription(): Promise<void> {
    const head = await this.#read(PUBLISHED);
    if (head === undefined) throw await this.#unpublished();
    await this.#keep(PUBLISHED, head);
    const pages = Object.values(parseHead(this.name, head).pages).map((page) => `${SNAPSHOTS}/${page}`);
    for (const path of ['lake.json', ...pages]) await this.#keep(path, (await this.#read(path)) ?? this.#lacks(path));
    const { segments } = await readSnapshot(this.dir);
    await inLanes(segments, AT_ONCE, ({ name, manifest }) => this.#bringManifest(manifestPath(name), manifest));
    const omissions = await this.#read(OMISSIONS);
    if (omissions === undefined) await rm(join(this.dir, OMISSIONS), { force: true });
    else await this.#keep(OMISSIONS, omissions);
  }

  /** Brings a Parquet file unless it is there as it was committed. Whoever takes it holds it against its hash. */
  async bring({ path, bytes, sha256 }: Pick<SegmentFile, 'path' | 'bytes' | 'sha256'>): Promise<void> {
    if (await isSame(join(this.dir, path), sha256)) return;
    try {
      await this.#download(path, bytes);
    } catch (error) {
      if (isMissing(error)) this.#lacks(path, error);
      throw error;
    }
  }

  /** Returns the files of the part's index by their names in it, with their sizes; none where the bucket cannot be listed. */
  async indexFiles(): Promise<Map<string, number>> {
    if (!this.#bucket.isListed) return new Map();
    const all = await this.#bucket.all({ from: `${INDEX_FOLDER}/`, signal: this.#signal });
    const names = [...all].flatMap(([path, bytes]): [string, number][] => {
      const [, name] = /^lookup\/([\d-]+\.(?:rows|[\da-f]{8}\.keys))$/.exec(path) ?? [];
      return name === undefined ? [] : [[name, bytes]];
    });
    return new Map(names);
  }

  /** Brings a file of the index, whose pages are checked when they are read. */
  bringIndexFile(name: string, bytes: number): Promise<void> {
    return this.#download(`${INDEX_FOLDER}/${name}`, bytes);
  }

  async #download(path: string, bytes: number): Promise<void> {
    const target = join(this.dir, path);
    await mkdir(dirname(target), { recursive: true });
    const file = await open(target + TEMPORARY, 'w');
    try {
      for (let start = 0; start < bytes; start += PIECE_BYTES) {
        const range = { start, end: Math.min(start + PIECE_BYTES, bytes) - 1 };
        const piece = await this.#bucket.get(path, { range, signal: this.#signal });
        await file.writeFile(piece);
        // An object that is shorter than was committed shows by its hash.
        if (piece.length <= range.end - range.start) break;
      }
    } finally {
      await file.close();
    }
    await rename(target + TEMPORARY, target);
    this.hasFiles = true;
  }

  async #bringManifest(path: string, sha256: string): Promise<void> {
    if (await isSame(join(this.dir, path), sha256)) return;
    const text = (await this.#read(path)) ?? this.#lacks(path);
    const found = hash('sha256', text);
    if (found !== sha256) throw damagedFile(this.name, path, found, sha256);
    await this.#keep(path, text);
  }

  /** Returns a text, undefined where there is none. */
  async #read(path: string): Promise<string | undefined> {
    try {
      return Buffer.from(await this.#bucket.get(path, { signal: this.#signal })).toString('utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  #keep(path: string, text: string): Promise<void> {
    return writeDurably(join(this.dir, path), text);
  }

  #lacks(path: string, cause?: unknown): never {
    throw new LakeError(`part ${this.name} lacks a file: ${path} is gone`, { lake: this.name, file: path }, cause);
  }

  /** What is there without the head is what an upload has sent that goes on, or was cut off. */
  async #unpublished(): Promise<LakeError> {
    const page = this.#bucket.isListed ? await this.#bucket.page({ limit: 1, signal: this.#signal }) : undefined;
    const isBegun = page !== undefined && page.objects.length > 0;
    const what = isBegun
      ? `part ${this.name} is still being written, or its upload was cut off: it has no ${PUBLISHED}; publish it to its end`
      : `no lake at ${this.name}: it has no ${PUBLISHED}; check the address, or write one with ledgerlake publish`;
    return new LakeError(what, { lake: this.name });
  }
}

async function isSame(path: string, sha256: string): Promise<boolean> {
  const found = await fingerprint(path).catch(() => undefined);
  return found?.sha256 === sha256;
}

function isMissing(error: unknown): boolean {
  return error instanceof StoreError && error.kind === 'missing' && error.fields.key !== undefined;
}
