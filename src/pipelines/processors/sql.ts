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
import { boundColumns, castQuery, LEDGER, pushValue, queryRecords } from './sql/columns.ts';
import { openLedgerQuery, type Answer, type LedgerQuery } from './sql/database.ts';

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
  example: `- type: sql\n  config: {query: select ledger_sequence, count(*) as n from history_operations group by all}\n`,
};

async function bind({ config }: ExtractionSettings) {
  try {
    const { names, types, tables, close } = await openLedgerQuery(String(config['query']));
    close();
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
  let opened: Promise<LedgerQuery> | undefined;
  return {
    tables: [records],
    extract(context) {
      for (const { builder } of read) builder.reset();
      for (const { builder, extract } of read) extract(context, builder.columns);
    },
    async ask(ledger, out, isCancelled) {
      opened ??= openLedgerQuery(String(config['query']));
      const query = await opened;
      for (const { builder } of read) query.batches.set(builder.spec.name, batchesOf(builder));
      try {
        writeAnswer(await answerOf(query, columns, isCancelled), columns, ledger, out.get(records.name) as AnyColumns);
      } catch (error) {
        throw queryError(`ledger ${ledger}: ${messageOf(error)}`, error, { code: 'query_failed', ledger });
      }
    },
    close: () => void opened?.then(({ close }) => close()),
  };
}

type AnyColumns = Columns<ColumnSpecs>;

function batchesOf(builder: TableBuilder) {
  return builder.rows() > 0 ? [builder.batch()] : [];
}

/** A query that runs on when nobody waits for it is interrupted. */
const LOOK_EVERY_MS = 100;

async function answerOf(query: LedgerQuery, columns: readonly BoundColumn[], isCancelled: () => boolean) {
  const { connection, text } = query;
  const timer = setInterval(() => isCancelled() && connection.interrupt(), LOOK_EVERY_MS);
  try {
    query.statement ??= await connection.prepare(castQuery(text, columns));
    return await query.statement.runAndReadAll();
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
