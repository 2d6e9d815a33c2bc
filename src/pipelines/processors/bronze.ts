/** Rows of the bronze tables: all tables, or those in the config. */
import Type from 'typebox';
import { processorConfig, type Processor } from '../component.ts';
import { bronzeExtraction } from './bronze-tables.ts';
import { recordsOf } from '../sink.ts';
import { tables } from '../../tables/index.ts';

export const bronzeProcessor: Processor = {
  kind: 'processor',
  id: 'bronze',
  name: 'Bronze tables',
  description: 'Rows of the bronze tables: all tables, or those in the config.',
  origin: 'local',
  records: tables.map((table) => recordsOf(table)),
  extraction: ({ config }) => bronzeExtraction(config['tables'] as readonly string[] | undefined),
  config: processorConfig({
    tables: Type.Optional(
      Type.Array(Type.Enum(tables.map(({ name }) => name)), {
        minItems: 1,
        description: 'Names of tables; by default all.',
      }),
    ),
  }),
  example: `- type: bronze\n  config: {tables: [history_operations]}\n`,
};
