/** The table of movements of value. */
import { column, defineTable, nullable, type ColumnsOf } from '../../arrow/table.ts';

export const tokenTransfersRaw = defineTable({
  name: 'token_transfers_raw',
  grain: 'One row per movement of value: transfer, mint, burn, clawback, fee or refund of a fee.',
  key: ['transaction_id', 'operation_id', 'event_index'],
  columns: {
    transaction_hash: column('utf8', 'Hash of the transaction.', 'hex'),
    transaction_id: column('int64', 'TOID of the transaction.'),
    operation_id: nullable('int64', 'TOID of the operation; null for fees.'),
    event_topic: column('utf8', '`transfer`, `mint`, `burn`, `clawback` or `fee`.'),
    from: nullable('utf8', 'Who gave: `G`, `C`, `B` (claimable balance), `L` (pool); null for mints.'),
    to: nullable('utf8', 'Who got; null for burns, clawbacks and fees.'),
    asset_type: column('utf8', 'native, credit_alphanum4, credit_alphanum12; empty if the token has no asset.'),
    asset_key: column('utf8', 'The asset: native or CODE:ISSUER; for a token without an asset its contract.'),
    amount_raw: column('utf8', "Amount in the token's smallest unit, exact; of a refund negative."),
    contract_id: column('utf8', "The token's contract; of an asset its own, deployed or not."),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    to_muxed: nullable(
      'utf8',
      '`to` with the id of `to_memo`: `M` of an account, since protocol 30 `W` of a contract; null without an id, and of all others.',
    ),
    to_memo_type: nullable('utf8', 'What `to_memo` is: `id` (muxed id or memo), `text` or `hash`; null without memo.'),
    to_memo: nullable(
      'utf8',
      'For whom at the destination: a decimal id, a text (escaped when it is not UTF-8), or bytes in hex.',
    ),
    to_memo_bytes: nullable('utf8', 'Bytes of a text; null of others.', 'base64'),
    event_index: column(
      'int32',
      'Position in the ledger, from 0: fees, then operations, with refunds where they happened.',
    ),
    event_toid: column(
      'int64',
      'First part of the id that `getEvents` gives, a TOID; of a derived row that of the event that CAP-67 has for it.',
    ),
    event_number: column('int32', 'Second part of that id: number of the event at the TOID, from 0.'),
    event_position: column('int32', 'Position among the events of the operation, else of the transaction, from 0.'),
    operation_type: nullable(
      'int32',
      'Type code of the operation, 0 to 26; null for fees, and in files that a version without this column wrote.',
    ),
    is_soroban: column('bool', 'Whether the transaction is one of Soroban.'),
    origin: column('utf8', '`event`: read from an event; `derived`: from operation, result and entry changes.'),
  },
});

/** Its columns, being filled. */
export type TransferColumns = ColumnsOf<typeof tokenTransfersRaw>;
