/** The commands: one table, and the program that it makes. */
import { Command } from 'commander';
import { decoderVersion } from '../version.ts';
import { addCommonOptions, type CommandEntry } from './command-table.ts';
import { examples } from './help.ts';

/** Every command. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    summary: 'load the sample, answer five questions, write a report',
    load: () => import('./commands/demo.ts'),
  },
  { name: 'ingest', summary: 'load ledger files into a lake', load: () => import('./commands/ingest.ts') },
  {
    name: 'ingest-state',
    summary: 'load all entries at a history archive checkpoint',
    load: () => import('./commands/ingest-state.ts'),
  },
  { name: 'plan', summary: 'print the parts of a load, their time and cost', load: () => import('./commands/plan.ts') },
  { name: 'attach', summary: 'merge separately loaded lakes', load: () => import('./commands/attach.ts') },
  { name: 'publish', summary: 'copy a lake into a bucket, for attach', load: () => import('./commands/publish.ts') },
  { name: 'mirror', summary: 'copy the objects of a store into a folder', load: () => import('./commands/mirror.ts') },
  { name: 'simulate', summary: 'write a store of simulated ledgers', load: () => import('./commands/simulate.ts') },
  { name: 'stores', summary: 'list public stores, or inspect a store', load: () => import('./commands/stores.ts') },
  { name: 'query', summary: 'print the result of an SQL query', load: () => import('./commands/query.ts') },
  { name: 'sql', summary: 'open an SQL prompt', load: () => import('./commands/sql.ts') },
  { name: 'tx', alias: 'explain', summary: 'explain a transaction in words', load: () => import('./commands/tx.ts') },
  {
    name: 'status',
    summary: 'print ledgers, gaps, tables and checks of a lake',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'verify',
    summary: 'compare the files of a lake with their hashes',
    load: () => import('./commands/verify.ts'),
  },
  { name: 'check', summary: 'check that the rows of a lake add up', load: () => import('./commands/check.ts') },
  {
    name: 'repair',
    summary: 'rebuild the snapshot of a lake from its files',
    load: () => import('./commands/repair.ts'),
  },
  { name: 'refresh', summary: 'update materialised relations of a lake', load: () => import('./commands/refresh.ts') },
  { name: 'compact', summary: 'merge small segments of a lake', load: () => import('./commands/compact.ts') },
  {
    name: 'views',
    summary: 'print SQL that creates the relations in another engine',
    load: () => import('./commands/views.ts'),
  },
  {
    name: 'iceberg',
    summary: 'publish a lake as Iceberg tables',
    load: () => import('./commands/iceberg.ts'),
  },
  { name: 'tables', summary: 'print the tables and their columns', load: () => import('./commands/tables.ts') },
  {
    name: 'export',
    summary: 'print rows of tables directly from ledger files',
    load: () => import('./commands/export.ts'),
  },
  { name: 'decode', summary: 'print ledger files as JSON', load: () => import('./commands/decode.ts') },
  { name: 'serve', summary: 'serve a lake and its ledgers over HTTP', load: () => import('./commands/serve.ts') },
  {
    name: 'console',
    summary: 'open the console of a lake in the browser',
    load: () => import('./commands/console.ts'),
  },
  { name: 'mcp', summary: 'serve a lake to AI agents', load: () => import('./commands/mcp.ts') },
  {
    name: 'pipeline',
    summary: 'validate, run and apply pipelines',
    load: () => import('./commands/pipeline.ts'),
  },
  {
    name: 'archive',
    summary: 'write an archive of an asset, with checksums',
    load: () => import('./commands/archive.ts'),
  },
  { name: 'keys', summary: 'create, list and revoke API keys', load: () => import('./commands/keys.ts') },
  {
    name: 'secrets',
    summary: 'list, set and delete secrets of pipelines',
    load: () => import('./commands/secrets.ts'),
  },
  { name: 'rpc', summary: 'serve JSON-RPC, with the options of stellar-rpc', load: () => import('./commands/rpc.ts') },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    load: () => import('./commands/completion.ts'),
  },
  {
    name: 'bench',
    summary: 'measure how fast this machine decodes ledgers',
    load: () => import('./commands/bench.ts'),
  },
];

/** Returns the program; of the commands only those among the words have their options. */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('ledgerlake')
    .description('Load Stellar ledger files into a lake, a folder of tables, and query it with SQL.')
    .version(decoderVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  for (const { name, summary, load } of commands) {
    const command = program.command(name).description(summary);
    if (words.includes(name)) (await load()).define(command, commands);
    addCommonOptions(command);
  }
  program.addHelpText('after', examples('ledgerlake ingest data/sample --lake lake', 'ledgerlake ingest --help'));
  return program;
}
