/** A query with hints that reduce the files, columns and rows it reads. */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { BoundParameters } from '../meaning/parameters.ts';
import type { Unfilled } from './scan/file-views.ts';
import type { RowsOf } from './scan/single-rows.ts';
import type { Snapshot } from '../disk/snapshot/snapshot.ts';
import type { PageLedgers } from './narrow/pages.ts';

/** One query and its hints. Without hints, a session shows all rows. */
export interface StatementRequest {
  sql: string;
  parameters?: BoundParameters;
  /** Hide later ledgers. */
  upTo?: number;
  /** Read this snapshot if its files still exist. */
  snapshot?: Snapshot;
  /** True if relations keep columns that the SQL does not mention. */
  isWhole?: boolean;
  /** The ledgers of the page, if an earlier query found them. */
  page?: PageLedgers;
  /** The ledgers that the SQL selects in every table; files without them are skipped. */
  ledgers?: readonly LedgerRange[] | undefined;
  /** Columns that are null in all selected rows; they are not read. */
  unfilled?: Unfilled | undefined;
  /** The rows that the SQL selects, by table; other rows may be hidden. */
  rowsOf?: RowsOf | undefined;
}

/** The hints that may change when a prepared query runs again. */
export type NextRequest = Pick<StatementRequest, 'parameters' | 'ledgers' | 'rowsOf'>;
