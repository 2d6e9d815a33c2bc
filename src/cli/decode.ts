/** `ledgerlake decode`: ledger files as JSON. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { StoreError } from '../errors.ts';
import { parseLedger } from './options.ts';
import { print } from './output.ts';
import { examples } from './program.ts';

interface DecodeOptions {
  ledger?: number;
  pretty?: boolean;
}

export function define(command: Command): void {
  command
    .description('Prints the LedgerCloseMeta of each ledger of a file as JSON (SEP-51), one line each.')
    .argument('<file>', 'a ledger file: batch, bare or stream; zstd, gzip or plain')
    .option('--ledger <n>', 'only this ledger', parseLedger)
    .option('--pretty', 'print over many lines, indented')
    .addHelpText(
      'after',
      examples(
        'ledgerlake decode data/sample/FFFFFFFF--0-49/FFFFFFFF--0-9.xdr.zst --ledger 3 --pretty',
        'ledgerlake decode FCD285FF--53312000.xdr.zst | jq .v1.ledger_header.hash',
      ),
    )
    .action(decode);
}

async function decode(file: string, { ledger, pretty }: DecodeOptions): Promise<void> {
  const { decompress } = await import('../ledger/compression.ts');
  const { readFrames } = await import('../ledger/frames.ts');
  const { readLedger } = await import('../ledger/ledger.ts');
  const { decodeJson } = await import('../xdr/decode.ts');
  const bytes = decompress(await readInput(file), { file });
  const found: number[] = [];
  for (const { start, end, sequence } of readFrames(bytes, file)) {
    const frame = bytes.subarray(start, end);
    if (ledger !== undefined) {
      found.push(sequence ?? readLedger(frame, file).sequence);
      if (found.at(-1) !== ledger) continue;
    }
    const json = decodeJson('LedgerCloseMeta', frame, file);
    await print(pretty ? `${JSON.stringify(JSON.parse(json), null, 2)}\n` : `${json}\n`);
    if (ledger !== undefined) return;
  }
  if (ledger === undefined) return;
  const held = found.length === 1 ? `ledger ${found[0]}` : `ledgers ${found[0]} to ${found.at(-1)}`;
  throw new StoreError(`${file} has no ledger ${ledger}, it holds ${held}`, { key: file, ledger });
}

async function readInput(file: string): Promise<Uint8Array> {
  const { fileError } = await import('../datastore/local.ts');
  return readFile(file).catch((error: unknown) => {
    throw fileError(error, file, { store: file, key: file });
  });
}
