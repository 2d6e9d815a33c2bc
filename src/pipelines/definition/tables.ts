/** Tables of hosted consumers that have one name and other columns. */
import type { Consumer } from '../component.ts';
import type { ComponentAt } from './components.ts';
import { below, type Findings } from '../yaml/findings.ts';

/** What these write to a table `accounts`: each account as it was, and who a payment names. */
const WRITERS = ['account_data_postgres', 'event_payment_postgres'];

/** Warns of consumers whose tables clash in one database, or in the DuckDB file. Only the start knows whether they share one. */
export function checkTables(consumers: readonly ComponentAt<Consumer>[], findings: Findings): void {
  const writers = consumers.filter(({ component }) => component && WRITERS.includes(component.id));
  for (const { path, component, entry, given } of writers) {
    const node = given?.entries.get('schema')?.value;
    if (!node) continue;
    const table = tableOf(entry.config);
    const other = writers.find((one) => one.component !== component && tableOf(one.entry.config) === table);
    if (!other) continue;
    const message = `${other.path} has a table ${table} with other columns: in one database, or the DuckDB file of the pipeline, the start fails; set another schema or table_prefix`;
    findings.warn('sink_schema_conflict', below(below(path, 'config'), 'schema'), message, { at: node.at });
  }
}

function tableOf({ schema = 'public', table_prefix: prefix = '' }: ComponentAt<Consumer>['entry']['config']): string {
  return `${String(schema)}.${String(prefix)}accounts`.toLowerCase();
}
