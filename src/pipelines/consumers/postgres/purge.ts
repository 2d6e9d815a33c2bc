/** Removes the rows and the checkpoint of a pipeline from PostgreSQL, for a re-run from the start. */
import type { PurgeContext } from '../../component.ts';
import { connect, type Connection } from './connection.ts';
import { unreachable } from './faults.ts';
import { CHECKPOINTS, naming } from './schema.ts';
import { settingsOf } from './settings.ts';
import type { PostgresTarget } from './batch-writer.ts';
import type { NameOf, PostgresTable } from './table.ts';

/** Removes a consumer's rows, from ledger `first` on, and its checkpoint in one transaction. Throws PipelineError. */
export async function purgePostgres(context: PurgeContext, target: PostgresTarget): Promise<void> {
  const settings = settingsOf(context);
  let connection: Connection | undefined;
  try {
    connection = await connect(settings, `ledgerlake/${context.pipeline.name}`);
    await removeAll(connection, context, target, naming(settings));
    await connection.end();
  } catch (error) {
    connection?.destroy();
    throw unreachable(context.consumer, settings, error);
  }
}

async function removeAll(
  connection: Connection,
  { pipeline, consumer, first }: PurgeContext,
  { tables }: PostgresTarget,
  nameOf: NameOf,
): Promise<void> {
  const checkpoints = nameOf(CHECKPOINTS);
  const [{ there }] = await connection.rows<{ there: string | null }>('select to_regclass($1) as there', [checkpoints]);
  if (there === null) return;
  await connection.run('begin; set local statement_timeout to 0');
  const [mark] = await connection.rows<{ ledger: string | null }>(
    `delete from ${checkpoints} where pipeline_id = $1 and consumer = $2 returning ledger`,
    [pipeline.id, consumer],
  );
  if (mark && mark.ledger !== null) {
    const range = `between ${first} and ${Number(mark.ledger)}`;
    // Children stand behind their parents, and refer to them.
    for (const table of tables.toReversed()) {
      const sql = removal(table, tables, nameOf, range);
      if (sql !== undefined) await connection.run(sql);
    }
  }
  await connection.run('commit');
}

/** A table of neither ledgers nor parents is shared by all pipelines: its rows stay. */
function removal(
  table: PostgresTable,
  tables: readonly PostgresTable[],
  nameOf: NameOf,
  range: string,
): string | undefined {
  const ledger = ledgerOf(table);
  if (ledger !== undefined) return `delete from ${nameOf(table.name)} where ${ledger} ${range}`;
  const parent = tables.find(({ name }) => name === table.parent?.table);
  if (!parent) return undefined;
  const ofParent = `p.id = c.${table.parent?.column} and p.${ledgerOf(parent)} ${range}`;
  return `delete from ${nameOf(table.name)} c using ${nameOf(parent.name)} p where ${ofParent}`;
}

const ledgerOf = ({ columns }: PostgresTable) =>
  ['ledger_sequence', 'ledger', 'block_height'].find((name) => name in columns);
