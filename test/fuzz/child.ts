/** Fuzzes one target: `node test/fuzz/child.ts TARGET SEED SECONDS KEPT-FOLDER CURRENT-FILE`. Says what it found in lines of JSON. */
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import '../../src/core/v8-flags.ts';
import { fuzz } from './fuzzer.ts';
import { targets } from './targets/index.ts';

const [name, seed, seconds, folder, current] = process.argv.slice(2);
const EVERY_MS = 1000;

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

mkdirSync(folder, { recursive: true });
const kept = readdirSync(folder).map((file) => Uint8Array.from(readFileSync(join(folder, file))));
const file = openSync(current, 'w');
const target = await targets[name]();
const ends = performance.now() + Number(seconds) * 1000;
let saidAt = 0;
const { runs, kept: all } = await fuzz(target, {
  seed: Number(seed),
  kept,
  goesOn: () => performance.now() < ends,
  onInput(input) {
    ftruncateSync(file);
    writeSync(file, input, 0, input.length, 0);
    if (performance.now() - saidAt < EVERY_MS) return;
    saidAt = performance.now();
    say({ alive: true });
  },
  onKept: (input) => writeFileSync(join(folder, hash('sha256', input).slice(0, 16)), input),
  onFound: ({ input, error }) => say({ found: Buffer.from(input).toString('base64'), error: error.stack }),
});
closeSync(file);
say({ runs, kept: all });
