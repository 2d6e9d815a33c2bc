/** Ledger files as text. */
import { readFile } from 'node:fs/promises';
import { fileError } from '../datastore/files/local.ts';
import { StoreError } from '../errors.ts';
import { decodeJson } from '../xdr/decode.ts';
import { decompress } from './compression.ts';
import { readFrames } from './frames.ts';
import { readLedger } from './ledger.ts';

/**
 * Yields the LedgerCloseMeta of each ledger of a ledger file as JSON (SEP-51), or of the one that is asked for. Throws StoreError when
 * the file cannot be read or has not that ledger, DecodeError when it holds no ledgers.
 */
export async function* fileAsJson(file: string, { ledger }: { ledger?: number }): AsyncGenerator<string> {
  const bytes = decompress(await readInput(file), { file });
  const found: number[] = [];
  for (const { start, end, sequence } of readFrames(bytes, file)) {
    const frame = bytes.subarray(start, end);
    if (ledger !== undefined) {
      found.push(sequence ?? readLedger(frame, file).sequence);
      if (found.at(-1) !== ledger) continue;
    }
    yield decodeJson('LedgerCloseMeta', frame, file);
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
