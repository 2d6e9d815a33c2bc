/** Pipelines, which are imported when they are first asked for: their schemas take as long to import as a lake. */
import type { Store } from '../datastore/store.ts';
import type { Definition } from '../pipelines/definition/definition.ts';
import type { ValidateOptions, Validation } from '../pipelines/definition/validate.ts';
import type { PipelineSource } from '../pipelines/run/open-source.ts';
import type { RunOptions, RunResult } from '../pipelines/run/options.ts';

/**
 * Returns all that is wrong with the text of a definition, with the queries in it, which DuckDB parses and binds, and with addresses of
 * databases; never what a sensitive field holds. No network is contacted.
 */
export async function validatePipeline(yaml: string, options: ValidateOptions = {}): Promise<Validation> {
  const { validateWhole } = await import('../pipelines/definition/validate-whole.ts');
  return validateWhole(yaml, options);
}

/**
 * Opens the store that a pipeline reads, or the files that the lake's ledgers were loaded from: its mirror, else the folders and files of
 * this machine that `ingest` noted. Throws UsageError, StoreError, and PipelineError `range_outside_source` where those of the lake are gone.
 */
export async function openPipelineSource(source: PipelineSource): Promise<Store> {
  const { openPipelineSource } = await import('../pipelines/run/open-source.ts');
  return openPipelineSource(source);
}

/**
 * Runs a definition, as `validatePipeline` gives it, until its last ledger is written, or without end until the signal, and returns what
 * was done. A run after another goes on behind the checkpoint of each consumer. Throws PipelineError, and what reading the store throws.
 */
export async function runPipeline(definition: Definition, options: RunOptions): Promise<RunResult> {
  const { runPipeline } = await import('../pipelines/run/run.ts');
  return runPipeline(definition, options);
}
