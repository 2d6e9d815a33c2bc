/** Begins to write a file of an index and waits, as a merge under way does. Run as a process, with the folder. */
import { RunFile } from '../../src/history/run-file.ts';

const [folder] = process.argv.slice(2);
new RunFile(folder, { first: 1, last: 10_000 }, 'rows').write(Buffer.alloc(1000));
process.stdout.write('begun\n');
setInterval(() => undefined, 1000);
