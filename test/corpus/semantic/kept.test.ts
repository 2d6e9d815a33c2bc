/** Kept relations that count and add up: folded from the parts of segments in any order, they are what bronze says in one piece. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { setNamed, sorted, useNetworks } from '../silver/networks.ts';

const relations = [
  ...['semantic_account_summary', 'contract_callers', 'contract_activity', 'trade_agg', 'daily_holdings'],
  ...['daily_fee_stats_agg', 'hourly_fee_agg_account', 'hourly_soroban_fee_agg_contract'],
  'hourly_transfer_agg_address',
];

describe.skipIf(!hasCorpus)('kept relations that count and add up', () => {
  const networks = useNetworks();
  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-semantic-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('have the same rows from parts of segments that came last first', async () => {
    const lake = await open(join(folder, 'lake'), { network: 'pubnet' });
    for (const range of ['63092990:', '63092984:63092989', ':63092983'])
      await lake.load(join(corpus, 'pubnet-p26/store'), { range });
    for await (const network of networks(setNamed('pubnet-p26'))) {
      for (const name of relations) {
        const sql = `select cast(to_json(r) as varchar) as row from ${name} as r`;
        const [parts, whole] = [await lake.rows(sql), await network.select(sql)];
        expect(parts.length).toBeGreaterThan(name === 'daily_fee_stats_agg' ? 0 : 5);
        expect(sorted(parts), name).toEqual(sorted(whole));
      }
    }
    await lake.close();
  });
});
