/** The Avro schemas of manifests and manifest lists (Iceberg table spec, version 2), with the ids of their fields. */
import type { AvroRecord, AvroSchema } from './avro.ts';

type Field = AvroRecord['fields'][number];

const field = (id: number, name: string, type: AvroSchema): Field => ({ name, type, 'field-id': id });
const optional = (id: number, name: string, type: AvroSchema): Field => ({
  ...field(id, name, ['null', type]),
  default: null,
});

/** A map with integer keys, as Avro has none: a list of pairs. */
function pairs(id: number, name: string, key: number, value: number, type: AvroSchema): Field {
  const fields = [field(key, 'key', 'int'), field(value, 'value', type)];
  const items = { type: 'record', name: `k${key}_v${value}`, fields } satisfies AvroRecord;
  return optional(id, name, { type: 'array', logicalType: 'map', items });
}

/** Returns the schema of a manifest's entries. `partition` names the table's partition column, if it has one. */
export function entrySchema(partition: string | undefined): AvroRecord {
  const fields = partition === undefined ? [] : [optional(PARTITION_ID, partition, 'int')];
  const file: AvroRecord = {
    type: 'record',
    name: 'r2',
    fields: [
      field(134, 'content', 'int'),
      field(100, 'file_path', 'string'),
      field(101, 'file_format', 'string'),
      field(102, 'partition', { type: 'record', name: 'r102', fields }),
      field(103, 'record_count', 'long'),
      field(104, 'file_size_in_bytes', 'long'),
      pairs(108, 'column_sizes', 117, 118, 'long'),
      pairs(109, 'value_counts', 119, 120, 'long'),
      pairs(110, 'null_value_counts', 121, 122, 'long'),
      pairs(137, 'nan_value_counts', 138, 139, 'long'),
      pairs(125, 'lower_bounds', 126, 127, 'bytes'),
      pairs(128, 'upper_bounds', 129, 130, 'bytes'),
      optional(131, 'key_metadata', 'bytes'),
      optional(132, 'split_offsets', { type: 'array', items: 'long', 'element-id': 133 }),
      optional(135, 'equality_ids', { type: 'array', items: 'int', 'element-id': 136 }),
      optional(140, 'sort_order_id', 'int'),
    ],
  };
  return {
    type: 'record',
    name: 'manifest_entry',
    fields: [
      field(0, 'status', 'int'),
      optional(1, 'snapshot_id', 'long'),
      optional(3, 'sequence_number', 'long'),
      optional(4, 'file_sequence_number', 'long'),
      field(2, 'data_file', file),
    ],
  };
}

/** The id of the one partition field that tables have. */
export const PARTITION_ID = 1000;

const summary: AvroRecord = {
  type: 'record',
  name: 'r508',
  fields: [
    field(509, 'contains_null', 'boolean'),
    optional(518, 'contains_nan', 'boolean'),
    optional(510, 'lower_bound', 'bytes'),
    optional(511, 'upper_bound', 'bytes'),
  ],
};

/** The schema of a manifest list. */
export const listSchema: AvroRecord = {
  type: 'record',
  name: 'manifest_file',
  fields: [
    field(500, 'manifest_path', 'string'),
    field(501, 'manifest_length', 'long'),
    field(502, 'partition_spec_id', 'int'),
    field(517, 'content', 'int'),
    field(515, 'sequence_number', 'long'),
    field(516, 'min_sequence_number', 'long'),
    field(503, 'added_snapshot_id', 'long'),
    field(504, 'added_files_count', 'int'),
    field(505, 'existing_files_count', 'int'),
    field(506, 'deleted_files_count', 'int'),
    field(512, 'added_rows_count', 'long'),
    field(513, 'existing_rows_count', 'long'),
    field(514, 'deleted_rows_count', 'long'),
    optional(507, 'partitions', { type: 'array', items: summary, 'element-id': 508 }),
    optional(519, 'key_metadata', 'bytes'),
  ],
};
