/**
 * Which columns of tables hold keys: accounts, signers, contracts, pools, claimable balances, and issuers of assets. Whoever asks for one of these by
 * `=` or `in` reads the ledgers alone that the index has of it, with rows of the kind that is asked for.
 */

/** Of each table the columns whose values are keys, each with the kinds of its rows, bits of 16. */
export type KeyColumns = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Rows of a table that have one value in a column: their keys are of a kind of their own in the columns that have it. */
export interface RowsApart {
  column: string;
  value: string;
  kind: number;
}

/** Columns by their tables. */
type Columns = Readonly<Record<string, readonly string[]>>;

/**
 * The kinds of rows with keys, at most 16. Kinds for accounts differ from those for assets and pools, and from fees, because
 * one account may appear in most ledgers of one kind only.
 */
export const keyKinds = {
  participant: { operation_participants: ['address'] },
  source: { history_operations: ['source_account'] },
  operation: {
    history_operations: [
      'destination',
      'trustor',
      'sponsor',
      'sponsored_id',
      'contract_id',
      'liquidity_pool_id',
      'liquidity_pool_id_strkey',
      'balance_id',
      'balance_id_strkey',
    ],
  },
  issuer: {
    history_operations: [
      'asset_issuer',
      'source_asset_issuer',
      'selling_asset_issuer',
      'buying_asset_issuer',
      'reserve_a_asset_issuer',
      'reserve_b_asset_issuer',
    ],
    history_trades: ['selling_asset_issuer', 'buying_asset_issuer'],
  },
  transaction: { history_transactions: ['account', 'fee_account'] },
  transfer: { token_transfers_raw: ['from', 'to'] },
  fee: { token_transfers_raw: ['from', 'to'] },
  token: { token_transfers_raw: ['contract_id', 'asset_key'] },
  effect: { history_effects: ['address'] },
  effect_object: { history_effects: ['asset_key', 'asset_issuer', 'contract', 'liquidity_pool_id', 'balance_id'] },
  trade: {
    history_trades: [
      'selling_account_address',
      'buying_account_address',
      'selling_liquidity_pool_id',
      'selling_liquidity_pool_id_strkey',
    ],
  },
  event: { history_contract_events: ['contract_id'] },
  call: {
    contract_invocations: ['contract_id', 'caller', 'auth_address'],
    contract_creations: ['contract_id', 'creator_address', 'deployer_contract'],
  },
  contract_data: {
    contract_data: ['contract_id', 'balance_holder', 'asset_issuer'],
    evicted_keys: ['contract_id'],
    restored_key: ['contract_id'],
  },
  account: {
    accounts: ['account_id', 'sponsor'],
    account_signers: ['account_id', 'signer', 'sponsor'],
    account_data: ['account_id', 'sponsor'],
    balance_entry_changes: ['holder'],
  },
  holding: {
    trust_lines: ['account_id', 'asset_issuer', 'liquidity_pool_id', 'liquidity_pool_id_strkey', 'sponsor'],
    offers: ['seller_id', 'selling_asset_issuer', 'buying_asset_issuer', 'sponsor'],
    liquidity_pools: ['liquidity_pool_id', 'liquidity_pool_id_strkey', 'asset_a_issuer', 'asset_b_issuer'],
    claimable_balances: ['balance_id', 'balance_id_strkey', 'asset_issuer', 'sponsor'],
  },
} as const satisfies Record<string, Columns>;

/** The column of an asset as `CODE:ISSUER`, whose key is the issuer; lumens, and tokens by their contracts, have none. */
export const ASSET_KEY = 'asset_key';

export type KeyKind = keyof typeof keyKinds;

const names = Object.keys(keyKinds);

export const KEY_COLUMNS: KeyColumns = columnsOf(keyKinds);

/** By their table; the kind is not that of other rows. */
export const ROWS_APART: ReadonlyMap<string, RowsApart> = new Map([
  ['token_transfers_raw', { column: 'event_topic', value: 'fee', kind: kindsOf('fee') }],
]);

/** Returns the columns of kinds, the first of which is the lowest bit. */
function columnsOf(kinds: Readonly<Record<string, Columns>>): KeyColumns {
  const found = new Map<string, Map<string, number>>();
  for (const [i, tables] of Object.values(kinds).entries()) {
    for (const [table, columns] of Object.entries(tables)) {
      const known = found.get(table) ?? new Map<string, number>();
      for (const column of columns) known.set(column, (known.get(column) ?? 0) | (1 << i));
      found.set(table, known);
    }
  }
  return found;
}

/** Returns the bits of kinds. */
export function kindsOf(...kinds: KeyKind[]): number {
  return kinds.reduce((bits, kind) => bits | (1 << names.indexOf(kind)), 0);
}

/** Returns the names of kinds, for people. */
export function kindNames(kinds: number): string {
  return names.filter((_, i) => (kinds & (1 << i)) !== 0).join(', ');
}
