/** A Parquet file of the lake as an entry of an Iceberg manifest. */
import { LakeError } from '../../core/errors.ts';
import {
  integerIn,
  type FileStatistics,
  type LeafStatistics,
  type SchemaField,
} from '../../parquet/read/statistics.ts';
import { partitionOf } from '../disk/table-files.ts';
import type { AvroValue } from './avro.ts';
import type { IcebergField } from './columns.ts';

/** The name of the partition column. */
export const PARTITION = 'ledger_range';

/** What entries of manifests say of a file. */
export const statuses = { added: 1, deleted: 2 } as const;

export interface DataFile {
  /** Its address. */
  path: string;
  statistics: FileStatistics;
  /** The column by whose ledgers the table is partitioned. */
  ledgers?: string;
}

/** Longer texts are no bounds: each manifest would have them. */
const LONGEST = 64;

/** Types whose bounds Iceberg writes as Parquet does. */
const bounded = new Set(['int', 'long', 'double', 'timestamp', 'timestamptz', 'date', 'string']);

/**
 * Returns the `data_file` of an entry. Counts and bounds come from the file's footer. The partition is the range of 10,000
 * ledgers that has the file's rows; throws a LakeError if rows are of several.
 */
export function dataFileEntry(file: DataFile, fields: readonly IcebergField[]): Record<string, AvroValue> {
  const { path, statistics, ledgers } = file;
  const columns = columnsOf(statistics, fields);
  const pairs = (value: (leaf: LeafStatistics, field: IcebergField) => AvroValue): AvroValue[] =>
    columns.flatMap(({ field, leaf }) => {
      const found = value(leaf, field);
      return found === undefined ? [] : [{ key: field.id, value: found }];
    });
  const bound = (side: 'min' | 'max') =>
    pairs((leaf, { type }) => {
      const value = leaf[side];
      return value && typeof type === 'string' && bounded.has(type) && value.length <= LONGEST ? value : undefined;
    });
  return {
    content: 0,
    file_path: path,
    file_format: 'PARQUET',
    partition: ledgers === undefined ? {} : { [PARTITION]: partitionIn(file, ledgers) },
    record_count: statistics.rows,
    file_size_in_bytes: statistics.bytes,
    column_sizes: pairs(({ bytes }) => bytes),
    value_counts: pairs(({ values }) => values),
    null_value_counts: pairs(({ nulls }) => nulls),
    lower_bounds: bound('min'),
    upper_bounds: bound('max'),
    split_offsets: statistics.starts,
  };
}

/** Returns the columns that hold one value a row, with their figures. */
function columnsOf(
  { fields, leaves }: FileStatistics,
  known: readonly IcebergField[],
): { field: IcebergField; leaf: LeafStatistics }[] {
  const byName = new Map(known.map((field) => [field.name, field]));
  let at = 0;
  return fields.flatMap((column) => {
    const leaf = leaves[at];
    at += leavesOf(column);
    const field = column.fields.length === 0 ? byName.get(column.name) : undefined;
    return field ? [{ field, leaf }] : [];
  });
}

function leavesOf({ fields }: SchemaField): number {
  return fields.length === 0 ? 1 : fields.reduce((sum, field) => sum + leavesOf(field), 0);
}

function partitionIn({ path, statistics }: DataFile, ledgers: string): number {
  const at = statistics.fields.findIndex(({ name }) => name === ledgers);
  const { min, max } = statistics.leaves[at] ?? {};
  const [first, last] = [min, max].map((one) => (one ? partitionOf(Number(integerIn(one))) : undefined));
  if (first !== undefined && first === last) return first;
  throw new LakeError(`${path} must have the rows of one range of ledgers, but has those of ${first} to ${last}`, {
    file: path,
  });
}
