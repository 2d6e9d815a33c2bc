/** Search for relations and columns by a word in their names or meanings. */
import type { Relation } from '../index.ts';

/** Everyday words, and the names of the relations and columns to show for each. */
export const everyday: Record<string, string> = {
  address: 'accounts_current semantic_entities_contracts',
  airdrop: 'claimable_balances_current claimable_balances',
  block: 'history_ledgers ledger_sequence closed_at',
  coin: 'semantic_asset_stats token_registry asset_metadata history_assets',
  created: 'contract_creations account_creation_date creator_address closed_at',
  currency: 'semantic_asset_stats token_registry asset_metadata history_assets',
  date: 'closed_at day',
  dex: 'trades prices semantic_dex_pairs offers_current liquidity_pools_current',
  gas: 'daily_fee_stats_agg ledger_fee_stats_agg hourly_soroban_fee_agg_contract fee_charged resource_fee',
  holder: 'balances_at address_balances_current daily_holdings',
  log: 'history_contract_events contract_events_stream_v1',
  market: 'trades prices semantic_dex_pairs offers_current',
  nft: 'token_registry token_transfers token_permissions contract_data_current',
  nonce: 'sequence_number account_sequence',
  ohlc: 'prices trade_agg',
  order: 'offers_current offers offers_snapshot',
  price: 'prices trade_agg trades semantic_dex_pairs',
  receiver: 'destination to_account to_address to',
  sender: 'source_account from_account from',
  swap: 'trades history_trades',
  time: 'closed_at',
  transfer: 'token_transfers token_transfers_raw semantic_flows_value',
  tx: 'history_transactions explained_transactions transaction_changes transaction_hash',
  user: 'accounts_current semantic_account_summary account_id',
  volume: 'trade_agg semantic_dex_pairs semantic_asset_stats',
  wallet: 'accounts_current account_signers_current smart_account_signers semantic_account_summary',
};

/** A column with one meaning, and the relations that have it. */
interface FoundColumn {
  name: string;
  unit?: string;
  doc: string;
  relations: Relation[];
}

/** Returns relations and columns by rank: those of an everyday word, then names that contain the typed word, then meanings. */
export function searchRelations(
  all: readonly Relation[],
  typed: string,
): { relations: Relation[]; columns: FoundColumn[] } {
  // eslint-disable-next-line local/linear-expressions -- a word that the user searches for, or the name of a column
  const word = typed.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (word === '') return { relations: [], columns: [] };
  const meant = (everyday[word] ?? everyday[word.replace(/s$/, '')] ?? '').split(' ');
  const said = new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[^\p{L}\p{N}]+/gu, '[_ ]')}`, 'iu');
  const columns = new Map<string, FoundColumn>();
  for (const relation of all) {
    for (const { name, unit, doc } of relation.columns) {
      const found = columns.get(`${name} ${doc}`) ?? { name, ...(unit && { unit }), doc, relations: [] };
      columns.set(`${name} ${doc}`, found);
      found.relations.push(relation);
    }
  }
  const rankOf = (name: string, meaning: string) =>
    meant.includes(name) ? 0 : said.test(name) ? 1 : said.test(meaning) ? 2 : undefined;
  return {
    relations: ranked(all, ({ name, grain, notes = '' }) => rankOf(name, `${grain} ${notes}`)),
    columns: ranked([...columns.values()], ({ name, doc }) => rankOf(name, doc)),
  };
}

/** Returns the items that have a rank, sorted by it. */
function ranked<T>(items: readonly T[], rankOf: (item: T) => number | undefined): T[] {
  const found = items.map((item) => ({ item, rank: rankOf(item) }));
  const isFound = found.filter((one): one is { item: T; rank: number } => one.rank !== undefined);
  return isFound.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
