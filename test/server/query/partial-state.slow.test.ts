/** What lakes of one network tell of the past: of all ledgers, of later ones alone, and of these with a state that was read whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestState, open, openStore, simulateStore, type LakeHandle } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { archiveLake } from '../../../src/server/query/endpoints/gold/archive/archive-lake.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { startWorkers } from '../../../src/light.ts';
import { temporaryFolder } from '../../folder.ts';
import { bodyOf, budget, errorOf } from './sample-server.ts';

const network = { passphrase: 'Partial State Network' };
const [FORMER, FIRST, STATE, LAST] = [63, 101, 127, 141];

/** A lake that is served, and open. */
interface Serving {
  lake: LakeHandle;
  address: (path: string) => string;
}

let whole: Serving;
let partial: Serving;
let stated: Serving;
let twice: Serving;
const closing: (() => Promise<void>)[] = [];

async function serving(folder: string): Promise<Serving> {
  const lakes = await openLakes([folder]);
  const listener: Listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret: Buffer.alloc(32, 1), budget })]);
  const lake = await open(folder);
  closing.push(async () => {
    await lake.close();
    await listener.close();
    await closeLakes(lakes);
  });
  return { lake, address: (path) => `${listener.url}lake/v1/local/api/v1${path}` };
}

beforeAll(async () => {
  const root = temporaryFolder();
  const [ledgers, archive] = [join(root, 'ledgers'), join(root, 'archive')];
  await simulateStore(ledgers, {
    ledgers: 140,
    seed: 'partial',
    transactionsPerLedger: 8,
    mix: 'mixed',
    ...network,
    archive,
  });
  const pool = await startWorkers(1);
  const lakeOf = async (name: string, states: number[], ...ranges: [number, number][]) => {
    const lake = await open(join(root, name), { network });
    for (const checkpoint of states) await ingestState(lake.lake, await openStore(archive), { checkpoint });
    for (const [first, last] of ranges) await lake.load(ledgers, { range: { first, last }, pool });
    await lake.close();
    return serving(join(root, name));
  };
  whole = await lakeOf('whole', [], [2, LAST]);
  partial = await lakeOf('partial', [], [FIRST, LAST]);
  stated = await lakeOf('stated', [STATE], [FIRST, LAST]);
  twice = await lakeOf('twice', [STATE, FORMER], [FORMER, 100], [STATE + 1, LAST]);
  await pool.close();
});
afterAll(async () => {
  for (const close of closing) await close();
});

type Answer = Record<string, unknown> & { _meta: { state_coverage?: string; warnings?: string[] } };
const ask = (of: Serving, path: string) => bodyOf<Answer>(fetch(of.address(path)));

/** Assets that somebody holds, as requests name them. */
async function assets(): Promise<string[]> {
  const rows = await whole.lake.rows(
    `select distinct asset_code, asset_issuer from silver.trust_lines_current where asset_key is not null`,
  );
  const issued = rows.map(
    ({ asset_code: code, asset_issuer: issuer }) => `asset_code=${String(code)}&asset_issuer=${String(issuer)}`,
  );
  expect(issued.length).toBeGreaterThan(2);
  return ['asset_code=XLM', ...issued];
}

/** What is the same whenever it was asked, and of whichever ledgers. */
function told(answer: Answer): unknown {
  const others = new Set(['_meta', 'coverage', 'generated_at', 'archive_id', 'checksum']);
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !others.has(name)));
}

describe('a state that was read whole', () => {
  it.each([
    '/gold/compliance/balances?methodology=v1',
    '/gold/compliance/balances?methodology=v2',
    '/gold/snapshots/balance?',
  ])('gives %s what all ledgers give, after it', async (path) => {
    for (const asset of await assets()) {
      for (const ledger of [STATE, 133, LAST]) {
        const [expected, found] = await Promise.all(
          [whole, stated].map((of) => ask(of, `${path}&${asset}&ledger=${ledger}`)),
        );
        expect(told(found)).toEqual(told(expected));
        expect(found).toMatchObject({ coverage: { state: 'full' }, _meta: { state_coverage: 'full' } });
      }
    }
  });

  it('gives the supply of all lumens', async () => {
    const [header] = await stated.lake.rows(
      `select total_coins - fee_pool as owned from bronze.history_ledgers_raw_v1 where sequence = 133`,
    );
    const { summary } = await ask(stated, '/gold/compliance/balances?asset_code=XLM&ledger=133');
    const { total_supply: supply } = summary as { total_supply: string };
    expect(BigInt(supply.replace('.', ''))).toBe(header['owned']);
  });
});

