/** What a query asks of a lake, beside its text: how much is shown for it. */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { BoundParameters } from '../query/parameters.ts';
import type { Unfilled } from '../relations/file-views.ts';
import type { RowsOf } from '../relations/single-rows.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { PageLedgers } from './pages.ts';

/** What will be asked; without it, everything may be. */
export interface Asked {
  sql: string;
  parameters?: BoundParameters;
  /** The last ledger of which there is to be anything. */
  upTo?: number;
  /** The snapshot that is to be shown, where its files are still there. */
  snapshot?: Snapshot;
  /** Whether relations have all their columns, though the SQL mentions but some. */
  isWhole?: boolean;
  /** The ledgers that have the rows, where they were looked for before. */
  page?: PageLedgers;
  /** The first ledger of which rows are shown. */
  since?: number | undefined;
  /** The ledgers that the SQL asks for itself, of every table: files of others are left out. */
  ledgers?: readonly LedgerRange[] | undefined;
  /** Columns that are null in the rows that the SQL asks for: none is read of them. */
  unfilled?: Unfilled | undefined;
  /** The rows of tables and kept relations that the SQL asks for: others are not shown, or need not be. */
  rowsOf?: RowsOf | undefined;
  /** Texts that the SQL reads by `givenText`, by their names, which are none of tables and kept relations, nor `value`. */
  given?: ReadonlyMap<string, string> | undefined;
}

/** What the same SQL asks next: with which values, which ledgers it asks for itself, of which rows, and of which texts. */
export type AskedNext = Pick<Asked, 'parameters' | 'ledgers' | 'rowsOf' | 'given'>;
