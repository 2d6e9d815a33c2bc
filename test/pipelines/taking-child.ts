/** Takes a file and holds it until its input ends, or says why it cannot: a process for tests to kill. */
import { takeFiles } from '../../src/pipelines/consumers/files/file-claims.ts';

process.stdin.resume();
try {
  const giveBack = await takeFiles('jsonl', [process.argv[2]]);
  console.log('taken');
  process.stdin.once('end', () => void giveBack());
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.stdin.destroy();
}
