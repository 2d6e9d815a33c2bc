/** A table whose rows have rows of other tables, which are replaced with them. */
import type { SinkContext } from '../../sink.ts';
import { recordsNamed } from './consumer.ts';
import type { Load } from './load.ts';
import { directly, type DirectTables } from './direct.ts';
import type { PostgresTarget } from './batch-writer.ts';
import { replaceChildren, upsert, type NameOf, type PostgresTable } from './table.ts';

/** Returns the target of a table and its children, each filled from the record table of its name. */
export function loadFamily(
  context: Pick<SinkContext, 'inputs'>,
  parent: PostgresTable,
  children: readonly PostgresTable[],
): PostgresTarget {
  const of = (table: PostgresTable) => recordsNamed(context, table.name);
  const loads = (nameOf: NameOf): Load[] => [
    { of: parent.name, into: parent.name, sql: upsert(nameOf, parent, of(parent)) },
    ...children.flatMap((child) => {
      const [drop, write] = replaceChildren(nameOf, child, parent, of(child));
      return [
        { of: parent.name, sql: drop },
        { of: child.name, into: child.name, sql: write },
      ];
    }),
  ];
  const tables = [parent, ...children];
  const direct = (there: DirectTables) => {
    const [own, ...below] = tables.map((table) => [table, of(table)] as const);
    return directly(there, own, below);
  };
  return { tables, records: tables.map(of), loads, direct };
}
