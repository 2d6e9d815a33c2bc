/** A server for the tests of a file, and what its consumers are opened with. */
import { afterAll, beforeAll } from 'vitest';
import { consumers } from '../../../src/pipelines/consumers/index.ts';
import type { JsonData } from '../../../src/pipelines/yaml/nodes.ts';
import { processors } from '../../../src/pipelines/processors/index.ts';
import type { Batch, RecordTable, Sink, SinkContext } from '../../../src/pipelines/sink.ts';
import { corpus, hasCorpus, readText } from '../../corpus.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';
import { batchOf, contextFor, type Row, type TestContext } from './sinks.ts';

export const golden = `${corpus}/pipelines`;

/** Consumers of PostgreSQL. */
export const postgresConsumers = [...consumers.keys()].filter((id) => id.endsWith('_postgres'));

/** Returns the rows of a file of the recordings. */
export function goldenRows(path: string): Row[] {
  if (!hasCorpus) return [];
  const lines = readText(`${golden}/${path}.jsonl.zst`).trim().split('\n');
  return lines.filter((line) => line).map((line) => exactly(asText(line)) as Row);
}

/** What JavaScript has of JSON's numbers beyond 2^53 (ECMAScript's proposal of source text access). */
interface ExactJson {
  parse(text: string, revive: (name: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
}
const json = JSON as JSON & ExactJson;

/** Returns the value of a text, in which integers beyond 2^53 are written again as they were. */
export const exactly = (text: string) =>
  json.parse(text, (_: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && /^-?\d{16,}$/.test(source) ? json.rawJSON(source) : value,
  );

/** Times of processing become null, amounts texts: they may be beyond 2^53. */
const asText = (line: string) =>
  line.replaceAll('"<processing-time>"', 'null').replace(/"((?:royalty_)?amount)":(\d+)/g, '"$1":"$2"');

/** Returns the record tables that a consumer reads of its first processor. */
export function inputsOf(id: string): RecordTable[] {
  const { writes } = consumers.get(id)!;
  return [...(processors.get(writes[0])!.records ?? [])];
}

export interface Fixture {
  readonly server: PostgresServer;
  readonly certificates: Certificates;
  newDatabase(): Promise<string>;
  configOf(id: string, database: string, port?: number): Record<string, JsonData>;
  context(id: string, database: string, config?: Record<string, JsonData>, more?: Partial<SinkContext>): TestContext;
  open(context: SinkContext): Promise<Sink>;
}

/** Starts a server before the tests of the block around, and ends it behind them. */
export function useServer(): Fixture {
  let databases = 0;
  let server: PostgresServer;
  let certificates: Certificates;
  const fixture: Fixture = {
    get server() {
      return server;
    },
    get certificates() {
      return certificates;
    },
    async newDatabase() {
      const name = `test_${++databases}`;
      await server.sql(`create database ${name}`);
      return name;
    },
    configOf(id, database, port = server.port): Record<string, JsonData> {
      const { user, password } = server;
      const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
      if (id === 'contract_data_postgres') return { database_url: url, table_name: 'contract_data', batch_size: 100 };
      if (id === 'event_payment_postgres') return { connectionString: url, batchSize: 1 };
      const schema = id === 'account_data_postgres' ? 'stellar' : 'public';
      return { host: '127.0.0.1', port, database, username: user, password, schema, table_prefix: '' };
    },
    context: (id, database, config = {}, more = {}) =>
      contextFor(id, inputsOf(id), { ...fixture.configOf(id, database), ...config }, more),
    open: (context) => consumers.get(context.consumer)!.open!(context),
  };
  beforeAll(async () => {
    certificates = makeCertificates();
    server = await startPostgres(certificates);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    certificates[Symbol.dispose]();
  });
  return fixture;
}

/** Returns children's rows with their position below the parent and the parent's ledger. */
export function childrenOf(parents: readonly Row[], children: readonly Row[], column: string): Row[] {
  const ledgers = new Map(parents.map((row) => [row.id, row.ledger_sequence]));
  const counts = new Map<unknown, number>();
  return children.map((row) => {
    const seq = counts.get(row[column]) ?? 0;
    counts.set(row[column], seq + 1);
    return { ...row, seq, ledger_sequence: ledgers.get(row[column]) };
  });
}

/** Returns rows of the reference's tables as a batch of records. */
export function batchFrom(id: string, rows: Readonly<Record<string, readonly Row[]>>): Batch {
  return batchOf(inputsOf(id).map((table) => [table, rows[table.name] ?? []] as const));
}

/** Returns so many payments, each in a ledger of its own from `first` on. */
export function payments(count: number, first = 100, more: Row = {}): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `${first + i}-payment-0`,
    payment_id: `0x${i}`,
    token_id: 'TOKEN',
    amount: '1',
    from_id: `FROM${i % 3}`,
    merchant_id: 'MERCHANT',
    royalty_amount: '0',
    tx_hash: `${i}`,
    block_height: first + i,
    block_timestamp: '2026-01-01T00:00:00Z',
    ...more,
  }));
}

/** Returns so many contract events of a ledger. */
export function events(count: number, ledger = 100, more: Row = {}): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    id: ledger * 2 ** 32 + i,
    timestamp: '2026-01-01T00:00:00Z',
    ledger_sequence: ledger,
    transaction_hash: `transaction-${ledger}`,
    contract_id: `CONTRACT${i}`,
    type: 'contract',
    event_type: 'transfer',
    topic: [],
    topic_decoded: ['transfer'],
    data: {},
    data_decoded: 'x'.repeat(1000),
    in_successful_tx: true,
    event_index: i,
    operation_index: 0,
    network_passphrase: 'Test',
    ...more,
  })).map((row) => ({ ...row, data_decoded: JSON.stringify(row.data_decoded) }));
}
