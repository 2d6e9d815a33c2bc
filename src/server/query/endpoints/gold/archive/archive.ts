/** Makes an archive of an asset and a period: movements, holders, supply, and the ledgers that they came from. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { TObject } from 'typebox';
import { LakeError } from '../../../../../core/errors.ts';
import { reasonOf, writeSynced } from '../../../../../lake/disk/files.ts';
import { messageOf } from '../../../../../core/system-errors.ts';
import { decoderVersion } from '../../../../../version.ts';
import {
  emptyArchive,
  lockArchive,
  readArchive,
  readArchives,
  writeArchive,
  type Archive,
  type Artifact,
  type Parent,
} from './archive-files.ts';
import { methodology } from './archive-methodology.ts';
import type { Endpoint } from '../../../endpoint.ts';
import { assetRecord } from '../../../asset.ts';
import { goldBalances } from '../gold-balances.ts';
import { goldSupply, periodOf } from '../gold-supply.ts';
import { goldTransactions } from '../gold-transactions.ts';
import { ApiError, invalid } from '../../../errors.ts';
import { rfc3339, type Row } from '../../../fields.ts';
import { coverageOf, goldAsset, isDay, ledgerAt, momentOf, momentText } from '../../../gold.ts';
import { sql } from '../../../sql.ts';
import { columnsOf, writeTable } from '../../../tables.ts';
import { snapshotOf } from '../../../snapshot-time.ts';
import type { Coverage, View } from '../../../view.ts';
import { wallClock } from '../../../wall-clock.ts';

export const parts = ['transactions', 'balance_snapshot', 'supply_timeline'] as const;
export const archiveFormats = ['json', 'csv', 'parquet'] as const;
const METHODOLOGY = 'compliance_archive_v1';

/** What is asked for. */
export interface ArchiveRequest {
  asset_code: string;
  asset_issuer?: string;
  /** RFC 3339, or dates: a start is the begin of its day, an end the end. */
  start_date: string;
  end_date: string;
  include?: (typeof parts)[number][];
  /** Times of snapshots, by default the end. */
  balance_snapshots?: string[];
  format?: (typeof archiveFormats)[number];
}

/** Returns the archive that a request makes, before it is made; throws ApiError for what cannot be. Equal ledgers give an equal id. */
export async function planArchive(view: View, request: ArchiveRequest): Promise<Archive> {
  const asset = goldAsset(request);
  const { include = [...parts], format = 'json' } = request;
  checkDates(request);
  const { start, end } = await periodOf(request, view);
  if ((await ledgerAt(view, end)) === undefined) {
    const first = await view.asOf(view.bounds.oldest);
    throw new ApiError(404, `no data at or before ${request.end_date}: the first loaded ledger closed at ${first}`);
  }
  const period = { start: momentText(start), end: momentText(end) };
  const keyed = [asset.code, asset.issuer ?? '', period.start, period.end, include.toSorted().join(','), METHODOLOGY];
  const coverage = coverageOf(view, await coverageBetween(view, start, end));
  const all = JSON.stringify([keyed, coverage, format, request.balance_snapshots ?? []]);
  return {
    archive_id: `archive_${asset.code}_${period.end.slice(0, 10).replaceAll('-', '')}_${hash('sha256', all).slice(0, 8)}`,
    status: 'pending',
    asset: assetRecord(asset) as unknown as Archive['asset'],
    period,
    include,
    format,
    methodology_version: METHODOLOGY,
    reproducibility_key: `repro:${hash('sha256', keyed.join('|')).slice(0, 32)}`,
    coverage,
    created_at: wallClock(),
  };
}

/** Returns how far entries are known all through a period. */
async function coverageBetween(view: View, start: string, end: string): Promise<Coverage> {
  const [first, last] = [await ledgerAt(view, start), await ledgerAt(view, end)];
  if (first === undefined || last === undefined) return 'touched_only';
  const isWhole = view.snapshot.ranges.some((run) => run.first <= first && last <= run.last);
  const { warnings } = await snapshotOf({ timestamp: rfc3339(end) }, view);
  return isWhole && warnings.length === 0 ? view.coverageAt(first) : 'touched_only';
}

function checkDates({ start_date: start, end_date: end }: ArchiveRequest): void {
  if (momentOf(start, false) === undefined) throw invalid('invalid start_date format, use RFC3339 or YYYY-MM-DD');
  if (momentOf(end, true) === undefined) throw invalid('invalid end_date format, use RFC3339 or YYYY-MM-DD');
}

