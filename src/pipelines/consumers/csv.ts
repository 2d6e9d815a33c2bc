/** Records as CSV. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { local } from './local-config.ts';
import { openAppended } from './files/appended.ts';
import { csvText } from './files/texts.ts';

export const csv: Consumer = {
  kind: 'consumer',
  id: 'csv',
  name: 'CSV',
  description: 'Records as CSV.',
  origin: 'local',
  writes: 'any',
  delivery: 'transaction',
  open: (context) =>
    openAppended(context, String(context.config['path']), csvText(context.inputs, String(context.config['delimiter']))),
  config: local({
    path: Type.String({ minLength: 1, description: 'The file.', 'x-file': true }),
    delimiter: withDefault(Type.String({ minLength: 1, maxLength: 1 }), ','),
  }),
  example: '- type: csv\n  config: {path: out.csv}\n',
};
