/** What consumers of PostgreSQL share. */
import type { Consumer } from '../../component.ts';
import type { RecordTable, SinkContext } from '../../sink.ts';
import { checkPostgres } from './check.ts';
import { purgePostgres } from './purge.ts';
import { lookAtAddress } from './settings.ts';
import type { PostgresTarget } from './batch-writer.ts';
import { openPostgres } from './sink.ts';

/** Returns what looks at, checks, opens and purges a consumer with these tables. */
export function postgres(
  target: (context: SinkContext) => PostgresTarget,
): Pick<Consumer, 'look' | 'check' | 'open' | 'purge'> {
  return {
    look: lookAtAddress,
    check: checkPostgres,
    open: (context) => openPostgres(context, target(context)),
    purge: (context) => purgePostgres(context, target(context)),
  };
}

/** Returns the record table of that name among the inputs. */
export function recordsNamed({ inputs }: Pick<SinkContext, 'inputs'>, name: string): RecordTable {
  const found = inputs.find((table) => table.name === name);
  if (!found) throw new Error(`no processor makes ${name}`);
  return found;
}
