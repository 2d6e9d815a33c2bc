/** Addresses, contracts, ledgers and statistics beyond the contract, against other SQL over the same lake, and sums in JavaScript. */
import { describe, expect, it } from 'vitest';
import { withResult } from '../../../src/lake/asking/query/query.ts';
import { duckdb } from '../../../src/lake/duckdb/duckdb.ts';
import { bodyOf, errorOf, serveSample } from './sample-server.ts';

const { ask, lakes } = serveSample();

type Row = Record<string, unknown>;

const body = (path: string) => bodyOf<Row>(ask(path));
const listed = async (path: string) => (await body(path))['data'] as Row[];

/** Rows of SQL, every value a text. */
function rows(sql: string): Promise<Row[]> {
  return withResult(lakes()[0].lake, sql, {}, async ({ names, chunks }) => {
    const found: Row[] = [];
    for await (const chunk of chunks()) {
      for (const row of chunk.convertRows(duckdb.JsonDuckDBValueConverter)) {
        found.push(Object.fromEntries(names.map((name, i) => [name, row[i]])));
      }
    }
    return found;
  });
}

const texts = (found: readonly Row[], name: string) => found.map((row) => String(row[name])).sort();

describe('/silver/addresses/{address}/balances', () => {
  it('has lumens, trust lines and tokens of an account', async () => {
    const [{ id }] = await rows(`
      select account_id as id from silver.trust_lines_current where not deleted and balance > 0
      group by all order by count(*) desc, id limit 1`);
    const found = await listed(`/silver/addresses/${String(id)}/balances`);
    const other = await rows(`
      select cast(cast(balance * 10000000 as bigint) as varchar) as raw from silver.accounts_current where account_id = '${String(id)}'
      union all
      select cast(cast(balance * 10000000 as bigint) as varchar) from silver.trust_lines_current
      where account_id = '${String(id)}' and not deleted and balance > 0`);
    const classic = found.filter(({ balance_source: source }) => source !== 'contract_data');
    expect(texts(classic, 'balance_raw')).toEqual(texts(other, 'raw'));
    expect(found[0]).toMatchObject({ asset_type: 'native', asset_code: 'XLM' });
  });

  it('has what a contract holds, page after page', async () => {
    const [{ id, held }] = await rows(`
      select owner_address as id, count(*) as held from silver.address_balances_current
      where starts_with(owner_address, 'C') group by all order by held desc, id limit 1`);
    const first = await body(`/silver/addresses/${String(id)}/balances?limit=1&include=archived`);
    expect(first).toMatchObject({ address: id, count: 1, has_more: Number(held) > 1 });
    const all = await listed(`/silver/addresses/${String(id)}/balances?include=archived`);
    expect(all).toHaveLength(Number(held));
  });

  it('tells the balance after every change', async () => {
    const [{ id }] = await rows(
      `select account_id as id from bronze.accounts group by all order by count(*) desc, id limit 1`,
    );
    const path = `/silver/addresses/${String(id)}/balances/history?order=asc&limit=1000`;
    const found = await listed(`${path}&asset=XLM`);
    const other = await listed(`/silver/accounts/history?account_id=${String(id)}&order=asc&limit=500`);
    expect(found.slice(0, 500).map(({ ledger_sequence: ledger, balance }) => ({ ledger, balance }))).toEqual(
      other.map(({ ledger_sequence: ledger, balance }) => ({ ledger, balance })),
    );
    const all = await listed(path);
    expect(all.filter(({ asset_type: type }) => type === 'native')).toEqual(found);
  });
});

describe('/silver/contracts/{id}/storage/summary', () => {
  it('counts what storage lists', async () => {
    const [{ id }] = await rows(`
      select contract_id as id from silver.contract_data_current where not deleted
      group by all order by count(*) desc, id limit 1`);
    const entries = await listed(`/silver/contracts/${String(id)}/storage?limit=1000`);
    const count = (name: string, value: unknown) => entries.filter((entry) => entry[name] === value).length;
    const summary = await body(`/silver/contracts/${String(id)}/storage/summary`);
    expect(summary).toMatchObject({
      entries: entries.length,
      persistent_entries: count('durability', 'persistent'),
      temporary_entries: count('durability', 'temporary'),
      live_entries: count('is_live', true),
    });
    const types = entries.map(({ key }) => (key as Row)['type']);
    for (const { type, count: told } of summary['key_types'] as Row[]) {
      expect(types.filter((one) => one === type)).toHaveLength(Number(told));
    }
    const [entry] = entries;
    const one = await body(
      `/silver/soroban/contract-data/entry?contract_id=${String(id)}&key_hash=${String(entry?.['key_hash'])}`,
    );
    expect(one).toMatchObject({ ...entry });
    const none = await ask(`/silver/soroban/contract-data/entry?contract_id=${String(id)}&key_hash=${'0'.repeat(64)}`);
    expect([none.status, await none.json()]).toEqual([404, { error: 'entry not found' }]);
  });
});

