/** Records are counted and dropped. */
import Type from 'typebox';
import { type Consumer } from '../component.ts';

export const nullConsumer: Consumer = {
  kind: 'consumer',
  id: 'null',
  name: 'Nowhere',
  description: 'Records are counted and dropped.',
  origin: 'local',
  writes: 'any',
  config: Type.Object({}, { additionalProperties: false }),
  example: '- type: "null"\n',
};