describe('two states that were read whole', () => {
  it('give each what all ledgers give, after it', async () => {
    for (const asset of await assets()) {
      for (const ledger of [FORMER, 90, 100, STATE + 1, LAST]) {
        const path = `/gold/compliance/balances?${asset}&ledger=${ledger}`;
        const [expected, found] = await Promise.all([whole, twice].map((of) => ask(of, path)));
        expect(told(found)).toEqual(told(expected));
        expect(found).toMatchObject({ coverage: { state: 'full' }, _meta: { state_coverage: 'full' } });
      }
      const between = fetch(twice.address(`/gold/compliance/balances?${asset}&ledger=110`));
      expect((await errorOf(between))[0]).toBe(404);
    }
  });

  it('make up what is held now', async () => {
    const held = (of: Serving) =>
      of.lake.rows(`
        select t::varchar as row from (
          select owner_address, asset_key, token_contract_id, balance_raw from silver.address_balances_current
        ) as t order by row`);
    expect(await held(twice)).toEqual(await held(whole));
  });
});

describe('the past of accounts after a state', () => {
  it.each(['account', 'portfolio'])('%s is what all ledgers tell', async (endpoint) => {
    const rows = await whole.lake.rows(
      'select account_id from silver.accounts_current where not deleted order by hash(account_id) limit 12',
    );
    for (const { account_id: account } of rows) {
      const path = `/gold/snapshots/${endpoint}?account_id=${String(account)}&ledger=133`;
      const [expected, found] = await Promise.all([whole, stated].map((of) => ask(of, path)));
      expect(told(found)).toEqual(told(expected));
    }
  });

  it('is unknown before it, and said to be', async () => {
    const [{ account_id: quiet }] = await whole.lake.rows(`
      select account_id from bronze.accounts group by account_id having max(ledger_sequence) < ${FIRST} order by account_id limit 1`);
    const path = `/gold/snapshots/portfolio?account_id=${String(quiet)}`;
    expect(await ask(stated, `${path}&ledger=${STATE}`)).toMatchObject({
      balances: [{ asset_type: 'native' }],
      total_assets: 1,
    });
    const found = await ask(stated, `${path}&ledger=${STATE - 1}`);
    expect(found).toMatchObject({ balances: [], coverage: { state: 'touched_only' } });
    expect(found).not.toHaveProperty('total_assets');
    expect(found._meta.state_coverage).toBe('touched_only');
  });
});

const leftOut = 'totals over entries are left out, since entries that are unknown may add to them';
const changed = `entries that ledgers ${FIRST}-${LAST} did not change are unknown`;

describe('later ledgers alone', () => {
  const totals = ['total_holders', 'total_supply', 'circulating_supply'];

  it.each(['/gold/compliance/balances', '/gold/snapshots/balance'])('%s tells holders, but no totals', async (path) => {
    const [, issued] = await assets();
    const found = await ask(partial, `${path}?${issued}&ledger=${LAST}`);
    expect(found).toMatchObject({
      coverage: { state: 'touched_only' },
      _meta: { state_coverage: 'touched_only', warnings: expect.arrayContaining([changed, leftOut]) as unknown },
    });
    for (const name of totals) expect(found['summary']).not.toHaveProperty(name);
    for (const holder of found['holders'] as object[]) expect(holder).not.toHaveProperty('percent_of_supply');
  });

  it('lumens have the total of the header', async () => {
    const [header] = await partial.lake.rows(`
      select total_coins, total_coins - fee_pool as owned from bronze.history_ledgers_raw_v1 where sequence = ${LAST}`);
    const found = await ask(partial, `/gold/compliance/balances?asset_code=XLM&ledger=${LAST}`);
    const summary = found['summary'] as Record<string, string>;
    const stroops = (name: string) => BigInt(summary[name].replace('.', ''));
    expect([stroops('total_supply'), stroops('circulating_supply')]).toEqual([header['total_coins'], header['owned']]);
    expect(summary).not.toHaveProperty('total_holders');
    expect((found['holders'] as object[])[0]).toHaveProperty('percent_of_supply');
  });

  it.each([
    [`ledger=${LAST + 1}`, 400, 'ledger is after the latest loaded ledger'],
    [`ledger=${FIRST - 1}`, 404, `ledger ${FIRST - 1} is not in loaded ledgers ${FIRST}-${LAST}`],
  ])('%s is refused', async (moment, status, says) => {
    const path = `/gold/compliance/balances?asset_code=XLM&${moment}`;
    expect(await errorOf(fetch(partial.address(path)))).toEqual([status, says]);
  });

  it.each(['/gold/compliance/balances', '/gold/snapshots/balance'])(
    '%s knows no asset that nothing names',
    async (path) => {
      const nobody = 'asset_code=NONE&asset_issuer=GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';
      const asked = fetch(partial.address(`${path}?${nobody}&ledger=${LAST}`));
      expect(await errorOf(asked)).toEqual([404, `asset not found in loaded ledgers ${FIRST}-${LAST}`]);
    },
  );
});

