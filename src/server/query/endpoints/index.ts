/** Every endpoint, in the order of the contract. */
import type { Endpoint } from '../endpoint.ts';
import { accountActivity } from './account-activity.ts';
import { accountBalances } from './account-balances.ts';
import { accountCurrent } from './account-current.ts';
import { accountHistory } from './account-history.ts';
import { accounts } from './accounts.ts';
import { accountsTop } from './accounts-top.ts';
import { activities } from './activities.ts';
import { contractFunctions } from './contract-functions.ts';
import { contractsRegistry } from './contracts-registry.ts';
import { accountSummary } from './account-summary.ts';
import { flows } from './flows.ts';
import { operationsEnriched } from './operations-enriched.ts';
import { operationsByFunction, operationsSoroban } from './operations-soroban.ts';
import { payments } from './payments.ts';
import { contractAnalytics } from './contract-analytics.ts';
import { contractInterface } from './contract-interface.ts';
import { contractsTop } from './contracts-top.ts';
import { events, eventsByContract } from './events.ts';
import { eventsGeneric, eventsOfContract } from './events-generic.ts';
import { tokenTransfers } from './token-transfers.ts';
import { assets } from './assets.ts';
import { assetHolders } from './asset-holders.ts';
import { assetDetail, assetStats } from './asset-stats.ts';
import { token } from './token.ts';
import { tokenBalances } from './token-balances.ts';
import { goldBalances } from './gold-balances.ts';
import { goldArchives, goldLineage } from './gold-archives.ts';
import { goldArchive, goldArtifact } from './gold-archive.ts';
import { goldAccount, goldAccountBatch, goldHolders, goldPortfolio } from './gold-snapshots.ts';
import { goldSupply } from './gold-supply.ts';
import { goldTransactions } from './gold-transactions.ts';
import { search } from './search.ts';
import { bronze } from './bronze.ts';
import { ledgerFull } from './ledger-full.ts';
import { relationships } from './relationships.ts';
import { feeStats, networkStats } from './stats.ts';
import { sorobanStats } from './stats-soroban.ts';
import { addressBalanceHistory, addressBalances } from './address-balances.ts';
import { bronzeStats } from './bronze-stats.ts';
import { contractData, contractEntry, contractStorage, storageSummary } from './contract-storage.ts';
import { dataBoundaries, meta } from './data-boundaries.ts';
import { transactionsRecent } from './transactions-recent.ts';
import { ledger, ledgerFees, ledgersRecent, ledgerSoroban, ledgerSummary } from './ledgers.ts';
import {
  transactionCallGraph,
  transactionContracts,
  transactionContractsSummary,
  transactionHierarchy,
} from './transaction-calls.ts';
import { transactionReceipt, transactionSemantic } from './transaction-receipt.ts';
import { transactionBatch, transactionSummaries } from './transaction-batch.ts';
import { transactionDecoded } from './transaction-decoded.ts';
import { transactionDiffs } from './transaction-diffs.ts';
import { transactionExplanation } from './transaction-explanation.ts';
import { transactionFull } from './transaction-full.ts';
import { transactionEffects, transactionEvents } from './transaction-parts.ts';
import { transfers } from './transfers.ts';
import { accountOffers, offer, offersByPair, offersList } from './offers.ts';
import { liquidityPool, liquidityPools } from './liquidity-pools.ts';
import { claimableBalance, claimableBalances } from './claimable-balances.ts';
import { tradesByPair, tradesList } from './trades.ts';
import { tradeStats } from './trade-stats.ts';
import { candles, latestPrice, tradePairs } from './prices.ts';
import { assetLinks } from './asset-links.ts';
import { assetPairs } from './asset-pairs.ts';
import { transferStats } from './transfer-stats.ts';
import { ttl, ttlExpired, ttlExpiring, ttlResolve } from './soroban-ttl.ts';
import { sorobanKeys } from './soroban-keys.ts';
import { contractCode } from './contract-code.ts';
import { sorobanConfig, sorobanConfigLimits } from './soroban-config.ts';
import { decodeScval } from './decode-scval.ts';
import { accountSigners } from './account-signers.ts';
import { accountTransactions } from './account-transactions.ts';
import { accountContracts } from './account-contracts.ts';
import { contractCalls } from './contract-calls.ts';
import { addressEvents } from './address-events.ts';
import { tokenBalance, tokenStats } from './token-stats.ts';
import { contractMetadata } from './contract-metadata.ts';
import { contractWasm } from './contract-wasm.ts';
import { contractTransactions } from './contract-transactions.ts';
import { semanticAssets, semanticPairs } from './semantic-assets.ts';
import { contractActivity } from './contract-activity.ts';
import { semanticToken } from './semantic-token.ts';
import { addressTokenBalances } from './address-token-balances.ts';
import { effectsList, effectsOfTransaction, effectTypes } from './effects.ts';

export const endpoints: readonly Endpoint[] = [
  accounts,
  accountCurrent,
  accountHistory,
  accountsTop,
  accountBalances,
  accountActivity,
  transfers,
  payments,
  operationsEnriched,
  operationsSoroban,
  assets,
  assetHolders,
  assetStats,
  assetDetail,
  token,
  tokenBalances,
  tokenTransfers,
  contractsTop,
  contractAnalytics,
  contractInterface,
  events,
  eventsGeneric,
  eventsByContract,
  transactionDecoded,
  transactionDiffs,
  transactionFull,
  transactionExplanation,
  search,
  activities,
  contractsRegistry,
  contractFunctions,
  accountSummary,
  flows,
  goldBalances,
  goldSupply,
  goldAccount,
  goldPortfolio,
  goldHolders,
  goldAccountBatch,
  goldArchives,
  goldLineage,
  goldTransactions,
  goldArchive,
  goldArtifact,
  transactionEvents,
  transactionEffects,
  transactionCallGraph,
  transactionHierarchy,
  transactionContracts,
  transactionContractsSummary,
  transactionSemantic,
  transactionReceipt,
  ledgersRecent,
  ledger,
  ledgerSummary,
  ledgerFees,
  ledgerSoroban,
  ledgerFull,
  transactionsRecent,
  transactionSummaries,
  transactionBatch,
  contractStorage,
  storageSummary,
  contractData,
  contractEntry,
  addressBalances,
  addressBalanceHistory,
  relationships,
  dataBoundaries,
  meta,
  feeStats,
  networkStats,
  sorobanStats,
  bronzeStats,
  ...bronze,
  offersList,
  offersByPair,
  offer,
  accountOffers,
  liquidityPools,
  liquidityPool,
  claimableBalances,
  claimableBalance,
  tradesList,
  tradesByPair,
  tradeStats,
  tradePairs,
  latestPrice,
  candles,
  assetLinks,
  assetPairs,
  transferStats,
  effectsList,
  effectTypes,
  effectsOfTransaction,
  ttl,
  ttlExpiring,
  ttlExpired,
  ttlResolve,
  ...sorobanKeys,
  contractCode,
  sorobanConfig,
  sorobanConfigLimits,
  decodeScval,
  accountSigners,
  accountTransactions,
  accountContracts,
  ...contractCalls,
  ...operationsByFunction,
  eventsOfContract,
  addressEvents,
  tokenStats,
  tokenBalance,
  contractWasm,
  contractMetadata,
  contractTransactions,
  semanticAssets,
  semanticPairs,
  contractActivity,
  semanticToken,
  addressTokenBalances,
];
