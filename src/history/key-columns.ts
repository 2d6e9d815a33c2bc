/**
 * Which columns of tables hold keys: accounts, contracts, pools, claimable balances, and issuers of assets. Whoever asks for one of these by
 * `=` or `in` reads the ledgers alone that the index has of it.
 */
export const KEY_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['operation_participants', ['address']],
  [
    'history_operations',
    [
      ...['source_account', 'destination', 'trustor', 'sponsor', 'sponsored_id', 'contract_id', 'liquidity_pool_id'],
      ...['balance_id', 'asset_issuer', 'source_asset_issuer', 'selling_asset_issuer', 'buying_asset_issuer'],
      ...['reserve_a_asset_issuer', 'reserve_b_asset_issuer'],
    ],
  ],
  ['history_transactions', ['account', 'fee_account']],
  ['token_transfers_raw', ['from', 'to', 'contract_id', 'asset_issuer']],
  ['history_effects', ['address', 'asset_issuer', 'contract', 'liquidity_pool_id', 'balance_id']],
  [
    'history_trades',
    [
      ...['selling_account_address', 'buying_account_address', 'selling_liquidity_pool_id'],
      ...['selling_liquidity_pool_id_strkey', 'selling_asset_issuer', 'buying_asset_issuer'],
    ],
  ],
  ['history_contract_events', ['contract_id']],
  ['contract_invocations', ['contract_id', 'caller']],
  ['contract_creations', ['contract_id', 'creator_address']],
  ['contract_data', ['contract_id', 'balance_holder']],
  ['evicted_keys', ['contract_id']],
  ['restored_key', ['contract_id']],
  ['accounts', ['account_id']],
  ['account_signers', ['account_id']],
  ['trust_lines', ['account_id', 'asset_issuer', 'liquidity_pool_id']],
  ['offers', ['seller_id', 'selling_asset_issuer', 'buying_asset_issuer']],
  ['account_data', ['account_id']],
  ['liquidity_pools', ['liquidity_pool_id', 'asset_a_issuer', 'asset_b_issuer']],
  ['claimable_balances', ['balance_id', 'asset_issuer']],
]);
