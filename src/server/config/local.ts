/** Which ledgers of a configuration lie on this machine. */
import { existsSync } from 'node:fs';
import type { Settings } from './settings.ts';

/** Returns the folder of a `Filesystem` datastore as the store that the window is of. */
export function localSources({ datastore }: Settings): { stores: string[] } {
  const path = datastore?.type === 'Filesystem' ? datastore.params['destination_path'] : undefined;
  return { stores: path && existsSync(path) ? [path] : [] };
}
