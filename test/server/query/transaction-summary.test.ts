/** Sentences of transactions that the corpus has no case of. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/server/query/endpoints/transactions/transaction.ts';
import type { MovementRow } from '../../../src/server/query/endpoints/transactions/transaction-events.ts';
import { summaryOf } from '../../../src/server/query/endpoints/transactions/transaction-summary.ts';

const A = 'GAAA2222222222222222222222222222222222222222222222222222WXYZ';
const B = 'GBBB2222222222222222222222222222222222222222222222222222WXYZ';
const POOL = 'CPPP2222222222222222222222222222222222222222222222222222WXYZ';

function operation(parts: Partial<Operation>): Operation {
  const none = { contract_id: null, function_name: null, host_function: null, amount: null, party: null };
  const shown = { shown_amount: null, shown_asset: null, is_ended: false, result_code: null };
  return { index: 0, type: 24, type_name: 'x', source_account: A, is_soroban_op: true, ...none, ...shown, ...parts };
}

function transfer(from: string, to: string, asset: string, amount: string, type = 'transfer'): MovementRow {
  const token = { contract_id: `C${asset}`, asset_code: asset, token_symbol: asset, token_decimals: 7 };
  return { event_type: type, from, to, amount, amount_display: amount, source_type: 'soroban', ...token };
}

const call = operation({ contract_id: POOL, function_name: 'swap' });
const told = { operations: [call], successful: true, created: [] };

describe('summaryOf', () => {
  it('tells what a route of transfers comes to', () => {
    const events = [
      transfer(A, POOL, 'XLM', '50000000'),
      transfer(POOL, B, 'EUR', '20000000'),
      transfer(B, A, 'USD', '12345678900000'),
    ];
    expect(summaryOf({ ...told, events })).toMatchObject({
      description: 'Swapped 5 XLM for 1,234,567.89 USD',
      swap: { sold_amount: '5.0000000', bought_amount: '1234567.8900000', trader: A, confidence: 'inferred' },
    });
  });

  it('calls no swap what comes back in the same asset', () => {
    const events = [transfer(A, POOL, 'XLM', '5'), transfer(POOL, A, 'XLM', '6')];
    expect(summaryOf({ ...told, events }).description).toBe('Called swap on CPPP...WXYZ');
    const nameless = [operation({ contract_id: POOL, function_name: '' })];
    expect(summaryOf({ ...told, operations: nameless, events }).description).toBe('Called CPPP...WXYZ');
  });

  it('takes no fee for a movement', () => {
    const events = [transfer(A, '', 'XLM', '5', 'fee'), transfer('', B, 'EUR', '5.0000000', 'mint')];
    expect(summaryOf({ ...told, events })).toMatchObject({ description: 'Minted 5 EUR to GBBB...WXYZ', type: 'mint' });
  });

  it('names the contract that was deployed', () => {
    const create = operation({ host_function: 'create_contract_v2' });
    expect(summaryOf({ operations: [create], events: [], successful: true, created: [POOL] })).toMatchObject({
      description: 'Deployed contract CPPP...WXYZ',
      type: 'deploy_contract',
    });
  });

  it('counts operations on contracts among others', () => {
    const payment = operation({ type: 1, type_name: 'payment', is_soroban_op: false });
    const told = { operations: [payment, call], events: [], successful: false, created: [] };
    expect(summaryOf(told)).toMatchObject({
      description: 'Failed: Transaction with 2 operations (1 Soroban)',
      type: 'multi_op',
    });
  });

  it('has one sentence for all offers, and another for a trust line that ends', () => {
    const one = (parts: Partial<Operation>) =>
      summaryOf({ ...told, operations: [operation({ is_soroban_op: false, ...parts })], events: [] }).description;
    const ended = { is_ended: true, shown_amount: '0.0000000', shown_asset: 'EUR' };
    expect(one({ type: 3, ...ended })).toBe('Sell offer: 0 EUR');
    expect(one({ type: 12, ...ended })).toBe('Buy offer: 0 EUR');
    expect(one({ type: 6, is_ended: true, shown_asset: 'ADA' })).toBe('Removed trustline for ADA');
  });
});
