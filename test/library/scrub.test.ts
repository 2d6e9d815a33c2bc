import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { repairLake } from '../../src/index.ts';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { queryText } from '../../src/lake/asking/query/write.ts';
import { lakeStatus } from '../../src/lake/asking/status.ts';
import { readScrubState, SCRUB } from '../../src/lake/disk/scrub-state.ts';
import { startScrub, type ScrubOptions } from '../../src/library/scrub.ts';
import { filesBelow, flipBit, temporaryFolder } from '../folder.ts';
import { load, network, tables } from '../lake/tables.ts';

let dir: string;
const file = 'bronze/payments/ledger_range=0/101-200.parquet';

beforeEach(async () => {
  dir = temporaryFolder();
  const lake = await openLake(dir, { tables, write: true, network, sql: 'none' });
  await load(lake, [1, 100], [101, 200], [201, 300]);
  await lake.close();
});

/** A day begins when the test says so: waits for the next pass end at the signal only, others pass at once. */
class Clock {
  time = Date.parse('2026-01-01T00:00:00Z');
  /** Milliseconds that were waited for between reads. */
  waited = 0;
  /** Called before each such wait. */
  onWait: () => void = () => undefined;
  #idle!: () => void;
  idle = new Promise<void>((resolve) => (this.#idle = resolve));

  now = () => this.time;
  wait = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    if (milliseconds < 60_000) {
      this.onWait();
      this.waited += milliseconds;
      this.time += milliseconds;
      return signal.throwIfAborted();
    }
    this.#idle();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
}

interface Scrubbed {
  found: string[];
  troubles: string[];
  bytes: number;
  clock: Clock;
}

/** Scrubs until a pass has ended, or `until` stops it. */
async function scrub(lake: Lake, { rate, time }: { rate?: number; time?: number } = {}): Promise<Scrubbed> {
  const clock = new Clock();
  if (time !== undefined) clock.time = time;
  const { options, found, troubles } = teller(clock);
  const running = startScrub(lake, { ...options, ...(rate !== undefined && { rate }) });
  await clock.idle;
  const { bytes } = running;
  await running.stop();
  return { found, troubles, bytes, clock };
}

function teller(clock: Clock): { options: ScrubOptions; found: string[]; troubles: string[] } {
  const found: string[] = [];
  const troubles: string[] = [];
  const options: ScrubOptions = {
    clock,
    onDamage: ({ where, check }, advice) => found.push(`${where}: ${check}: ${advice}`),
    onTrouble: (message) => troubles.push(message),
  };
  return { options, found, troubles };
}

async function withReader<T>(use: (lake: Lake) => Promise<T>, verifyFiles?: boolean): Promise<T> {
  const lake = await openLake(dir, { tables, sql: 'none', verifyFiles });
  try {
    return await use(lake);
  } finally {
    await lake.close();
  }
}

const ask = async (lake: Lake) =>
  (await queryText(lake, 'select bit_xor(hash(p)) from bronze.payments_raw_v1 as p', { limit: 1 })).rows[0][0];

/** Changes a bit such that DuckDB answers, but wrongly. */
async function spoil(right: unknown): Promise<number> {
  const path = join(dir, file);
  for (let bit = 40; bit < statSync(path).size * 8; bit += 199) {
    flipBit(path, bit);
    const answer = await withReader(ask, false).catch(() => right);
    if (answer !== right) return bit;
    flipBit(path, bit);
  }
  throw new Error('each changed bit is found by DuckDB');
}

const advice = () => `ledgerlake repair --lake ${dir} --from STORE loads its ledgers again`;

describe('startScrub(lake)', () => {
  it('finds a changed byte and tells it once; from then on queries refuse the file, whatever they compare', async () => {
    const right = await withReader(ask);
    await spoil(right);
    await withReader(async (lake) => {
      expect(await ask(lake)).not.toBe(right);
      const first = await scrub(lake);
      expect(first.found).toEqual([`${file}: file-hash: ${advice()}`]);
      const fields = { lake: dir, file };
      await expect(ask(lake)).rejects.toMatchObject({ name: 'LakeError', fields });
      const nextDay = first.clock.time + 25 * 3600 * 1000;
      expect((await scrub(lake, { time: nextDay })).found).toEqual([]);
      await expect(ask(lake)).rejects.toThrow(`lake ${dir} has a damaged file: ${file} is `);
    }, false);
    // Other processes refuse it, too.
    await expect(withReader(ask, false)).rejects.toThrow(advice());
  });

  it('says in the status what it did and found', async () => {
    flipBit(join(dir, file), 800);
    expect((await withReader(lakeStatus)).scrub).toBeUndefined();
    await withReader(scrub);
    const { scrub: state } = await withReader(lakeStatus);
    const started = '2026-01-01T00:00:00.000Z';
    expect(state).toMatchObject({ started, finished: expect.stringMatching(/^2026-01-01T/) });
    expect(state!.damaged).toMatchObject([{ where: file, check: 'file-hash' }]);
  });

  it('reads at its rate', async () => {
    const parquet = filesBelow(dir, dir).filter((path) => path.endsWith('.parquet'));
    const size = parquet.reduce((sum, path) => sum + statSync(join(dir, path)).size, 0);
    const { bytes, clock } = await withReader((lake) => scrub(lake, { rate: 1000 }));
    expect(bytes).toBe(size);
    expect(clock.waited).toBeGreaterThanOrEqual(size);
  });

  it('goes on after a restart, and waits a day after a whole pass', async () => {
    const whole = await withReader((lake) => scrub(lake, { rate: 1000 }));
    rmSync(join(dir, SCRUB));
    await withReader(async (lake) => {
      const clock = new Clock();
      const { options } = teller(clock);
      const running = startScrub(lake, { ...options, rate: 1000 });
      const stopped = new Promise<number>((resolve) => {
        clock.onWait = () => {
          if (running.bytes > 0) void running.stop().then(() => resolve(running.bytes));
        };
      });
      const before = await stopped;
      const { position } = (await readScrubState(dir))!;
      expect(position).toMatchObject({ ledger: 100 });
      const after = await scrub(lake);
      expect(before + after.bytes).toBe(whole.bytes);
      expect((await readScrubState(dir))!.position).toBeUndefined();
      expect((await scrub(lake)).bytes).toBe(0);
    });
  });

  it('begins anew after a repair, and forgets what was repaired', async () => {
    flipBit(join(dir, file), 800);
    const first = await withReader(scrub);
    expect((await repairLake(dir)).lost).toMatchObject([{ first: 101, last: 200 }]);
    expect(existsSync(join(dir, SCRUB))).toBe(false);
    const lake = await openLake(dir, { tables, write: true, sql: 'none' });
    await load(lake, [101, 200]);
    const again = await scrub(lake, { time: first.clock.time });
    await lake.close();
    expect(again).toMatchObject({ found: [], troubles: [] });
    expect((await readScrubState(dir))!.damaged).toEqual([]);
  });

  it('begins a pass anew that a repair overtakes', async () => {
    await withReader(async (lake) => {
      const clock = new Clock();
      const { options, troubles } = teller(clock);
      const running = startScrub(lake, { ...options, rate: 1000 });
      let isRemoved = false;
      clock.onWait = () => {
        if (running.bytes === 0 || isRemoved) return;
        isRemoved = true;
        rmSync(join(dir, SCRUB));
      };
      await clock.idle;
      await running.stop();
      expect([troubles, isRemoved]).toEqual([[], true]);
      expect((await readScrubState(dir))!.finished).toBeDefined();
    });
  });

  it('lets queries read a file again that was put back', async () => {
    const right = await withReader(ask);
    copyFileSync(join(dir, file), join(dir, 'kept'));
    flipBit(join(dir, file), 800);
    await withReader(async (lake) => {
      await scrub(lake);
      await expect(ask(lake)).rejects.toThrow(file);
      copyFileSync(join(dir, 'kept'), join(dir, file));
      expect(await ask(lake)).toBe(right);
    }, false);
  });

  it('finds damage where it can write nothing, and says so once', async () => {
    flipBit(join(dir, file), 800);
    mkdirSync(join(dir, `${SCRUB}.tmp`));
    await withReader(async (lake) => {
      const { found, troubles } = await scrub(lake);
      expect(found).toEqual([`${file}: file-hash: ${advice()}`]);
      expect(troubles).toEqual([
        expect.stringMatching(/cannot be written .*: after a restart, its verification begins anew$/),
      ]);
      await expect(ask(lake)).rejects.toThrow(file);
    }, false);
  });

  it.each([
    ['lake.json', 'repairs it'],
    ['snapshots/head.json', 'repairs it'],
    ['segments/101-200.json', '--from STORE loads its ledgers again'],
    [SCRUB, 'repairs it'],
  ])('finds a changed byte of %s', async (path, how) => {
    await withReader(async (lake) => {
      if (path === SCRUB) writeFileSync(join(dir, SCRUB), readFileSync(join(dir, 'lake.json')));
      flipBit(join(dir, path), 83);
      expect((await scrub(lake)).found).toEqual([
        expect.stringMatching(new RegExp(`^${path}: .*: ledgerlake repair .*${how}`)),
      ]);
    });
    expect(readdirSync(dir)).toContain(SCRUB);
  });
});
