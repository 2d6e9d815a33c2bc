/**
 * Fuzzes the parts that take bytes of strangers: `npm run fuzz -- [--seconds N] [--target NAME] [--seed N] [--kept DIR] [--found DIR]`.
 * Inputs that run new code are kept in DIR and changed further by the next run. Exits with 1 when a rule was broken.
 */
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { targets } from './targets/index.ts';

/** An input that takes longer, without a word of its process, holds it for good. */
const HELD_MS = 120_000;

/** A line of `child.ts`. */
interface Said {
  alive?: boolean;
  found?: string;
  error?: string;
  runs?: number;
  kept?: number;
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    target: { type: 'string', multiple: true, default: Object.keys(targets) },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    kept: { type: 'string', default: join(tmpdir(), 'ledgerlake-fuzz-kept') },
    found: { type: 'string', default: join(import.meta.dirname, 'found') },
  },
});
const work = mkdtempSync(join(tmpdir(), 'ledgerlake-fuzz-'));
let faults = 0;

function note(target: string, input: Uint8Array, error: string): void {
  faults++;
  mkdirSync(values.found, { recursive: true });
  const path = join(values.found, `${target}-${hash('sha256', input).slice(0, 12)}`);
  writeFileSync(path, input);
  console.log(`FOUND by ${target}, ${input.length} bytes in ${path}:\n${error}`);
}

/** Fuzzes a target in a process of its own, which an input may end or hold. */
async function fuzzOne(target: string): Promise<void> {
  const current = join(work, target);
  const seconds = Number(values.seconds) / values.target.length;
  const args = [
    join(import.meta.dirname, 'child.ts'),
    target,
    values.seed,
    String(seconds),
    join(values.kept, target),
    current,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  let last: Said = {};
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), HELD_MS);
  };
  for await (const line of createInterface(child.stdout)) {
    watch();
    last = JSON.parse(line) as Said;
    if (last.found !== undefined) note(target, Buffer.from(last.found, 'base64'), last.error ?? '');
  }
  const [code, signal] = await exited;
  clearTimeout(timer);
  if (last.runs === undefined) note(target, readFileSync(current), `its process ended by ${signal ?? `code ${code}`}`);
  else console.log(`${target}: ${last.runs} inputs, ${last.kept} kept`);
}

console.log(`seed ${values.seed}`);
for (const target of values.target) await fuzzOne(target);
rmSync(work, { recursive: true });
console.log(`${faults} found`);
process.exitCode = faults === 0 ? 0 : 1;
