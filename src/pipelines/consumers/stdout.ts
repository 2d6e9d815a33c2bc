/** Records on standard output. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';
import { local } from './local-config.ts';
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
  config: local({ format: withDefault(Type.Enum(['jsonl', 'table']), 'jsonl') }),
  example: '- type: stdout\n',
};
