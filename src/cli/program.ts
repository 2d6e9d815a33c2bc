/** The commands: one table, and the program that it makes. */
import { Command } from 'commander';
import { decoderVersion } from '../version.ts';
import { examples } from './help.ts';

/** A command's file: it declares arguments, options and examples, and runs. */
interface CommandFile {
  define(command: Command): void;
}

/** Each command; its file is imported only when the command line names it. */
export const commands: readonly { name: string; summary: string; load: () => Promise<CommandFile> }[] = [
  {
    name: 'demo',
    summary: 'load the sample, answer questions, write a report',
    load: () => import('./demo.ts'),
  },
  { name: 'ingest', summary: 'load ledger files into a lake', load: () => import('./ingest.ts') },
  {
    name: 'ingest-state',
    summary: 'read the state at a checkpoint of a history archive',
    load: () => import('./ingest-state.ts'),
  },
  { name: 'plan', summary: 'print what a load in parts takes and costs', load: () => import('./plan.ts') },
  { name: 'attach', summary: 'make lakes that were loaded apart one', load: () => import('./attach.ts') },
  { name: 'publish', summary: 'write a lake into a bucket, for attach', load: () => import('./publish.ts') },
  { name: 'mirror', summary: 'copy the objects of a store into a folder', load: () => import('./mirror.ts') },
  { name: 'simulate', summary: 'write a store of simulated ledgers', load: () => import('./simulate.ts') },
  { name: 'stores', summary: 'list public stores, or look at one', load: () => import('./stores.ts') },
  { name: 'query', summary: 'print what an SQL query finds in a lake', load: () => import('./query.ts') },
  { name: 'sql', summary: 'ask for queries, with history and completion', load: () => import('./sql.ts') },
  { name: 'status', summary: 'print what a lake holds', load: () => import('./status.ts') },
  { name: 'verify', summary: 'compare the files of a lake with what was loaded', load: () => import('./verify.ts') },
  { name: 'check', summary: 'check that the rows of a lake add up', load: () => import('./check.ts') },
  { name: 'repair', summary: 'make the snapshot of a lake again from its files', load: () => import('./repair.ts') },
  { name: 'refresh', summary: 'bring kept relations of a lake up', load: () => import('./refresh.ts') },
  { name: 'compact', summary: 'merge small segments of a lake', load: () => import('./compact.ts') },
  { name: 'views', summary: 'print the relations of a lake for another engine', load: () => import('./views.ts') },
  { name: 'tables', summary: 'print the tables and their columns', load: () => import('./tables.ts') },
  { name: 'export', summary: 'print the rows of tables straight from ledger files', load: () => import('./export.ts') },
  { name: 'decode', summary: 'print ledger files as JSON', load: () => import('./decode.ts') },
  { name: 'serve', summary: 'serve a lake and its ledgers over HTTP', load: () => import('./serve.ts') },
  {
    name: 'pipeline',
    summary: 'check, run and apply pipelines defined in YAML',
    load: () => import('./pipeline.ts'),
  },
  { name: 'archive', summary: 'write an archive of an asset, with checksums', load: () => import('./archive.ts') },
  { name: 'keys', summary: 'make, list and revoke API keys of a server', load: () => import('./keys.ts') },
  { name: 'rpc', summary: 'serve JSON-RPC, configured as stellar-rpc is', load: () => import('./rpc.ts') },
  { name: 'bench', summary: 'measure how fast ledgers are decoded here', load: () => import('./bench.ts') },
];

/** Returns the program; of the commands only those among the words have their options. */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('ledgerlake')
    .description('Ledgers of the Stellar network as tables: load ledger files, and ask them in SQL.')
    .version(decoderVersion, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  for (const { name, summary, load } of commands) {
    const command = program.command(name).description(summary);
    if (words.includes(name)) (await load()).define(command);
    for (const each of [command, ...command.commands]) {
      each.optionsGroup('Options:').option('--debug', 'print where in the program an error arose');
    }
  }
  program.addHelpText('after', examples('ledgerlake ingest data/sample --lake lake', 'ledgerlake ingest --help'));
  return program;
}
