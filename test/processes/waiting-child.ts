/** A child that says in a file that it has started, and prepares calls until another file is there. */
import { appendFileSync, existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { serveCalls } from '../../src/processes/serve-calls.ts';

const folder = process.env['WAITING_CHILD'] ?? '';
appendFileSync(join(folder, 'started'), `${process.pid}\n`);

serveCalls(
  () => Promise.resolve(process.pid),
  async () => {
    const changes = watch(folder);
    if (!existsSync(join(folder, 'go'))) await new Promise((resolve) => changes.once('change', resolve));
    changes.close();
  },
);
