/** Records as lines of JSON. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { local } from './local-config.ts';
import { openAppended } from './files/appended.ts';
import { jsonLines } from './files/texts.ts';

export const jsonl: Consumer = {
  kind: 'consumer',
  id: 'jsonl',
  name: 'JSON lines',
  description: 'Records as lines of JSON.',
  origin: 'local',
  writes: 'any',
  delivery: 'transaction',
  open: (context) =>
    openAppended(context, String(context.config['path']), jsonLines(context.inputs, context.config['gzip'] === true)),
  config: local({
    path: Type.String({ minLength: 1, description: 'The file.', 'x-file': true }),
    gzip: withDefault(Type.Boolean(), false),
  }),
  example: '- type: jsonl\n  config: {path: out.jsonl}\n',
};
