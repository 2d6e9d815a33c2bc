import { describe, expect, it } from 'vitest';
import { listKept } from '../../src/lake/meaning/kept.ts';
import { tables } from '../../src/tables/index.ts';
import { ledgerlake } from './command.ts';

describe.concurrent('tables', () => {
  it('lists every relation with what one row of it is', async () => {
    const { stdout } = await ledgerlake('tables');
    for (const { name } of tables) expect(stdout).toMatch(new RegExp(`^${name} +\\d+  One row per `, 'm'));
    expect(stdout).toMatch(/^transaction_changes .* Optional: filled by ingest --with-changes; export prints it from/m);
    expect(stdout).toMatch(/^operations_row_v2 +\d+ {2}One row per operation of every transaction, with the names/m);
    expect(stdout).toMatch(/^meta\.gaps +3 {2}One row per run of ledgers missing /m);
    expect(stdout).toMatch(/^gold\.supply_at\(asset_code, asset_issuer, t\) +12 {2}One row per asset: how much /m);
    const kept = stdout.match(/^\S+(?= .* Materialised\.$)/gm);
    expect(new Set(kept)).toEqual(new Set(listKept().map(({ id }) => id)));
    expect(stdout).toContain('bronze.<table>_raw_v1 has the rows of each table as they are stored');
    expect(stdout).toContain(
      'Entries that no loaded ledger changed are unknown, unless ingest-state loaded a baseline state',
    );
  });

  it('prints type, unit and meaning of what SQL names', async () => {
    const { stdout } = await ledgerlake('tables', 'trust_lines');
    expect(stdout).toContain('trust_lines: One row per trust line and ledger in which it changed. Key: ledger_key, ');
    expect(stdout).toMatch(/^balance +DECIMAL\(19,7\) +units +Amount held\.$/m);
    expect(stdout).toMatch(
      /^trust_line_limit +BIGINT +stroops +Most that the trust line may hold, in stroops as in Hubble\.$/m,
    );
    expect(stdout).toMatch(/^asset_id +BIGINT +FarmHash of code, issuer and type of the asset, /m);
    expect(stdout).toContain('A unit is 10,000,000 stroops. Stored rows: bronze.trust_lines_raw_v1.\n');
  });

  it.each([
    ['trust_lines_raw_v1', /^bronze\.trust_lines_raw_v1: [^]*^balance_stroops +BIGINT +stroops +Amount held\.$/m],
    ['Bronze.operations_row_v2', /^operations_row_v2: [^]*^amount +BIGINT +stroops +Amount created, paid, /m],
    ['gold.balances_at', /^gold\.balances_at\(asset_code, asset_issuer, t\): [^]*A macro: call it as a table/],
    ['silver.accounts_current', /^silver\.accounts_current: [^]* Materialised: stored with each segment, /],
    [
      'silver.accounts_current',
      /^It has the entries that loaded ledgers changed, and those of a state [^]* are no totals\.$/m,
    ],
    [
      'gold.supply_at_ledger',
      /^Asked for by the asset's code.* While state_coverage is touched_only no total is known but that of lumens;/m,
    ],
    ['meta.ledgers', /^meta\.ledgers: [^]*^checks +VARCHAR\[\] +Checks that the ledger passed/m],
  ])('knows %s', async (name, text) => {
    expect((await ledgerlake('tables', name)).stdout).toMatch(text);
  });

  it('prints the fields of details by type, and of nothing a part', async () => {
    const { stdout } = await ledgerlake('tables', 'history_operations');
    expect(stdout).toMatch(/^details +STRUCT, below +Fields of the operation/m);
    expect(stdout).toMatch(
      /^create_account +starting_balance +DECIMAL\(19,7\) +units +Lumens that the new account gets\.$/m,
    );
    expect(stdout).toMatch(/^inflation +none$/m);
    const details = (await ledgerlake('tables', 'history_operations.details')).stdout;
    expect(details).not.toMatch(/…|\.\.\./);
    expect(stdout.endsWith(details)).toBe(true);
  });

  it('prints the same as JSON', async () => {
    const list: { name: string }[] = JSON.parse((await ledgerlake('tables', '--json')).stdout);
    expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
    expect(list.find(({ name }) => name === 'history_ledgers')).toMatchObject({
      schema: 'bronze',
      grain: 'One row per ledger.',
      key: ['sequence'],
      stored: 'bronze.history_ledgers_raw_v1',
      columns: expect.arrayContaining([
        { name: 'sequence', type: 'INTEGER', unit: null, doc: 'Number of the ledger.' },
        { name: 'total_coins', type: 'BIGINT', unit: 'stroops', doc: 'Lumens that exist.' },
      ]),
      details: null,
    });
    expect(list.find(({ name }) => name === 'history_operations')).toMatchObject({
      details: {
        payment: expect.arrayContaining([
          { name: 'amount', type: 'DECIMAL(19,7)', unit: 'units', doc: 'Amount that is paid.' },
        ]),
      },
    });
  });

  it.each([
    ['acounts', ' (did you mean accounts?)'],
    ['ledgers', ' (did you mean meta.ledgers, ledgers_row_v2, history_ledgers, bronze.history_ledgers_raw_v1?)'],
  ])('asks what %s should be', async (name, question) => {
    const { code, stderr } = await ledgerlake('tables', name);
    expect(code).toBe(2);
    expect(stderr).toContain(`error: no relation ${name}${question}; "ledgerlake tables" lists them\n`);
  });
});
