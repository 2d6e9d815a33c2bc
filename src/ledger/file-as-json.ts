/** Ledger files as text. */
import { readFile } from 'node:fs/promises';
import { fileError } from '../datastore/files/local.ts';
import { StoreError, type DecodeError } from '../core/errors.ts';
import { decodeJson } from '../xdr/decode.ts';
import { lenientJson } from '../xdr/lenient.ts';
import { decompress } from './compression.ts';
import { readFrames, type OnFault } from './frames.ts';
import { readLedger } from './ledger.ts';

/** Which ledgers of a file are wanted, and whether of one that cannot be read the part that can. */
export interface FileAsJsonOptions {
  ledger?: number;
  /** Called with the error of each ledger that cannot be read whole; without it the error is thrown. */
  onFault?: (fault: DecodeError) => void;
}

/**
 * Yields the LedgerCloseMeta of each ledger of a ledger file as JSON (SEP-51), or of the one that is asked for. With `onFault` a ledger
 * that is not as the schema says comes as `lenientJson` writes it, with all that follows it in its record or file. Throws StoreError when
 * the file cannot be read or has not that ledger, DecodeError when it holds no ledgers.
 */
export async function* fileAsJson(file: string, { ledger, onFault }: FileAsJsonOptions): AsyncGenerator<string> {
  const bytes = decompress(await readInput(file), { file });
  const found: number[] = [];
  const faulty: { sequence?: number; text: string }[] = [];
  const keep: OnFault = (fault, lost, at) => {
    if (!at) throw fault;
    onFault?.(fault);
    faulty.push({ sequence: lost?.first, text: lenientJson('LedgerCloseMeta', bytes.subarray(at.start, at.end)) });
  };
  const isWanted = (sequence: () => number | undefined): boolean => {
    if (ledger === undefined) return true;
    const number = sequence();
    if (number !== undefined) found.push(number);
    return number === ledger;
  };
  for (const { start, end, sequence } of readFrames(bytes, file, undefined, onFault && keep)) {
    for (const { sequence: number, text } of faulty.splice(0)) if (isWanted(() => number)) yield text;
    const frame = bytes.subarray(start, end);
    if (!isWanted(() => sequence ?? readLedger(frame, file).sequence)) continue;
    yield decodeJson('LedgerCloseMeta', frame, file);
    if (ledger !== undefined) return;
  }
  for (const { sequence: number, text } of faulty) {
    if (!isWanted(() => number)) continue;
    yield text;
    if (ledger !== undefined) return;
  }
  if (ledger === undefined) return;
  const held = found.length === 1 ? `ledger ${found[0]}` : `ledgers ${found[0]} to ${found.at(-1)}`;
  throw new StoreError(`${file} has no ledger ${ledger}, it holds ${held}`, { key: file, ledger });
}

async function readInput(file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: unknown) => {
    throw fileError(error, file, { store: file, key: file });
  });
}
