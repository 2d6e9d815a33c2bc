/** Parts that answers of the gold tier share: asset and time parameters, checksums, files. */
import { hash } from 'node:crypto';
import { invalid } from './errors.ts';
import { listOf, fields, rfc3339, text, whole, type Json, type Row } from './fields.ts';
import { may, readTime, type Values } from './parameters.ts';
import * as parameter from './parameters.ts';
import { sql } from './sql.ts';
import type { Coverage as State, View } from './view.ts';
import { Asset, assetOfKey, type KnownAsset } from './asset.ts';
import { wallClock } from './wall-clock.ts';

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
  return assetOfKey(isNative ? 'native' : `${code}:${issuer}`);
}

/** What an answer may know of the past. */
export const GoldCoverage = fields({ state: text(), oldest: whole(), latest: whole(), gaps: listOf(listOf(whole())) });

/** Returns what is known of balances, by how far entries are. */
export function coverageOf(
  view: View,
  state: State,
): { state: State; oldest: number; latest: number; gaps: number[][] } {
  const gaps = view.gaps.map(({ first, last }) => [first, last]);
  return { state, ...view.bounds, gaps };
}

/** Returns the members that are known, as answers tell them. */
export function withoutNulls(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** `json`, `csv` or `parquet`. */
export const format = parameter.choice(
  'format',
  ['json', 'csv', 'parquet'],
  'json',
  'invalid format: must be json, csv, or parquet',
);

/** Whether a day is given, and no time. */
export const isDay = (given: string) => /^\d{4}-\d\d-\d\d$/.test(given);

/** Returns a time of DuckDB, or the end of a day, of RFC 3339 or a date; undefined where it is neither. */
export function momentOf(given: string, isEnd: boolean): string | undefined {
  if (!isDay(given)) return readTime(given);
  return readTime(`${given}T${isEnd ? '23:59:59.999' : '00:00:00'}Z`);
}

/** Returns a moment as answers tell it: the end of a day by its last second, all of which it includes. */
export function momentText(moment: string): string {
  return rfc3339(moment).replace('T23:59:59.999Z', 'T23:59:59Z');
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
function checksumOf(content: Row): string {
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
function assetForChecksum(asset: Row): Row {
  return { code: asset['code'] ?? null, issuer: asset['issuer'] ?? null, type: asset['type'] ?? null };
}

/** What an answer is besides its own fields: what its content was checked by, and whether it is asked for as a file. */
export interface Sealed {
  /** Of asset, time and rows, by which equal content has an equal id. */
  content: Row & { asset: Row; coverage: Row; methodology_version: string; rows: Row[] };
  /** What its id begins with: the kind, the asset's code and the day. */
  kind: 'bal' | 'supply';
  code: string;
  moment: string;
  snapshotLedger: Json;
  /** What the file is called, without its ending. */
  file: string;
  format: Values<{ format: typeof format }>['format'];
}

/** Returns id, checksum and the rest of what every answer ends with, and the answer's headers and file. */
export function sealed({ content, kind, code, moment, snapshotLedger, file, format: asked }: Sealed) {
  const checksum = checksumOf({ ...content, asset: assetForChecksum(content.asset) });
  return {
    fields: {
      archive_id: `${kind}_${code}_${dayOf(moment)}_${checksum.slice(7, 15)}`,
      asset: content.asset,
      checksum,
      methodology_version: content.methodology_version,
      generated_at: wallClock(),
      coverage: content.coverage,
    },
    headers: { 'X-Checksum': checksum, 'X-Snapshot-Ledger': String(snapshotLedger) },
    ...(asked !== 'json' && { file: { name: file, format: asked } }),
  };
}

/** The fields that `sealed` gives. */
export const Seal = {
  archive_id: text(),
  asset: Asset,
  checksum: text('SHA-256 of the canonical JSON of the rows and what they are of.'),
  methodology_version: text(),
  generated_at: text(),
  coverage: GoldCoverage,
};

/** `20240115` of a time. */
const dayOf = (moment: string) => moment.slice(0, 10).replaceAll('-', '');
