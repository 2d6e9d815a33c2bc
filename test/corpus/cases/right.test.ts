/** Ledgers of which the answers were right from the beginning. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

const ofCase = describe.skipIf(!hasCorpus);
const valuesOf = (found: unknown[]) => found.map((row) => Object.values(row as object));

ofCase('inflation with three payouts, two of them to one account', () => {
  const { rows, checks } = openCase('right/infl');

  it('mints each payout, and credits each', async () => {
    const inflation = `operation_id in (select id from history_operations where type = 9)`;
    expect(
      valuesOf(await rows(`select amount_raw from token_transfers_raw where event_topic = 'mint' and ${inflation}`)),
    ).toEqual([['1907495000000'], ['1'], ['5']]);
    const credited = `select count(*) as n from history_effects where type_string = 'account_credited' and ${inflation}`;
    expect(await rows(credited)).toEqual([{ n: 3n }]);
  });

  it('passes all checks', async () => {
    expect((await checks()).filter(({ broken }) => broken > 0)).toEqual([]);
  });
});

ofCase('result codes, bare and in fee bumps', () => {
  const { rows } = openCase('right/codes');

  it('are of ledgers that all load, with every operation', async () => {
    expect(await rows('select count(*) as n from history_ledgers')).toEqual([{ n: 56n }]);
    const counted = 'select transaction_id from history_operations group by transaction_id';
    expect(await rows(`select count(*) as n from (${counted})`)).toEqual(
      await rows('select count(*) as n from history_transactions'),
    );
  });
});

ofCase('a pool with amounts above 2^57', () => {
  const { rows, checks } = openCase('right/pool');

  it('sells and buys what the results say', async () => {
    const exact = `select cast(cast(selling_amount * 10000000 as hugeint) as varchar) as sold from history_trades order by history_operation_id, "order"`;
    expect(valuesOf(await rows(exact)).flat()).toEqual(['156401356942565248', '150394596748432841', '9941235345']);
  });

  it('passes all checks', async () => {
    expect((await checks()).filter(({ broken }) => broken > 0)).toEqual([]);
  });
});

ofCase('calls that fail, and forged ones', () => {
  const { rows } = openCase('right/calls');

  it('stand at their depths', async () => {
    const sql = `
      select depth, count(*) as n from contract_invocations
      where in_call_tree and ledger_sequence = $ledger group by depth order by depth`;
    const depths = async (ledger: number) => valuesOf(await rows(sql.replace('$ledger', String(ledger))));
    expect(await depths(4)).toEqual([
      [0, 1n],
      [1, 2n],
      [2, 1n],
    ]);
    expect(await depths(9)).toEqual([[0, 1n]]);
  });
});

ofCase('texts that hold NUL, or are no UTF-8', () => {
  const { rows } = openCase('right/ev1');

  it('are in the rows of their events', async () => {
    const [row] = (await rows('select count(*) as n from history_contract_events')) as { n: bigint }[];
    expect(row.n).toBeGreaterThan(0n);
  });
});

ofCase('tokens of 0 to 255 decimals', () => {
  const { rows } = openCase('right/tok');

  it('have balances with exactly so many places', async () => {
    const sql = `
      select decimals, balance_raw, balance_display from address_balances_current
      where asset_type = 'soroban_token' and decimals is not null`;
    const found = (await rows(sql)) as { decimals: number; balance_raw: string; balance_display: string }[];
    expect([...new Set(found.map(({ decimals }) => decimals))].sort((a, b) => a - b)).toEqual([
      ...[0, 1, 9, 18, 38, 39, 40, 255],
    ]);
    for (const { decimals, balance_raw: raw, balance_display: shown } of found) {
      const [whole = '', places = ''] = shown.split('.');
      expect([places.length, BigInt(whole + places)]).toEqual([decimals, BigInt(raw)]);
    }
  });
});

ofCase('metadata of wrong types', () => {
  const { rows } = openCase('right/meta2');

  it('leaves every relation readable', async () => {
    const folder = join(import.meta.dirname, '../../../sql');
    const isMacro = (path: string) => /^create or replace macro /m.test(readFileSync(path, 'utf8'));
    const relations = ['bronze', 'silver', 'semantic'].flatMap((schema) =>
      readdirSync(join(folder, schema))
        .filter((file) => !isMacro(join(folder, schema, file)))
        .map((file) => `${schema}.${file.replace('.sql', '')}`),
    );
    expect(relations.length).toBeGreaterThan(80);
    expect(relations).not.toContain('semantic.prices');
    for (const relation of relations)
      expect(Array.isArray(await rows(`select * from ${relation} limit 1000`))).toBe(true);
  });
});
