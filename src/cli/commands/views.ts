/** `ledgerlake views`: the relations of a lake for other engines. */
import { Option, type Command } from 'commander';
import { engines, UsageError, type Engine } from '../../light.ts';
import { examples } from '../help.ts';
import { withLake } from '../lake.ts';
import { lakeOption } from '../options.ts';
import { checkFree, FORCE, print, withOutput } from '../output.ts';

interface ViewFlags {
  lake: string;
  engine: Engine;
  root?: string;
  iceberg?: boolean;
  output?: string;
  force?: boolean;
}

export function define(command: Command): void {
  command
    .description(
      'Print SQL statements that create the relations of a lake in another engine. They read the Iceberg tables of the lake. ' +
        'For DuckDB without --iceberg they read the files of the newest snapshot: print them again after a load, compact or repair.',
    )
    .addOption(lakeOption('folder of the lake'))
    .addOption(new Option('--engine <name>', 'engine that runs the statements').choices(engines).makeOptionMandatory())
    .option('--root <uri>', 'address of the lake in that engine, such as s3://bucket/lake; default: the folder')
    .option('--iceberg', 'in DuckDB, read the Iceberg tables with the extension iceberg')
    .option('--output <file>', 'file to write; a name ending in .duckdb becomes a database')
    .option('--force', FORCE)
    .addHelpText(
      'after',
      examples(
        'ledgerlake views --lake lake --engine duckdb | duckdb views.duckdb',
        'ledgerlake views --lake lake --engine duckdb --output views.duckdb',
        'ledgerlake iceberg enable --lake lake',
        'ledgerlake views --lake lake --engine spark --root s3://bucket/lake --output views.sql',
      ),
    )
    .action(views);
}

async function views({ lake: dir, engine, root, iceberg, output, force }: ViewFlags): Promise<void> {
  const isDatabase = output !== undefined && /\.(duckdb|db)$/.test(output);
  if (isDatabase && engine !== 'duckdb')
    throw new UsageError(`${output} would be a database of duckdb, not of ${engine}`);
  if (isDatabase && (root !== undefined || iceberg)) {
    const what = iceberg ? 'Iceberg tables' : `files under ${root}`;
    throw new UsageError(`${output} would be made of ${what}, which are not opened here: print statements instead`);
  }
  const { engineViews, knownRelations, viewComments, writeViewDatabase } = await import('../../index.ts');
  await checkFree(output, { force });
  await withLake(dir, { readOnly: true }, async ({ lake }) => {
    const found = await engineViews(lake, engine, { root, iceberg });
    if (engine === 'duckdb') found.statements.push(...viewComments(await knownRelations(), found.left));
    if (isDatabase) return writeViewDatabase(output, found);
    const of = found.files > 0 ? `, snapshot ${found.snapshot}: ${found.files} files` : ', over its Iceberg tables';
    const heads = [`Relations of the lake ${root ?? lake.path}${of}.`];
    for (const note of found.notes) heads.push(`In ${engine}, ${note}.`);
    for (const { relation, why } of found.left) heads.push(`Not here: ${relation}, since ${why}.`);
    const text = [
      ...heads.map((line) => `-- ${line.replace(/[\r\n]+/g, ' ')}`),
      ...found.statements.map((one) => `${one}\n;`),
    ].join('\n');
    if (output === undefined) return print(`${text}\n`);
    await withOutput(output, { force }, async (out) => void out.write(`${text}\n`));
  });
}
