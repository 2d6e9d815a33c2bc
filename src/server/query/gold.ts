/** What answers of the gold tier have in common: which asset and time they are of, checksums, and files (contract 8.6, 8.7). */
import { hash } from 'node:crypto';
import type { File } from './endpoint.ts';
import { invalid } from './errors.ts';
import { list, object, text, whole, type Json, type Row } from './fields.ts';
import { may, readTime } from './parameters.ts';
import * as parameter from './parameters.ts';
import { sql } from './sql.ts';
import type { View } from './view.ts';
import { assetOf, type KnownAsset } from './endpoints/asset.ts';

/** The asset of a request: its issuer is needed unless it is the native one. */
export const assetParameters = {
  asset_code: parameter.required(
    parameter.matching(/^[A-Za-z0-9]{1,12}$/, 'Code of the asset.'),
    'asset_code required',
  ),
  asset_issuer: may(parameter.address(['G'], 'Issuer; needed unless the asset is the native one.')),
};

/** Returns the asset; throws ApiError without the issuer that it needs. */
export function goldAsset({
  asset_code: code,
  asset_issuer: issuer,
}: {
  asset_code: string;
  asset_issuer?: string;
}): KnownAsset {
  const isNative = issuer === undefined && (code === 'XLM' || code === 'native');
  if (!isNative && issuer === undefined) throw invalid('asset_issuer required for non-native assets');
  return assetOf(isNative ? 'native' : `${code}:${issuer}`);
}

/** What an answer may know of the past. */
export const Coverage = object({ state: text(), oldest: whole(), latest: whole(), gaps: list(list(whole())) });

export function coverageOf(view: View): { state: string; oldest: number; latest: number; gaps: number[][] } {
  const gaps = view.gaps.map(({ first, last }) => [first, last]);
  return { state: view.coverage, ...view.bounds, gaps };
}

/** `json`, `csv` or `parquet`. */
export const format = parameter.choice(
  'format',
  ['json', 'csv'],
  'json',
  'invalid format: must be json, csv, or parquet',
);

/** Returns a time of DuckDB, or the end of a day, of RFC 3339 or a date; undefined where it is neither. */
export function momentOf(given: string, isEnd: boolean): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(given)) return readTime(given);
  return readTime(`${given}T${isEnd ? '23:59:59' : '00:00:00'}Z`);
}

/** Returns the last ledger that closed at or before a time; undefined when there is none. */
export async function ledgerAt(view: View, moment: string): Promise<number | undefined> {
  const row = await view.row(
    sql`select max(sequence) as ledger from bronze.history_ledgers where closed_at <= cast(${moment} as timestamp)`,
  );
  const ledger = row?.['ledger'];
  return ledger === null || ledger === undefined ? undefined : Number(ledger);
}

/** Returns the SHA-256 of the canonical JSON (RFC 8785) in which all numbers are texts. */
export function checksumOf(content: Row): string {
  return `sha256:${hash('sha256', canonical(content))}`;
}

/** Keys stand in the order of their UTF-16 units, which is that of JavaScript's sort. */
function canonical(value: Json): string {
  if (typeof value === 'number') return JSON.stringify(String(value));
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join(',')}}`;
}

/** Returns the asset of a checksum: every member is there. */
export function assetForChecksum(asset: Row): Row {
  return { code: asset['code'] ?? null, issuer: asset['issuer'] ?? null, type: asset['type'] ?? null };
}

/** Returns the rows as a file of CSV, with their checksum in a header. */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: readonly Row[],
  headers: Record<string, string>,
): File {
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? null)).join(','));
  return {
    type: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': `attachment; filename="${name}.csv"`, ...headers },
    body: `${[columns.join(','), ...lines].join('\r\n')}\r\n`,
  };
}

/** Returns a value as a cell of CSV (RFC 4180). */
function cell(value: Json): string {
  const written = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/** `20240115` of a time. */
export const dayOf = (moment: string) => moment.slice(0, 10).replaceAll('-', '');
