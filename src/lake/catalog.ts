/** The catalog: which ledgers the lake holds, in which files, and where they came from. One database file, one writer. */
import { LakeError, VerifyError } from '../errors.ts';
import { createBuilder, column, defineTable, nullable } from '../arrow/table.ts';
import { createLoader } from './bridge.ts';
import { CATALOG } from './catalog-schema.ts';
import { selectRows, type DuckDBConnection, type DuckDBValue } from './duckdb.ts';
import type { RecordedOmission } from './omissions.ts';
import { fileId, segmentName, type Segment, type SegmentFile, type SegmentLedger } from './manifest.ts';

const ledgersTable = defineTable({
  name: 'ledgers',
  grain: 'One row per loaded ledger.',
  key: ['sequence'],
  columns: {
    sequence: column('int32', 'Ledger sequence.'),
    ledger_hash: column('binary', 'Hash of its header.'),
    previous_ledger_hash: column('binary', 'Hash of the ledger before, as its header says.'),
    file_id: column('utf8', 'The file it came from.'),
    segment: column('utf8', 'The segment it is in.'),
    checks: column('utf8', 'The checks that held, separated by commas.'),
    unchecked: column('utf8', 'The checks that could not be made.'),
    crc32: nullable('int64', 'CRC-32 of its close meta without the SCP messages.'),
  },
});

/** A run of ledgers, both ends included. */
export interface LedgerRange {
  first: number;
  last: number;
}

/** Enters what was passed over, in the place of what was entered of the same ledgers of the same file before. */
export async function insertOmissions(
  connection: DuckDBConnection,
  omissions: readonly RecordedOmission[],
): Promise<void> {
  for (const { object, first = null, last = null, transaction, operation, path, message, ...recorded } of omissions) {
    await connection.run(
      `delete from catalog.meta.omissions where object_name = ? and first_ledger is not distinct from ?`,
      [object, first],
    );
    await connection.run(`insert into catalog.meta.omissions values (?, ?, ?, ?, ?, ?, ?, ?, ?::timestamp)`, [
      ...[object, first, last, transaction ?? null, operation ?? null, path ?? null, message],
      recorded.decoderVersion,
      recorded.recordedAt,
    ]);
  }
}

/** Returns the runs of ledgers that are loaded, in order. */
export async function loadedRanges(connection: DuckDBConnection): Promise<LedgerRange[]> {
  const rows = await selectRows(connection, 'select first_ledger, last_ledger from meta.ledger_ranges');
  return rows.map((row) => ({ first: Number(row['first_ledger']), last: Number(row['last_ledger']) }));
}

/** What tells a ledger from another of the same sequence. */
export type LedgerIdentity = Pick<SegmentLedger, 'hash' | 'previousHash' | 'crc32'>;

/** Returns what is known of those ledgers of the range that are loaded, by sequence. */
export async function ledgerHashes(
  connection: DuckDBConnection,
  { first, last }: LedgerRange,
): Promise<Map<number, LedgerIdentity>> {
  const rows = await selectRows(
    connection,
    `select sequence, lower(hex(ledger_hash)) as ledger_hash, lower(hex(previous_ledger_hash)) as previous_ledger_hash, crc32
     from catalog.meta.ledgers where sequence between ? and ? order by sequence`,
    [first, last],
  );
  return new Map(
    rows.map((row) => [
      Number(row['sequence']),
      {
        hash: String(row['ledger_hash']),
        previousHash: String(row['previous_ledger_hash']),
        ...(row['crc32'] !== null && { crc32: Number(row['crc32']) }),
      },
    ]),
  );
}

/** Returns the committed files, by table and first ledger. */
export async function committedFiles(connection: DuckDBConnection): Promise<(SegmentFile & { segment: string })[]> {
  const rows = await selectRows(connection, 'from catalog.meta.segment_files order by table_name, first_ledger');
  return rows.map((row) => ({
    segment: String(row['segment']),
    table: String(row['table_name']),
    path: String(row['path']),
    first: Number(row['first_ledger']),
    last: Number(row['last_ledger']),
    rows: Number(row['row_count']),
    bytes: Number(row['bytes']),
    sha256: String(row['sha256']),
    columns: String(row['columns']).split(','),
  }));
}

/** Returns the names of the committed segments, by first ledger. */
export async function committedSegments(connection: DuckDBConnection): Promise<string[]> {
  const rows = await selectRows(connection, 'select segment from catalog.meta.segments order by first_ledger');
  return rows.map((row) => String(row['segment']));
}

/**
 * Returns whether the segment's ledgers are new to the catalog: false when all are there. Throws a LakeError when some are,
 * or one is there with another hash, and a VerifyError when the chain of hashes breaks inside or at its ends.
 */
export async function checkSegment(connection: DuckDBConnection, segment: Segment, chain = true): Promise<boolean> {
  checkShape(segment);
  const { first, last, ledgers } = segment;
  const known = await ledgerHashes(connection, { first: first - 1, last: last + 1 });
  const loaded = ledgers.filter(({ sequence }) => known.has(sequence));
  for (const ledger of loaded) checkSame(ledger, known.get(ledger.sequence)!);
  if (loaded.length === ledgers.length) return false;
  if (loaded.length > 0) {
    const message = `segment ${segmentName(segment)} has ledger ${loaded[0]!.sequence}, which is loaded already`;
    throw new LakeError(message, { ledger: loaded[0]!.sequence });
  }
  if (chain) checkChain(segment, known.get(first - 1)?.hash, known.get(last + 1)?.previousHash);
  return true;
}

