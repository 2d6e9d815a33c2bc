/** Offers, pools, trades, prices, lifetimes and calls, against rows of bronze that are folded in JavaScript. */
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withResult } from '../../../src/lake/asking/query/query.ts';
import { duckdb } from '../../../src/lake/duckdb/duckdb.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { readStrkey } from '../../../src/xdr/strkey.ts';
import { bodyOf, serveSample } from './sample-server.ts';

const { ask, lakes, listener } = serveSample();

type Row = Record<string, unknown>;

const body = (path: string) => bodyOf<Row>(ask(path));
const listed = async (path: string) => (await body(path))['data'] as Row[];
const error = async (path: string) => {
  const answer = await ask(path);
  return [answer.status, ((await answer.json()) as Row)['error']];
};

/** Rows of SQL, 64 bits as text. */
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

/** The last row of each, by ledger, of those that are not removed. */
function newest(found: readonly Row[], key: string): Row[] {
  const last = new Map<unknown, Row>();
  for (const row of found) {
    const known = last.get(row[key]);
    if (!known || Number(row['ledger_sequence']) >= Number(known['ledger_sequence'])) last.set(row[key], row);
  }
  return [...last.values()].filter(({ deleted }) => deleted === false);
}

const numbers = (found: readonly Row[], name: string) => found.map((row) => Number(row[name]));

describe('/silver/offers', () => {
  const offers = async () => newest(await rows('from bronze.offers_raw_v1 order by ledger_sequence'), 'offer_id');

  it('has those that stand, with their prices', async () => {
    const known = (await offers()).sort((a, b) => Number(a['offer_id']) - Number(b['offer_id']));
    const found = await listed('/silver/offers?limit=1000');
    expect(numbers(found, 'offer_id')).toEqual(numbers(known, 'offer_id'));
    for (const [i, row] of known.entries()) {
      const { pricen: n, priced: d, amount_stroops: stroops } = row;
      const price = (Math.round((Number(n) / Number(d)) * 1e7) / 1e7).toFixed(7);
      expect(found[i]).toMatchObject({ seller_id: row['seller_id'], price, price_r: { n, d } });
      expect(String(found[i]?.['amount']).replace('.', '').replace(/^0+/, '')).toBe(String(stroops));
    }
  });

  it('has those of an account, of a pair, and one', async () => {
    const [row] = (await offers()).filter(({ selling_asset_type: type }) => type !== 'native');
    const { seller_id: seller, selling_asset_code: code, selling_asset_issuer: issuer, offer_id: id } = row ?? {};
    const ofSeller = (await offers()).filter(({ seller_id: other }) => other === seller);
    expect(await listed(`/silver/accounts/${String(seller)}/offers`)).toHaveLength(ofSeller.length);
    const one = await body(`/silver/offers/${String(id)}`);
    const buying = (one['offer'] as Row)['buying'] as Row;
    const key = buying['type'] === 'native' ? 'XLM' : `${String(buying['code'])}:${String(buying['issuer'])}`;
    const book = await listed(
      `/silver/offers/pair?selling=${String(code)}:${String(issuer)}&buying=${key}&sort_by=price&limit=1000`,
    );
    expect(book).toContainEqual(one['offer']);
    const ratios = book.map(({ price_r: ratio }) => Number((ratio as Row)['n']) / Number((ratio as Row)['d']));
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
    expect(await error('/silver/offers/x')).toEqual([400, 'invalid offer_id: must be a number']);
    expect(await error('/silver/offers/999999999')).toEqual([404, 'offer not found']);
    const needed = 'selling and buying parameters required (format: CODE:ISSUER or XLM)';
    expect(await error('/silver/offers/pair?selling=XLM')).toEqual([400, needed]);
    expect(await error('/silver/offers/pair?selling=XLM&buying=x:y')).toEqual([400, 'invalid buying asset format']);
  });
});

