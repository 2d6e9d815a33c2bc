/** Records on standard output. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { openStdout } from './files/stdout.ts';

export const stdout: Consumer = {
  kind: 'consumer',
  id: 'stdout',
  name: 'Standard output',
  description: 'Records on standard output.',
  origin: 'local',
  writes: 'any',
  delivery: 'once-or-more',
  open: (context) => openStdout(context),
  config: Type.Object({ format: withDefault(Type.Enum(['jsonl', 'table']), 'jsonl') }, { additionalProperties: false }),
  example: '- type: stdout\n',
};
