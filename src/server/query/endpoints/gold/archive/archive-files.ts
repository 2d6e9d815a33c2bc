/** Archives on disk: one folder each, with a description in `archive.json` and the data in files beside it. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { existsNow, makeDurableFolder, syncFolder } from '../../../../../core/folders.ts';
import { writeSynced } from '../../../../../lake/disk/files.ts';
import { lockPassingFile, type Conflict, type FileLock } from '../../../../../lake/disk/locks/file-lock.ts';
import { errorCode } from '../../../../../core/system-errors.ts';

/** A file of an archive; its checksum is that of its bytes. */
export interface Artifact {
  name: string;
  type: 'transactions' | 'balance_snapshot' | 'supply_timeline' | 'documentation' | 'manifest';
  format: string;
  snapshot_at?: string;
  row_count?: number;
  checksum: string;
  generated_at: string;
}

/** A ledger file that an archive was made of. */
export interface Parent {
  name: string;
  first_ledger: number;
  last_ledger: number;
  sha256: string;
}

/** What is known of an archive. */
export interface Archive {
  archive_id: string;
  status: 'pending' | 'processing' | 'complete' | 'failed';
  asset: { code: string; issuer?: string; type: string };
  period: { start: string; end: string };
  include: string[];
  format: string;
  methodology_version: string;
  reproducibility_key: string;
  coverage: { state: string; oldest: number; latest: number; gaps: number[][] };
  created_at: string;
  completed_at?: string;
  /** Why it failed, as it may be told to anyone. */
  error?: string;
  /** What went wrong inside, which may name files. */
  cause?: string;
  /** What is to be known of its rows, such as totals that are left out. */
  warnings?: string[];
  artifacts?: Artifact[];
  parents?: Parent[];
  ledger_hashes?: { first: string; last: string };
  software?: { name: string; version: string };
}

const RECORD = 'archive.json';
const ID = /^archive_[A-Za-z0-9]{1,12}_\d{8}_[0-9a-f]{8}$/;

/** Returns the archive of an id; undefined where there is none, or its record is damaged. */
export async function readArchive(folder: string, id: string): Promise<Archive | undefined> {
  const record = ID.test(id) ? await readRecord(folder, id) : undefined;
  return record === 'damaged' ? undefined : record;
}

/** Returns all archives of a folder, which need not exist, and the ids of those whose records are damaged. */
export async function readArchives(folder: string): Promise<{ archives: Archive[]; damaged: string[] }> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const ids = names.filter((name) => ID.test(name));
  const records = await Promise.all(ids.map((id) => readRecord(folder, id)));
  return {
    archives: records.filter((record) => record !== undefined && record !== 'damaged'),
    damaged: ids.filter((_id, i) => records[i] === 'damaged'),
  };
}

async function readRecord(folder: string, id: string): Promise<Archive | 'damaged' | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(join(folder, id, RECORD), 'utf8'));
    return isArchive(record, id) ? record : 'damaged';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return 'damaged';
    throw error;
  }
}

/** What lists go by; a cut record has lost its end, and is no JSON. */
const Known = Type.Object({
  archive_id: Type.String(),
  status: Type.String(),
  asset: Type.Object({ code: Type.String() }),
  period: Type.Object({ start: Type.String(), end: Type.String() }),
  created_at: Type.String(),
  artifacts: Type.Optional(Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() }))),
  parents: Type.Optional(Type.Array(Type.Object({ name: Type.String(), sha256: Type.String() }))),
});

function isArchive(record: unknown, id: string): record is Archive {
  return Check(Known, record) && record.archive_id === id;
}

/** Writes what is known of an archive: who reads sees it as it was or as it is. */
export async function writeArchive(folder: string, archive: Archive): Promise<void> {
  const place = join(folder, archive.archive_id);
  await makeDurableFolder(place);
  const draft = join(place, `.${RECORD}.${process.pid}`);
  try {
    await writeSynced(draft, `${JSON.stringify(archive, null, 2)}\n`);
    await rename(draft, join(place, RECORD));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(place);
}

/** Takes the lock of an archive, which whoever makes it holds; returns a Conflict when another process does. */
export async function lockArchive(folder: string, id: string): Promise<FileLock | Conflict> {
  await makeDurableFolder(folder);
  return lockPassingFile(join(folder, `${id}.lock`));
}

/** Removes the lock that a process left which ended after its archive was whole. */
export async function removeLeftLock(folder: string, id: string): Promise<void> {
  if (!existsNow(join(folder, `${id}.lock`))) return;
  const lock = await lockArchive(folder, id);
  if (!('heldBy' in lock)) await lock.release();
}

/** Removes what an archive is made of, and drafts of its record that killed processes left. */
export async function emptyArchive(folder: string, id: string): Promise<void> {
  const place = join(folder, id);
  const names = await readdir(place);
  for (const name of names) if (name !== RECORD) await rm(join(place, name), { force: true });
}

/** Returns the path of a file that an archive has; undefined where it has none of the name. */
export function artifactPath(
  folder: string,
  { archive_id: id, artifacts = [] }: Archive,
  name: string,
): string | undefined {
  return artifacts.some((one) => one.name === name) ? join(folder, id, name) : undefined;
}

/** Returns whether all files of an archive still have the bytes with which they were written. */
export async function isWhole(folder: string, archive: Archive): Promise<boolean> {
  for (const { name, checksum } of archive.artifacts ?? []) {
    const found = await checksumOfFile(join(folder, archive.archive_id, name)).catch(() => undefined);
    if (found !== checksum) return false;
  }
  return true;
}

async function checksumOfFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return `sha256:${sum.digest('hex')}`;
}