describe('/silver/liquidity-pools and /silver/claimable-balances', () => {
  it('have what stands, by id and by address', async () => {
    const pools = newest(
      await rows('from bronze.liquidity_pools_raw_v1 order by ledger_sequence'),
      'liquidity_pool_id',
    );
    const found = await listed('/silver/liquidity-pools');
    expect(found.map(({ pool_id: id }) => id)).toEqual(pools.map(({ liquidity_pool_id: id }) => id).sort());
    for (const { pool_id: id, pool_address: address } of found) {
      const one = (await body(`/silver/liquidity-pools/${String(id)}`))['liquidity_pool'];
      expect((await body(`/silver/liquidity-pools/${String(address)}`))['liquidity_pool']).toEqual(one);
    }
    const balances = newest(await rows('from bronze.claimable_balances_raw_v1 order by ledger_sequence'), 'balance_id');
    const told = await listed('/silver/claimable-balances?limit=1000');
    expect(told.map(({ balance_id: id }) => id)).toEqual(balances.map(({ balance_id: id }) => id).sort());
    const [first] = told;
    const one = { claimable_balance: first };
    expect(await body(`/silver/claimable-balances/${String(first?.['balance_id'])}`)).toMatchObject(one);
    expect(await body(`/silver/claimable-balances/${String(first?.['balance_address'])}`)).toMatchObject(one);
    const [claimant] = first?.['claimants'] as Row[];
    const of = await listed(`/silver/claimable-balances?claimant=${String(claimant?.['destination'])}`);
    expect(of).toContainEqual(first);
    expect(await error('/silver/liquidity-pools/x')).toEqual([400, 'invalid pool_id']);
    expect(await error(`/silver/claimable-balances/${'0'.repeat(72)}`)).toEqual([404, 'claimable balance not found']);
  });
});

interface Trade {
  base: bigint;
  counter: bigint;
  at: string;
}

describe('/silver/trades, /silver/prices', () => {
  it('add up to the trades of bronze, either way', async () => {
    const all = await rows(`
      select selling_amount_stroops as sold, buying_amount_stroops as given, strftime(ledger_closed_at, '%Y-%m-%dT%H:%M:00Z') as at,
        coalesce(nullif(selling_asset_code, '') || ':' || selling_asset_issuer, 'native') as selling,
        coalesce(nullif(buying_asset_code, '') || ':' || buying_asset_issuer, 'native') as buying
      from bronze.history_trades_raw_v1 order by history_operation_id, "order"`);
    const [pair] = (await listed('/silver/prices/pairs?limit=1')) as Record<string, string>[];
    const asset = (code?: string, issuer?: string) => (issuer === undefined ? 'native' : `${String(code)}:${issuer}`);
    const base = asset(pair?.['base_asset_code'], pair?.['base_asset_issuer']);
    const counter = asset(pair?.['counter_asset_code'], pair?.['counter_asset_issuer']);
    const count = all.filter(({ selling, buying }) => selling === base && buying === counter).length;
    expect(pair?.['trade_count']).toBe(count);
    expect(await listed(`/silver/trades/by-pair?selling_asset=${base}&buying_asset=${counter}`)).toHaveLength(
      Math.min(count, 100),
    );
    const trades = all.flatMap(({ selling, buying, sold, given, at }): Trade[] => {
      const [one, other] = [BigInt(String(sold)), BigInt(String(given))];
      if (selling === base && buying === counter) return [{ base: one, counter: other, at: String(at) }];
      return selling === counter && buying === base ? [{ base: other, counter: one, at: String(at) }] : [];
    });
    const last = trades.findLast((trade) => trade.base > 0n)!;
    const units = (stroops: bigint) => `${stroops / 10_000_000n}.${String(stroops % 10_000_000n).padStart(7, '0')}`;
    const price = (20_000_000_000n * last.counter + last.base) / (2n * last.base);
    expect(await body(`/silver/prices/${base}/${counter}/latest`)).toMatchObject({
      price: `${price / 10n ** 10n}.${String(price % 10n ** 10n).padStart(10, '0')}`,
      volume_24h: units(trades.reduce((sum, trade) => sum + trade.base, 0n)),
      trade_count_24h: trades.length,
    });
    const minutes = [...new Set(trades.map(({ at }) => at))];
    const found: Row[] = [];
    for (let cursor = ''; ;) {
      const page = await body(`/silver/prices/${base}/${counter}/ohlc?interval=1m&limit=2&cursor=${cursor}`);
      found.push(...(page['data'] as Row[]));
      if (page['has_more'] !== true) break;
      cursor = String(page['cursor']);
    }
    expect(found.map(({ timestamp }) => timestamp)).toEqual(minutes);
    const inMinute = trades.filter(({ at }) => at === minutes[0]);
    expect(found[0]).toMatchObject({
      trade_count: inMinute.length,
      volume: units(inMinute.reduce((sum, trade) => sum + trade.base, 0n)),
      counter_volume: units(inMinute.reduce((sum, trade) => sum + trade.counter, 0n)),
    });
    const stats = await listed('/silver/trades/stats?limit=1000');
    expect(numbers(stats, 'trade_count').reduce((sum, one) => sum + one)).toBe(all.length);
    expect(await error('/silver/prices/USD/XLM/latest')).toEqual([
      400,
      'invalid asset format, expected CODE:ISSUER or XLM',
    ]);
  });

  it('tell how much moves', async () => {
    const [{ all }] = await rows('select count(*)::integer as all from silver.token_transfers_raw');
    for (const group of ['asset', 'source_type', 'hour', 'day']) {
      const stats = await listed(`/silver/transfers/stats?group_by=${group}&limit=1000`);
      expect(numbers(stats, 'transfer_count').reduce((sum, one) => sum + one)).toBe(all);
    }
    const wrong = 'invalid group_by, must be: asset, source_type, hour, or day';
    expect(await error('/silver/transfers/stats?group_by=x')).toEqual([400, wrong]);
  });
});

