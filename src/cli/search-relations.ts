/** Relations and columns that say a word, or what is meant by it on this network. */
import type { Relation } from '../index.ts';

/** Everyday words, and what relations and columns call the same. */
const everyday: Record<string, readonly string[]> = {
  address: ['account', 'contract_id'],
  airdrop: ['claimable_balance'],
  block: ['ledger'],
  coin: ['asset', 'token'],
  created: ['creat', 'closed_at'],
  currency: ['asset'],
  date: ['closed_at', 'day'],
  dex: ['trade', 'offer', 'liquidity_pool'],
  event: ['contract_event'],
  gas: ['fee', 'instructions'],
  holder: ['balance', 'trust_line'],
  log: ['contract_event'],
  market: ['trade', 'offer'],
  nft: ['token', 'contract_data'],
  nonce: ['sequence_number'],
  ohlc: ['candle', 'trade'],
  order: ['offer'],
  price: ['trade', 'candle'],
  receiver: ['destination', 'to_account', 'recipient'],
  sender: ['source_account', 'from_account'],
  swap: ['trade', 'path_payment'],
  time: ['closed_at'],
  transfer: ['payment', 'movement'],
  tx: ['transaction'],
  user: ['account'],
  volume: ['amount', 'trade'],
  wallet: ['account', 'signer'],
};

/** A column with one meaning, and the relations that have it. */
interface FoundColumn {
  name: string;
  unit?: string;
  doc: string;
  relations: Relation[];
}

/** Returns relations and columns that have the word at the beginning of one of theirs: in their names first, then in what they mean. */
export function searchRelations(
  all: readonly Relation[],
  typed: string,
): { relations: Relation[]; columns: FoundColumn[] } {
  const word = typed.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (word === '') return { relations: [], columns: [] };
  const words = [word, ...(everyday[word] ?? everyday[word.replace(/s$/, '')] ?? [])].map((text) =>
    text.replace(/[^\p{L}\p{N}]+/gu, '[_ ]'),
  );
  const said = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'iu');
  const columns = new Map<string, FoundColumn>();
  for (const relation of all) {
    for (const { name, unit, doc } of relation.columns) {
      const found = columns.get(`${name} ${doc}`) ?? { name, ...(unit && { unit }), doc, relations: [] };
      columns.set(`${name} ${doc}`, found);
      found.relations.push(relation);
    }
  }
  return {
    relations: ranked(all, said, ({ name, grain, notes = '' }) => [name, `${grain} ${notes}`]),
    columns: ranked([...columns.values()], said, ({ name, doc }) => [name, doc]),
  };
}

/** Returns what says it: by its name before what says it otherwise. */
function ranked<T>(
  items: readonly T[],
  said: RegExp,
  textsOf: (item: T) => readonly [name: string, words: string],
): T[] {
  const named = items.filter((item) => said.test(textsOf(item)[0]));
  return [...named, ...items.filter((item) => !named.includes(item) && said.test(textsOf(item)[1]))];
}
