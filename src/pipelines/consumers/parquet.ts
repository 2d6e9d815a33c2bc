/** Records in Parquet files. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';

export const parquet: Consumer = {
  kind: 'consumer',
  id: 'parquet',
  name: 'Parquet',
  description: 'Records in Parquet files.',
  origin: 'local',
  writes: 'any',
  config: Type.Object(
    {
      dir: Type.String({ minLength: 1, description: 'The folder.' }),
      partition_by: withDefault(Type.Enum(['ledger_range']), 'ledger_range'),
      compression: withDefault(Type.Enum(['zstd', 'snappy', 'none']), 'zstd'),
      rows_per_file: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  ),
  example: '- type: parquet\n  config: {dir: out}\n',
};
