/** API keys: kept as SHA-256, compared in constant time; of the text of a key nothing is kept. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../core/errors.ts';
import { existsNow, makeDurableFolder } from '../../core/folders.ts';
import { lockOwnFile, type FileLock } from '../../lake/disk/locks/file-lock.ts';
import { writeDurably } from '../../lake/disk/files.ts';
import { sealedText, unsealed } from '../../lake/disk/sealed.ts';
import { Turns } from '../../core/turns.ts';
import { ApiError } from './errors.ts';

/** A key as it is kept. */
export interface KeyEntry {
  /** The first letters of its hash: identifies the key, also to revoke it. */
  id: string;
  name: string;
  /** Whose pipelines and secrets it opens; by default those of `local`. */
  team?: string;
  sha256: string;
  created_at: string;
}

const FILE = 'api-keys.json';
const sha256 = (text: string) => hash('sha256', text, 'hex');

/** Returns the keys of a data folder; none where there are none. Throws UsageError for a file that is none of keys. */
export function readKeys(folder: string): KeyEntry[] {
  const path = join(folder, FILE);
  if (!existsNow(path)) return [];
  try {
    const { keys } = unsealed(readFileSync(path, 'utf8')) as { keys: KeyEntry[] };
    return keys.map(({ id, name, team, sha256: digest, created_at }) => {
      return { id, name, ...(team !== undefined && { team }), sha256: digest, created_at };
    });
  } catch (error) {
    throw new UsageError(
      `${path} is damaged, or not a list of API keys: keep a copy, remove it and create new keys`,
      {},
      error,
    );
  }
}

/** Makes a key in a data folder, and returns its text, which is shown once. Throws UsageError for a name that cannot be shown. */
export async function createKey(
  folder: string,
  name: string,
  team?: string,
): Promise<{ key: string; entry: KeyEntry }> {
  for (const text of [name, team ?? '']) {
    if (/[\p{Cc}\p{Cf}]/u.test(text))
      throw new UsageError(`${JSON.stringify(text)} has characters that cannot be shown`);
  }
  const key = `ll_${randomBytes(24).toString('base64url')}`;
  const entry = entryOf(key, name, team);
  await changeKeys(folder, (keys) => [...keys, entry]);
  return { key, entry };
}

/** Removes the key with an id, text or name and returns it; throws UsageError if several have the name. */
export async function revokeKey(folder: string, which: string): Promise<KeyEntry | undefined> {
  if (!keyNamed(readKeys(folder), which)) return undefined;
  let found: KeyEntry | undefined;
  await changeKeys(folder, (keys) => {
    found = keyNamed(keys, which);
    return keys.filter((key) => key !== found);
  });
  return found;
}

function keyNamed(keys: readonly KeyEntry[], which: string): KeyEntry | undefined {
  const found = keys.find(({ id, sha256: digest }) => id === which || digest === sha256(which));
  if (found) return found;
  const named = keys.filter(({ name }) => name === which);
  if (named.length < 2) return named[0];
  throw new UsageError(
    `${named.length} keys are named ${which}: revoke one by its id, ${named.map(({ id }) => id).join(' or ')}`,
  );
}

const turns = new Turns();

/** Changes the keys of a data folder, one change at a time, so that no change is lost. */
async function changeKeys(folder: string, change: (keys: readonly KeyEntry[]) => KeyEntry[]): Promise<void> {
  await makeDurableFolder(folder);
  // The system gives a process the same lock twice.
  await turns.take(await realpath(folder), async () => {
    const lock = await lockKeys(folder);
    try {
      const keys = change(readKeys(folder));
      await writeDurably(join(folder, FILE), sealedText({ keys }), 0o600);
    } finally {
      await lock.release();
    }
  });
}

/** A change takes milliseconds: who holds the lock for longer was stopped. */
const [TRIES, TRY_MS] = [500, 20];

async function lockKeys(folder: string): Promise<FileLock> {
  for (let tries = 0; ; tries++) {
    const lock = await lockOwnFile(join(folder, 'api-keys.lock'));
    if (!('heldBy' in lock)) return lock;
    if (tries === TRIES)
      throw new UsageError(
        `process ${lock.heldBy ?? 'unknown'} is changing the keys of ${folder}: try again when it has ended`,
      );
    await sleep(TRY_MS);
  }
}

function entryOf(key: string, name: string, team?: string): KeyEntry {
  const digest = sha256(key);
  return {
    id: digest.slice(0, 12),
    name,
    ...(team !== undefined && { team }),
    sha256: digest,
    created_at: new Date().toISOString(),
  };
}

/** Returns the keys of `KEY[@TEAM],…`, as LEDGERLAKE_API_KEYS has them. */
export function apiKeysOf(text: string): KeyEntry[] {
  const given = text.split(',').map((part) => part.trim());
  return given
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('@');
      const [key, team] = at < 0 ? [part] : [part.slice(0, at), part.slice(at + 1)];
      return entryOf(key, team ?? 'environment', team);
    });
}

/** Returns a function that reads the keys of a data folder and adds others; it reads a file again only if it changed. */
export function keySource(folder: string, others: readonly KeyEntry[]): () => readonly KeyEntry[] {
  const path = join(folder, FILE);
  let read: string | undefined;
  let keys: readonly KeyEntry[] = [];
  return () => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    const version = found ? `${found.ino} ${found.ctimeNs} ${found.size}` : 'none';
    if (version !== read) {
      keys = [...others, ...readKeys(folder)];
      read = version;
    }
    return keys;
  };
}

/** Who asks: a key, or nobody in particular where keys are off. */
export type Caller = Pick<KeyEntry, 'id' | 'name'>;

/** Returns the key that a header holds, undefined when it is none of these. Every key is compared, so that time tells nothing. */
export function apiKeyOf(header: string, keys: readonly KeyEntry[]): KeyEntry | undefined {
  const [, key] = /^Api-Key +(\S+) *$/i.exec(header) ?? [];
  const digest = Buffer.from(sha256(key ?? ''), 'hex');
  const found = keys.filter(({ sha256: known }) => timingSafeEqual(Buffer.from(known, 'hex'), digest));
  return key === undefined ? undefined : found[0];
}

/** Returns the error for a header that holds no key. */
export function unauthorized(header: string | undefined): ApiError {
  const message = header === undefined ? 'missing API key' : 'invalid API key';
  return new ApiError(401, message, { 'WWW-Authenticate': 'Api-Key' });
}
