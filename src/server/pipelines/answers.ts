/** Answers of the pipeline API: pipelines, the result of an action, and findings. */
import { FIRST_LEDGER } from '../../datastore/keys.ts';
import { joinedFindings, type Finding } from '../../pipelines/yaml/findings.ts';
import type { Done } from '../../pipelines/hosting/host.ts';
import { Refusal } from '../../pipelines/hosting/refusal.ts';
import type { PipelineRecord, RunRecord } from '../../pipelines/store/record.ts';
import type { PipelineEndpoint } from './endpoint.ts';
import { HttpFault } from './fault.ts';

/** Most findings of a kind in an answer. */
const MOST_FINDINGS = 1000;

/** Returns the findings of an answer; of very many it says how many are left out. */
export function findings(errors: readonly Finding[], warnings: readonly Finding[]) {
  const left = Math.max(0, errors.length - MOST_FINDINGS) + Math.max(0, warnings.length - MOST_FINDINGS);
  return {
    errors: errors.slice(0, MOST_FINDINGS),
    warnings: warnings.slice(0, MOST_FINDINGS),
    ...(left > 0 && { findings_left_out: left }),
  };
}

/** Returns the answer to apply, create, replace, start, stop and delete. */
export function applied({ action, record, warnings, changes }: Done): object {
  return {
    pipeline_id: record?.pipeline_id ?? null,
    action,
    status: record?.status ?? null,
    ...findings([], warnings),
    ...(record && { name: record.definition.metadata.name, revision: record.revision }),
    ...(changes && { changes: changes.slice(0, MOST_FINDINGS) }),
  };
}

/** Returns the body of an error, in the shape of its endpoint. */
export function errorBody(error: Refusal | HttpFault, shape: PipelineEndpoint['shape']): object {
  const { errors } = error;
  const warnings = error instanceof Refusal ? error.warnings : [];
  const told = { error: error.message, ...findings(errors, warnings) };
  if (shape === 'validated') return { valid: false, ...told, effective_config: null };
  if (shape !== 'applied') return errors.length + warnings.length > 0 ? told : { error: error.message };
  const record = error instanceof Refusal ? error.record : undefined;
  return { pipeline_id: record?.pipeline_id ?? null, action: 'none', status: record?.status ?? null, ...told };
}

/** Returns the summary of a pipeline, as lists show it. */
export function pipelineSummary(record: PipelineRecord): object {
  const { metadata, spec } = record.definition;
  const [run] = record.runs;
  return {
    pipeline_id: record.pipeline_id,
    name: metadata.name,
    team: record.team,
    network: spec.network,
    status: record.status,
    start_ledger: spec.startLedger,
    end_ledger: spec.endLedger ?? null,
    processors: spec.processors.map(({ type }) => type),
    consumers: spec.consumers.map(({ type }) => type),
    current_ledger: record.checkpoint?.ledger ?? null,
    progress: progressOf(record),
    created_at: record.created_at,
    updated_at: record.updated_at,
    started_at: run?.started_at ?? null,
    finished_at: run?.ended_at ?? null,
    revision: record.revision,
    error: record.error ?? null,
  };
}

/** From 0 to 1; null where one end is not known. */
function progressOf({ definition: { spec }, checkpoint, status }: PipelineRecord): number | null {
  const { startLedger, endLedger } = spec;
  if (endLedger === undefined || startLedger === 'latest') return null;
  if (status === 'completed') return 1;
  if (!checkpoint) return 0;
  const first = startLedger === 'genesis' ? FIRST_LEDGER : Number(startLedger);
  const share = (checkpoint.ledger - first + 1) / (Number(endLedger) - first + 1);
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000;
}

/** Returns a pipeline with its definition and runs. */
export function detailOf(record: PipelineRecord): object {
  const { apiVersion, kind, metadata, spec } = record.definition;
  return {
    ...pipelineSummary(record),
    apiVersion,
    kind,
    metadata,
    spec,
    run: record.runs[0] ?? null,
    runs: record.runs,
    components: componentsOf(record),
    checkpoint: record.checkpoint ?? null,
    outputs: record.outputs,
    skipped_ledgers: record.skipped,
    warnings: warningsOf(record).slice(0, MOST_FINDINGS),
  };
}

/** Which consumers are mapped a run knows better than a validation, which connects to nothing. */
function warningsOf({ warnings, runWarnings }: PipelineRecord): readonly Finding[] {
  if (!runWarnings) return warnings;
  const others = warnings.filter(({ code }) => code !== 'mapped_consumer');
  return joinedFindings(others, runWarnings);
}

/** Returns the counters of components, as answers name them. */
function componentsOf({ components }: PipelineRecord): object[] {
  return components.map(({ role, type, recordsIn, recordsOut, errors, lastError }) => ({
    role,
    type,
    records_in: recordsIn,
    records_out: recordsOut,
    errors,
    ...(lastError !== undefined && { last_error: lastError }),
  }));
}

/** Returns the metrics of a pipeline: of its last run, and by component. */
export function metricsOf(record: PipelineRecord): object {
  const run: RunRecord | undefined = record.runs[0];
  return { pipeline_id: record.pipeline_id, status: record.status, run: run ?? null, components: componentsOf(record) };
}
