/** Values of options that several commands have. */
import { parseRange, type AskedRange } from '../datastore/range.ts';
import { UsageError } from '../errors.ts';
import type { Command } from 'commander';

const HASH = /^[0-9a-f]{64}$/i;

/** A ledger hash that the user trusts. */
export interface Anchor {
  sequence: number;
  hash: string;
}

/** Options of commands that read ledgers. */
export interface ReadOptions {
  network?: string;
  range?: AskedRange;
  allowGaps?: boolean;
  verify: boolean;
  withXdr?: boolean;
}

/** Declares the options of commands that read ledgers. */
export function addReadOptions(command: Command): Command {
  return command
    .option('--network <name>', 'pubnet, testnet, local or a passphrase; default: what the store says of itself')
    .option('--range <range>', 'only these ledgers: FIRST:LAST, FIRST:+COUNT, FIRST:, :LAST', parseRange)
    .option('--allow-gaps', 'a ledger of --range that the store lacks is no error')
    .option('--with-xdr', 'fill the columns that hold whole XDR, such as tx_meta')
    .option('--no-verify', 'do not check hashes');
}

/** Returns a number of workers; throws UsageError unless it is a whole number above 0. */
export function parseWorkers(text: string): number {
  if (/^[1-9][0-9]{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`--workers is "${text}", expected a whole number from 1 to 9999`);
}

/** Returns a ledger's number; throws UsageError unless it is a whole number. */
export function parseLedger(text: string): number {
  const { first, last } = parseRange(text);
  if (first !== undefined && first === last) return first;
  throw new UsageError(`--ledger is "${text}", expected one ledger`);
}

/** Returns what `SEQ:HASH` says; throws UsageError when it is something else. */
export function parseAnchor(text: string): Anchor {
  const [sequence = '', hash = '', ...more] = text.split(':');
  if (more.length > 0 || !/^[0-9]{1,10}$/.test(sequence) || !HASH.test(hash)) {
    throw new UsageError(`--anchor is "${text}", expected SEQ:HASH, a ledger and its hash of 64 hexadecimal digits`);
  }
  return { sequence: Number(sequence), hash: hash.toLowerCase() };
}
