/** `stellar-history.json`: which buckets are the state at a checkpoint (stellar-core HistoryArchiveState). */
import { createHash } from 'node:crypto';
import { DecodeError } from '../core/errors.ts';
import { messageOf } from '../core/system-errors.ts';

/** How many levels a list of buckets has. */
const LEVELS = 11;

/** The hash of the bucket that holds nothing; it has no file. */
export const NO_BUCKET = '0'.repeat(64);

/** The buckets of one level, hashes in hex. */
export interface LevelHashes {
  curr: string;
  snap: string;
  /** What was merged ahead for the next `curr`; before protocol 12 only. */
  next?: string;
}

/** The state of a network at a checkpoint. */
export interface ArchiveState {
  /** 2 with a hot archive, since protocol 23. */
  version: 1 | 2;
  /** The program that wrote it. */
  server: string;
  networkPassphrase?: string;
  /** The checkpoint's ledger. */
  ledger: number;
  /** Newest first. */
  live: LevelHashes[];
  /** Empty in version 1. */
  hotArchive: LevelHashes[];
}

/** Parses a `stellar-history.json`. Throws DecodeError with `file` and the key. */
export function parseState(text: string, file: string): ArchiveState {
  const json = parseJson(text, file);
  const version = json['version'];
  if (version !== 1 && version !== 2) throw wrong(file, 'version', version, '1 or 2');
  const { server, networkPassphrase, currentLedger } = json;
  if (typeof currentLedger !== 'number' || !Number.isInteger(currentLedger) || currentLedger < 1) {
    throw wrong(file, 'currentLedger', currentLedger, 'the number of a ledger');
  }
  return {
    version,
    server: typeof server === 'string' ? server : '',
    ...(typeof networkPassphrase === 'string' && { networkPassphrase }),
    ledger: currentLedger,
    live: levelsOf(json, 'currentBuckets', file),
    hotArchive: version === 2 ? levelsOf(json, 'hotArchiveBuckets', file) : [],
  };
}

/** Returns the text of a state, with the keys, their order and the indentation that stellar-core writes. */
export function stateText({ version, server, networkPassphrase, ledger, live, hotArchive }: ArchiveState): string {
  const levels = (list: LevelHashes[]) =>
    list.map(({ curr, next, snap }) => ({
      curr,
      next: next === undefined ? { state: 0 } : { state: 1, output: next },
      snap,
    }));
  const state = {
    version,
    server,
    currentLedger: ledger,
    ...(networkPassphrase !== undefined && { networkPassphrase }),
    currentBuckets: levels(live),
    ...(version === 2 && { hotArchiveBuckets: levels(hotArchive) }),
  };
  return JSON.stringify(state, undefined, 4);
}

/** Returns what `bucketListHash` of the checkpoint's header must be, in hex. */
export function stateHash({ version, live, hotArchive }: ArchiveState): string {
  return (version === 1 ? listHash(live) : sha256([listHash(live), listHash(hotArchive)])).toString('hex');
}

function listHash(levels: readonly LevelHashes[]): Buffer {
  return sha256(levels.map(({ curr, snap }) => sha256([curr, snap])));
}

function sha256(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(typeof part === 'string' ? Buffer.from(part, 'hex') : part);
  return hash.digest();
}

function parseJson(text: string, file: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new DecodeError(`${file} is not JSON: ${messageOf(error)}`, { file }, error);
  }
  if (!isRecord(json)) throw new DecodeError(`${file} is not an archive state: expected a JSON object`, { file });
  return json;
}

function levelsOf(json: Record<string, unknown>, key: string, file: string): LevelHashes[] {
  const levels = json[key];
  if (!Array.isArray(levels)) throw wrong(file, key, levels, `${LEVELS} levels`);
  if (levels.length !== LEVELS) throw wrong(file, key, `${levels.length} levels`, String(LEVELS));
  return levels.map((level: unknown, i) => levelOf(level, `${key}[${i}]`, file));
}

function levelOf(level: unknown, key: string, file: string): LevelHashes {
  if (!isRecord(level)) throw wrong(file, key, level, 'curr, next and snap');
  const { curr, snap, next } = level;
  const output = isRecord(next) ? next['output'] : undefined;
  return {
    curr: hashOf(curr, `${key}.curr`, file),
    snap: hashOf(snap, `${key}.snap`, file),
    ...(output !== undefined && { next: hashOf(output, `${key}.next.output`, file) }),
  };
}

function hashOf(value: unknown, key: string, file: string): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value;
  throw wrong(file, key, value, '64 hex digits');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(file: string, key: string, found: unknown, expected: string): DecodeError {
  const said = found === undefined ? 'missing' : typeof found === 'string' ? found : JSON.stringify(found);
  return new DecodeError(`${file}: ${key} is ${said}, expected ${expected}`, { file, key });
}
