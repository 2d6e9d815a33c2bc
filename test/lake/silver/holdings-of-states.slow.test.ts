/** Holdings of each day in a lake of several states, with ledgers missing before each, are those of a lake of all ledgers. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ingestState, open, openStore, simulateStore, type LakeHandle } from '../../../src/index.ts';
import { startWorkers } from '../../../src/light.ts';
import { temporaryFolder } from '../../folder.ts';

const network = { passphrase: 'Ledgerlake Simulated Network' };
const ranges: [number, number][] = [
  [64, 74],
  [192, 227],
  [320, 356],
];
const states = [63, 191, 319];

/** Days by their last ledger, where every entry is known after it. */
const days = `
  select cast(day as varchar) as day, ledger_sequence as last
  from silver.daily_state_coverage
  where state_coverage = 'full'
  order by day`;
const holdings = (day: string) => `
  select holder, held, kind, balance_integer
  from silver.daily_holdings
  where not deleted and day <= date '${day}' and (end_day is null or end_day > date '${day}')
  order by all`;

it('end where a state lacks them, and begin again where a later one has them', async () => {
  const root = temporaryFolder();
  const [ledgers, archive] = [join(root, 'ledgers'), join(root, 'archive')];
  await simulateStore(ledgers, {
    ledgers: 360,
    seed: 'h',
    transactionsPerLedger: 20,
    mix: 'mixed',
    // Two hours: twelve ledgers a day.
    interval: 7200,
    ...network,
    archive,
  });
  const pool = await startWorkers(1);
  const load = async (name: string, read: number[], ...ranges: [number, number][]): Promise<LakeHandle> => {
    const lake = await open(join(root, name), { network });
    for (const checkpoint of read) await ingestState(lake.lake, await openStore(archive), { checkpoint });
    for (const [first, last] of ranges) await lake.load(ledgers, { range: { first, last }, pool });
    return lake;
  };
  const whole = await load('whole', [], [2, 361]);
  const stated = await load('stated', states, ...ranges);
  await pool.close();

  // Some entry is in the first state and the last, and not in the one between: only rows of states tell so.
  const [{ again }] = await stated.rows(`
    select count(*) as again from (
      select account_id, asset_key from silver.trust_lines_states where ledger_sequence = ${states[0]}
      intersect select account_id, asset_key from silver.trust_lines_states where ledger_sequence = ${states[2]}
      except select account_id, asset_key from silver.trust_lines_states where ledger_sequence = ${states[1]}
    )`);
  expect(again).toBeGreaterThan(0n);

  const [found, all] = await Promise.all([stated, whole].map((lake) => lake.rows(days)));
  const known = found.filter((one) => all.some(({ day, last }) => day === one['day'] && last === one['last']));
  expect(known.length).toBeGreaterThan(4);
  for (const { day } of known) {
    const [held, expected] = await Promise.all([stated, whole].map((lake) => lake.rows(holdings(String(day)))));
    expect(held, String(day)).toEqual(expected);
  }
  await whole.close();
  await stated.close();
});
