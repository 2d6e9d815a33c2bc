/** Records in a file of Arrow IPC. */
import Type from 'typebox';
import { type Consumer } from '../component.ts';
import { local } from './local-config.ts';
import { openAppended } from './files/appended.ts';
import { arrowStream } from './files/arrow-stream.ts';

export const arrow: Consumer = {
  kind: 'consumer',
  id: 'arrow',
  name: 'Arrow',
  description: 'Records in a file of Arrow IPC.',
  origin: 'local',
  writes: 'any',
  delivery: 'transaction',
  open: (context) => openAppended(context, String(context.config['path']), arrowStream()),
  config: local({ path: Type.String({ minLength: 1, description: 'The file.', 'x-file': true }) }),
  example: '- type: arrow\n  config: {path: out.arrow}\n',
};
