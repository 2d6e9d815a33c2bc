/** Ledgers in memory as Arrow batches. */
import type { RecordBatch } from 'apache-arrow';
import { JsonBatch } from '../arrow/json-rows.ts';
import { UsageError } from '../core/errors.ts';
import { knownOptions } from '../options/known-options.ts';
import type { Omission } from '../lake/disk/snapshot/manifest.ts';
import { networkId, passphraseOf, type Network } from '../ledger/network.ts';
import { checkLedger } from '../ledger/verify.ts';
import { DECODE_OPTIONS, type DecodeOptions } from '../tables/decode-options.ts';
import { createTables, type TableName } from '../tables/index.ts';
import { addLedger, ledgersOf } from '../workers/read.ts';
import * as kind from '../options/kinds.ts';

/** Options of `decodeTables`. */
export interface DecodeTablesOptions extends DecodeOptions {
  /** Short name, passphrase or `{ passphrase }` of the network. */
  network: Network;
  /** The tables to decode, `transaction_changes` among them; by default all but this one. */
  tables?: readonly TableName[];
  /** Recompute all hashes of each ledger; true by default. With false, only the hashes of transactions are compared. */
  verify?: boolean;
  /** Takes what is passed over because it cannot be decoded; without it that is an error. */
  onOmitted?: (omission: Omission) => void;
  /** What error messages call the bytes. */
  file?: string;
}

const DECODE_TABLES_OPTIONS: Record<keyof DecodeTablesOptions, kind.Kind> = {
  ...DECODE_OPTIONS,
  network: kind.network,
  tables: kind.texts,
  verify: kind.flag,
  onOmitted: kind.call,
  file: kind.text,
};

/**
 * Returns one Arrow batch per bronze table, by name, of all ledgers in the bytes of a ledger file, compressed or not.
 * Throws DecodeError and VerifyError, and UsageError for a table, option or network that there is not.
 */
export function decodeTables(bytes: Uint8Array, options: DecodeTablesOptions): Map<string, RecordBatch> {
  const {
    network,
    tables: only,
    verify,
    onOmitted,
    file = 'ledgers',
    ...rest
  } = knownOptions('decodeTables', options, DECODE_TABLES_OPTIONS);
  const id = networkId(passphraseOf(network));
  if (!(bytes instanceof Uint8Array))
    throw new UsageError('decodeTables takes the bytes of a ledger file, a Uint8Array');
  const set = createTables(id, { ...rest, only });
  for (const ledger of ledgersOf({ key: file, bytes }, { key: file }, onOmitted)) {
    checkLedger(ledger, id, { verify });
    addLedger(set, ledger, onOmitted);
  }
  return new Map([...set.batches()].map(([name, { schema, data }]) => [name, new JsonBatch(schema, data)]));
}