describe('/silver/effects', () => {
  it('are those of bronze, by type, account and transaction', async () => {
    const all = await rows('from bronze.history_effects_raw_v1');
    const { effect_types: types, total_effects: total } = await body('/silver/effects/types');
    expect(total).toBe(all.length);
    for (const { type, count } of types as Row[])
      expect(all.filter((row) => row['type'] === type)).toHaveLength(Number(count));
    const address = String(all[0]['address']);
    const of = await listed(`/silver/effects?account_id=${address}&limit=1000`);
    expect(of).toHaveLength(all.filter((row) => row['address'] === address).length);
    const [{ transaction_hash: tx }] = of as [Row];
    const told = await listed(`/silver/effects/transaction/${String(tx)}`);
    expect(told).toHaveLength((await listed(`/silver/tx/${String(tx)}/effects`)).length);
  });
});

describe('/silver/soroban', () => {
  it('tells lifetimes by hash, by contract, and by key', async () => {
    const [{ latest }] = await rows('select max(sequence) as latest from bronze.history_ledgers_raw_v1');
    const lives = newest(await rows('from bronze.ttl_raw_v1 order by ledger_sequence'), 'key_hash');
    const expired = await listed('/silver/soroban/ttl/expired?limit=1000');
    const over = lives.filter(({ live_until_ledger_seq: until }) => Number(until) < Number(latest));
    expect(expired.map(({ key_hash: key }) => key).sort()).toEqual(over.map(({ key_hash: key }) => key).sort());
    const expiring = await listed('/silver/soroban/ttl/expiring?within_ledgers=100&limit=1000');
    const ends = numbers(expiring, 'live_until_ledger');
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    const soon = lives.filter(({ live_until_ledger_seq: until }) => {
      const left = Number(until) - Number(latest);
      return left >= 0 && left <= 100;
    });
    expect(ends).toHaveLength(soon.length);
    const one = expiring.find(({ contract_id: id }) => id !== undefined)!;
    const { contract_id: contract, key_hash: key, live_until_ledger: until, ledgers_remaining: left } = one;
    const told = { key_hash: key, live_until_ledger: until, ledgers_remaining: left, expired: false };
    expect((await body(`/silver/soroban/ttl?key_hash=${String(key)}`))['ttl']).toMatchObject(told);
    expect(await listed(`/silver/soroban/ttl?contract_id=${String(contract)}&limit=1000`)).toContainEqual(one);
    const instance = Buffer.concat([
      Buffer.from('0000000600000001', 'hex'),
      readStrkey(String(contract))!.payload,
      Buffer.from('0000001400000001', 'hex'),
    ]);
    const resolved = await body(`/silver/soroban/ttl/resolve?contract_id=${String(contract)}&key=AAAAFA==`);
    expect(resolved).toMatchObject({ key_hash: hash('sha256', instance), ttl: { contract_id: contract } });
    expect(await error('/silver/soroban/ttl')).toEqual([400, 'key_hash or contract_id parameter required']);
    expect(await error(`/silver/soroban/ttl?key_hash=${'0'.repeat(64)}`)).toEqual([404, 'TTL entry not found']);
  });

  it('tells what was evicted and restored, code and settings', async () => {
    for (const [name, table] of [
      ['evicted-keys', 'evicted_keys_raw_v1'],
      ['restored-keys', 'restored_key_raw_v1'],
    ]) {
      const found = await listed(`/silver/soroban/${name}?limit=1000`);
      const all = await rows(`from bronze.${table}`);
      const hashes = all.map(({ ledger_key_hash: key }) => hash('sha256', Buffer.from(String(key), 'base64')));
      expect(found.map(({ key_hash: key }) => key).sort()).toEqual(hashes.sort());
    }
    const [{ code, ledger }] = await rows(
      'select contract_code_hash as code, ledger_sequence as ledger from bronze.contract_code_raw_v1 limit 1',
    );
    expect(await body(`/silver/soroban/contract-code?hash=${String(code)}`)).toMatchObject({
      contract_code: { hash: code, last_modified_ledger: ledger, is_live: true },
    });
    expect(await body('/silver/soroban/config/limits')).toMatchObject({ ledger: { max_transactions: 2500 } });
    expect(await error('/silver/soroban/contract-code')).toEqual([400, 'hash parameter required']);
  });
});

