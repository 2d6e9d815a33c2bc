/** Changes of contract storage. */
import Type from 'typebox';
import { column } from '../../arrow/table.ts';
import { createBuilder } from '../../arrow/table.ts';
import { contractData as bronze, extractContractData } from '../../tables/contract-data.ts';
import { pushClosedAt } from '../../tables/context.ts';
import { extractionOf, processorConfig, withDefault, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

const contractDataRecords = defineRecords({
  name: 'contract_data',
  grain: 'One row per entry of contract storage and ledger in which it changed.',
  key: ['ledger_key_hash', 'ledger_sequence'],
  ledger: 'ledger_sequence',
  zoned: ['closed_at', 'timestamp'],
  columns: {
    id: column('int64', 'Ledger times 2^32, and the number of the row among those of the ledger, from 0.'),
    contract_id: column('utf8', 'Contract that owns the entry.'),
    contract_key_type: column('utf8', 'Type of the key, such as ScValTypeScvVec.'),
    contract_durability: column('utf8', 'ContractDataDurabilityPersistent or ContractDataDurabilityTemporary.'),
    asset_code: column('utf8', 'Code of the asset, on the instance of an asset contract; else empty.'),
    asset_issuer: column('utf8', 'Issuer of that asset.'),
    asset_type: column('utf8', 'Type of that asset, such as AssetTypeAssetTypeCreditAlphanum4.'),
    balance_holder: column('utf8', 'Contract that holds the balance; else empty.'),
    balance: column('utf8', 'That balance as an integer; else empty.', 'stroops'),
    last_modified_ledger: column('int32', 'Ledger in which the entry was last modified; for a removal, before it.'),
    ledger_entry_change: column('int32', '0 created, 1 updated, 2 removed, 4 restored.'),
    deleted: column('bool', 'Whether the entry was removed.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the change.'),
    ledger_key_hash: column('utf8', 'SHA-256 of the LedgerKey.', 'hex'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const contractDataProcessor: Processor = {
  kind: 'processor',
  id: 'contract_data',
  name: 'Contract Data',
  description: 'Changes of contract storage.',
  origin: 'hosted',
  records: [contractDataRecords],
  extraction: contractDataExtraction,
  config: processorConfig({
    name: withDefault(Type.String(), 'contract_data_processor'),
  }),
  example: `- type: contract_data\n`,
};

/** The rows of the bronze table, of which what the record lacks goes nowhere; assets have the types of the reference. */
function contractDataExtraction() {
  const unread = createBuilder(bronze);
  return extractionOf({ out: contractDataRecords }, (context, { out }) => {
    unread.reset();
    const first = out.ledger_sequence.length;
    extractContractData(context, { ...unread.columns, ...out }, (asset) => ({
      ...asset,
      typePiece: asset.goTypePiece,
    }));
    while (out.timestamp.length < out.ledger_sequence.length) {
      out.id.push(context.ledger.sequence, out.id.length - first);
      pushClosedAt(out.timestamp, context);
    }
  });
}
