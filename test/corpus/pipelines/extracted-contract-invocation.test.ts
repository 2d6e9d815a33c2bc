import { describe, expect, it } from 'vitest';
import type { JsonData } from '../../../src/pipelines/yaml/nodes.ts';
import { hasCorpus } from '../../corpus.ts';
import { comparable, difference, golden, recordsOf, without, type Row } from './records.ts';

/** What the goldens were recorded with, as far as their rows tell. */
const schema = (
  name: string,
  contract: string,
  extractors: Record<string, JsonData>,
  validation: Record<string, JsonData>,
) => ({
  schema_name: name,
  function_name: { carbon: 'plant', marked: 'cm_marked', yeet: 'yeet' }[name]!,
  contract_ids: [contract],
  extractors,
  validation,
});
const field = (index: number, type: string, path?: string, more: Record<string, JsonData> = {}) => ({
  argument_index: index,
  field_type: type,
  ...(path && { field_path: path }),
  ...more,
});
const config = {
  extraction_schemas: {
    carbon: schema(
      'carbon',
      'CDL74RF5BLYR2YBLCCI7F5FB6TPSCLKEJUBSD2RSVWZ4YHF3VMFAIGWA',
      {
        funder: field(0, 'address', 'address'),
        amount: field(1, 'uint64', 'lo'),
        project_id: field(1, 'string', 'value'),
        memo_text: field(9, 'string', undefined, { default_value: 'none' }),
      },
      { funder: { pattern: '^G' } },
    ),
  },
};

describe.skipIf(!hasCorpus)('extracted_contract_invocation', () => {
  it.each(['pubnet-p26', 'pubnet-eras'])('extracts what the reference extracts of %s', (name) => {
    const ours = recordsOf(name, 'extracted_contract_invocation', { config }).get('extracted_contract_invocations')!;
    const theirs = golden(`extracted_contract_invocation/${name}`).filter((row) => row['schema_name'] === 'carbon');
    const fees = recordsOf(name, 'raw_transactions').get('transactions')!;
    const bumps = new Set(fees.filter((row) => row['new_max_fee'] !== null).map((row) => row['transaction_hash']));
    const unbumped = (row: Row) => (bumps.has(row['tx_hash']) ? without(row, 'successful') : row);
    // The reference counts operations from 0, and omits an amount of 0.
    const asOurs = ({ transaction_hash, toid, amount, ...row }: Row): Row => ({
      ...without(row, 'processed_at'),
      tx_hash: transaction_hash,
      toid: `#${BigInt(String(toid).slice(1)) + 1n}`,
      amount: amount === undefined ? '0' : String(amount).slice(1),
    });
    expect(
      difference(
        comparable(ours.map((row) => unbumped(without(row, 'id')))),
        comparable(theirs.map(asOurs).map(unbumped)),
      ),
    ).toEqual([]);
  });
});
