/** Accounts and holders of the past, against changes of bronze that are folded in JavaScript. */
import { describe, expect, it } from 'vitest';
import { duckdb } from '../../../src/lake/duckdb/duckdb.ts';
import { withResult } from '../../../src/lake/asking/query/query.ts';
import { authorization, bodyOf, serveSample } from './sample-server.ts';

const { ask, lakes, listener } = serveSample();
const LEDGER = 60;
const gold = '/gold/snapshots';

type Row = Record<string, unknown>;

const body = (path: string) => bodyOf<Row>(ask(path));

async function post(given: unknown): Promise<[number, Row]> {
  const url = `${listener().url}lake/v1/local/api/v1${gold}/accounts/batch`;
  const headers = { ...authorization, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(given) });
  return [answer.status, (await answer.json()) as Row];
}

/** The rows of a relation that stand after the ledger, by what tells one from another. */
function after(relation: string, key: string): Promise<Map<string, Row>> {
  const sql = `from bronze.${relation} where ledger_sequence <= ${LEDGER} order by ledger_sequence`;
  return withResult(lakes()[0].lake, sql, {}, async ({ names, chunks }) => {
    const last = new Map<string, Row>();
    for await (const chunk of chunks()) {
      for (const values of chunk.convertRows(duckdb.JsonDuckDBValueConverter)) {
        const row: Row = Object.fromEntries(names.map((name, i) => [name, values[i]]));
        last.set(String(row[key]), row);
      }
    }
    return new Map([...last].filter(([, row]) => row['deleted'] === false));
  });
}

const accounts = () => after('accounts', 'account_id');
const lines = async () => [...(await after('trust_lines', 'ledger_key')).values()];

describe('/gold/snapshots', () => {
  it('has an account as it was after a ledger, and none before it was made', async () => {
    const [known] = [...(await accounts()).values()].filter(({ num_subentries: entries }) => Number(entries) > 0);
    const answer = await body(`${gold}/account?account_id=${String(known?.['account_id'])}&ledger=${LEDGER}`);
    expect(answer).toMatchObject({ snapshot_ledger: LEDGER, coverage: { state: 'full' } });
    expect(answer['state']).toMatchObject({
      balance: known?.['balance'],
      balance_stroops: String(known?.['balance']).replace('.', ''),
      sequence_number: String(known?.['sequence_number']),
      thresholds: { low: known?.['threshold_low'], med: known?.['threshold_medium'], high: known?.['threshold_high'] },
    });
    const [late] = [...(await accounts()).values()].filter(
      ({ ledger_sequence: made, ledger_entry_change: change }) => Number(made) > 3 && change === 0,
    );
    const { state, snapshot_ledger: ledger } = await body(
      `${gold}/account?account_id=${String(late?.['account_id'])}&ledger=3`,
    );
    expect([late === undefined, state ?? null, ledger]).toEqual([false, null, 3]);
  });

  it('has what an account held, lumens first', async () => {
    const all = (await lines()).filter(({ balance }) => Number(balance) > 0);
    const owner = String(all[0]?.['account_id']);
    const own = all.filter(({ account_id: account }) => account === owner).map(({ balance }) => Number(balance));
    const answer = await body(`${gold}/portfolio?account_id=${owner}&ledger=${LEDGER}`);
    const [native, ...others] = answer['balances'] as Row[];
    expect(native).toMatchObject({ asset_type: 'native', balance: (await accounts()).get(owner)?.['balance'] });
    expect(others.map(({ balance }) => Number(balance))).toEqual(own.sort((a, b) => b - a));
    expect(answer['total_assets']).toBe(own.length + 1);
  });

  it('has the holders of an asset by what they hold, page by page', async () => {
    const balances = [...(await accounts()).values()].map(({ account_id: id, balance }) => [
      String(id),
      String(balance),
    ]);
    const held = balances.filter(([, balance]) => Number(balance) > 0);
    const found: Row[] = [];
    for (let cursor = '', more = true; more;) {
      const page = await body(`${gold}/balance?asset_code=XLM&ledger=${LEDGER}&limit=20${cursor}`);
      found.push(...(page['holders'] as Row[]));
      expect(page['summary']).toMatchObject({ total_holders: held.length });
      more = page['has_more'] === true;
      cursor = `&cursor=${encodeURIComponent(String(page['cursor']))}`;
    }
    expect(Object.fromEntries(found.map(({ account_id: id, balance }) => [id, balance]))).toEqual(
      Object.fromEntries(held),
    );
    expect(found.length).toBe(held.length);
  });

  it('has several accounts at once, those that there were none of among them', async () => {
    const known = await accounts();
    const [first = ''] = known.keys();
    const none = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';
    const [status, answer] = await post({ account_ids: [none, first], ledger: LEDGER });
    expect([status, answer['requested'], answer['found']]).toEqual([200, 2, 1]);
    const [missing, there] = answer['accounts'] as Row[];
    expect([missing?.['account_id'], missing?.['found']]).toEqual([none, false]);
    expect(there).toMatchObject({ account_id: first, found: true, state: { balance: known.get(first)?.['balance'] } });
  });

  it('refuses what says no moment, or two, or one that is not loaded', async () => {
    const account = `${gold}/account?account_id=GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF`;
    const errors = await Promise.all(
      ['', '&ledger=60&timestamp=2026-01-01', '&ledger=4000000', '&timestamp=1999-01-01', '&timestamp=noon'].map(
        async (time) => {
          const answer = await ask(account + time);
          return [answer.status, ((await answer.json()) as Row)['error']];
        },
      ),
    );
    expect(errors).toEqual([
      [400, 'timestamp required'],
      [400, 'timestamp and ledger are mutually exclusive'],
      [400, 'ledger is after the latest loaded ledger'],
      [404, 'no data at or before 1999-01-01'],
      [400, 'invalid timestamp format, use RFC3339 (2024-01-15T00:00:00Z) or date (2024-01-15)'],
    ]);
    expect((await post({ account_ids: [] }))[0]).toBe(400);
    expect((await post({ account_ids: [`G${'A'.repeat(55)}`], timestamp: 'noon' }))[0]).toBe(400);
  });
});
