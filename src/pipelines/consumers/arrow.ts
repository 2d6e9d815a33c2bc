/** Records in a file of Arrow IPC. */
import Type from 'typebox';
import { type Consumer } from '../component.ts';

export const arrow: Consumer = {
  kind: 'consumer',
  id: 'arrow',
  name: 'Arrow',
  description: 'Records in a file of Arrow IPC.',
  origin: 'local',
  writes: 'any',
  config: Type.Object(
    { path: Type.String({ minLength: 1, description: 'The file.' }) },
    { additionalProperties: false },
  ),
  example: '- type: arrow\n  config: {path: out.arrow}\n',
};
