/** Rows of an SQL query over each ledger. */
import Type from 'typebox';
import type { ColumnOf } from '../../arrow/columns.ts';
import { createBuilder, type Columns, type ColumnSpecs } from '../../arrow/table.ts';
import { PipelineError, type ErrorFields } from '../../core/errors.ts';
import { bronze } from '../../tables/index.ts';
import { messageOf } from '../../core/system-errors.ts';
import {
  processorConfig,
  withDefault,
  type BoundColumn,
  type Extraction,
  type ExtractionSettings,
  type Processor,
} from '../component.ts';
import { LEDGER, pushValue, queryRecords, type SqlPlainValue } from './sql/columns.ts';

export const sqlProcessor: Processor = {
  kind: 'processor',
  id: 'sql',
  name: 'SQL',
  description:
    'Rows of an SQL query over each ledger. The query sees the relations of a lake with the rows of that ledger; the processor adds ledger_sequence.',
  origin: 'local',
  bind,
  extraction: sqlExtraction,
  config: processorConfig({
    query: Type.String({ minLength: 1, description: 'A read-only query, as for ledgerlake query.' }),
    name: withDefault(
      Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$', description: 'Name of the records.' }),
      'sql',
    ),
  }),
  example: `- type: sql\n  config: {query: "select ledger_sequence, count(*) as n from history_operations group by all"}\n`,
};

async function bind({ config }: ExtractionSettings, signal?: AbortSignal) {
  try {
    const { bindQuery } = await import('./sql/calls.ts');
    return await bindQuery(String(config['query']), signal);
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
  return {
    tables: [records],
    extract(context) {
      for (const { builder } of read) builder.reset();
      for (const { builder, extract } of read) extract(context, builder.columns);
    },
    async ask(ledger, out, isCancelled) {
      const { askQuery } = await import('./sql/calls.ts');
      const batches = new Map(read.map(({ builder }) => [builder.spec.name, builder.batch()]));
      const controller = new AbortController();
      const timer = setInterval(() => isCancelled() && controller.abort(), LOOK_EVERY_MS);
      try {
        const values = await askQuery(String(config['query']), columns, batches, controller.signal);
        writeAnswer(values, columns, ledger, out.get(records.name) as AnyColumns);
      } catch (error) {
        throw queryError(`ledger ${ledger}: ${messageOf(error)}`, error, { code: 'query_failed', ledger });
      } finally {
        clearInterval(timer);
      }
    },
  };
}

type AnyColumns = Columns<ColumnSpecs>;

/** How often a query that runs looks whether anybody waits for it. */
const LOOK_EVERY_MS = 100;

function writeAnswer(
  values: readonly SqlPlainValue[][],
  columns: readonly BoundColumn[],
  ledger: number,
  out: AnyColumns,
): void {
  const ledgers = out[LEDGER] as ColumnOf['int32'];
  ledgers.fill(ledgers.length + (values[0]?.length ?? 0), ledger);
  columns.forEach(({ name, kind }, i) => {
    if (name !== LEDGER) for (const value of values[i] ?? []) pushValue(kind, out[name], value);
  });
}
