/**
 * Which columns of tables hold keys: accounts, signers, contracts, pools, claimable balances, and issuers of assets. Whoever asks for one of these by
 * `=` or `in` reads the ledgers alone that the index has of it.
 */
export const KEY_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['operation_participants', ['address']],
  [
    'history_operations',
    [
      ...['source_account', 'destination', 'trustor', 'sponsor', 'sponsored_id', 'contract_id', 'liquidity_pool_id'],
      ...[
        'liquidity_pool_id_strkey',
        'balance_id',
        'balance_id_strkey',
        'asset_issuer',
        'source_asset_issuer',
        'selling_asset_issuer',
        'buying_asset_issuer',
      ],
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
  ['contract_invocations', ['contract_id', 'caller', 'auth_address']],
  ['contract_creations', ['contract_id', 'creator_address', 'deployer_contract']],
  ['contract_data', ['contract_id', 'balance_holder', 'asset_issuer']],
  ['evicted_keys', ['contract_id']],
  ['restored_key', ['contract_id']],
  ['accounts', ['account_id', 'sponsor']],
  ['account_signers', ['account_id', 'signer', 'sponsor']],
  ['trust_lines', ['account_id', 'asset_issuer', 'liquidity_pool_id', 'liquidity_pool_id_strkey', 'sponsor']],
  ['offers', ['seller_id', 'selling_asset_issuer', 'buying_asset_issuer', 'sponsor']],
  ['account_data', ['account_id', 'sponsor']],
  ['liquidity_pools', ['liquidity_pool_id', 'liquidity_pool_id_strkey', 'asset_a_issuer', 'asset_b_issuer']],
  ['claimable_balances', ['balance_id', 'balance_id_strkey', 'asset_issuer', 'sponsor']],
]);
