/** Records as CSV. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';

export const csv: Consumer = {
  kind: 'consumer',
  id: 'csv',
  name: 'CSV',
  description: 'Records as CSV.',
  origin: 'local',
  writes: 'any',
  config: Type.Object(
    {
      path: Type.String({ minLength: 1, description: 'The file.' }),
      delimiter: withDefault(Type.String({ minLength: 1, maxLength: 1 }), ','),
    },
    { additionalProperties: false },
  ),
  example: '- type: csv\n  config: {path: out.csv}\n',
};
