/** What a query of DuckDB says of each ledger. */
import Type from 'typebox';
import type { ColumnOf } from '../../arrow/columns.ts';
import { createBuilder, type Columns, type ColumnSpecs, type TableBuilder } from '../../arrow/table.ts';
import { PipelineError, type ErrorFields } from '../../errors.ts';
import { bronze } from '../../tables/index.ts';
import { messageOf } from '../../system-errors.ts';
import {
  processorConfig,
  withDefault,
  type BoundColumn,
  type Extraction,
  type ExtractionSettings,
  type Processor,
} from '../component.ts';
import { LEDGER, pushValue, queryRecords } from './sql/columns.ts';
import type { Answer, LedgerQuery, Prepared } from './sql/database.ts';

export const sql: Processor = {
  kind: 'processor',
  id: 'sql',
  name: 'SQL',
  description:
    'What a query of DuckDB says of each ledger: of the relations of a lake, with the rows of that ledger alone. Each row has its ledger_sequence.',
  origin: 'local',
  bind,
  extraction: sqlExtraction,
  config: processorConfig({
    query: Type.String({ minLength: 1, description: 'A query that only reads, as ledgerlake query takes it.' }),
    name: withDefault(
      Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$', description: 'What its records are called.' }),
      'sql',
    ),
  }),
  example: `- type: sql\n  config: {query: "select ledger_sequence, count(*) as n from history_operations group by all"}\n`,
};

/** DuckDB is loaded where there is a query: other workers need not start with it. */
async function openQuery(config: ExtractionSettings['config']) {
  const [{ openLedgerQuery }, casts] = await Promise.all([import('./sql/database.ts'), import('./sql/casts.ts')]);
  return { ...casts, query: await openLedgerQuery(String(config['query'])) };
}

async function bind({ config }: ExtractionSettings) {
  try {
    const { query, boundColumns } = await openQuery(config);
    const { names, types, tables } = query;
    query.close();
    return { tables, columns: boundColumns(names, types) };
  } catch (error) {
    throw queryError(`query: ${messageOf(error)}`, error, { code: 'invalid_config', field: 'query' });
  }
}

function queryError(what: string, cause: unknown, fields: ErrorFields & { code: string }): PipelineError {
  return new PipelineError(`sql: ${what}`, { component: 'sql', ...fields }, cause);
}

/** Keeps the tables of one ledger that the query reads, and asks it of them. */
function sqlExtraction({ config, bound = { tables: [], columns: [] } }: ExtractionSettings): Extraction {
  const { tables, columns } = bound;
  const records = queryRecords(String(config['name']), columns);
  const read = bronze
    .filter(({ spec }) => tables.includes(spec.name))
    .map(({ spec, extract }) => ({ builder: createBuilder(spec), extract }));
  let opened: ReturnType<typeof openQuery> | undefined;
  return {
    tables: [records],
    extract(context) {
      for (const { builder } of read) builder.reset();
      for (const { builder, extract } of read) extract(context, builder.columns);
    },
    async ask(ledger, out, isCancelled) {
      opened ??= openQuery(config);
      const { query, castQuery } = await opened;
      for (const { builder } of read) query.batches.set(builder.spec.name, batchesOf(builder));
      try {
        const statement = (query.statement ??= await query.connection.prepare(castQuery(query.text, columns)));
        writeAnswer(
          await answerOf(query, statement, isCancelled),
          columns,
          ledger,
          out.get(records.name) as AnyColumns,
        );
      } catch (error) {
        throw queryError(`ledger ${ledger}: ${messageOf(error)}`, error, { code: 'query_failed', ledger });
      }
    },
    close: () => void opened?.then(({ query }) => query.close()),
  };
}

type AnyColumns = Columns<ColumnSpecs>;

function batchesOf(builder: TableBuilder) {
  return builder.rows() > 0 ? [builder.batch()] : [];
}

/** A query that runs on when nobody waits for it is interrupted. */
const LOOK_EVERY_MS = 100;

async function answerOf({ connection }: LedgerQuery, statement: Prepared, isCancelled: () => boolean): Promise<Answer> {
  const timer = setInterval(() => isCancelled() && connection.interrupt(), LOOK_EVERY_MS);
  try {
    return await statement.runAndReadAll();
  } finally {
    clearInterval(timer);
  }
}

function writeAnswer(answer: Answer, columns: readonly BoundColumn[], ledger: number, out: AnyColumns): void {
  const ledgers = out[LEDGER] as ColumnOf['int32'];
  ledgers.fill(ledgers.length + answer.currentRowCount, ledger);
  answer.getColumns().forEach((values, i) => {
    const { name, kind } = columns[i];
    if (name !== LEDGER) for (const value of values) pushValue(kind, out[name], value);
  });
}