describe('/silver/relationships/{a}/{b}', () => {
  it('has the transfers between two accounts, from either side', async () => {
    const [{ a, b }] = await rows(`
      select from_account as a, to_account as b from silver.token_transfers_raw
      where from_account is not null and to_account is not null and from_account != to_account
      group by all order by count(*) desc, a, b limit 1`);
    const path = (x: unknown, y: unknown) => `/silver/relationships/${String(x)}/${String(y)}?limit=500`;
    const edges = await listed(`${path(a, b)}&interaction_type=transfer`);
    const sent = await listed(`/silver/transfers?from_account=${String(a)}&to_account=${String(b)}&limit=1000`);
    const got = await listed(`/silver/transfers?from_account=${String(b)}&to_account=${String(a)}&limit=1000`);
    expect(texts(edges, 'amount')).toEqual(texts([...sent, ...got], 'amount_raw'));
    expect(edges.filter(({ direction }) => direction === 'a_to_b')).toHaveLength(sent.length);
    const reversed = await listed(path(b, a));
    expect(texts(reversed, 'operation_id')).toEqual(texts(await listed(path(a, b)), 'operation_id'));
  });

  it('has the calls of a contract, page after page', async () => {
    const [{ a, b, calls }] = await rows(`
      select from_contract as a, to_contract as b, count(*) as calls from silver.contract_invocation_calls
      where from_contract is not null group by all order by calls desc, a, b limit 1`);
    const path = `/silver/relationships/${String(a)}/${String(b)}?interaction_type=contract_call&limit=2&order=asc`;
    const found: Row[] = [];
    for (let cursor = ''; ;) {
      const page = await body(`${path}&cursor=${cursor}`);
      found.push(...(page['data'] as Row[]));
      if (page['has_more'] !== true) break;
      cursor = String(page['cursor']);
    }
    expect(found).toHaveLength(Number(calls));
    expect(new Set(found.map(({ direction }) => direction))).toEqual(new Set(['a_to_b']));
  });

  it('refuses what is no address', async () => {
    const wrong = 'address_a and address_b must be valid Stellar account (G...) or contract (C...) addresses';
    expect(await errorOf(ask('/silver/relationships/x/y'))).toEqual([400, wrong]);
  });
});

describe('/silver/ledgers/{sequence}/full', () => {
  it('is what its parts tell, and all transactions', async () => {
    const [{ sequence, transactions }] = await rows(`
      select ledger_sequence as sequence, count(*) as transactions from bronze.history_transactions_raw_v1
      where resource_fee > 0 group by all order by transactions desc limit 1`);
    const path = `/silver/ledgers/${String(sequence)}`;
    const full = await body(`${path}/full`);
    const strip = ({ _meta, sequence: _, ...rest }: Row) => rest;
    expect(full['fees']).toEqual(strip(await body(`${path}/fees`)));
    expect(full['soroban']).toEqual(strip(await body(`${path}/soroban`)));
    expect(full['soroban']).toMatchObject({ transactions: Number(transactions) });
    const card = full['ledger'] as Row;
    const told = full['transactions'] as Row[];
    expect(told).toHaveLength(Number(card['transaction_count']));
    const operations = await listed(
      `/silver/operations/enriched?start_ledger=${String(sequence)}&end_ledger=${String(sequence)}&order=asc&limit=200`,
    );
    expect(full['operations']).toEqual(operations);
    const { histogram, total } = full['fees'] as { histogram: Row[]; total: string };
    expect(histogram.reduce((sum, { count }) => sum + Number(count), 0)).toBe(told.length);
    expect(Number(total)).toBe(told.reduce((sum, { fee }) => sum + Number(fee), 0));
  });
});

describe('statistics', () => {
  it('count bronze as sums of ledgers and transactions do', async () => {
    const [{ total, failed, fees, operations }] = await rows(`
      select count(*) as total, count(*) filter (not successful) as failed, cast(sum(fee_charged) as varchar) as fees,
          (select count(*) from bronze.history_operations_raw_v1) as operations
      from bronze.history_transactions_raw_v1`);
    expect(await body('/bronze/stats/network')).toMatchObject({
      transactions: { total: Number(total), failed: Number(failed) },
      operations: Number(operations),
      fees,
    });
  });

  it('tell ledgers with a surge', async () => {
    const found = await rows(`
      select ledger_sequence, max(fee_charged / (operation_count + if(inner_transaction_hash is null, 0, 1))) as most
      from bronze.history_transactions_raw_v1 where resource_fee = 0 group by all order by 1`);
    const surges = found.filter(({ most }) => Number(most) > 100);
    const { surge } = await body('/silver/stats/fees?period=all');
    const [{ count }] = await rows('select count(*) as count from bronze.history_ledgers_raw_v1');
    expect(surge).toEqual({
      active: Number(found.at(-1)?.['most']) > 100,
      ledgers: surges.length,
      share: surges.length / Number(count),
    });
  });

  it('tell of contracts what operations and entries add up to', async () => {
    const [{ calls, failed }] = await rows(`
      select count(*) as calls, count(*) filter (not transaction_successful) as failed
      from bronze.history_operations where soroban_function is not null and type = 24`);
    const [{ persistent, temporary }] = await rows(`
      select count(*) filter (durability = 'persistent') as persistent, count(*) filter (durability = 'temporary') as temporary
      from (select if(contract_durability = 'ContractDataDurabilityPersistent', 'persistent', 'temporary') as durability
            from silver.contract_data_current where not deleted)`);
    expect(await body('/silver/stats/soroban')).toMatchObject({
      execution: { total_invocations_24h: Number(calls), failed_24h: Number(failed) },
      state: { persistent_entries: Number(persistent), temporary_entries: Number(temporary) },
    });
  });
});
