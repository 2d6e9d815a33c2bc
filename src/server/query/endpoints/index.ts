/** Every endpoint, in the order of the contract. */
import type { Endpoint } from '../endpoint.ts';
import { accountActivity } from './accounts/account-activity.ts';
import { accountBalances } from './accounts/account-balances.ts';
import { accountCurrent } from './accounts/account-current.ts';
import { accountHistory } from './accounts/account-history.ts';
import { accountsEndpoint } from './accounts/accounts.ts';
import { accountsTop } from './accounts/accounts-top.ts';
import { activities } from './semantic/activities.ts';
import { contractFunctions } from './contracts/contract-functions.ts';
import { contractsRegistry } from './contracts/contracts-registry.ts';
import { accountSummary } from './accounts/account-summary.ts';
import { flows } from './semantic/flows.ts';
import { operationsEnriched } from './transactions/operations-enriched.ts';
import { operationsByFunction, operationsSoroban } from './transactions/operations-soroban.ts';
import { payments } from './transactions/payments.ts';
import { contractAnalytics } from './contracts/contract-analytics.ts';
import { contractInterface } from './contracts/contract-interface.ts';
import { contractsTop } from './contracts/contracts-top.ts';
import { events, eventsByContract } from './events/events.ts';
import { eventsGeneric, eventsOfContract } from './events/events-generic.ts';
import { tokenTransfers } from './tokens/token-transfers.ts';
import { assets } from './assets/assets.ts';
import { assetHolders } from './assets/asset-holders.ts';
import { assetDetail, assetStats } from './assets/asset-stats.ts';
import { token } from './tokens/token.ts';
import { tokenBalances } from './tokens/token-balances.ts';
import { goldBalances } from './gold/gold-balances.ts';
import { goldArchives, goldLineage } from './gold/gold-archives.ts';
import { goldArchive, goldArtifact } from './gold/gold-archive.ts';
import { goldAccount, goldAccountBatch, goldHolders, goldPortfolio } from './gold/gold-snapshots.ts';
import { goldSupply } from './gold/gold-supply.ts';
import { goldTransactions } from './gold/gold-transactions.ts';
import { search } from './ledgers/search.ts';
import { bronzeEndpoints } from './ledgers/bronze.ts';
import { ledgerFull } from './ledgers/ledger-full.ts';
import { relationships } from './accounts/relationships.ts';
import { feeStats, networkStats } from './ledgers/stats.ts';
import { sorobanStats } from './ledgers/stats-soroban.ts';
import { addressBalanceHistory, addressBalances } from './accounts/address-balances.ts';
import { bronzeStats } from './ledgers/bronze-stats.ts';
import { contractDataEndpoint, contractEntry, contractStorage, storageSummary } from './contracts/contract-storage.ts';
import { dataBoundaries, meta } from './ledgers/data-boundaries.ts';
import { transactionsRecent } from './transactions/transactions-recent.ts';
import { ledger, ledgerFees, ledgersRecent, ledgerSoroban, ledgerSummary } from './ledgers/ledgers.ts';
import {
  transactionCallGraph,
  transactionContracts,
  transactionContractsSummary,
  transactionHierarchy,
} from './transactions/transaction-calls.ts';
import { transactionReceipt, transactionSemantic } from './transactions/transaction-receipt.ts';
import { transactionBatch, transactionSummaries } from './transactions/transaction-batch.ts';
import { transactionDecoded } from './transactions/transaction-decoded.ts';
import { transactionDiffs } from './transactions/transaction-diffs.ts';
import { transactionExplanation } from './transactions/transaction-explanation.ts';
import { transactionFull } from './transactions/transaction-full.ts';
import { transactionEffects, transactionEvents } from './transactions/transaction-parts.ts';
import { transfers } from './tokens/transfers.ts';
import { accountOffers, offer, offersByPair, offersList } from './accounts/offers.ts';
import { liquidityPool, liquidityPoolsEndpoint } from './assets/liquidity-pools.ts';
import { claimableBalance, claimableBalancesEndpoint } from './accounts/claimable-balances.ts';
import { tradesByPair, tradesList } from './assets/trades.ts';
import { tradeStats } from './assets/trade-stats.ts';
import { candles, latestPrice, tradePairs } from './assets/prices.ts';
import { assetLinks } from './assets/asset-links.ts';
import { assetPairs } from './assets/asset-pairs.ts';
import { transferStats } from './tokens/transfer-stats.ts';
import { ttlEndpoint, ttlExpired, ttlExpiring, ttlResolve } from './contracts/soroban-ttl.ts';
import { sorobanKeys } from './contracts/soroban-keys.ts';
import { contractCodeEndpoint } from './contracts/contract-code.ts';
import { sorobanConfig, sorobanConfigLimits } from './ledgers/soroban-config.ts';
import { decodeScval } from './contracts/decode-scval.ts';
import { accountSignersEndpoint } from './accounts/account-signers.ts';
import { accountTransactions } from './accounts/account-transactions.ts';
import { accountContracts } from './accounts/account-contracts.ts';
import { contractCalls } from './contracts/contract-calls.ts';
import { addressEvents } from './events/address-events.ts';
import { tokenBalance, tokenStats } from './tokens/token-stats.ts';
import { contractMetadata } from './contracts/contract-metadata.ts';
import { contractWasm } from './contracts/contract-wasm.ts';
import { contractTransactions } from './contracts/contract-transactions.ts';
import { semanticAssets, semanticPairs } from './semantic/semantic-assets.ts';
import { contractActivity } from './contracts/contract-activity.ts';
import { semanticToken } from './semantic/semantic-token.ts';
import { addressTokenBalances } from './accounts/address-token-balances.ts';
import { effectsList, effectsOfTransaction, effectTypes } from './transactions/effects.ts';

export const endpoints: readonly Endpoint[] = [
  accountsEndpoint,
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
  contractDataEndpoint,
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
  ...bronzeEndpoints,
  offersList,
  offersByPair,
  offer,
  accountOffers,
  liquidityPoolsEndpoint,
  liquidityPool,
  claimableBalancesEndpoint,
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
  ttlEndpoint,
  ttlExpiring,
  ttlExpired,
  ttlResolve,
  ...sorobanKeys,
  contractCodeEndpoint,
  sorobanConfig,
  sorobanConfigLimits,
  decodeScval,
  accountSignersEndpoint,
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