describe('supply over time', () => {
  const timeOf = async (ledger: number) => {
    const [row] = await whole.lake.rows(`
      select strftime(closed_at, '%Y-%m-%dT%H:%M:%SZ') as closed from bronze.history_ledgers_raw_v1 where sequence = ${ledger}`);
    return String(row['closed']);
  };
  const supplyOf = async (of: Serving, asset: string, first: number, more = '') => {
    const dates = `start_date=${await timeOf(first)}&end_date=${await timeOf(LAST)}`;
    return ask(of, `/gold/compliance/supply?${asset}&${dates}${more}`);
  };

  it('of a state is that of all ledgers, and its mints make up the difference', async () => {
    for (const asset of await assets()) {
      const [expected, found] = await Promise.all([whole, stated].map((of) => supplyOf(of, asset, STATE)));
      expect(told(found)).toEqual(told(expected));
      const { start_supply: start, end_supply: end, net_minted: minted } = found['summary'] as Record<string, string>;
      const [from, to, made] = [start, end, minted].map((units) => BigInt(units.replace('.', '')));
      expect(to - from).toBe(made);
      expect(found).toMatchObject({ coverage: { state: 'full' }, _meta: { state_coverage: 'full' } });
    }
  });

  it('of later ledgers has no totals, but what was minted', async () => {
    for (const asset of await assets()) {
      const [expected, found] = await Promise.all([whole, partial].map((of) => supplyOf(of, asset, FIRST)));
      const { net_minted: minted, data_points: points } = expected['summary'] as object as Record<string, unknown>;
      const summary = found['summary'] as Record<string, unknown>;
      expect(summary).toMatchObject({ net_minted: minted, data_points: points });
      expect(found).toMatchObject({ coverage: { state: 'touched_only' }, _meta: { state_coverage: 'touched_only' } });
      if (asset === 'asset_code=XLM') continue;
      expect(Object.keys(summary).sort()).toEqual(['data_points', 'net_minted']);
      for (const point of found['timeline'] as object[]) {
        for (const name of ['total_supply', 'holder_count', 'supply_change']) expect(point).not.toHaveProperty(name);
      }
    }
  });
});

describe('days', () => {
  const daily = (of: Serving, relation: string, columns = '*') =>
    of.lake.rows(`
      select t::varchar as row from (
        select ${columns} from silver.${relation} where day = (select max(day) from silver.${relation})
      ) as t order by row`);

  it.each(['account_balances__daily_agg', 'asset_balances__daily_agg', 'tvl_agg'])(
    '%s of a state are those of all ledgers',
    async (relation) => {
      const expected = await daily(whole, relation);
      expect(expected.length).toBeGreaterThan(2);
      expect(await daily(stated, relation)).toEqual(expected);
    },
  );

  it('have no totals of later ledgers alone', async () => {
    const totals = 'state_coverage, trustline_balance, total_accounts_with_trustline';
    const rows = await partial.lake.rows(`select distinct ${totals} from silver.asset_balances__daily_agg`);
    expect(rows).toEqual([
      { state_coverage: 'touched_only', trustline_balance: null, total_accounts_with_trustline: null },
    ]);
    const tvl = await partial.lake.rows('select distinct state_coverage, total_tvl from silver.tvl_agg');
    expect(tvl).toEqual([{ state_coverage: 'touched_only', total_tvl: null }]);
    const [holders] = await partial.lake.rows(`
      select count(holder_count) as told, count(known_holder_count) > 2 as known from semantic.semantic_asset_stats`);
    expect(holders).toEqual({ told: 0n, known: true });
  });
});

