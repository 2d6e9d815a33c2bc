/** `node bench/scale-out-attach.ts LAKE PART…`: attaches as the command does, and prints what that took as JSON. */
import { attachParts } from '../src/ingest/attach.ts';

/** What attaching took. */
export interface Attached {
  segments: number;
  milliseconds: number;
  /** Processor time, of all threads. */
  processorMs: number;
  /** The most memory that the process had. */
  megabytes: number;
}

const [lake, ...parts] = process.argv.slice(2);
const [started, before] = [performance.now(), process.cpuUsage()];
const { segments } = await attachParts(lake, parts);
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(before);
const megabytes = process.resourceUsage().maxRSS / 1024;
const attached: Attached = { segments, milliseconds, processorMs: (user + system) / 1000, megabytes };
console.log(JSON.stringify(attached));