/**
 * Makes a planned archive in a folder, and returns it as it ended; it has the reason of a failure; internal errors are on disk only.
 * Throws LakeError while another process makes it.
 */
export async function makeArchive(
  view: View,
  folder: string,
  plan: Archive,
  request: ArchiveRequest,
): Promise<Archive> {
  const lock = await lockArchive(folder, plan.archive_id);
  if ('heldBy' in lock) throw new LakeError(`${plan.archive_id} is being made by another process, pid ${lock.heldBy}`);
  try {
    return await make(view, folder, plan, request);
  } finally {
    await lock.release();
  }
}

/** Records as failed the archives of a folder that processes left unfinished when they ended. */
export async function failInterrupted(folder: string): Promise<void> {
  const { archives } = await readArchives(folder);
  for (const { archive_id: id } of archives.filter(isUnfinished)) {
    const lock = await lockArchive(folder, id);
    if ('heldBy' in lock) continue;
    try {
      // Who made it may have ended it before it gave back the lock.
      const archive = await readArchive(folder, id);
      const failed = { status: 'failed', error: INTERRUPTED, completed_at: wallClock() } as const;
      if (archive && isUnfinished(archive)) await writeArchive(folder, { ...archive, ...failed });
    } finally {
      await lock.release();
    }
  }
}

const INTERRUPTED = 'interrupted: the server ended before the archive was whole; ask for it once more';

const isUnfinished = ({ status }: Archive) => status === 'pending' || status === 'processing';

async function make(view: View, folder: string, plan: Archive, request: ArchiveRequest): Promise<Archive> {
  await writeArchive(folder, { ...plan, status: 'processing' });
  await emptyArchive(folder, plan.archive_id);
  try {
    const ended = await filled(view, join(folder, plan.archive_id), plan, request);
    await writeArchive(folder, ended);
    return ended;
  } catch (error) {
    return recordFailure(folder, plan, error);
  }
}

/** Removes the files of a failed archive first: on a full disk the record needs their room. */
async function recordFailure(folder: string, plan: Archive, error: unknown): Promise<Archive> {
  const cause = reasonOf(error) ?? messageOf(error);
  const failed: Archive = {
    ...plan,
    status: 'failed',
    ...(error instanceof ApiError ? { error: error.message } : { error: 'internal error', cause }),
    completed_at: wallClock(),
  };
  await emptyArchive(folder, plan.archive_id);
  await writeArchive(folder, failed);
  return failed;
}

async function filled(view: View, folder: string, plan: Archive, request: ArchiveRequest): Promise<Archive> {
  const artifacts: Artifact[] = [];
  const add = async (artifact: Omit<Artifact, 'checksum' | 'generated_at'>, bytes: Buffer) => {
    await writeSynced(join(folder, artifact.name), bytes);
    artifacts.push({ ...artifact, checksum: `sha256:${hash('sha256', bytes)}`, generated_at: wallClock() });
  };
  const warnings = new Set<string>();
  for await (const { name, type, table, snapshot_at, body, rows, ...found } of tablesOf(view, plan, request)) {
    const { format } = plan;
    for (const warning of found.warnings) warnings.add(warning);
    const bytes =
      format === 'json'
        ? Buffer.from(`${JSON.stringify({ ...body, rows }, null, 1)}\n`)
        : await writeTable(format as 'csv' | 'parquet', view.served.lake, columnsOf(table), rows, view.signal);
    await add(
      { name: `${name}.${format}`, type, format, ...(snapshot_at && { snapshot_at }), row_count: rows.length },
      bytes,
    );
  }
  await add({ name: 'methodology.md', type: 'documentation', format: 'md' }, Buffer.from(methodology(plan)));
  const sources = await sourcesOf(view, endOf(plan.period, request));
  const done = { ...plan, ...sources, artifacts, ...(warnings.size > 0 && { warnings: [...warnings] }) };
  await add({ name: 'manifest.json', type: 'manifest', format: 'json' }, Buffer.from(manifestOf(done)));
  return { ...done, status: 'complete', completed_at: wallClock() };
}

interface Found {
  name: string;
  type: Artifact['type'];
  table: TObject;
  snapshot_at?: string;
  /** What the rows are of. */
  body: Row;
  rows: Row[];
  /** What is to be known of them. */
  warnings: readonly string[];
}