describe('figures of the network', () => {
  it('have counts of all entries only where every entry is known', async () => {
    const [{ contract_id: contract }] = await partial.lake.rows(
      `select contract_id from silver.contract_data_current group by all
       order by bool_or(contract_key_type like '%Instance') desc, count(*) desc, 1 limit 1`,
    );
    const paths = [
      '/silver/stats/network',
      '/silver/stats/soroban',
      `/silver/contracts/${String(contract)}/storage/summary`,
      `/silver/contracts/${String(contract)}/metadata`,
    ];
    const ofAll = await Promise.all(paths.map((path) => ask(whole, path)));
    const ofState = await Promise.all(paths.map((path) => ask(stated, path)));
    expect(ofState.map(counts)).toEqual(ofAll.map(counts));
    const ofLater = await Promise.all(paths.map((path) => ask(partial, path)));
    for (const { _meta: meta, ...answer } of ofLater) {
      expect(meta.warnings).toEqual(expect.arrayContaining([changed, leftOut]));
      expect(counts(answer)).toEqual({});
    }
    expect(Number(ofLater[0]['known_accounts'])).toBeLessThan(Number(ofState[0]['accounts']));
  });

  /** Counts of entries that an answer has, which it lacks where some are unknown. */
  function counts(answer: Record<string, unknown>): Record<string, unknown> {
    const names = ['accounts', 'entries', 'persistent_entries', 'live_entries', 'key_types', 'state', 'total_entries'];
    const { total_deployed: deployed } = (answer['contracts'] ?? {}) as Record<string, unknown>;
    const own = Object.entries(answer).filter(([name]) => names.includes(name));
    return { ...Object.fromEntries(own), ...(deployed !== undefined && { deployed }) };
  }
});

describe('assets and tokens', () => {
  const row = async (of: Serving, path: string) => ((await ask(of, path))['data'] as Record<string, unknown>[])[0];

  it('have counts of holders and supply where every entry is known', async () => {
    const names = ['holder_count', 'circulating_supply', 'top_10_concentration'];
    const [full, lacking] = await Promise.all([stated, partial].map((of) => row(of, '/silver/assets?limit=1')));
    for (const name of names) {
      expect(full).toHaveProperty(name);
      expect(lacking).not.toHaveProperty(name);
    }
    const { _meta: meta } = await ask(partial, '/silver/assets?limit=1');
    expect(meta.warnings).toContain('totals over entries are left out, since entries that are unknown may add to them');
    const [holders] = (await ask(partial, '/silver/assets/XLM/holders?limit=1'))['data'] as object[];
    expect(holders).not.toHaveProperty('percent_of_supply');
    expect(await ask(partial, '/silver/assets/XLM')).not.toHaveProperty('circulating_supply');
    expect((await ask(partial, '/silver/assets/XLM/stats'))['stats']).not.toHaveProperty('total_holders');
    expect(await row(partial, '/semantic/assets?limit=1')).not.toHaveProperty('holder_count');
  });
});

describe('an archive', () => {
  it('of later ledgers says in its manifest what it lacks', async () => {
    const [, issued = ''] = await assets();
    const [code, issuer] = issued.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
    const [{ start, end }] = await partial.lake.rows(`
      select strftime(min(closed_at), '%Y-%m-%dT%H:%M:%SZ') as start, strftime(max(closed_at), '%Y-%m-%dT%H:%M:%SZ') as "end"
      from bronze.history_ledgers_raw_v1`);
    const request = { asset_code: code, asset_issuer: issuer, start_date: String(start), end_date: String(end) };
    const { folder, made } = await archiveLake(partial.lake.lake.path, request, { dataDir: temporaryFolder() });
    expect(made).toMatchObject({ status: 'complete', coverage: { state: 'touched_only' } });
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
    const warnings = [
      'totals over entries are left out, since entries that are unknown may add to them',
      `entries that ledgers ${FIRST}-${LAST} did not change are unknown`,
    ];
    expect(read('manifest.json')).toMatchObject({ coverage: { state: 'touched_only' }, warnings });
    expect(made.warnings).toEqual(warnings);
    const { summary } = read('supply_timeline.json') as { summary?: object };
    expect(summary).not.toHaveProperty('start_supply');
    expect(summary).toHaveProperty('net_minted');
  });
});
