/** The bronze tables: the only list of them. */
import type { RecordBatch } from 'apache-arrow';
import { createBuilder, type Columns, type ColumnSpecs, type TableSpec } from '../arrow/table.ts';
import { UsageError } from '../core/errors.ts';
import { compactChanges } from '../ledger/compact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { suggestion } from '../core/similar.ts';
import { accounts, extractAccounts } from './accounts.ts';
import { accountSigners, extractAccountSigners } from './account-signers.ts';
import { trustLines, extractTrustLines } from './trust-lines.ts';
import { offers, extractOffers } from './offers.ts';
import { liquidityPools, extractLiquidityPools } from './liquidity-pools.ts';
import { claimableBalances, extractClaimableBalances } from './claimable-balances.ts';
import { accountData, extractAccountData } from './account-data.ts';
import { contractData, extractContractData } from './contract-data.ts';
import { restoredKey, extractRestoredKey } from './restored-key.ts';
import { configSettings, extractConfigSettings } from './config-settings.ts';
import { contractCode, contractCodeBlob, extractContractCode, extractContractCodeBlob } from './contract-code.ts';
import { extractTokenPermissions, tokenPermissions } from './token-permissions.ts';
import { balanceEntryChanges, extractBalanceEntryChanges } from './balance-entry-changes.ts';
import type { DecodeOptions } from './decode-options.ts';
import { Context } from './context.ts';
import { Decoder } from './decoder.ts';
import { contractCreations, extractContractCreations } from './contract-creations.ts';
import { extractContractEvents, historyContractEvents } from './contract-events.ts';
import { contractInvocations, extractContractInvocations } from './contract-invocations.ts';
import { historyEffects } from './effects/declaration.ts';
import { extractEffects } from './effects.ts';
import { evictedKeys, extractEvictedKeys } from './evicted-keys.ts';
import { extractHistoryAssets, historyAssets } from './history-assets.ts';
import { extractLedgers, historyLedgers } from './ledgers.ts';
import { extractOperationParticipants, operationParticipants } from './operation-participants.ts';
import { extractOperations, historyOperations } from './operations.ts';
import { ledgerOfState, type StateLedger } from './state-ledger.ts';
import { extractTrades, historyTrades } from './trades.ts';
import { tokenTransfersRaw } from './transfers/declaration.ts';
import { extractTokenTransfers } from './token-transfers.ts';
import { extractTransactionChanges, transactionChanges } from './transaction-changes.ts';
import { extractTransactions, historyTransactions } from './transactions.ts';
import { extractTtl, ttl } from './ttl.ts';

/** A table and the function that writes one ledger's rows to its columns. */
export interface BronzeTable<Name extends string = string> {
  spec: TableSpec<ColumnSpecs, Name>;
  /** `out` are the columns of `spec`: their types, which differ from table to table, are hidden. */
  extract(context: Context, out: Columns<ColumnSpecs>): void;
}

function table<C extends ColumnSpecs, Name extends string>(
  spec: TableSpec<C, Name>,
  extract: (context: Context, out: Columns<C>) => void,
): BronzeTable<Name> {
  return { spec, extract };
}

/** All bronze tables. */
export const bronze = [
  table(historyContractEvents, extractContractEvents),
  table(historyLedgers, extractLedgers),
  table(historyTransactions, extractTransactions),
  table(accounts, extractAccounts),
  table(accountSigners, extractAccountSigners),
  table(trustLines, extractTrustLines),
  table(offers, extractOffers),
  table(liquidityPools, extractLiquidityPools),
  table(claimableBalances, extractClaimableBalances),
  table(accountData, extractAccountData),
  table(contractData, extractContractData),
  table(restoredKey, extractRestoredKey),
  table(configSettings, extractConfigSettings),
  table(contractCode, extractContractCode),
  table(contractCodeBlob, extractContractCodeBlob),
  table(evictedKeys, extractEvictedKeys),
  table(ttl, extractTtl),
  table(historyOperations, extractOperations),
  table(operationParticipants, extractOperationParticipants),
  table(historyTrades, extractTrades),
  table(contractInvocations, extractContractInvocations),
  table(contractCreations, extractContractCreations),
  table(historyEffects, extractEffects),
  table(historyAssets, extractHistoryAssets),
  table(tokenTransfersRaw, extractTokenTransfers),
  table(balanceEntryChanges, extractBalanceEntryChanges),
  table(tokenPermissions, extractTokenPermissions),
  table(transactionChanges, extractTransactionChanges),
] as const;