describe('/silver/accounts and /silver/contracts', () => {
  it('tells signers, with the own key first', async () => {
    const [{ id }] = await rows(`
      select account_id as id from silver.account_signers_current where not deleted
      order by signer = account_id, account_id limit 1`);
    const signers = newest(
      await rows(`from bronze.account_signers_raw_v1 where account_id = '${String(id)}' order by ledger_sequence`),
      'signer',
    );
    const found = await body(`/silver/accounts/signers?account_id=${String(id)}`);
    const weights = (list: readonly Row[], key: string) =>
      list.map((row) => `${String(row[key])} ${String(row['weight'])}`);
    const others = weights(signers, 'signer').filter((text) => !text.startsWith(String(id)));
    const own = (found['signers'] as Row[])[0];
    expect(own).toMatchObject({ key: id, type: 'ed25519_public_key' });
    expect(weights((found['signers'] as Row[]).slice(1), 'key')).toEqual(others.sort());
  });

  it('has every transaction of an account', async () => {
    const [{ id }] = await rows('select address as id from bronze.operation_participants_raw_v1 limit 1');
    const involved = await rows(`
      select distinct (operation_id >> 12)::varchar as tx from bronze.operation_participants_raw_v1 where address = '${String(id)}'
      union select (id >> 12)::varchar from bronze.history_transactions_raw_v1 where '${String(id)}' in (account, fee_account)`);
    const found = await listed(`/silver/accounts/${String(id)}/transactions?limit=500`);
    expect(found.map((row) => String(BigInt(String(row['transaction_id'])) >> 12n)).sort()).toEqual(
      involved.map(({ tx }) => tx).sort(),
    );
  });

  it('count the calls of a contract on both sides', async () => {
    const all = (await rows('from bronze.contract_invocations_raw_v1')).filter(
      ({ in_call_tree: isIn, origin, depth }) => isIn === true && (origin === 'root' || Number(depth) > 0),
    );
    const [{ caller }] = all.filter(({ caller: by }) => String(by).startsWith('C')) as [Row];
    const by = all.filter((call) => call['caller'] === caller);
    const of = all.filter((call) => call['contract_id'] === caller);
    const path = `/silver/contracts/${String(caller)}`;
    expect(await body(`${path}/call-summary`)).toMatchObject({
      total_calls_as_caller: by.length,
      total_calls_as_callee: of.length,
      unique_callees: new Set(by.map(({ contract_id: id }) => id)).size,
    });
    const callees = await listed(`${path}/callees`);
    expect(numbers(callees, 'call_count').reduce((sum, one) => sum + one)).toBe(by.length);
    const callers = await listed(`${path}/callers`);
    expect(numbers(callers, 'call_count').reduce((sum, one) => sum + one, 0)).toBe(of.length);
    expect(await listed(`${path}/recent-calls?limit=1000`)).toHaveLength(
      all.filter((call) => call['caller'] === caller || call['contract_id'] === caller).length,
    );
    const [root] = all.filter(({ origin }) => origin === 'root') as [Row];
    const mine = all.filter(({ origin, caller: who }) => origin === 'root' && who === root['caller']);
    const contracts = await listed(`/silver/accounts/${String(root['caller'])}/contracts`);
    expect(numbers(contracts, 'total_calls').reduce((sum, one) => sum + one)).toBe(mine.length);
  });
});