function checkShape(segment: Segment): void {
  const { first, last, ledgers } = segment;
  if (
    last >= first &&
    ledgers.length === last - first + 1 &&
    ledgers.every(({ sequence }, i) => sequence === first + i)
  )
    return;
  throw new Error(`segment ${segmentName(segment)} does not list each of its ledgers once and in order`);
}

function checkSame({ sequence, ...ledger }: SegmentLedger, known: LedgerIdentity): void {
  const other = otherBytes(ledger, known);
  if (!other) return;
  const message = `other bytes for ledger ${sequence}: found ${other.what} ${other.found}, expected ${other.expected} as loaded before`;
  throw new LakeError(message, { ledger: sequence, ...other });
}

/** Returns in what a ledger differs from the one that is loaded, or nothing when they are the same as far as is known. */
export function otherBytes(
  found: Pick<LedgerIdentity, 'hash' | 'crc32'>,
  known: Pick<LedgerIdentity, 'hash' | 'crc32'>,
): { what: string; check: string; found: string; expected: string } | undefined {
  if (found.hash !== known.hash) return { what: 'hash', check: 'ledger-hash', found: found.hash, expected: known.hash };
  if (found.crc32 === undefined || known.crc32 === undefined || found.crc32 === known.crc32) return undefined;
  const hex = (crc: number) => crc.toString(16).padStart(8, '0');
  const what = 'CRC-32 of the close meta (the hash is the same)';
  return { what, check: 'meta-checksum', found: hex(found.crc32), expected: hex(known.crc32) };
}

function checkChain({ last, ledgers }: Segment, before: string | undefined, after: string | undefined): void {
  let expected = before;
  for (const { sequence, hash, previousHash } of ledgers) {
    checkPrevious(sequence, previousHash, expected ?? previousHash);
    expected = hash;
  }
  checkPrevious(last + 1, after ?? expected!, expected!);
}

function checkPrevious(ledger: number, found: string, expected: string): void {
  if (found === expected) return;
  const message = `ledger ${ledger}: previous ledger hash is ${found}, expected ${expected}`;
  throw new VerifyError(message, { ledger, check: 'previous-ledger-hash', found, expected });
}

/** Enters the segment, and takes out those that it replaces, in one transaction. */
export async function insertSegment(connection: DuckDBConnection, network: string, segment: Segment): Promise<void> {
  await connection.run('begin');
  try {
    for (const replaced of segment.replaces ?? []) await deleteSegment(connection, replaced);
    await insertRows(connection, network, segment);
    await connection.run('commit');
  } catch (error) {
    await connection.run('rollback').catch(() => undefined);
    throw error;
  }
}

async function deleteSegment(connection: DuckDBConnection, name: string): Promise<void> {
  for (const table of ['segments', 'segment_files', 'ledgers']) {
    await connection.run(`delete from catalog.meta.${table} where segment = ?`, [name]);
  }
}

async function insertRows(connection: DuckDBConnection, network: string, segment: Segment): Promise<void> {
  const { first, last, sources, files, decoderVersion } = segment;
  const name = segmentName(segment);
  const loadedAt = segment.loadedAt ?? new Date().toISOString();
  await insertInto(connection, 'segments', [[name, first, last, loadedAt, decoderVersion]]);
  const fileRows = sources.map(({ object, firstLedger, lastLedger, bytes, sha256, compression }) => {
    const range = [firstLedger, lastLedger, BigInt(bytes)];
    return [fileId(sha256), object, network, ...range, sha256, compression, loadedAt, decoderVersion];
  });
  await insertInto(connection, 'ledger_files', fileRows, 'insert or ignore');
  const segmentFiles = files.map(({ table, path, first, last, rows, bytes, sha256, columns }) => {
    return [name, table, path, first, last, BigInt(rows), BigInt(bytes), sha256, columns.join(',')];
  });
  await insertInto(connection, 'segment_files', segmentFiles);
  await insertLedgers(connection, name, segment);
}

/** Rows to a statement. */
const ROWS_AT_ONCE = 200;

async function insertInto(
  connection: DuckDBConnection,
  table: string,
  rows: readonly DuckDBValue[][],
  verb = 'insert',
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    const places = some.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
    await connection.run(`${verb} into catalog.meta.${table} values ${places}`, some.flat());
  }
}

async function insertLedgers(connection: DuckDBConnection, name: string, segment: Segment): Promise<void> {
  const { columns, batch } = createBuilder(ledgersTable);
  for (const { sequence, hash, previousHash, crc32, source, checks, unchecked } of segment.ledgers) {
    columns.sequence.push(sequence);
    columns.ledger_hash.bytes(Buffer.from(hash, 'hex'), 0, hash.length / 2);
    columns.previous_ledger_hash.bytes(Buffer.from(previousHash, 'hex'), 0, previousHash.length / 2);
    columns.file_id.ascii(fileId(segment.sources[source]!.sha256));
    columns.segment.ascii(name);
    columns.checks.ascii(checks.join(','));
    columns.unchecked.ascii(unchecked.join(','));
    if (crc32 === undefined) columns.crc32.pushNull();
    else columns.crc32.pushNumber(crc32);
  }
  const loader = await createLoader(connection, ledgersTable, { catalog: CATALOG, schema: 'meta' });
  loader.append(batch());
  loader.close();
}
