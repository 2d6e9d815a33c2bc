/** Folders and files on this machine. */
import { defineKind } from '../kind.ts';

export const filesystem = defineKind({
  type: 'Filesystem',
  name: 'paths',
  schemes: ['file'],
  form: 'a folder, files',
  where: {
    key: 'destination_path',
    type: 'text',
    about: 'the folder',
    ofAddress: (address) => new URL(address).pathname,
  },
  params: {},
});