/** Name of a bronze table, such as `history_ledgers`. */
export type TableName = (typeof bronze)[number]['spec']['name'];

/** The declarations of all bronze tables. */
export const tables: readonly TableSpec<ColumnSpecs, TableName>[] = bronze.map(({ spec }) => spec);

/** All bronze tables being filled, ledger after ledger. */
export interface TableSet {
  /** Writes the rows of one ledger, whose envelopes are paired, to all tables; when it throws, none of them. */
  add(ledger: Ledger): void;
  /** Writes the rows of entries, XDR each, as they are after a ledger. */
  addState(entries: readonly Uint8Array[], at: StateLedger): void;
  /** Returns one batch per table by name; they share memory with the set until `reset`. */
  batches(): Map<string, RecordBatch>;
  /** Passes on the rows of each table that has enough rows or bytes, and empties it. The batch is valid until the next `add`. */
  takeFull(rows: number, textBytes: number, take: (table: string, batch: RecordBatch) => void): void;
  /** Returns how many rows the fullest table has. */
  rows(): number;
  /** Returns how many rows all tables have together. */
  total(): number;
  /** Empties the tables and keeps their memory. */
  reset(): void;
}

export interface TableOptions extends DecodeOptions {
  /** The names of the tables to fill, optional ones among them; by default all but these. */
  only?: readonly string[];
}

/** Returns a text as the name of a bronze table. Throws UsageError, with the nearest name, if no table has it. */
export function tableNamed(name: string): TableName {
  const names = tables.map(({ name }) => name).sort();
  const found = names.find((known) => known === name);
  if (found) return found;
  throw new UsageError(`no table ${name}${suggestion(name, names)}; there are ${names.join(', ')}`);
}

/** Returns an empty set of the named tables, or of all that are not optional. Throws UsageError for an unknown name. */
export function createTables(networkId: Uint8Array, { only, ...options }: TableOptions = {}): TableSet {
  for (const name of only ?? []) tableNamed(name);
  const decoder = new Decoder(networkId, options);
  const chosen = bronze
    .filter(({ spec }) => (only ? only.includes(spec.name) : !spec.optional || options.withChanges))
    .map(({ spec, extract }) => ({ extract, builder: createBuilder<ColumnSpecs>(spec) }));
  return {
    addState(entries, at) {
      const { ledger, changes } = ledgerOfState(entries, at);
      const context = new Context(ledger, decoder, { entries: changes });
      for (const { extract, builder } of chosen) extract(context, builder.columns);
    },
    add(ledger) {
      const rows = chosen.map(({ builder }) => builder.rows());
      try {
        // Whichever tables are filled, changes that contradict each other are refused.
        const context = new Context(ledger, decoder, { entries: compactChanges(ledger) });
        for (const { extract, builder } of chosen) extract(context, builder.columns);
      } catch (error) {
        chosen.forEach(({ builder }, i) => builder.truncate(rows[i]));
        throw error;
      }
    },
    batches: () => new Map(chosen.map(({ builder }) => [builder.spec.name, builder.batch()])),
    takeFull(rows, textBytes, take) {
      for (const { builder } of chosen) {
        if (builder.rows() < rows && builder.textBytes() < textBytes) continue;
        take(builder.spec.name, builder.batch());
        builder.reset();
      }
    },
    rows: () => Math.max(...chosen.map(({ builder }) => builder.rows())),
    total: () => chosen.reduce((sum, { builder }) => sum + builder.rows(), 0),
    reset: () => chosen.forEach(({ builder }) => builder.reset()),
  };
}
