import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('a window of sizes above 2^63', () => {
  const { rows, ask } = openCase('config-window-over-int64');

  it.each(['config_settings', 'config_settings_current', 'config_settings_snapshot'])(
    'is exact in %s',
    async (name) => {
      const found = await rows(`
      select contract_max_size_bytes as size, live_soroban_state_size_window as sizes, bucket_list_size_window as same
      from ${name} where config_setting_id in (0, 12) order by config_setting_id, ledger_sequence`);
      expect(found).toEqual([
        { size: 65536n, sizes: [], same: [] },
        { size: 0n, sizes: [18446744073709551615n, 1n], same: [18446744073709551615n, 1n] },
      ]);
    },
  );

  it('leaves no part of the materialised relation out', async () => {
    const sql = `select behind_count from meta.relations where relation = 'silver.config_settings_current'`;
    expect(await rows(sql)).toEqual([{ behind_count: 0n }]);
  });

  it('does not hide the other settings from answers', async () => {
    const { body } = await ask('/silver/soroban/config');
    expect(body).toMatchObject({ config: { contract: { max_size_bytes: 65536 } } });
  });
});
