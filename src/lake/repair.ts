/** Makes the catalog again from manifests and Parquet files alone. */
import { realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LakeError } from '../errors.ts';
import { CATALOG, createCatalog, createMetaViews } from './catalog-schema.ts';
import { checkSegment, committedFiles, insertOmissions, insertSegment } from './catalog.ts';
import { openDatabase, quoteText, type DuckDBConnection } from './duckdb.ts';
import { asLakeError, exists, listFiles, syncPath } from './files.ts';
import { describeLake } from './lake.ts';
import { asHeldError, lockLake, unlockLake } from './lock.ts';
import { listManifests, manifestPath, readManifest, type Segment } from './manifest.ts';
import { readOmissions } from './omissions.ts';
import { fileProblems, type Problem } from './verify.ts';

export interface RepairReport {
  segments: number;
  ledgers: number;
  files: number;
  rows: number;
  /** Segments that are not in the new catalog, and why; their ledgers have to be loaded again. */
  lost: { first: number; last: number; problems: Problem[] }[];
  /** Parquet files that no manifest names. */
  unclaimed: string[];
  /** What a new catalog cannot know of the old one: tables that are not made from bronze. */
  notes: string[];
}

/**
 * Puts a new catalog in the place of the old one, which is kept as `catalog.duckdb.old`. A segment enters it when each of its
 * files has the hash and the rows that its manifest says. Of others the manifest is renamed to `<range>.json.damaged`, and their
 * files go, like those no manifest names, when the lake is next opened for writing. Throws a LakeError when there is no lake or another process holds it.
 */
export async function repairLake(lake: string, { signal }: { signal?: AbortSignal } = {}): Promise<RepairReport> {
  const { network_passphrase: network } = await describeLake(lake);
  const dir = await realpath(lake);
  try {
    await lockLake(dir);
    const report = await rebuild(dir, network, signal);
    await replaceCatalog(dir);
    return report;
  } catch (error) {
    throw asLakeError(dir, error);
  } finally {
    await rm(join(dir, 'catalog.duckdb.new'), { force: true });
    await rm(join(dir, 'catalog.duckdb.new.wal'), { force: true });
    await unlockLake(dir);
  }
}

async function rebuild(dir: string, network: string, signal: AbortSignal | undefined): Promise<RepairReport> {
  const instance = await openDatabase();
  const connection = await instance.connect();
  try {
    await checkNotHeld(connection, dir);
    await rm(join(dir, 'catalog.duckdb.new'), { force: true });
    await connection.run(`attach ${quoteText(join(dir, 'catalog.duckdb.new'))} as ${CATALOG}`);
    await createCatalog(connection);
    await createMetaViews(connection);
    const report = await enterAll(connection, dir, network, signal);
    await takeOmissions(connection, dir, report);
    await connection.run(`detach ${CATALOG}`);
    return report;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Attaching takes DuckDB's lock, which another process may hold; a catalog that is damaged cannot be attached, nor held. */
async function checkNotHeld(connection: DuckDBConnection, dir: string): Promise<void> {
  const file = join(dir, 'catalog.duckdb');
  if (!(await exists(file))) return;
  try {
    await connection.run(`attach ${quoteText(file)} as old`);
    await connection.run('detach old');
  } catch (error) {
    const held = await asHeldError(dir, error);
    if (held instanceof LakeError) throw held;
  }
}

/** A damaged list of what was passed over keeps nobody from the rows that are there. */
async function takeOmissions(connection: DuckDBConnection, dir: string, report: RepairReport): Promise<void> {
  try {
    await insertOmissions(connection, await readOmissions(dir));
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    report.notes.push(`${error.message}: which ledgers were passed over, and why, is not known any more`);
  }
}

async function enterAll(
  connection: DuckDBConnection,
  dir: string,
  network: string,
  signal: AbortSignal | undefined,
): Promise<RepairReport> {
  const notes = [
    'imported state baselines, pipelines and tables made from bronze are not in manifests: make them again',
  ];
  const report: RepairReport = { segments: 0, ledgers: 0, files: 0, rows: 0, lost: [], unclaimed: [], notes };
  for (const segment of await newestSegments(dir, network)) {
    signal?.throwIfAborted();
    const problems: Problem[] = [];
    for (const file of segment.files) problems.push(...(await fileProblems(connection, dir, file)));
    if (problems.length > 0) {
      report.lost.push({ first: segment.first, last: segment.last, problems });
      const path = join(dir, manifestPath(`${segment.first}-${segment.last}`));
      await rename(path, `${path}.damaged`);
      continue;
    }
    if (!(await checkSegment(connection, segment, false))) continue;
    await insertSegment(connection, network, { ...segment, replaces: [] });
    report.segments++;
    report.ledgers += segment.ledgers.length;
    report.files += segment.files.length;
    report.rows += segment.files.reduce((sum, { rows }) => sum + rows, 0);
  }
  const claimed = new Set((await committedFiles(connection)).map(({ path }) => path));
  const found = (await listFiles(dir, 'bronze')).map((path) => path.replaceAll('\\', '/'));
  report.unclaimed = found.filter((path) => path.endsWith('.parquet') && !claimed.has(path));
  return report;
}

/** Replacements first: what they replaced is then there already, and is entered only where they are damaged. */
async function newestSegments(dir: string, network: string): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const name of await listManifests(dir)) segments.push(await readManifest(dir, network, name));
  return segments.sort((a, b) => (b.replaces?.length ?? 0) - (a.replaces?.length ?? 0) || a.first - b.first);
}

async function replaceCatalog(dir: string): Promise<void> {
  const file = join(dir, 'catalog.duckdb');
  if (await exists(file)) await rename(file, `${file}.old`);
  await rm(`${file}.wal`, { force: true });
  await rename(`${file}.new`, file);
  await syncPath(dir);
}
