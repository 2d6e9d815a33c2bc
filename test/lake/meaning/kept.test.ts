/** Heads of materialised relations say what their SQL does. */
import { expect, it } from 'vitest';
import { listKept } from '../../../src/lake/meaning/kept.ts';

const latest = listKept().filter(({ fold, latestBy }) => latestBy ?? fold.includes('bronze.change_number('));

it.each(latest)('$id names the key whose latest change it keeps', ({ fold, changesName, latestBy = [] }) => {
  const number = 'bronze.change_number(ledger_sequence, ledger_entry_change)';
  const window = `row_number() over (partition by ${latestBy.join(', ')} order by ${number} desc)`;
  expect(fold.trim().split(/\s+/).join(' ')).toBe(`select * from ${changesName} qualify ${window} = 1`);
});
