/** `ledgerlake iceberg`: the tables of a lake for engines that read Apache Iceberg. */
import type { Command } from 'commander';
import { addExamples } from '../help.ts';
import { withLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { print, say } from '../output.ts';
import { plural } from '../text.ts';

interface IcebergFlags {
  lake: string;
}

export function define(command: Command): void {
  command.description(
    'Publish Apache Iceberg metadata beside the Parquet files of a lake, so that Spark, DuckDB, ClickHouse and pyiceberg read them.',
  );
  command
    .command('enable')
    .description(
      'Publish Iceberg tables now and with each commit. Run it again after the lake moved, to write the locations of its files.',
    )
    .addOption(lakeOption('folder of the lake'))
    .action(enable);
  command
    .command('disable')
    .description('Remove the Iceberg tables; the lake keeps its files.')
    .addOption(lakeOption('folder of the lake'))
    .action(disable);
  addExamples(command, 'ledgerlake iceberg enable --lake lake', 'ledgerlake iceberg disable --lake lake');
}

async function enable({ lake: dir }: IcebergFlags): Promise<void> {
  const { describeLake } = await import('../../index.ts');
  await describeLake(dir);
  await withLake(dir, {}, async ({ lake }) => {
    const { tables, left } = await lake.enableIceberg();
    for (const { table, column, why } of left) say(`${table} lacks the column ${column}: ${why}`);
    await print(`published ${plural(tables, 'Iceberg table')} in ${lake.path}/iceberg\n`);
  });
}

async function disable({ lake: dir }: IcebergFlags): Promise<void> {
  const { describeLake } = await import('../../index.ts');
  await describeLake(dir);
  await withLake(dir, {}, ({ lake }) => lake.disableIceberg());
  await print('removed the Iceberg tables\n');
}
