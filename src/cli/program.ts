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
    load: () => import('./demo.ts'),
  },
  { name: 'ingest', summary: 'load ledger files into a lake', load: () => import('./ingest.ts') },
  {
    name: 'ingest-state',
    summary: 'load all entries at a checkpoint of an archive',
    load: () => import('./ingest-state.ts'),
  },
  { name: 'plan', summary: 'print the parts of a load, their time and cost', load: () => import('./plan.ts') },
  { name: 'attach', summary: 'merge separately loaded lakes', load: () => import('./attach.ts') },
  { name: 'publish', summary: 'copy a lake into a bucket, for attach', load: () => import('./publish.ts') },
  { name: 'mirror', summary: 'copy the objects of a store into a folder', load: () => import('./mirror.ts') },
  { name: 'simulate', summary: 'write a store of simulated ledgers', load: () => import('./simulate.ts') },
  { name: 'stores', summary: 'list public stores; inspect reads one', load: () => import('./stores.ts') },
  { name: 'query', summary: 'print the result of an SQL query', load: () => import('./query.ts') },
  { name: 'sql', summary: 'open an SQL prompt', load: () => import('./sql.ts') },
  { name: 'tx', alias: 'explain', summary: 'explain a transaction in words', load: () => import('./tx.ts') },
  { name: 'status', summary: 'print ledgers, gaps, tables and checks of a lake', load: () => import('./status.ts') },
  { name: 'verify', summary: 'compare the files of a lake with their hashes', load: () => import('./verify.ts') },
  { name: 'check', summary: 'check that the rows of a lake add up', load: () => import('./check.ts') },
  { name: 'repair', summary: 'rebuild the snapshot of a lake from its files', load: () => import('./repair.ts') },
  { name: 'refresh', summary: 'update materialised relations of a lake', load: () => import('./refresh.ts') },
  { name: 'compact', summary: 'merge small segments of a lake', load: () => import('./compact.ts') },
  {
    name: 'views',
    summary: 'print SQL that creates the relations in another engine',
    load: () => import('./views.ts'),
  },
  { name: 'tables', summary: 'print the tables and their columns', load: () => import('./tables.ts') },
  { name: 'export', summary: 'print rows of tables directly from ledger files', load: () => import('./export.ts') },
  { name: 'decode', summary: 'print ledger files as JSON', load: () => import('./decode.ts') },
  { name: 'serve', summary: 'serve a lake and its ledgers over HTTP', load: () => import('./serve.ts') },
  {
    name: 'pipeline',
    summary: 'validate, run and apply pipelines',
    load: () => import('./pipeline.ts'),
  },
  { name: 'archive', summary: 'write an archive of an asset, with checksums', load: () => import('./archive.ts') },
  { name: 'keys', summary: 'create, list and revoke API keys', load: () => import('./keys.ts') },
  { name: 'secrets', summary: 'list, set and delete secrets of pipelines', load: () => import('./secrets.ts') },
  { name: 'rpc', summary: 'serve JSON-RPC, with the options of stellar-rpc', load: () => import('./rpc.ts') },
  { name: 'completion', summary: 'print the completion script of a shell', load: () => import('./completion.ts') },
  { name: 'bench', summary: 'measure how fast this machine decodes ledgers', load: () => import('./bench.ts') },
];

/** Returns the program; of the commands only those among the words have their options. */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('ledgerlake')
    .description('Load Stellar ledger files into tables and query them with SQL.')
    .version(decoderVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
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