describe('lists of one contract, token or address', () => {
  it('are parts of the lists of all', async () => {
    const [{ id }] = await rows(`
      select contract_id as id from bronze.history_contract_events_raw_v1 where event_kind = 'operation'
      group by all order by count(*) desc, id limit 1`);
    const of = await body(`/silver/events/contract/${String(id)}?limit=200`);
    expect(of).toMatchObject({ contract_id: id });
    expect(of['data']).toEqual(await listed(`/silver/events/generic?contract_id=${String(id)}&limit=200`));
    const [call] = await listed('/silver/operations/soroban?limit=1');
    const contract = String(call?.['soroban_contract_id']);
    const all = await listed(`/silver/operations/soroban?contract_id=${contract}`);
    for (const path of ['/silver/calls', '/silver/operations/soroban/by-function']) {
      expect(await listed(`${path}?contract_id=${contract}`)).toEqual(all);
      expect(await error(path)).toEqual([400, 'at least one of contract_id or function_name is required']);
    }
    const transactions = await listed(`/silver/contracts/${contract}/transactions?limit=50`);
    expect(transactions.map(({ operation_id: one }) => one)).toEqual(all.map(({ operation_id: one }) => one));
    const [{ address }] = await rows(
      'select "from" as address from bronze.token_transfers_raw_raw_v1 where "from" is not null limit 1',
    );
    const events = await listed(`/silver/address/${String(address)}/events?limit=200`);
    expect(events).toEqual(await listed(`/silver/events?address=${String(address)}&limit=200`));
    const wrong = 'addr must be a valid Stellar account (G...) or contract (C...) address';
    expect(await error('/silver/address/x/events')).toEqual([400, wrong]);
  });

  it('leave out balances whose lifetime has ended', async () => {
    const [{ id, over, held, latest }] = await rows(`
      select token_contract_id as id, (count(*) filter (live_until_ledger_seq < latest))::integer as over, count(*)::integer as held,
        any_value(latest) as latest
      from silver.address_balances_current as balances
      left join silver.ttl_current as lifetimes on lifetimes.key_hash = balances.key_hash and not lifetimes.deleted
      cross join (select max(sequence) as latest from bronze.history_ledgers_raw_v1)
      group by all order by over desc limit 1`);
    expect(Number(over)).toBeGreaterThan(0);
    const path = `/silver/tokens/${String(id)}`;
    const live = await listed(`${path}/balances?limit=200`);
    expect(live).toHaveLength(Number(held) - Number(over));
    const all = await listed(`${path}/balances?limit=200&include=archived`);
    const archived = all.filter(({ is_archived: is }) => is === true);
    expect([all.length, archived.length]).toEqual([held, over]);
    const [one] = archived as [Row];
    const { balance } = await body(`${path}/balance/${String(one['address'])}`);
    expect(balance).toMatchObject({ balance_raw: one['balance_raw'], is_archived: true });
    const sum = all.reduce((total, { balance_raw: raw }) => total + BigInt(String(raw)), 0n);
    const moved = await rows(
      `from bronze.token_transfers_raw_raw_v1 where contract_id = '${String(id)}' and event_topic != 'fee'`,
    );
    expect(await body(path)).toMatchObject({ holder_count: Number(held) - Number(over) });
    expect(await body(`${path}/stats`)).toMatchObject({
      holder_count: Number(held) - Number(over),
      total_supply_raw: String(sum),
      transfers_24h: moved.length,
      volume_24h_raw: String(moved.reduce((total, { amount_raw: raw }) => total + BigInt(String(raw)), 0n)),
    });
    const { address } = one;
    const owned = await listed(`/silver/accounts/${String(address)}/balances?include_contract_tokens=true`);
    expect(owned.filter(({ contract_id: token }) => token === id)).toEqual([]);
    expect(Number(latest)).toBe(129);
    expect(await error(`${path}/balance/GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF`)).toEqual([
      404,
      'balance not found',
    ]);
  });

  it('have what an address holds, with how it moved', async () => {
    const [{ id }] = await rows(`
      select owner_address as id from silver.address_balances_current group by all order by count(*) desc, id limit 1`);
    const held = await listed(`/silver/addresses/${String(id)}/balances`);
    const found = await listed(`/silver/address/${String(id)}/token-balances`);
    const told = (list: readonly Row[]) =>
      list.map((row) => `${String(row['contract_id'])} ${String(row['balance_raw'])}`).sort();
    expect(told(found)).toEqual(told(held));
    const moved = await rows(`
      from bronze.token_transfers_raw_raw_v1 where event_topic != 'fee' and '${String(id)}' in ("from", "to")`);
    for (const { contract_id: contract, tx_count: count } of found) {
      const of = moved.filter((row) => row['contract_id'] === contract);
      expect(new Set(of.map((row) => row['transaction_id'])).size).toBe(count);
    }
  });

  it('have the code of a contract, whose hash is its name', async () => {
    const [{ id, wasm }] = await rows(`
      select contract_id as id, val_decoded ->> '$.contract_instance.executable.wasm' as wasm from silver.contract_data_current
      where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance' and wasm is not null limit 1`);
    const answer = await ask(`/silver/contracts/${String(id)}/wasm`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/wasm']);
    expect(answer.headers.get('x-wasm-sha256')).toBe(wasm);
    expect(hash('sha256', Buffer.from(await answer.arrayBuffer()))).toBe(wasm);
  });

  it('tell with what an asset was traded, and how often', async () => {
    const trades = await rows(
      'select selling_asset_key as sold, buying_asset_key as bought from bronze.history_trades',
    );
    const key = String(trades.find(({ sold }) => sold !== 'native')?.['sold']);
    const counters = trades.flatMap(({ sold, bought }) => (sold === key ? [bought] : bought === key ? [sold] : []));
    const nameOf = ({ code, issuer }: Row) => (issuer === undefined ? 'native' : `${String(code)}:${String(issuer)}`);
    const answer = await body(`/silver/assets/${key}/pairs?limit=100`);
    const pairs = answer['data'] as (Row & { counter_asset: Row })[];
    expect(answer['pair_count']).toBe(new Set(counters).size);
    expect(pairs.length).toBe(new Set(counters).size);
    for (const { counter_asset: counter, trade_count: count } of pairs) {
      expect(count).toBe(counters.filter((name) => name === nameOf(counter)).length);
    }
  });

  it('link an asset to its contract and back', async () => {
    const [{ id, name, symbol, code, issuer }] = await rows(`
      select contract_id as id, token_name as name, token_symbol as symbol, asset_code as code, asset_issuer as issuer
      from silver.token_registry where token_type = 'sac' and asset_issuer is not null order by contract_id limit 1`);
    const slug = `${String(code)}:${String(issuer)}`;
    const token = { contract_id: id, token_type: 'sac', token_name: name, token_symbol: symbol, token_decimals: 7 };
    const ofAsset = await body(`/silver/assets/${slug}/links`);
    expect(ofAsset).toMatchObject({ asset: { code, issuer }, canonical_slug: slug, linked_tokens: [token] });
    const ofContract = await body(`/silver/assets/${String(id)}/links`);
    expect(ofContract).toMatchObject({
      asset: { code: id, type: 'soroban_token' },
      canonical_slug: id,
      linked_tokens: [token],
      linked_classic_asset: { asset_code: code, asset_issuer: issuer, canonical_slug: slug },
    });
    const lumens = await body('/silver/assets/XLM/links');
    const [native] = lumens['linked_tokens'] as Row[];
    expect(await body(`/silver/assets/${String(native?.['contract_id'])}/links`)).toMatchObject({
      linked_tokens: [native],
      linked_classic_asset: { asset_code: 'XLM', canonical_slug: 'XLM' },
    });
    const [custom] = await rows(`
      select token_contract_id as id from silver.token_transfers_raw
      where token_contract_id not in (select contract_id from silver.token_registry) order by id limit 1`);
    const ofCustom = await body(`/silver/assets/${String(custom?.['id'])}/links`);
    expect(ofCustom['linked_tokens']).toMatchObject([{ token_type: 'custom_soroban' }]);
    expect(ofCustom['linked_classic_asset'] ?? null).toBeNull();
    expect(await error(`/silver/assets/NONE:${String(issuer)}/links`)).toEqual([
      404,
      expect.stringMatching(/^asset not found/),
    ]);
  });

  it('tell of an asset what its statistics and its issuer say', async () => {
    const [{ key, issuer }] = await rows(`
      select asset_code || ':' || asset_issuer as key, asset_issuer as issuer from bronze.trust_lines
      where asset_issuer != '' and balance > 0 order by ledger_sequence limit 1`);
    const { stats, flags, contract_id: contract } = await body(`/silver/assets/${String(key)}/stats`);
    const [account] = newest(
      await rows(`from bronze.accounts where account_id = '${String(issuer)}' order by ledger_sequence`),
      'account_id',
    );
    const { total_holders: holders, ...others } = stats as Row;
    const answer = await body(`/silver/assets/${String(key)}`);
    expect(answer).toMatchObject({ ...others, ...(flags as Row), holder_count: holders, contract_id: contract });
    expect(answer['home_domain'] ?? '').toBe(account?.['home_domain'] ?? '');
    expect(await body(`/silver/assets/${String(contract)}`)).toMatchObject({ canonical_slug: key });
    expect(await body('/silver/assets/XLM')).toMatchObject({
      canonical_slug: 'XLM',
      asset_type: 'native',
      decimals: 7,
    });
    expect(await error(`/silver/assets/NONE:${String(issuer)}`)).toEqual([
      404,
      expect.stringMatching(/^asset not found/),
    ]);
  });

  it('tell of a contract who made it, what it keeps and how often its functions were called', async () => {
    const [{ id, wasm }] = await rows(`
      select contract_id as id, val_decoded ->> '$.contract_instance.executable.wasm' as wasm from silver.contract_data_current
      where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance' and wasm is not null limit 1`);
    const [made] = await rows(`from bronze.contract_creations where contract_id = '${String(id)}'`);
    const entries = newest(
      await rows(`from bronze.contract_data where contract_id = '${String(id)}' order by ledger_sequence`),
      'ledger_key_hash',
    );
    const answer = await body(`/silver/contracts/${String(id)}/metadata`);
    expect(answer).toMatchObject({
      wasm_hash: wasm,
      creator_address: made?.['creator_address'],
      created_ledger: Number(made?.['created_ledger']),
      total_entries: entries.length,
      persistent_entries: entries.filter((row) => row['contract_durability'] === 'ContractDataDurabilityPersistent')
        .length,
    });
    const calls = await rows(`
      from bronze.contract_invocations_raw_v1
      where contract_id = '${String(id)}' and in_call_tree and (origin = 'root' or depth > 0)`);
    const functions = answer['exported_functions'] as Row[];
    expect(functions.length).toBeGreaterThan(0);
    for (const { name, call_count: count } of functions) {
      expect([name, count]).toEqual([name, calls.filter((call) => call['function_name'] === name).length]);
    }
    const none = 'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD2KM';
    expect(await error(`/silver/contracts/${none}/metadata`)).toEqual([
      404,
      expect.stringMatching(/^contract not found/),
    ]);
  });

  it('tell of a contract what its calls and events add up to', async () => {
    const calls = await rows(`
      from bronze.contract_invocations_raw_v1 where in_call_tree and (origin = 'root' or depth > 0) order by operation_id`);
    const [{ contract_id: id }] = calls as [Row];
    const of = calls.filter((call) => call['contract_id'] === id);
    const events = await rows(`
      from bronze.history_contract_events_raw_v1 where contract_id = '${String(id)}' and event_kind != 'diagnostic'`);
    const ledgers = [...numbers(of, 'ledger_sequence'), ...numbers(events, 'ledger_sequence')];
    expect(await body(`/silver/contracts/${String(id)}/activity/summary`)).toMatchObject({
      invocation_count_all: of.length,
      invocation_count_24h: of.length,
      failed_invocations_30d: of.filter(({ successful: is }) => is === false).length,
      unique_callers_30d: new Set(of.map(({ caller }) => caller)).size,
      event_count_7d: events.length,
      first_seen_ledger: Math.min(...ledgers),
      last_seen_ledger: Math.max(...ledgers),
      activity_classification: 'active_contract',
    });
    const none = 'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD2KM';
    expect(await error(`/silver/contracts/${none}/activity/summary`)).toEqual([404, 'no activity found for contract']);
    expect(await body(`/semantic/tokens/${none}`)).toMatchObject({ token: null, found: false });
    const [asset] = await listed('/semantic/assets?limit=1&asset_type=native');
    const token = await body(`/semantic/tokens/${String(asset?.['contract_id'])}?address=${none}`);
    const { holder_count: holders } = await body(`/silver/tokens/${String(asset?.['contract_id'])}`);
    expect(token).toMatchObject({
      found: true,
      token: { token_name: 'native', balance: '0.0000000', holder_count: holders },
    });
  });

  it('have assets and pairs in numbers', async () => {
    const assets = await listed('/semantic/assets?sort=transfers&limit=200');
    const transfers = numbers(assets, 'transfer_count_24h');
    expect(transfers).toEqual(transfers.toSorted((a, b) => b - a));
    const [{ all }] = await rows(
      "select count(*)::integer as all from bronze.token_transfers_raw_raw_v1 where event_topic != 'fee'",
    );
    expect(transfers.reduce((sum, one) => sum + one)).toBe(all);
    const [{ trades }] = await rows('select count(*)::integer as trades from bronze.history_trades_raw_v1');
    const pairs = await listed('/semantic/dex/pairs');
    expect(numbers(pairs, 'trade_count').reduce((sum, one) => sum + one)).toBe(trades);
  });
});

describe('POST /silver/decode/scval', () => {
  const post = async (content: string) => {
    const url = `${listener().url}lake/v1/local/api/v1/silver/decode/scval`;
    const answer = await fetch(url, { method: 'POST', body: content, headers: { Authorization: 'Api-Key k1' } });
    return [answer.status, await answer.json()];
  };

  it('tells type, value and text', async () => {
    const seven = [200, { type: 'u32', value: 7, display: '7' }];
    expect(await post('{"xdr":"AAAAAwAAAAc="}')).toEqual(seven);
    expect(await post('{"json":{"u32":7}}')).toEqual(seven);
    const list = { type: 'vec', value: [seven[1]], display: '[7]' };
    expect(await post('{"json":{"vec":[{"u32":7}]}}')).toEqual([200, list]);
  });

  it.each([
    ['{}', "either 'xdr' or 'json' field required"],
    ['{"xdr":"AAAA"}', 'invalid xdr: not one SCVal'],
    ['{"xdr":7}', 'invalid body: expected {"xdr": base64} or {"json": value}'],
    ['{"json":[1]}', 'invalid json: not one SCVal in SEP-51 JSON'],
    [`{"json":${'{"vec":['.repeat(20_000)}${']}'.repeat(20_000)}}`, 'invalid json: too deep'],
    [`{"json":{"u32":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`, 'invalid json: too deep'],
  ])('refuses %.40s', async (content, message) => {
    expect(await post(content)).toEqual([400, { error: message }]);
  });
});

it('no two endpoints have the same path', () => {
  const paths = endpoints.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});
