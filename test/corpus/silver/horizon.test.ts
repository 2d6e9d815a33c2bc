/** Current state of whole histories beside what Horizon's rows of the same ledgers add up to. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { corpus, corpusFiles, hasCorpus } from '../../corpus.ts';
import { openChecked, type Checked } from '../../lake/checked.ts';
import { readSet } from '../golden/sets.ts';

/** A row of Horizon's database: all values but details are texts. */
interface Row extends Record<string, string | undefined | Details> {
  details: Details;
}
type Details = Record<string, string>;

/** Reads a table of a scenario, in the order of operations. */
function horizonRows(scenario: string, table: string): Row[] {
  const path = join(corpus, 'horizon-scenarios', scenario, 'expected/horizon', `${table}.jsonl`);
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const place = (row: Row) => BigInt((row.history_operation_id ?? row.id) as string);
  const order = (row: Row) => Number(row.order ?? 0);
  return lines
    .map((line) => JSON.parse(line) as Row)
    .sort((a, b) => Number(place(a) - place(b)) || order(a) - order(b));
}

/** The account that a network begins with, and its lumens. */
const root: [account: string, stroops: bigint] = [
  'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
  1_000_000_000_000_000_000n,
];

const stroops = (units: string) => BigInt(units.replace('.', ''));
const assetOf = (details: Details, prefix = '') =>
  details[`${prefix}asset_type`] === 'native'
    ? 'native'
    : `${details[`${prefix}asset_code`]}:${details[`${prefix}asset_issuer`]}`;

const kinds = { created: '0', removed: '1', credited: '2', debited: '3', trade: '33' };
const lines = { created: '20', removed: '21', updated: '22' };

/**
 * What each account has at the end: effects say what was credited and debited and what trades moved, of a path payment's own
 * account all in one; results say what fees were taken. An issuer has no balance of its asset.
 */
function balancesOf(scenario: string): { accounts: Map<string, bigint>; trusted: Map<string, [bigint, bigint]> } {
  const addresses = new Map(horizonRows(scenario, 'history_accounts').map(({ id, address }) => [id, String(address)]));
  const operations = new Map(horizonRows(scenario, 'history_operations').map((row) => [row.id, row]));
  const sums = new Map<string, bigint>();
  const add = (account: string, asset: string, amount: bigint) => {
    const key = `${account} ${asset}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  add(root[0], 'native', root[1]);
  for (const { account, tx_result: result } of horizonRows(scenario, 'history_transactions'))
    add(String(account), 'native', -Buffer.from(String(result), 'base64').readBigInt64BE());
  const live = new Set([root[0]]);
  const limits = new Map<string, bigint>();
  for (const { type, details, history_account_id: id, history_operation_id: place } of horizonRows(
    scenario,
    'history_effects',
  )) {
    const account = addresses.get(id)!;
    const { type: kind, source_account: source } = operations.get(place)!;
    const isWay = ['2', '13'].includes(kind as string) && source === account;
    if (type === kinds.created) {
      live.add(account);
      add(account, 'native', stroops(details.starting_balance));
    }
    if (type === kinds.removed) live.delete(account);
    if (type === kinds.credited) add(account, assetOf(details), stroops(details.amount));
    if (type === kinds.debited) add(account, assetOf(details), -stroops(details.amount));
    if (type === kinds.trade && !isWay) {
      add(account, assetOf(details, 'bought_'), stroops(details.bought_amount));
      add(account, assetOf(details, 'sold_'), -stroops(details.sold_amount));
    }
    if (type === lines.created || type === lines.updated)
      limits.set(`${account} ${assetOf(details)}`, stroops(details.limit));
    if (type === lines.removed) limits.delete(`${account} ${assetOf(details)}`);
  }
  return {
    accounts: new Map([...live].map((account) => [account, sums.get(`${account} native`)!])),
    trusted: new Map([...limits].map(([key, limit]) => [key, [sums.get(key) ?? 0n, limit]])),
  };
}

/** What operations wrote of each data entry last. */
function dataOf(scenario: string): Map<string, string> {
  const successful = new Set(
    horizonRows(scenario, 'history_transactions')
      .filter((row) => !['f', 'false'].includes(String(row.successful)))
      .map(({ id }) => id),
  );
  const found = new Map<string, string>();
  for (const { type, details, source_account: account, transaction_id } of horizonRows(
    scenario,
    'history_operations',
  )) {
    if (type !== '10' || !successful.has(transaction_id)) continue;
    const key = `${account as string} ${details.name}`;
    if (details.value) found.set(key, details.value);
    else found.delete(key);
  }
  return found;
}

const files = corpusFiles('horizon-scenarios', '.xdr.zst').filter((path) => /ledgers-\d+-\d+/.test(path));

describe.skipIf(!hasCorpus)('current state of the scenario', () => {
  let checked: Checked;
  beforeAll(async () => {
    checked = await openChecked();
  });
  afterAll(() => checked?.close());

  it.each(files.map((path) => [basename(dirname(path)), path]))(
    "%s is what Horizon's rows add up to",
    async (name, path) => {
      const set = { name, files: [path], network: 'testnet', expected: '' };
      await checked.fill(
        [...readSet(set)].map(({ ledger }) => ledger),
        'testnet',
      );
      const select = async (columns: string, from: string) => {
        const rows = await selectRows(checked.connection, `select ${columns} from ${from} where not deleted`);
        return new Map(rows.map((row) => Object.values(row) as [unknown, unknown]));
      };
      const { accounts, trusted } = balancesOf(name);
      expect(await select('account_id, bronze.stroops(balance)', 'silver.accounts_current')).toEqual(accounts);
      const line = `account_id || ' ' || asset_key, [bronze.stroops(balance), trust_line_limit]`;
      expect(await select(line, 'silver.trust_lines_current')).toEqual(trusted);
      const data = `account_id || ' ' || data_name, data_value`;
      expect(await select(data, 'silver.account_data_current')).toEqual(dataOf(name));
    },
  );
});
