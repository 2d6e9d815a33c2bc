/** A pipeline as the server keeps it, and its runs. */
import type { Definition } from '../definition/definition.ts';
import type { Finding, Position } from '../yaml/findings.ts';
import type { ComponentProgress, Output, Skipped } from '../run/options.ts';
import type { Literal } from './literals.ts';

/** The states of a pipeline. */
export type PipelineStatus = 'pending' | 'deploying' | 'running' | 'stopped' | 'failed' | 'completed';

/** One run of a pipeline, as answers show it. */
export interface RunRecord {
  run_id: string;
  /** From 1. */
  number: number;
  status: 'running' | 'stopped' | 'failed' | 'completed';
  started_at: string;
  ended_at?: string;
  start_ledger: string;
  end_ledger?: string;
  current_ledger: number | null;
  ledgers_processed: number;
  records_in: number;
  records_out: number;
  records_skipped: number;
  bytes_read: number;
  ledgers_per_second: number;
  errors: number;
  last_error?: string;
}

/** A literal secret as it is kept. */
export type SealedLiteral = Omit<Literal, 'value'> & { sealed: string };

export interface PipelineRecord {
  pipeline_id: string;
  team: string;
  status: PipelineStatus;
  /** From 1; one more for each accepted change. */
  revision: number;
  created_at: string;
  updated_at: string;
  /** With defaults; literal secrets are masked. */
  definition: Definition;
  literals: readonly SealedLiteral[];
  /** Findings of the last validation. */
  warnings: readonly Finding[];
  /** Where components and the ends of the range stand in the text that was validated. */
  places?: Readonly<Record<string, Position>>;
  /** What the last run warned of whose consumers were open; absent before the first of a definition. */
  runWarnings?: readonly Finding[];
  /** A run is to begin anew, and has written nothing since: what it would continue was changed. */
  isReset: boolean;
  /** The last failure, one line. */
  error?: string;
  /** A copy of what the targets know, for display. */
  checkpoint?: { ledger: number; updated_at: string };
  components: readonly ComponentProgress[];
  /** With the rows that its runs have written since one of them began anew. */
  outputs: readonly Output[];
  /** The last of what these runs have left out. */
  skipped: readonly Skipped[];
  /** The newest first. */
  runs: readonly RunRecord[];
}

/** How many runs of a pipeline are kept. */
export const KEPT_RUNS = 10;

/** Returns whether a pipeline is at work: it cannot be changed then. */
export function isAtWork({ status }: Pick<PipelineRecord, 'status'>): boolean {
  return status === 'running' || status === 'deploying';
}
