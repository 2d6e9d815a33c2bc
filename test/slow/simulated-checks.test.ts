/** All checks of a lake on simulated networks: a few here, 10,000 ledgers of 10 seeds with `npm run test:simulated`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { mixNames, type Mix } from '../../src/simulator/traffic/mix-names.ts';
import { openChecked, type Checked } from '../lake/checked.ts';

const passphrase = 'Ledgerlake Simulated Network';
const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const seeds = names.slice(0, Number(process.env.SIMULATED_SEEDS ?? 2));
const ledgers = Number(process.env.SIMULATED_LEDGERS ?? 40);

/** Closes ledgers and verifies their hashes. */
function* verified(seed: string, mix: Mix, protocol?: number): Generator<Ledger> {
  const id = networkId(passphrase);
  for (const { bytes } of simulate({ seed, passphrase, ledgers, transactionsPerLedger: 10, mix, protocol })) {
    const ledger = readLedger(bytes);
    checkLedger(ledger, id);
    yield ledger;
  }
}

describe('a simulated network', () => {
  let checked: Checked;
  beforeAll(async () => {
    checked = await openChecked();
  });
  afterAll(() => checked.close());

  const current = seeds.flatMap((seed) => mixNames.map((mix) => ({ seed, mix, protocol: 26 })));
  const former = seeds
    .slice(0, 1)
    .flatMap((seed) => [30, 28, 27, 22, 20].map((protocol) => ({ seed, mix: 'mixed' as const, protocol })));
  it.each([...current, ...former])(
    'of seed $seed that does $mix in protocol $protocol passes all checks',
    async (network) => {
      await checked.fill(verified(network.seed, network.mix, network.protocol), passphrase);
      const reports = await checked.run();
      expect(reports.filter(({ broken, unknown, findings }) => broken + unknown + findings > 0)).toEqual([]);
    },
  );
});
