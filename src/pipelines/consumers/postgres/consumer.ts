/** What consumers of PostgreSQL share. */
import type { RecordTable, Sink, SinkContext } from '../../sink.ts';
import { openPostgres, type PostgresTarget } from './sink.ts';

/** Returns what opens a consumer with these tables. */
export function postgres(target: (context: SinkContext) => PostgresTarget): (context: SinkContext) => Promise<Sink> {
  return (context) => openPostgres(context, target(context));
}

/** Returns the record table of that name among the inputs. */
export function recordsNamed({ inputs }: Pick<SinkContext, 'inputs'>, name: string): RecordTable {
  const found = inputs.find((table) => table.name === name);
  if (!found) throw new Error(`no processor makes ${name}`);
  return found;
}
