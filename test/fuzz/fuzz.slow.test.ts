/** Fuzzing for a short while, what it found before, and whether it finds what is there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { fuzz } from './fuzzer.ts';
import { planted } from './planted.ts';
import { targets } from './targets/index.ts';

/** Seconds for all targets together; `npm run fuzz -- --seconds 3600` takes an hour. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 120);
const SEED = '1';
const found = join(import.meta.dirname, 'found');

describe('the fuzzer', () => {
  it('finds nothing for a while', { timeout: SECONDS * 1000 + 1_800_000 }, async () => {
    const folder = temporaryFolder();
    // Always of one seed: a change is not refused for a fault that was there before it. `npm run fuzz` takes another each time.
    const words = ['--seconds', String(SECONDS), '--seed', SEED];
    words.push('--kept', join(folder, 'kept'), '--found', join(folder, 'found'));
    const run = spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), ...words]);
    const [said, errors, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')]);
    for (const name of Object.keys(targets)) expect(said + errors).toMatch(new RegExp(`^${name}: [1-9]`, 'm'));
    expect([code, said]).toEqual([0, expect.stringContaining('\n0 found\n')]);
    console.log(said);
  });

  it('finds a fault behind four conditions, whose inputs it keeps one by one, and makes its input small', async () => {
    const told: string[] = [];
    const { runs, kept } = await fuzz(planted, {
      seed: 1,
      scripts: 'fuzz/planted.ts',
      goesOn: (count) => told.length === 0 && count < 2e6,
      onFound: ({ input, error }) => told.push(`${error.message}: ${Buffer.from(input).toString('latin1')}`),
    });
    expect(told).toEqual(['planted: lake']);
    // By chance alone one of 2 ** 32 inputs begins so.
    expect([runs < 2e6, kept]).toEqual([true, 4]);
  });
});

describe('an input that once broke a rule', () => {
  it.each(Object.keys(targets))('of %s breaks none now', async (name) => {
    const inputs = readdirSync(found).filter((file) => file.startsWith(`${name}-`));
    if (inputs.length === 0) return;
    const target = await targets[name]();
    for (const file of inputs) await target.run(readFileSync(join(found, file)));
    await target.close?.();
  });
});
