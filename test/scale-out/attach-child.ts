/** Attaches parts to a lake and kills itself after so many segments, or when the snapshot is there: a process for tests. */
import { attachLakes } from '../../src/lake/disk/attach/attach.ts';

const [lake, at, ...parts] = process.argv.slice(2);
const kill = () => process.kill(process.pid, 'SIGKILL');
await attachLakes(
  lake,
  parts,
  { onSegment: ({ segments }) => void (String(segments) === at && kill()) },
  async () => void (at === 'published' && kill()),
);
console.log('done');
