/** API keys: kept as SHA-256, compared in constant time; of the text of a key nothing is kept. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';
import { makeDurableFolder } from '../../folders.ts';
import { lockFile, type FileLock } from '../../lake/access/file-lock.ts';
import { writeDurably } from '../../lake/files.ts';
import { Turns } from '../../turns.ts';
import { ApiError } from './errors.ts';

/** A key as it is kept. */
export interface KeyEntry {
  /** The first letters of its hash: by this it is told from others, and revoked. */
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
  if (!existsSync(path)) return [];
  try {
    const { keys } = JSON.parse(readFileSync(path, 'utf8')) as { keys: KeyEntry[] };
    return keys.map(({ id, name, team, sha256: digest, created_at }) => {
      return { id, name, ...(team !== undefined && { team }), sha256: digest, created_at };
    });
  } catch (error) {
    throw new UsageError(`${path} is no list of API keys; keep a copy and remove it`, {}, error);
  }
}

/** Makes a key in a data folder, and returns its text, which is told once. Throws UsageError for a name that cannot be shown. */
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

/** Removes the key of an id, or of its text; returns it, undefined where there is none. */
export async function revokeKey(folder: string, which: string): Promise<KeyEntry | undefined> {
  const isIt = ({ id, sha256: digest }: KeyEntry) => id === which || digest === sha256(which);
  if (!readKeys(folder).some(isIt)) return undefined;
  let found: KeyEntry | undefined;
  await changeKeys(folder, (keys) => {
    found = keys.find(isIt);
    return keys.filter((key) => key !== found);
  });
  return found;
}

const turns = new Turns();

/** Makes the keys of a data folder others, one change at a time: of two at once one would be lost, and a key that was revoked be back. */
async function changeKeys(folder: string, change: (keys: readonly KeyEntry[]) => KeyEntry[]): Promise<void> {
  await makeDurableFolder(folder);
  // The system gives a process the same lock twice.
  await turns.take(await realpath(folder), async () => {
    const lock = await lockKeys(folder);
    try {
      const keys = change(readKeys(folder));
      await writeDurably(join(folder, FILE), `${JSON.stringify({ keys }, null, 2)}\n`, 0o600);
    } finally {
      await lock.release();
    }
  });
}

/** A change takes milliseconds: who holds the lock for longer was stopped. */
const [TRIES, TRY_MS] = [500, 20];

async function lockKeys(folder: string): Promise<FileLock> {
  for (let tries = 0; ; tries++) {
    const lock = await lockFile(join(folder, 'api-keys.lock'), 'write');
    if (!('heldBy' in lock)) return lock;
    if (tries === TRIES)
      throw new UsageError(`process ${lock.heldBy ?? 'unknown'} changes the keys of ${folder}: end it`);
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
export function keysOf(text: string): KeyEntry[] {
  const given = text.split(',').map((part) => part.trim());
  return given
    .filter((part) => part !== '')
    .map((part) => {
      const [, key = part, team] = /^(.*?)@(.*)$/.exec(part) ?? [];
      return entryOf(key, team ?? 'environment', team);
    });
}

/** How long what a file of keys said is taken for what it says. */
const KEPT_MS = 1000;

/** Returns what tells the keys of a data folder and others: within a second of a change. */
export function keySource(folder: string, others: readonly KeyEntry[]): () => readonly KeyEntry[] {
  let read = -KEPT_MS;
  let keys: readonly KeyEntry[] = [];
  return () => {
    if (performance.now() - read >= KEPT_MS) {
      keys = [...others, ...readKeys(folder)];
      read = performance.now();
    }
    return keys;
  };
}

/** Who asks: a key, or nobody in particular where keys are off. */
export type Caller = Pick<KeyEntry, 'id' | 'name'>;

/** Returns the key that a header holds, undefined when it is none of these. Every key is compared, so that time tells nothing. */
export function keyOf(header: string, keys: readonly KeyEntry[]): KeyEntry | undefined {
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
