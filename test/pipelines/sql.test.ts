import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/ledger/verify.ts';
import { networkId } from '../../src/ledger/network.ts';
import { validateWhole } from '../../src/pipelines/definition/validate-whole.ts';
import { sqlProcessor } from '../../src/pipelines/processors/sql.ts';
import { RecordSet, type RunningProcessor } from '../../src/pipelines/run/record-set.ts';
import { wire } from '../../src/pipelines/run/wiring.ts';
import { ledgersOf } from '../../src/workers/read.ts';

const key = 'FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst';
const bytes = readFileSync(join(resolve(import.meta.dirname, '../../data/sample'), key));
const passphrase = 'Ledgerlake Sample Network ; 2026';

async function bound(query: string, name = 'sql'): Promise<RunningProcessor> {
  const settings = { config: { query, name }, passphrase };
  return { id: 'sql', ...settings, bound: await sqlProcessor.bind!(settings) };
}

/** Returns the rows of ledgers, cut into one batch. */
async function rowsOf(query: string, ledgers = 3): Promise<Record<string, unknown>[]> {
  const set = new RecordSet([await bound(query)], passphrase);
  const read = ledgersOf({ key, bytes }, { key });
  for (const ledger of read.take(ledgers)) {
    checkLedger(ledger, networkId(passphrase));
    set.add(ledger);
    await set.ask(ledger.sequence, () => false);
  }
  const rows = set.batches().flatMap(([, batch]) => [...batch]);
  return rows.map((row) => (row as { toJSON(): Record<string, unknown> }).toJSON());
}

const yamlOf = (query: string) => `apiVersion: flow.obsrvr.com/v1
kind: Pipeline
metadata: {name: counts}
spec:
  network: testnet
  startLedger: "2"
  processors:
    - type: sql
      config:
        query: ${query}
  consumers: [{type: stdout}]
`;

describe('sql', () => {
  it('asks of one ledger after another, whatever they are cut into', async () => {
    const rows = await rowsOf('select sequence, operation_count as n from history_ledgers');
    expect(rows).toEqual(
      [60, 61, 62].map((sequence) => ({ ledger_sequence: sequence, sequence, n: expect.any(Number) })),
    );
    const [{ n }] = rows;
    expect(
      await rowsOf('select count(*)::integer as n from history_operations where transaction_successful', 1),
    ).toEqual([{ ledger_sequence: 60, n }]);
  });

  it('keeps every digit and every kind of value', async () => {
    const query = `select 9007199254740993 as big, sum(9223372036854775807::bigint * 3::hugeint) as huge, 1.50::decimal(5,2) as price,
       true as yes, null as nothing, '\\x00\\xff'::blob as raw, [1, 2] as list, {a: 'b'} as pair, timestamp '2026-01-02' as at, 'é' as word`;
    const [row] = await rowsOf(query, 1);
    expect({ ...row, raw: Buffer.from(row['raw'] as Uint8Array).toString('hex') }).toEqual({
      ledger_sequence: 60,
      big: 9007199254740993n,
      huge: '27670116110564327421',
      price: '1.50',
      yes: true,
      nothing: null,
      raw: '00ff',
      list: '[1,2]',
      pair: '{"a":"b"}',
      at: Date.UTC(2026, 0, 2),
      word: 'é',
    });
  });

  it.each([
    ['select * from history_opertions', 'Did you mean "history_operations"?'],
    ['selec 1', 'Parser Error: syntax error at or near "selec"'],
    ['select 1; select 2', 'found 2 statements, expected one'],
    ["copy (select 1) to '/tmp/x'", 'COPY is refused: queries are read-only'],
    ["select * from '/etc/hostname.csv'", 'disabled'],
    ["select * from query('select 1')", 'the function query is refused'],
    ['select value from duckdb_settings()', 'duckdb_settings is refused: it may reveal paths of the server'],
    ['from duckdb_extensions()', 'duckdb_extensions is refused: it may reveal paths of the server'],
  ])('tells where %s stands and what is wrong with it', async (query, what) => {
    const { errors, definition } = await validateWhole(yamlOf(JSON.stringify(query)));
    expect(definition).toBeUndefined();
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'invalid_config',
        path: 'spec.processors[0].config.query',
        line: 10,
        column: 16,
      }),
    ]);
    expect(errors[0].message).toMatch(/^sql: query: /);
    expect(errors[0].message).toContain(what);
  });

  it('outlives a query that ends DuckDB', async () => {
    const nested = `repeat('[', 100000) || '1' || repeat(']', 100000)`;
    const { errors } = await validateWhole(yamlOf(`"select json_structure(${nested})::varchar as x"`));
    expect(errors.map(({ message }) => message)).toEqual(['sql: query: the query ended DuckDB (SIGSEGV)']);
    const ending = rowsOf(
      `select json_structure(repeat('[', n) || '1' || repeat(']', n))::varchar as x from (select 100000 * count(*) as n from history_ledgers)`,
      1,
    );
    await expect(ending).rejects.toThrow('sql: ledger 60: the query ended DuckDB (SIGSEGV)');
    expect(await rowsOf('select 1 as n', 1)).toEqual([{ ledger_sequence: 60, n: 1 }]);
  });

  it('names the ledger of which a query fails', async () => {
    const failing = rowsOf(`select error('no such thing') as x from history_operations where ledger_sequence = 61`, 2);
    await expect(failing).rejects.toThrow('sql: ledger 61: Invalid Input Error: no such thing');
  });

  it('takes back what it wrote of a ledger that fails', async () => {
    const set = new RecordSet(
      [{ id: 'operations', config: {}, passphrase }, await bound(`select error('no') from history_ledgers`)],
      passphrase,
    );
    const [ledger] = ledgersOf({ key, bytes }, { key }).take(1);
    checkLedger(ledger, networkId(passphrase));
    set.add(ledger);
    expect(set.rows()).toBeGreaterThan(0);
    await expect(set.ask(ledger.sequence, () => false)).rejects.toThrow('sql: ledger 60');
    expect(set.rows()).toBe(0);
  });

  it('gives no table the name of another', async () => {
    const { definition } = await validateWhole(
      yamlOf('select 1 as x\n    - {type: sql, config: {query: select 2 as x}}'),
    );
    await expect(wire(definition!, passphrase)).rejects.toThrow(
      'sql: sql makes records called sql, too: give its config another name',
    );
  });
});
