/** A transaction of a lake by its hash or the beginning of it. */
import type { LedgerRange } from '../datastore/keys.ts';
import { LedgerlakeError, UsageError } from '../core/errors.ts';
import type { Lake } from '../lake/asking/lake.ts';
import type { QueryOptions } from '../lake/asking/query/query.ts';
import { rows } from '../lake/asking/query/rows.ts';
import { explainTransaction, type Explanation } from './explain.ts';
import type { Ask, PlainRow, TransactionPlace } from './transaction-source.ts';

/** Shorter beginnings are of many transactions. */
const LEAST_DIGITS = 6;
const HASH_DIGITS = 64;
/** So many hashes stand in an error at most. */
const MOST_SHOWN = 5;
/** So many runs of ledgers stand in an error at most. */
const MOST_RUNS = 5;

/**
 * Explains the transaction with a hash, either one of a fee bump, or a prefix. Throws UsageError for a malformed or ambiguous
 * hash, LedgerlakeError for an unknown one.
 */
export async function explainHash(lake: Lake, hash: unknown, options: QueryOptions = {}): Promise<Explanation> {
  const digits = hashDigits(hash);
  options.signal?.throwIfAborted();
  const ask: Ask = async (texts, ...values) => {
    const sql = texts.reduce((text, next, i) => `${text}$${i}${next}`);
    const found = await rows(lake, sql, { ...options, parameters: [...values], integers: 'text', times: 'iso' });
    return found as PlainRow[];
  };
  const place = await placeOf(lake, digits, ask);
  const found = await explainTransaction({ path: lake.path, network: lake.network, ask, askLedger: ask }, place);
  if (!found) throw await notFound(lake, digits);
  return found;
}

function hashDigits(hash: unknown): string {
  if (typeof hash === 'string' && /^[0-9a-f]+$/i.test(hash) && hash.length <= HASH_DIGITS) {
    if (hash.length >= LEAST_DIGITS) return hash.toLowerCase();
    throw new UsageError(`the hash "${hash}" has ${hash.length} digits; give ${LEAST_DIGITS} of its digits or more`);
  }
  const given = typeof hash === 'string' ? `"${hash}"` : String(hash);
  throw new UsageError(
    `${given} is not a transaction hash: expected ${HASH_DIGITS} hexadecimal digits, or the first ones`,
  );
}

async function placeOf(lake: Lake, digits: string, ask: Ask): Promise<TransactionPlace> {
  const found = digits.length === HASH_DIGITS ? await rowsOfHash(lake, digits, ask) : await rowsOfPrefix(digits, ask);
  const [first, ...others] = found;
  if (!first) throw await notFound(lake, digits);
  if (others.length > 0) {
    const hashes = found.slice(0, MOST_SHOWN).map(({ hash }) => String(hash));
    const more = found.length > MOST_SHOWN ? ' and more' : '';
    throw new UsageError(`several transactions begin with ${digits}: ${hashes.join(', ')}${more}; give more digits`);
  }
  return { ledger: Number(first['ledger_sequence']), id: String(first['id']) };
}

/** The history index names the ledgers that may have a hash. */
async function rowsOfHash(lake: Lake, hash: string, ask: Ask): Promise<PlainRow[]> {
  const ledgers = lake.index?.ledgers(await lake.snapshot(), hash);
  if (ledgers) {
    for (const ledger of ledgers) {
      const found = await ask`
        select transaction_hash as hash, id, ledger_sequence
        from bronze.history_transactions_raw_v1
        where ledger_sequence = ${ledger} and (transaction_hash = ${hash} or inner_transaction_hash = ${hash})
        limit 1`;
      if (found.length > 0) return found;
    }
    return [];
  }
  return ask`
    select transaction_hash as hash, id, ledger_sequence
    from bronze.history_transactions_raw_v1
    where transaction_hash = ${hash} or inner_transaction_hash = ${hash}
    limit 1`;
}

const rowsOfPrefix = (digits: string, ask: Ask) => ask`
  select transaction_hash as hash, id, ledger_sequence
  from bronze.history_transactions_raw_v1
  where starts_with(transaction_hash, ${digits}) or starts_with(inner_transaction_hash, ${digits})
  order by id
  limit ${MOST_SHOWN + 1}`;

async function notFound(lake: Lake, digits: string): Promise<LedgerlakeError> {
  const loaded = await lake.loaded();
  const what = digits.length === HASH_DIGITS ? `transaction ${digits}` : `transaction that begins with ${digits}`;
  const where = loaded.length === 0 ? 'it has no ledgers' : `it has ledgers ${runsText(loaded)}`;
  return new LedgerlakeError(`the lake ${lake.path} has no ${what}: ${where}`, { lake: lake.path });
}

function runsText(runs: readonly LedgerRange[]): string {
  const shown = runs
    .slice(0, MOST_RUNS)
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
  const rest = runs.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more ranges` : ''}`;
}