async function* tablesOf(
  view: View,
  { include, period, asset }: Archive,
  request: ArchiveRequest,
): AsyncGenerator<Found> {
  const ofAsset: Record<string, string> = {
    asset_code: asset.code,
    ...(asset.issuer && { asset_issuer: asset.issuer }),
  };
  const end = endOf(period, request);
  const dates = { start_date: period.start, end_date: end };
  if (include.includes('transactions')) {
    yield {
      name: 'transactions',
      type: 'transactions',
      ...(await allOf(view, goldTransactions, { ...ofAsset, ...dates })),
    };
  }
  if (include.includes('balance_snapshot')) {
    for (const timestamp of request.balance_snapshots ?? [end]) {
      const found = await allOf(view, goldBalances, { ...ofAsset, timestamp });
      const at = String(found.body['snapshot_at']);
      yield { name: `balances_${at.replaceAll(/[:-]/g, '')}`, type: 'balance_snapshot', snapshot_at: at, ...found };
    }
  }
  if (include.includes('supply_timeline')) {
    yield {
      name: 'supply_timeline',
      type: 'supply_timeline',
      ...(await allOf(view, goldSupply, { ...ofAsset, ...dates })),
    };
  }
}

/** Returns all rows that an endpoint tells, page after page, and what it tells of them that will be told again. */
async function allOf(
  view: View,
  endpoint: Endpoint,
  given: Record<string, string>,
): Promise<Omit<Found, 'name' | 'type'>> {
  const { table } = endpoint;
  if (!table) throw new Error(`no table in ${endpoint.path}`);
  const secret = Buffer.alloc(32);
  const rows: Row[] = [];
  const warnings = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const asked = new Map(Object.entries({ ...given, limit: '10000', ...(cursor !== undefined && { cursor }) }));
    if (!('limit' in endpoint.parameters)) asked.delete('limit');
    const { body } = await endpoint.handle({ view, given: asked, secret, format: 'json' });
    rows.push(...(body[table.member] as Row[]));
    for (const warning of (body['_meta'] as { warnings?: string[] }).warnings ?? []) warnings.add(warning);
    cursor = body['cursor'] as string | undefined;
    if (cursor !== undefined) continue;
    const left = new Set([table.member, 'generated_at', 'archive_id', '_meta', 'has_more', 'cursor', 'count']);
    const told = Object.fromEntries(Object.entries(body).filter(([name]) => !left.has(name)));
    return { table: table.row, body: told, rows, warnings: [...warnings] };
  }
}

/** Returns the end of a period as a request names it: a whole day ends after its last second. */
function endOf({ end }: Archive['period'], { end_date: day }: ArchiveRequest): string {
  return isDay(day) && momentText(momentOf(day, true)!) === end ? day : end;
}

async function sourcesOf(view: View, end: string) {
  const closed = await view.row(sql`
    select min(sequence) as first, max(sequence) as last,
        arg_min(ledger_hash, sequence) as first_hash, arg_max(ledger_hash, sequence) as last_hash
    from bronze.history_ledgers
    where closed_at <= cast(${momentOf(end, true)} as timestamp)`);
  const parents = await view.rows(sql`
    select object_name as name, first_ledger, last_ledger, sha256
    from meta.ledger_files
    where first_ledger <= cast(${Number(closed?.['last'])} as integer)
    order by first_ledger, name`);
  const [name = '', version = ''] = decoderVersion.split(' ');
  return {
    parents: parents.map(parentOf),
    ledger_hashes: { first: String(closed?.['first_hash']), last: String(closed?.['last_hash']) },
    software: { name, version },
  };
}

function parentOf({ name, first_ledger: first, last_ledger: last, sha256 }: Row): Parent {
  return { name: String(name), first_ledger: Number(first), last_ledger: Number(last), sha256: String(sha256) };
}

function manifestOf({ artifacts = [], ...archive }: Archive): string {
  const { archive_id, asset, period, methodology_version, reproducibility_key, coverage } = archive;
  const { parents, ledger_hashes, software, warnings } = archive;
  const manifest = {
    archive_id,
    manifest_version: '1.0',
    ...{ asset, period, methodology_version },
    generated_at: wallClock(),
    generated_by: `${software?.name} ${software?.version}`,
    artifacts,
    checksums: checksumsOf(artifacts),
    total_rows: artifacts.reduce((sum, { row_count: rows = 0 }) => sum + rows, 0),
    ...{ reproducibility_key, coverage, ...(warnings && { warnings }), ledger_hashes, parents },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Returns the checksums of files by their names. */
export function checksumsOf(artifacts: readonly Artifact[]): Record<string, string> {
  return Object.fromEntries(artifacts.map(({ name, checksum }) => [name, checksum]));
}
