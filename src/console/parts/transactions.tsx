/** Columns of lists of transactions. */
import type { QueryRow } from '../../client/client.ts';
import { LedgerLink, Address, TransactionLink } from './names.tsx';
import { Outcome } from './badge.tsx';
import type { Column } from './table.tsx';
import { grouped, Time } from './text.tsx';

/** A transaction of a list. */
export type TransactionRow = Omit<QueryRow<'/api/v1/silver/transactions/recent'>, 'transaction_id'>;

export const transactionColumns: readonly Column<TransactionRow>[] = [
  { title: 'Transaction', cell: (row) => <TransactionLink hash={row.tx_hash} /> },
  { title: 'Outcome', cell: (row) => <Outcome successful={row.successful} /> },
  { title: 'Source', cell: (row) => <Address id={row.source_account} /> },
  { title: 'Operations', isNumber: true, cell: (row) => grouped(row.operation_count) },
  { title: 'Fee (stroops)', isNumber: true, cell: (row) => grouped(row.fee) },
  { title: 'Ledger', isNumber: true, cell: (row) => <LedgerLink sequence={row.ledger_sequence} /> },
  { title: 'Time', cell: (row) => <Time at={row.closed_at} /> },
];
