/** A segment: a run of ledgers that entered the lake together. Its manifest alone is enough to enter it into the lake again. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LakeError } from '../../../core/errors.ts';
import { errorCode } from '../../../core/system-errors.ts';
import { listFiles, writeDurably } from '../files.ts';
import { sealedText, unsealed } from '../sealed.ts';

/** The format of manifests and bronze files. A lake of another format must be loaded again. */
export const FORMAT_VERSION = 6;

/** One ledger of a segment. Hashes are lower-case hex. */
export interface SegmentLedger {
  sequence: number;
  hash: string;
  previousHash: string;
  /** CRC-32 of its close meta without the SCP messages; absent where an older version loaded it. */
  crc32?: number;
  /** Which of the segment's `sources` it came from. */
  source: number;
  /** Where its close meta starts in the decompressed bytes of the source. */
  start: number;
  /** How many bytes its close meta has there. */
  length: number;
  /** The names of the checks that were made and held. */
  checks: string[];
  /** The names of the checks that could not be made. */
  unchecked: string[];
}

/** A ledger file that was read. */
export interface SegmentSource {
  object: string;
  firstLedger: number;
  lastLedger: number;
  bytes: number;
  sha256: string;
  compression: string;
}

/** One Parquet file of a segment; `path` is relative to the lake and has forward slashes. */
export interface SegmentFile {
  /** A table of bronze, or with its schema a relation of which the file is this segment's part: `silver.balances`. */
  table: string;
  /** Of a part of a relation: which version of the relation's making it is of. */
  version?: number;
  path: string;
  first: number;
  last: number;
  rows: number;
  bytes: number;
  sha256: string;
  columns: string[];
}

/** Ledgers that were passed over because they could not be decoded, and why. */
export interface Omission {
  /** The ledger file. */
  object: string;
  /** The ledgers, both ends included; absent when not even that could be read. */
  first?: number;
  /** The last ledger, included; absent with `first`. */
  last?: number;
  /** Order of the transaction from 1, index of the operation from 0, path of fields: as far as the error names them. */
  transaction?: number;
  /** Index of the operation in its transaction, from 0; absent where the error names none. */
  operation?: number;
  /** Path of fields to the damage, such as `v1.txProcessing[3].result`; absent where the error names none. */
  path?: string;
  /** The protocol, if it is newer than the version that loaded reads. */
  protocol?: number;
  /** The error that stopped decoding, in words. */
  message: string;
}

/** What a commit takes: plain data, so that it can come from a worker thread. */
export interface Segment {
  first: number;
  last: number;
  ledgers: SegmentLedger[];
  sources: SegmentSource[];
  files: SegmentFile[];
  decoderVersion: string;
  /** ISO 8601; by default the moment of the commit. */
  loadedAt?: string;
  /** The names of the segments whose place this one takes. */
  replaces?: string[];
  /** Counts the manifests of these ledgers, from 1: each has a name of its own. */
  revision?: number;
  /** The kept relations that have all of the segment, by the version of their parts; one without rows has no file. */
  kept?: Record<string, number>;
}

/** Returns the name of a segment: its range, and the number of its manifest if that is not the first. */
export function segmentName({ first, last, revision = 1 }: Pick<Segment, 'first' | 'last' | 'revision'>): string {
  return revision === 1 ? `${first}-${last}` : `${first}-${last}.${revision}`;
}

/** Returns the ledgers that the name of a segment says. */
export function rangeOfName(name: string): { first: number; last: number } {
  const [first, last] = name.split('-').map((text) => parseInt(text));
  return { first, last };
}

/** Returns the path of a segment's manifest, relative to the lake. */
export function manifestPath(name: string): string {
  return `segments/${name}.json`;
}

/** Ends the name of a file that a repair put aside. */
export const ASIDE = '.damaged';

type Checks = Pick<SegmentLedger, 'checks' | 'unchecked'>;

/** A manifest as it is on disk: sets of checks are listed once, and a previous hash that is the hash before it is left out. */
interface ManifestText extends Omit<Segment, 'ledgers'> {
  format_version: number;
  network_passphrase: string;
  check_sets: Checks[];
  ledgers: (Omit<SegmentLedger, 'previousHash' | keyof Checks> & { previous?: string; checks: number })[];
}

/** Writes the manifest of a segment durably, and returns its SHA-256. */
export async function writeManifest(lake: string, network: string, segment: Segment): Promise<string> {
  const { text, sha256 } = manifestText(network, segment);
  await writeDurably(join(lake, manifestPath(segmentName(segment))), text);
  return sha256;
}

