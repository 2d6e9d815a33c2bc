/** What a query of DuckDB says of the bronze tables of a batch of ledgers. */
import Type from 'typebox';
import { processorConfig, withDefault, type Processor } from '../component.ts';

export const sql: Processor = {
  kind: 'processor',
  id: 'sql',
  name: 'SQL',
  description: 'What a query of DuckDB says of the bronze tables of a batch of ledgers.',
  origin: 'local',
  config: processorConfig({
    query: Type.String({ minLength: 1, description: 'A query over the bronze tables.' }),
    name: withDefault(Type.String({ minLength: 1, description: 'What its records are called.' }), 'sql'),
  }),
  example: `- type: sql\n  config: {query: select ledger_sequence, count(*) as n from history_operations group by all}\n`,
};
