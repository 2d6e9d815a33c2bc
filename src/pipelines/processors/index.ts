/** The processors, by id. */
import type { Processor } from '../component.ts';
import { accountBalance } from './account-balance.ts';
import { accountDataProcessor } from './account-data.ts';
import { bronzeProcessor } from './bronze.ts';
import { contractDataProcessor } from './contract-data.ts';
import { contractEvent } from './contract-event.ts';
import { contractFilter } from './contract-filter.ts';
import { contractInvocation } from './contract-invocation.ts';
import { effects } from './effects.ts';
import { eventPaymentExtractor } from './event-payment-extractor.ts';
import { extractedContractInvocation } from './extracted-contract-invocation.ts';
import { latestLedger } from './latest-ledger.ts';
import { ledgerEntryChanges } from './ledger-entry-changes.ts';
import { operations } from './operations.ts';
import { paymentsMemo } from './payments-memo.ts';
import { rawTransactions } from './raw-transactions.ts';
import { soroswap } from './soroswap.ts';
import { sqlProcessor } from './sql.ts';
import { tokenTransfer } from './token-transfer.ts';
import { trades } from './trades.ts';

const list: readonly Processor[] = [
  accountBalance,
  accountDataProcessor,
  bronzeProcessor,
  contractDataProcessor,
  contractEvent,
  contractFilter,
  contractInvocation,
  effects,
  eventPaymentExtractor,
  extractedContractInvocation,
  latestLedger,
  ledgerEntryChanges,
  operations,
  paymentsMemo,
  rawTransactions,
  soroswap,
  sqlProcessor,
  tokenTransfer,
  trades,
];

export const processors: ReadonlyMap<string, Processor> = new Map(list.map((processor) => [processor.id, processor]));
