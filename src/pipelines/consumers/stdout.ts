/** Records on standard output. */
import Type from 'typebox';
import { withDefault, type Consumer } from '../component.ts';

export const stdout: Consumer = {
  kind: 'consumer',
  id: 'stdout',
  name: 'Standard output',
  description: 'Records on standard output.',
  origin: 'local',
  writes: 'any',
  config: Type.Object({ format: withDefault(Type.Enum(['jsonl', 'table']), 'jsonl') }, { additionalProperties: false }),
  example: '- type: stdout\n',
};
