/** The structs whose fields our extractors address by offset; the generator emits a `locate` for each. */
export const located = [
  'AccountEntry',
  'ClaimableBalanceEntry',
  'ContractCodeEntry',
  'ContractDataEntry',
  'DataEntry',
  'LedgerEntry',
  'LedgerHeader',
  'LedgerHeaderHistoryEntry',
  'LiquidityPoolEntryConstantProduct',
  'OfferEntry',
  'SetOptionsOp',
  'SorobanTransactionData',
  'StellarValue',
  'Transaction',
  'TransactionResult',
  'TrustLineEntry',
];
