/**
 * Names of ledger objects (SEP-54). Plain numbers throughout: 32-bit operators would wrap at the top of the range.
 */
import { StoreError } from '../core/errors.ts';

/** The highest ledger sequence there can be. */
export const MAX_LEDGER = 4294967295;

/** The lowest ledger that has close meta; ledger 1 is genesis and has none. */
export const FIRST_LEDGER = 2;

/** Ledgers from `first` to `last`, both included. */
export interface LedgerRange {
  /** First ledger, included. */
  first: number;
  /** Last ledger, included. */
  last: number;
}

/** How a store cuts ledgers into files and files into folders; 0 or 1 files per partition means no folders. */
export interface StoreSchema {
  ledgersPerFile: number;
  filesPerPartition: number;
}

/** How keys are made: the schema, and the extension of the objects. */
export interface Layout extends StoreSchema {
  extension: string;
}

/** What an object's name says: its ledgers, its extension (`''` for plain `.xdr`), and whether the hex part fits them. */
export interface ParsedKey extends LedgerRange {
  extension: string;
  hexFits: boolean;
}

const FILE = /^([0-9A-F]{8})--([0-9]+)(?:-([0-9]+))?\.xdr(?:\.([A-Za-z0-9._-]+))?$/;
const FOLDER = /^[0-9A-F]{8}--([0-9]+)-([0-9]+)$/;

/** Returns the key, without a store's prefix, of the object that holds `ledger`. */
export function objectKey(ledger: number, schema: StoreSchema, extension = 'zst'): string {
  const { ledgersPerFile, filesPerPartition } = schema;
  const file = block(ledger, ledgersPerFile);
  const name = `${invertedHex(file.first)}--${file.first}${ledgersPerFile > 1 ? `-${file.last}` : ''}.xdr.${extension}`;
  if (filesPerPartition <= 1) return name;
  const folder = block(ledger, ledgersPerFile * filesPerPartition);
  return `${invertedHex(folder.first)}--${folder.first}-${folder.last}/${name}`;
}

/** Parses the last part of `key`; undefined if it is no ledger name. Throws StoreError if it is impossible. */
export function parseKey(key: string): ParsedKey | undefined {
  const match = FILE.exec(baseName(key));
  if (!match) return undefined;
  const [, hex, low, high = low, extension = ''] = match;
  const range = { first: Number(low), last: Number(high) };
  checkOrder(range, key);
  return { ...range, extension, hexFits: hex === invertedHex(range.first) };
}

/** Returns the ledgers a partition folder's name stands for, undefined when it is no such name. */
export function parsePartition(name: string): LedgerRange | undefined {
  const match = FOLDER.exec(name);
  return match ? { first: Number(match[1]), last: Number(match[2]) } : undefined;
}

/** Returns the extension of the first ledger object among `keys`, `zst` when there is none. */
export function storeExtension(keys: Iterable<string>): string {
  for (const key of keys) {
    const extension = parseKey(key)?.extension;
    if (extension) return extension;
  }
  return 'zst';
}

function block(ledger: number, size: number): LedgerRange {
  const first = Math.floor(ledger / size) * size;
  return { first, last: Math.min(first + size - 1, MAX_LEDGER) };
}

/** Returns the 8 digits that make names of higher ledgers sort first. */
export function invertedHex(ledger: number): string {
  return (MAX_LEDGER - ledger).toString(16).toUpperCase().padStart(8, '0');
}

function baseName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function checkOrder({ first, last }: LedgerRange, key: string): void {
  if (first > last) {
    throw new StoreError(`ledger object ${key}: its first ledger ${first} is above its last ledger ${last}`, { key });
  }
  if (last > MAX_LEDGER) {
    throw new StoreError(`ledger object ${key}: ledger ${last} is above the highest possible, ${MAX_LEDGER}`, { key });
  }
}
