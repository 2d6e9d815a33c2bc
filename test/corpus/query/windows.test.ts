/**
 * Hours and days end when the latest ledger closed, also where ledgers with lower numbers closed later: the test network was reset between
 * those of the corpus. Without its last one the latest closed in January 2025, two others a month before, and the rest after it.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { lastHours } from '../../../src/server/query/lists/period.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { sql } from '../../../src/server/query/sql.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { View, type ServedLake } from '../../../src/server/query/view.ts';
import { corpusFiles, hasCorpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { budget } from '../../server/query/sample-server.ts';

const AS_OF = '2025-01-31 17:44:49';

describe.skipIf(!hasCorpus)('hours before the latest ledger, where others closed after it', () => {
  let lakes: readonly ServedLake[] = [];
  let listener: Listener;
  beforeAll(async () => {
    const folder = join(temporaryFolder(), 'lake');
    const lake = await open(folder, { network: 'Test SDF Network ; September 2015' });
    const files = corpusFiles('testnet-ledgers', '.xdr.zst');
    await lake.load(
      files.filter((file) => !file.endsWith('--982180.xdr.zst')),
      { allowGaps: true },
    );
    await lake.close();
    lakes = await openLakes([folder]);
    listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret: Buffer.alloc(32, 1), budget })]);
  });
  afterAll(async () => {
    await listener?.close();
    await closeLakes(lakes);
  });

  const view = async () => {
    const [served] = lakes;
    return new View(served, await served.lake.snapshot(), new AbortController().signal, {});
  };
  const rows = async (query: ReturnType<typeof sql>) => (await view()).rows(query);
  const ask = async (path: string) => {
    const answer = await fetch(`${listener.url}lake/v1/testnet/api/v1${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as Record<string, unknown> & { data: Record<string, unknown>[] };
  };
  const inHours = (hours: number) =>
    sql`closed_at between cast(${AS_OF} as timestamp) - to_hours(${hours}) + interval 1 second and cast(${AS_OF} as timestamp)`;

  it('begin with the first of the ledgers that closed after their start', async () => {
    const { start, end, ledgers } = await lastHours(await view(), 24);
    expect([start, end, ledgers]).toEqual(['2025-01-30 17:44:49.000', AS_OF, [{ first: 4478, last: 897_967 }]]);
  });

  it.each([
    ['24h', 24],
    ['7d', 168],
    ['30d', 720],
  ])('have the fees of %s', async (period, hours) => {
    const [known] = await rows(sql`
      select count(*) as transactions, min(fee_charged) as min, max(fee_charged) as max, cast(sum(fee_charged) as varchar) as total
      from bronze.history_transactions_raw_v1 where ${inHours(hours)}`);
    const { transactions, min, max, total } = await ask(`/silver/stats/fees?period=${period}`);
    expect([transactions, min, max, total].map(String)).toEqual(Object.values(known).map(String));
    expect([transactions, total]).toEqual([2, '500']);
  });

  it('have the transactions and operations of the network', async () => {
    const [known] = await rows(sql`
      select count(*) as operations from bronze.history_operations_raw_v1 where ${inHours(24)}`);
    expect(await ask('/silver/stats/network')).toMatchObject({
      transactions_24h: { total: 2 },
      operations_24h: { total: Number(known['operations']) },
      fees_24h: '500',
    });
  });

  it('have what moved of each asset', async () => {
    const none = { volume_24h: '0.0000000', transfers_24h: 0 };
    const { data } = await ask('/silver/assets');
    expect(data.length).toBeGreaterThan(1);
    for (const asset of data) expect(asset).toMatchObject(none);
    const stats = { ...none, unique_accounts_24h: 0 };
    expect(await ask('/silver/assets/XLM/stats')).toMatchObject({ stats });
    const token = String(data.find(({ asset_code: code }) => code === 'XLM')?.['contract_id']);
    expect(await ask(`/silver/tokens/${token}/stats`)).toMatchObject({ transfers_24h: 0, volume_24h_raw: '0' });
    const tracked = await rows(
      sql`select transfer_count_24h, transfer_count_7d, transfer_volume_7d from semantic.semantic_asset_stats`,
    );
    expect(tracked.length).toBeGreaterThan(1);
    for (const one of tracked) {
      expect(Object.values(one).map(Number)).toEqual([0, 0, 0]);
    }
  });

  it('have the events of contracts', async () => {
    const contracts = await rows(sql`
      select contract_id, count(*) as events from bronze.history_contract_events_raw_v1
      where event_kind != 'diagnostic' and contract_id != ''
      group by contract_id having count(*) filter (${inHours(720)}) = 0`);
    expect(contracts.length).toBeGreaterThan(0);
    for (const { contract_id: id } of contracts) {
      expect(await ask(`/silver/contracts/${String(id)}/activity/summary`)).toMatchObject({
        event_count_24h: 0,
        event_count_30d: 0,
        activity_classification: 'dormant',
      });
    }
  });
});
