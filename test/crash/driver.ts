/** Runs commands in one process, each with a fault, and tells its parent how they ended and what they left open. */
import '../../src/cli/start-up.ts';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../src/cli/error-text.ts';
import { run } from '../../src/cli/run.ts';
import { SCRUB } from '../../src/lake/disk/scrub-state.ts';
import { readSettings } from '../../src/server/rpc/config/settings.ts';
import { startServer } from '../../src/server/start.ts';
import { matched, setFault, withoutFault, type Fault } from './faults.ts';

/** A command, or a server of a lake. */
export interface Order {
  args: readonly string[];
  serve?: Serving;
  fault?: Fault;
}

interface Serving {
  lake: string;
  store: string;
  dataDir: string;
  /** Paths that are fetched, or bodies of JSON-RPC. */
  requests: readonly string[];
}

export interface Outcome {
  code: number;
  said: string;
  printed: string;
  /** What a server answered without the fault, after it. */
  later?: string;
  /** Files below the root that are open. */
  open: string[];
}

const root = process.env['FAULT_ROOT']!;

function openFiles(): string[] {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length + 1));
}

function captured(stream: NodeJS.WriteStream): { text: string; end: () => void } {
  const { write } = stream;
  const taken = { text: '', end: () => void (stream.write = write) };
  stream.write = (part: string | Uint8Array, ...rest: unknown[]) => {
    taken.text += Buffer.from(part as string).toString();
    const then = rest.findLast((one) => typeof one === 'function') as (() => void) | undefined;
    if (then) process.nextTick(then);
    return true;
  };
  return taken;
}

async function answersOf(url: string, requests: readonly string[]): Promise<string> {
  const answers = [];
  for (const request of requests) {
    const isCall = request.startsWith('{');
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + (isCall ? '' : request), isCall ? { method: 'POST', headers, body: request } : {});
    answers.push([answer.status, await answer.text()]);
  }
  return JSON.stringify(answers);
}

/** Serves a lake, asks what there is to ask with the fault and without it, and stops: a fault that is still to come may come then. */
async function serve({ lake, store, dataDir, requests }: Serving): Promise<Pick<Outcome, 'printed' | 'later'>> {
  const settings = readSettings({ flags: { endpoint: '127.0.0.1:0', 'log-level': 'error' }, env: {} });
  const server = await startServer(settings, {
    lakes: [lake],
    stores: [store],
    dataDir,
    authOff: true,
    budget: 600_000,
  });
  try {
    // The background verification is done, so that each run makes the same calls.
    await matched(join(lake, SCRUB), /"finished":/);
    const printed = await answersOf(server.url, requests);
    return { printed, later: await withoutFault(() => answersOf(server.url, requests)) };
  } finally {
    await server.stop();
  }
}

async function obey({ args, serve: serving, fault }: Order): Promise<Outcome> {
  const [said, printed] = [captured(process.stderr), captured(process.stdout)];
  setFault(fault);
  try {
    process.exitCode = undefined;
    if (serving) return { code: 0, ...(await serve(serving)), said: said.text, open: openFiles() };
    const code = await run(args);
    return { code, said: said.text, printed: printed.text, open: openFiles() };
  } catch (error) {
    return { code: 1, said: said.text + errorText(error), printed: '', open: openFiles() };
  } finally {
    // Of each command one listener stays, which waits for Ctrl-C.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
    setFault(undefined);
    said.end();
    printed.end();
  }
}

process.setMaxListeners(0);
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
process.on('message', (order: Order) => void obey(order).then((outcome) => process.send!(outcome)));
