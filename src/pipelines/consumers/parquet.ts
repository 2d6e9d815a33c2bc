/** Records in Parquet files. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { local } from './local-config.ts';
import { openParquet } from './files/parquet-files.ts';

export const parquet: Consumer = {
  kind: 'consumer',
  id: 'parquet',
  name: 'Parquet',
  description: 'Records in Parquet files.',
  origin: 'local',
  writes: 'any',
  delivery: 'transaction',
  open: ({ config, ...context }) =>
    openParquet(
      { config, ...context },
      {
        dir: String(config['dir']),
        compression: config['compression'] === 'none' ? 'uncompressed' : String(config['compression']),
        rowsPerFile: Number(config['rows_per_file'] ?? Infinity),
      },
    ),
  config: local({
    dir: Type.String({ minLength: 1, description: 'The folder.', 'x-file': true }),
    partition_by: withDefault(
      Type.Enum(['ledger_range'], { description: 'A folder per 10,000 ledgers.' }),
      'ledger_range',
    ),
    compression: withDefault(Type.Enum(['zstd', 'snappy', 'none']), 'zstd'),
    rows_per_file: Type.Optional(Type.Integer({ minimum: 1, description: 'By default no limit.' })),
  }),
  example: '- type: parquet\n  config: {dir: out}\n',
};
