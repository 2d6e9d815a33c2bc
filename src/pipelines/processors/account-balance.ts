/** Balances of given accounts, whenever they change. */
import Type from 'typebox';
import { column } from '../../arrow/table.ts';
import { processorConfig, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

export const accountBalances = defineRecords({
  name: 'account_balances',
  grain: 'One row per account, asset and ledger in which the balance changed.',
  key: ['account_id', 'asset_type', 'asset_code', 'asset_issuer', 'ledger_sequence'],
  ledger: 'ledger_sequence',
  columns: {
    account_id: column('utf8', 'Address of the account.'),
    asset_type: column('utf8', 'Type of the asset.'),
    asset_code: column('utf8', 'Code of the asset; empty for lumens.'),
    asset_issuer: column('utf8', 'Issuer; empty for lumens.'),
    balance: column('int64', 'Balance at the end of the ledger; 0 for an entry that was removed.', 'stroops'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const accountBalance: Processor = {
  kind: 'processor',
  id: 'account_balance',
  name: 'Account Balance',
  description: 'Balances of given accounts, whenever they change.',
  origin: 'hosted',
  records: [accountBalances],
  config: processorConfig({
    account_ids: Type.Array(Type.String({ format: 'stellar-account' }), { minItems: 1, description: 'The accounts.' }),
    assets: Type.Optional(Type.Array(Type.String(), { description: 'native, or CODE:ISSUER; by default all.' })),
  }),
  example: `- type: account_balance\n  config: {account_ids: [GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7]}\n`,
};
