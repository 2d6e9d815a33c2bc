/** What the relations of schema `meta` hold; their SQL is in `sql/meta`. */
import type { Meaning } from '../arrow/table.ts';

/** A relation: what one row is, its key, and its columns. */
export interface MetaDocs {
  grain: string;
  key: string[];
  columns: Record<string, Meaning>;
}

const bounds = {
  first_ledger: { doc: 'First ledger of them.' },
  last_ledger: { doc: 'Last ledger of them.' },
};
const loaded = {
  loaded_at: { doc: 'When it was loaded.', unit: 'UTC' },
  decoder_version: { doc: 'Version of ledgerlake that decoded it.' },
};
const size = { doc: 'Size of the file.', unit: 'bytes' };
const counted = { ...bounds, ledger_count: { doc: 'How many they are.', unit: 'ledgers' } };

/** The relations of `meta` by name. */
export const metaDocs: Record<string, MetaDocs> = {
  gaps: {
    grain: 'One row per run of ledgers that lie between what is there and are not there.',
    key: ['first_ledger'],
    columns: counted,
  },
  ledger_files: {
    grain: 'One row per object that ledgers were loaded from.',
    key: ['file_id'],
    columns: {
      file_id: { doc: 'Id of the object, which batch_id of the tables names.' },
      object_name: { doc: 'Name of the object in its store.' },
      network: { doc: 'Passphrase of the network.' },
      ...bounds,
      bytes: { ...size, doc: 'Size of the object as it is stored.' },
      sha256: { doc: 'SHA-256 of the object as it is stored.', unit: 'hex' },
      compression: { doc: 'How it is compressed: zstd, gzip or none.' },
      ...loaded,
    },
  },
  ledger_ranges: { grain: 'One row per run of ledgers that are there.', key: ['first_ledger'], columns: counted },
  ledgers: {
    grain: 'One row per ledger that is there.',
    key: ['sequence'],
    columns: {
      sequence: { doc: 'Number of the ledger.' },
      ledger_hash: { doc: 'Hash of its header.', unit: 'hex' },
      previous_ledger_hash: { doc: 'Hash of the header before it, as it names it.', unit: 'hex' },
      file_id: { doc: 'The object it was loaded from, in meta.ledger_files.' },
      segment: { doc: 'The segment it is in, in meta.segments.' },
      checks: { doc: 'Checks that it passed when it was loaded.' },
      unchecked: { doc: 'Checks that could not be made.' },
    },
  },
  omissions: {
    grain: 'One row per object, or part of one, that was passed over since it could not be read.',
    key: ['object_name', 'first_ledger'],
    columns: {
      object_name: { doc: 'Name of the object in its store.' },
      first_ledger: { doc: 'First ledger passed over; null when its number is not known.' },
      last_ledger: { doc: 'Last ledger passed over.' },
      transaction_order: { doc: 'Transaction at fault, in the order of application, from 1; null when none is.' },
      operation_index: { doc: 'Operation at fault, from 0; null when none is.' },
      path: { doc: 'Where in the XDR the fault is.' },
      message: { doc: 'What was wrong.' },
      decoder_version: { doc: 'Version of ledgerlake that found it so.' },
      recorded_at: { doc: 'When it was passed over.', unit: 'UTC' },
    },
  },
  segment_files: {
    grain: 'One row per Parquet file.',
    key: ['path'],
    columns: {
      segment: { doc: 'The segment it belongs to, in meta.segments.' },
      table_name: { doc: 'The table whose rows it has.' },
      path: { doc: 'Where it lies, from the folder of the lake.' },
      ...bounds,
      row_count: { doc: 'How many rows it has.' },
      bytes: size,
      sha256: { doc: 'SHA-256 of the file.', unit: 'hex' },
      columns: { doc: 'Columns that it has.' },
    },
  },
  segments: {
    grain: 'One row per segment: what one commit wrote, all or nothing.',
    key: ['segment'],
    columns: { segment: { doc: 'Name of the segment: first and last ledger.' }, ...bounds, ...loaded },
  },
  state_baselines: {
    grain: 'One row per full state of the ledger that was brought in.',
    key: ['ledger_sequence', 'source'],
    columns: {
      ledger_sequence: { doc: 'Ledger of the state.' },
      source: { doc: 'Where it came from.' },
      complete: { doc: 'Whether it has every entry.' },
    },
  },
};