/** Returns the manifest of a segment, and its SHA-256. */
export function manifestText(network: string, segment: Segment): { text: string; sha256: string } {
  const sets = new Map<string, { index: number; set: Checks }>();
  const ledgers = segment.ledgers.map(({ sequence, hash, previousHash, checks, unchecked, ...rest }, i) => {
    const key = JSON.stringify([checks, unchecked]);
    if (!sets.has(key)) sets.set(key, { index: sets.size, set: { checks, unchecked } });
    const previous = segment.ledgers[i - 1]?.hash === previousHash ? undefined : previousHash;
    return { sequence, hash, previous, ...rest, checks: sets.get(key)!.index };
  });
  const manifest: ManifestText = {
    format_version: FORMAT_VERSION,
    network_passphrase: network,
    ...segment,
    check_sets: [...sets.values()].map(({ set }) => set),
    ledgers,
  };
  const text = sealedText(manifest);
  return { text, sha256: hash('sha256', text) };
}

/**
 * Returns the segment of a manifest, and the manifest's SHA-256. Throws a LakeError if it is missing, damaged, or of another
 * network or a newer format.
 */
export async function readManifest(
  lake: string,
  network: string,
  name: string,
): Promise<{ segment: Segment; sha256: string }> {
  const path = join(lake, manifestPath(name));
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new LakeError(`${path} is gone`, { file: path }, error);
  });
  return { segment: segmentFrom(path, text, { network, name }), sha256: hash('sha256', text) };
}

/** Returns the segment of a manifest's text. Throws a LakeError as `readManifest` does; `path` is what it calls the file. */
export function segmentFrom(path: string, text: string, { network, name }: { network: string; name: string }): Segment {
  const manifest = parseManifest(path, text);
  if (manifest.format_version !== FORMAT_VERSION) {
    throw new LakeError(`${path} has format version ${manifest.format_version}, expected ${FORMAT_VERSION}`);
  }
  if (manifest.network_passphrase !== network) {
    throw new LakeError(`${path} is of network "${manifest.network_passphrase}", expected "${network}"`);
  }
  if (segmentName(manifest) !== name) throw new LakeError(`${path} is of segment ${segmentName(manifest)}`);
  return segmentIn(manifest);
}

function segmentIn(manifest: ManifestText): Segment {
  const { first, last, sources, files, decoderVersion, loadedAt, replaces, revision, kept, check_sets } = manifest;
  return {
    ...{ first, last, sources, files, decoderVersion, loadedAt, replaces, revision, kept },
    ledgers: manifest.ledgers.map(({ previous, checks, ...rest }, i) => {
      return { ...rest, previousHash: previous ?? manifest.ledgers[i - 1]?.hash ?? '', ...check_sets[checks] };
    }),
  };
}

function parseManifest(path: string, text: string): ManifestText {
  const manifest = unsealed(text) as ManifestText | undefined;
  if (manifest) return manifest;
  throw new LakeError(`${path} is damaged`, { file: path });
}

/** Returns the passphrases that the manifests of a lake name, as far as they can be read. */
export async function networksOf(lake: string): Promise<Set<string>> {
  const networks = new Set<string>();
  for (const name of await listManifests(lake)) {
    const path = join(lake, manifestPath(name));
    try {
      networks.add(parseManifest(path, await readFile(path, 'utf8')).network_passphrase);
    } catch (error) {
      if (!(error instanceof LakeError)) throw error;
    }
  }
  return networks;
}

/** Returns the names of the segments that have a manifest, by first ledger. */
export async function listManifests(lake: string): Promise<string[]> {
  const files = await listFiles(lake, 'segments');
  const names = files.flatMap((path) => /^segments[/\\](\d+-\d+(?:\.\d+)?)\.json$/.exec(path)?.[1] ?? []);
  return names.sort((a, b) => parseInt(a) - parseInt(b));
}

/** Returns the id of a ledger file: the first 16 hex digits of its SHA-256. */
export function fileId(sha256: string): string {
  return sha256.slice(0, 16);
}

/** Returns the id of the file that each ledger came from. */
export function fileIdsOf({ ledgers, sources }: Pick<Segment, 'ledgers' | 'sources'>): string[] {
  return ledgers.map(({ source }) => fileId(sources[source].sha256));
}
