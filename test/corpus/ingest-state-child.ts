/** Reads the state at a checkpoint of an archive into a lake, and tells what it took: a process of its own, for its memory. */
import { ingestState, open, openStore } from '../../src/index.ts';

const [dir, archive, checkpoint] = process.argv.slice(2);
const lake = await open(dir, { network: 'pubnet' });
const report = await ingestState(lake.lake, await openStore(archive), { checkpoint: Number(checkpoint) });
await lake.close();
console.log(JSON.stringify({ ...report, peakKilobytes: process.resourceUsage().maxRSS }));
