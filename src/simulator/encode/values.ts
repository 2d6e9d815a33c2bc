/** Encodes account ids, assets and optional values, the parts that entries and keys share. */
import type { AccountId, AssetId, TrustedAsset } from '../state/entries.ts';
import { assetType, codeOf, issuerOf, sharedPool } from '../state/keys.ts';
import type { Writer } from './writer.ts';

/** Writes an AccountID. */
export function writeAccountId(writer: Writer, id: AccountId): Writer {
  return writer.int(0).hex(id);
}

/** Writes an Asset. */
export function writeAsset(writer: Writer, asset: AssetId): Writer {
  return writeTrustedAsset(writer, asset);
}

/** Writes a TrustLineAsset. */
export function writeTrustedAsset(writer: Writer, asset: TrustedAsset): Writer {
  const type = assetType(asset);
  writer.int(type);
  if (type === 0) return writer;
  if (type === 3) return writer.hex(sharedPool(asset) ?? '');
  return writeAccountId(writer.code(codeOf(asset)), issuerOf(asset) ?? '');
}

/** Writes what may be missing: a 0, or a 1 and the value. */
export function writeOptional<T>(writer: Writer, value: T | undefined | null, write: (value: T) => unknown): void {
  writer.int(value === undefined || value === null ? 0 : 1);
  if (value !== undefined && value !== null) write(value);
}

/** Writes the number of parts, then each as it is. */
export function writeList(writer: Writer, parts: readonly Uint8Array[]): Writer {
  writer.int(parts.length);
  for (const part of parts) writer.raw(part);
  return writer;
}
