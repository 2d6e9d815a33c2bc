/** Reads the snapshot of a lake, waits, and publishes the next one: a writer that no lock keeps out. Ends with 3 where another was first. */
import { OvertakenError, publishSnapshot } from '../../src/lake/disk/snapshot/publish-snapshot.ts';
import { readSnapshot } from '../../src/lake/disk/snapshot/read-snapshot.ts';

const [dir] = process.argv.slice(2);
const before = await readSnapshot(dir);
console.log('ready');
await new Promise((resolve) => process.stdin.once('end', resolve).resume());
try {
  await publishSnapshot(dir, before, {});
} catch (error) {
  if (!(error instanceof OvertakenError)) throw error;
  process.exitCode = 3;
}
