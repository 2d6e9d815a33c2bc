import { DataType } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { readLedger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { pairEnvelopes } from '../../src/ledger/verify.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { createTables, tables } from '../../src/tables/index.ts';
import { poisonLedgers } from '../make/poison-ledgers.ts';

const passphrase = 'Unsigned Network ; 2026';
const id = networkId(passphrase);

/** Integers that XDR lets be negative, hashes of assets, differences, and sums of such. */
const signed = [
  /_(stroops|fee_charged|asset_id|change|1kb|entry)$/,
  /(^|_)(asset_id|asset_[ab]_id|offer_id|price_[nd]|account_sequence)$/,
  /^(resource_fee|inclusion_fee_(bid|charged)|new_max_fee|total_fee_charged)$/,
  /^(bucket_list|soroban_state)_target_size_bytes$|^(ledger|tx)_max_instructions$|_rent_rate_denominator$/,
  /^fee_rate_per_instructions_increment$|_soroban_state_size_(low|high)$|_bucket_list_(low|high)$/,
];

/** Returns columns of integers that hold a negative one, in ledgers of extremes. */
function negativeColumns(): string[] {
  const found = new Set<string>();
  const built = createTables(id, { only: tables.map(({ name }) => name) });
  for (const mix of ['mixed', 'dex', 'soroban'] as const) {
    const options = { startLedger: 2, ledgers: 16, protocol: 26, mix, seed: 'unsigned', passphrase };
    const closed = Array.from(simulate({ ...options, transactionsPerLedger: 8 }), ({ bytes }) => bytes);
    for (const bytes of poisonLedgers(closed, passphrase)) {
      const ledger = readLedger(bytes);
      pairEnvelopes(ledger, id);
      built.add(ledger);
    }
  }
  for (const batch of built.batches().values()) {
    for (const { name } of batch.schema.fields.filter((field) => DataType.isInt(field.type))) {
      for (const value of batch.getChild(name)!) if (value !== null && value < 0) found.add(name);
    }
  }
  return [...found].filter((name) => !signed.some((pattern) => pattern.test(name))).sort();
}

describe('unsigned integers', () => {
  it('are never negative, but for those that stellar-core keeps below 2^31 or 2^63', () => {
    const masks = ['flags'];
    const ledgers = ['last_modified_ledger', 'sequence_ledger'];
    const sizes = ['num_subentries', 'total_byte_size_of_bucket_list', 'total_byte_size_of_live_soroban_state'];
    expect(negativeColumns()).toEqual([...masks, ...ledgers, ...sizes].sort());
  });
});
