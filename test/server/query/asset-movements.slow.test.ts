/** The figures of the last day of an asset are those of its single movements, also where the day begins in the middle of an hour. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { open, type LakeHandle } from '../../../src/index.ts';
import { dayMovedOf } from '../../../src/server/query/endpoints/assets/asset-movements.ts';
import { sql } from '../../../src/server/query/sql.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { View, type ServedLake } from '../../../src/server/query/view.ts';
import { writeStore } from '../../../src/simulator/store.ts';
import { temporaryFolder } from '../../folder.ts';

const passphrase = 'Network of Slow Ledgers';
const [folder, store] = ['lake', 'store'].map((name) => join(temporaryFolder(), name));
let writer: LakeHandle;
let served: ServedLake;
beforeAll(async () => {
  // A day has 86 ledgers.
  const network = { seed: 'holdings', passphrase, startLedger: 2, startTime: 1_767_225_600, interval: 1000 };
  const size = { ledgers: 127, transactionsPerLedger: 8, ledgersPerFile: 1, filesPerPartition: 1000 };
  writeStore(store, { ...network, ...size, mix: 'mixed' });
  writer = await open(folder, { network: passphrase });
  await writer.load(store, { range: '2:128', workers: 1 });
  [served] = await openLakes([folder]);
});
afterAll(async () => {
  await closeLakes([served]);
  await writer.close();
});

it.each([50, 100, 128])('counts the movements of the day that ends with ledger %i', async (latest) => {
  const view = new View(served, (await served.lake.snapshot()).upTo(latest), new AbortController().signal, {});
  const end = await view.closedAt(latest);
  const expected = await view.rows(sql`
    with moved as (
        select token_contract_id as contract, from_account, to_account, cast(amount_raw as hugeint) as amount
        from silver.token_transfers_raw
        where ledger_sequence <= ${latest} and timestamp > cast(${end} as timestamp) - interval 24 hours
    )
    select
        contract,
        count(*) as transfers_24h,
        cast(bronze.token_units(sum(amount)) as decimal(38, 7)) as volume_24h,
        len(list_distinct(list(from_account) || list(to_account))) as unique_accounts_24h
    from moved
    group by contract`);
  expect(expected.length).toBeGreaterThan(3);
  for (const { contract, ...figures } of expected) expect(await dayMovedOf(view, String(contract))).toEqual(figures);
});
