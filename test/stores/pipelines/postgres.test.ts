/** Consumers on a real PostgreSQL: its tables, their rows, TLS, and who may write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/pipelines/definition/nodes.ts';
import { consumers } from '../../../src/pipelines/consumers/index.ts';
import { processors } from '../../../src/pipelines/processors/index.ts';
import type { RecordTable, Sink } from '../../../src/pipelines/sink.ts';
import { corpus, hasCorpus, readText } from '../../corpus.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { hasPostgres, startPostgres, type PostgresServer } from './postgres-server.ts';
import { batchOf, contextFor, type Row } from './sinks.ts';

const golden = `${corpus}/pipelines`;

describe.skipIf(!hasPostgres || !hasCorpus)('postgres consumers', () => {
  let certificates: Certificates;
  let server: PostgresServer;

  beforeAll(async () => {
    certificates = makeCertificates();
    server = await startPostgres(certificates);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    certificates[Symbol.dispose]();
  });

  let databases = 0;
  const newDatabase = async () => {
    const name = `test_${++databases}`;
    await server.sql(`create database ${name}`);
    return name;
  };
  const inputsOf = (id: string): RecordTable[] => {
    const writes = consumers.get(id)!.writes as string[];
    return [...(processors.get(writes[0])!.records ?? [])];
  };
  const configOf = (id: string, database: string): Record<string, Json> => {
    const { port, user, password } = server;
    const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
    if (id === 'contract_data_postgres') return { database_url: url, table_name: 'contract_data', batch_size: 100 };
    if (id === 'event_payment_postgres') return { connectionString: url, batchSize: 1 };
    const schema = id === 'account_data_postgres' ? 'stellar' : 'public';
    return { host: '127.0.0.1', port, database, username: user, password, schema, table_prefix: '' };
  };
  const open = (id: string, database: string, more: Record<string, Json> = {}): Promise<Sink> =>
    consumers.get(id)!.open!(contextFor(id, inputsOf(id), { ...configOf(id, database), ...more }));

  const ids = [...consumers.keys()].filter((id) => id.endsWith('_postgres'));

  describe('tables', () => {
    const catalog = hasCorpus
      ? readText(`${golden}/ddl/catalog.jsonl`)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, string>)
      : [];

    it.each(ids)('%s makes columns, constraints and indexes of the reference', async (id) => {
      const database = await newDatabase();
      await (await open(id, database)).close();
      const made = await catalogOf(database);
      const wanted = catalog.filter(({ consumer }) => consumer === id).map(describeItem);
      expect(wanted.length).toBeGreaterThan(0);
      expect(wanted.filter((item) => !made.includes(item))).toEqual([]);
    });
  });

  const describeItem = (item: Record<string, string>): string => {
    const table = item.table.replace(/^public\./, '');
    if (item.kind !== 'column')
      return `${table} ${item.kind} ${item.name} ${item.definition.replaceAll('public.', '')}`;
    const serial = /^nextval/.test(item.default ?? '');
    const isReference = /^(invocation|contract_event)_id$/.test(item.column);
    const type = serial || isReference ? 'bigint' : item.type;
    return `${table} column ${item.column} ${type} ${String(item.nullable)} ${serial ? 'identity' : String(item.default)}`;
  };

  async function catalogOf(database: string): Promise<string[]> {
    const columns = await server.sql<Record<string, string>>(
      `select 'column' as kind, table_schema || '.' || table_name as "table", column_name as "column", data_type as type,
         is_nullable = 'YES' as nullable, case when is_identity = 'YES' then 'nextval' else column_default end as "default"
       from information_schema.columns where table_schema in ('public', 'stellar')`,
      database,
    );
    const others = await server.sql<Record<string, string>>(
      `select 'constraint' as kind, conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
         from pg_constraint where connamespace in ('public'::regnamespace, to_regnamespace('stellar'))
       union all select 'index', i.indrelid::regclass::text, c.relname, pg_get_indexdef(i.indexrelid)
         from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace in ('public'::regnamespace, to_regnamespace('stellar'))`,
      database,
    );
    return [...columns, ...others].map(describeItem);
  }

  const rows = (path: string): Row[] =>
    readText(`${golden}/${path}.jsonl.zst`)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);

  it('writes rows once, again without a change, and takes the checkpoint over', async () => {
    const database = await newDatabase();
    const events = rows('contract_events_postgres.patched/pubnet-eras.contract_events');
    const diagnostics = rows('contract_events_postgres.patched/pubnet-eras.diagnostic_events');
    const [eventTable, diagnosticTable] = inputsOf('contract_events_postgres');
    const ledgers = new Map(events.map((row) => [row.id, row.ledger_sequence]));
    const seqs = new Map<unknown, number>();
    const children = diagnostics.map((row) => {
      const seq = seqs.get(row.contract_event_id) ?? 0;
      seqs.set(row.contract_event_id, seq + 1);
      return { ...row, seq, ledger_sequence: ledgers.get(row.contract_event_id) };
    });
    const batch = batchOf([
      [eventTable, events],
      [diagnosticTable, children],
    ]);
    const context = contextFor(
      'contract_events_postgres',
      [eventTable, diagnosticTable],
      configOf('contract_events_postgres', database),
    );
    const consumer = consumers.get('contract_events_postgres')!;
    const sink = await consumer.open!(context);
    await sink.write(batch);
    expect(sink.written()).toEqual(
      new Map([
        ['contract_events', events.length],
        ['diagnostic_events', children.length],
      ]),
    );
    await sink.close();
    const content = () =>
      server.sql(
        `select (select json_agg(to_jsonb(t) order by id) from contract_events t) as events,
           (select json_agg(to_jsonb(t) - 'id' - 'created_at' order by contract_event_id, seq) from diagnostic_events t) as diagnostics`,
        database,
      );
    const first = await content();
    const again = await consumer.open!({ ...context, from: 'start' });
    expect(again.checkpoint).toBeUndefined();
    await again.write(batch);
    await again.close();
    expect(await content()).toEqual(first);
    const third = await consumer.open!(context);
    expect(third.checkpoint).toEqual(batch.last);
    await third.close();
  });
});
