/** Operations as the view shows them. */
import type { RecordBatch } from 'apache-arrow';
import { useShownRows, type ShownRow } from './shown-rows.ts';

/** One row of `history_operations`, with its details as text. */
export interface OperationRow extends ShownRow {
  source_account: string;
  source_account_muxed: string | null;
  operation_result_code: string;
  operation_trace_code: string;
}

/** Returns, for the tests of the file, what shows the rows of a batch in their order. */
export function useOperationRows(): (batch: RecordBatch) => Promise<OperationRow[]> {
  return useShownRows<OperationRow>('history_operations');
}
