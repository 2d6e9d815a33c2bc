/** Consumers on a real PostgreSQL: the reference's tables, and its rows. */
import { describe, expect, it } from 'vitest';
import type { Batch } from '../../../src/pipelines/sink.ts';
import { hasCorpus, readText } from '../../corpus.ts';
import { batchFrom, events, golden, goldenRows, postgresConsumers, useServer } from './postgres-fixture.ts';
import { differences, invocationChildren, recordedFamily, type Rows } from './postgres-goldens.ts';
import { hasPostgres } from './postgres-server.ts';
import type { Row, TestContext } from './sinks.ts';

describe.skipIf(!hasPostgres || !hasCorpus)('consumers of PostgreSQL', () => {
  const on = useServer();

  describe('tables', () => {
    const catalog = hasCorpus
      ? readText(`${golden}/ddl/catalog.jsonl`)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, string>)
      : [];

    it.each(postgresConsumers)('%s makes columns, constraints and indexes of the reference', async (id) => {
      const database = await on.newDatabase();
      await (await on.open(on.context(id, database))).close();
      const made = await catalogOf(database);
      const wanted = catalog.filter(({ consumer }) => consumer === id).map(describeItem);
      expect(wanted.length).toBeGreaterThan(0);
      expect(wanted.filter((item) => !made.includes(item))).toEqual([]);
    });

    it.each(postgresConsumers)('%s takes the tables of the reference over, and adds to them only', async (id) => {
      const database = await on.newDatabase();
      await on.server.sql(referenceSql(id), database);
      const before = await catalogOf(database, true);
      await (await on.open(on.context(id, database))).close();
      const after = await catalogOf(database, true);
      expect(before.filter((item) => !after.includes(item))).toEqual([]);
    });

    it('holds all unsigned numbers, which integer columns of the reference refuse', async () => {
      const id = 'account_data_postgres';
      const account = {
        account_id: 'GA',
        ledger_sequence: 7,
        closed_at: '2026-01-01T00:00:00Z',
        num_sponsored: 2 ** 32 - 1,
      };
      const batch = () => batchFrom(id, { accounts: [account] });
      const [ours, theirs] = [await on.newDatabase(), await on.newDatabase()];
      await on.server.sql(referenceSql(id), theirs);
      const sink = await on.open(on.context(id, ours));
      await sink.write(batch());
      await sink.close();
      expect(await on.server.sql('select num_sponsored::text as n from stellar.accounts', ours)).toEqual([
        { n: '4294967295' },
      ]);
      const narrow = await on.open(on.context(id, theirs));
      await expect(narrow.write(batch())).rejects.toThrow(/integer out of range.*make an integer column bigint/);
      await narrow.close();
    });

    it('puts prefix and schema before all names, so that two pipelines share a database', async () => {
      const database = await on.newDatabase();
      for (const prefix of ['', 'stellar_']) {
        const names = { schema: 'my "own"', table_prefix: prefix };
        const sink = await on.open(on.context('contract_events_postgres', database, names));
        await sink.write(batchFrom('contract_events_postgres', { contract_events: events(2) }));
        expect([...sink.written()]).toEqual([[`${prefix}contract_events`, 2]]);
        await sink.close();
      }
      const tables = await on.server.sql<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'my "own"' order by 1`,
        database,
      );
      expect(tables.map(({ name }) => name)).toEqual([
        'contract_events',
        'diagnostic_events',
        'ledgerlake_checkpoints',
        'stellar_contract_events',
        'stellar_diagnostic_events',
      ]);
    });

    /** Statements that make the tables of the reference. */
    const referenceSql = (id: string) =>
      readText(`${golden}/ddl/${id}.sql`).replace(/^(\\|SELECT pg_catalog).*$|^CREATE SCHEMA public;$/gm, '');

    // XDR has these as uint32; the reference's integer columns refuse the upper half.
    const unsigned = new Set(['num_sponsored', 'num_sponsoring', 'old_ttl', 'new_ttl']);

    const describeItem = (item: Record<string, string>, isAsItWas: unknown): string => {
      const table = item.table.replace(/^public\./, '');
      if (item.kind !== 'column')
        return `${table} ${item.kind} ${item.name} ${item.definition.replaceAll('public.', '')}`;
      if (isAsItWas === true)
        return `${table} ${item.column} ${item.type} ${String(item.nullable)} ${String(item.default)}`;
      const isSerial = /^nextval/.test(item.default ?? '');
      const isWider = isSerial || /^(invocation|contract_event)_id$/.test(item.column) || unsigned.has(item.column);
      const type = isWider ? 'bigint' : item.type;
      return `${table} column ${item.column} ${type} ${String(item.nullable)} ${isSerial ? 'identity' : String(item.default)}`;
    };

    async function catalogOf(database: string, isAsItWas = false): Promise<string[]> {
      const columns = await on.server.sql<Record<string, string>>(
        `select 'column' as kind, table_schema || '.' || table_name as "table", column_name as "column", data_type as type,
           is_nullable = 'YES' as nullable, case when is_identity = 'YES' then 'nextval' else column_default end as "default"
         from information_schema.columns where table_schema in ('public', 'stellar')`,
        database,
      );
      const others = await on.server.sql<Record<string, string>>(
        `select 'constraint' as kind, conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
           from pg_constraint where connamespace in ('public'::regnamespace, to_regnamespace('stellar'))
         union all select 'index', i.indrelid::regclass::text, c.relname, pg_get_indexdef(i.indexrelid)
           from pg_index i join pg_class c on c.oid = i.indexrelid
           where c.relnamespace in ('public'::regnamespace, to_regnamespace('stellar'))`,
        database,
      );
      return [...columns, ...others].map((item) => describeItem(item, isAsItWas));
    }
  });

  describe('rows', () => {
    const all: [string, string, string, () => Rows][] = [
      [
        'contract_events_postgres',
        'public',
        'pubnet-eras',
        () =>
          recordedFamily('contract_events_postgres.patched', 'pubnet-eras', 'contract_events', 'contract_event_id', [
            'diagnostic_events',
          ]),
      ],
      [
        'contract_invocations_postgres',
        'public',
        'pubnet-p26',
        () =>
          recordedFamily(
            'contract_invocations_postgres.patched',
            'pubnet-p26',
            'contract_invocations',
            'invocation_id',
            invocationChildren,
          ),
      ],
      [
        'contract_data_postgres',
        'public',
        'pubnet-p26',
        () => ({
          contract_data: lastOf(goldenRows('contract_data_postgres/pubnet-p26.contract_data')).map((row) => ({
            ...row,
            timestamp: row.closed_at,
          })),
        }),
      ],
      [
        'account_data_postgres',
        'stellar',
        'pubnet-p26',
        () => ({
          accounts: goldenRows('account_data_postgres/pubnet-p26.accounts').map((row) => ({
            ...row,
            timestamp: row.closed_at,
          })),
        }),
      ],
      [
        'extracted_contract_invocations_postgres',
        'public',
        'pubnet-p26',
        () => ({
          extracted_contract_invocations: goldenRows(
            'extracted_contract_invocations_postgres/pubnet-p26.extracted_contract_invocations',
          ),
        }),
      ],
      [
        'event_payment_postgres',
        'public',
        'synthetic',
        () => ({
          event_payments: goldenRows('event_payment_postgres.patched/synthetic.event_payments'),
        }),
      ],
    ];

    it.each(all)(
      '%s writes them once, again without a change, and goes on behind its checkpoint',
      async (id, schema, _set, read) => {
        const database = await on.newDatabase();
        const rows = read();
        const batch = batchFrom(id, rows);
        const first = on.context(id, database);
        await writeOnce(first, batch);
        expect(await differences(on.server, database, schema, rows)).toEqual({});
        const ids = await on.server.sql(idsOf(rows, schema), database);
        await writeOnce({ ...first, from: 'start' }, batch);
        expect(await differences(on.server, database, schema, rows)).toEqual({});
        expect(await on.server.sql(idsOf(rows, schema), database)).toEqual(ids);
        const third = await on.open(first);
        expect(third.checkpoint).toEqual(batch.last);
        await third.close();
      },
    );

    async function writeOnce(context: Parameters<typeof on.open>[0], batch: Batch): Promise<void> {
      const sink = await on.open(context);
      await sink.write(batch);
      await sink.close();
    }

    /** Of parents only: children are written anew. */
    const idsOf = (rows: Rows, schema: string) => `select id from ${schema}.${Object.keys(rows)[0]} order by id`;

    /** A change is followed by the next one of the same entry in the same ledger: the last one counts. */
    const lastOf = (rows: readonly Row[]) =>
      [
        ...new Map(rows.map((row) => [`${String(row.ledger_key_hash)} ${String(row.ledger_sequence)}`, row])).values(),
      ].sort((a, b) => Number(a.id) - Number(b.id));
  });

  describe('soroswap_postgres', () => {
    const ID = 'soroswap_postgres';
    const time = '2026-01-01T00:00:00Z';
    const pair = (name: string, ledger: number): Row => ({
      pair_address: name,
      token0: 'A',
      token1: 'B',
      factory_contract_id: 'F',
      ledger_sequence: ledger,
      timestamp: time,
    });
    const sync = (name: string, ledger: number, reserve: string, nr = 0): Row => ({
      event_id: BigInt(ledger) * 2n ** 32n + BigInt(nr),
      pair_address: name,
      reserve0: reserve,
      reserve1: '1',
      ledger_sequence: ledger,
      timestamp: time,
    });
    const write = async (context: TestContext, rows: { soroswap_pairs?: Row[]; soroswap_syncs?: Row[] }) => {
      const sink = await on.open(context);
      await sink.write(batchFrom(ID, rows));
      await sink.close();
    };
    const pairsIn = (database: string) =>
      on.server.sql<Row>(
        'select pair_address as pair, reserve0, ledger_sequence as at, last_sync_ledger as synced from soroswap_pairs order by 1',
        database,
      );

    it('keeps the last reserves, of any size, and those of a pair that is announced later', async () => {
      const database = await on.newDatabase();
      const huge = String(2n ** 127n - 1n);
      await write(on.context(ID, database), {
        soroswap_pairs: [pair('P', 10)],
        soroswap_syncs: [
          sync('P', 10, '5'),
          sync('Q', 10, '7'),
          sync('P', 11, '6'),
          sync('P', 11, huge, 1),
          sync('Q', 11, '8'),
        ],
      });
      expect(await pairsIn(database)).toEqual([{ pair: 'P', reserve0: huge, at: 11, synced: 11 }]);
      await write(on.context(ID, database), { soroswap_pairs: [pair('Q', 12), pair('R', 12)] });
      expect((await pairsIn(database)).slice(1)).toEqual([
        { pair: 'Q', reserve0: '8', at: 12, synced: 11 },
        { pair: 'R', reserve0: '0', at: 12, synced: null },
      ]);
    });

    it('does not turn reserves back when an old range is run again', async () => {
      const database = await on.newDatabase();
      const old = { soroswap_pairs: [pair('P', 10)], soroswap_syncs: [sync('P', 10, '5')] };
      await write(on.context(ID, database), old);
      await write(on.context(ID, database), { soroswap_syncs: [sync('P', 20, '9')] });
      const before = await pairsIn(database);
      await write(on.context(ID, database), old);
      expect(await pairsIn(database)).toEqual(before);
      expect(before).toEqual([{ pair: 'P', reserve0: '9', at: 20, synced: 20 }]);
    });
  });
});
