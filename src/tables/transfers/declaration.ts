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
    event_topic: column('utf8', 'Kind of movement: `transfer`, `mint`, `burn`, `clawback` or `fee`.'),
    from: nullable(
      'utf8',
      'Sender: account (`G`), contract (`C`), claimable balance (`B`) or pool (`L`); null for mints.',
    ),
    to: nullable(
      'utf8',
      'Receiver: account (`G`), contract (`C`), claimable balance (`B`) or pool (`L`); null for burns, clawbacks and fees.',
    ),
    asset_type: column('utf8', 'native, credit_alphanum4, credit_alphanum12; empty if the token has no asset.'),
    asset_key: column('utf8', 'The asset: native or CODE:ISSUER; for a token without an asset its contract.'),
    amount_raw: column(
      'utf8',
      "Amount in the token's smallest unit (stroops for assets), exact, as text; negative for a refund.",
    ),
    contract_id: column('utf8', 'Contract of the token; for an asset, its asset contract (SAC), deployed or not.'),
    ledger_sequence: column('int32', 'Ledger of the transaction.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    to_muxed: nullable(
      'utf8',
      'Receiver with the id of to_memo: `M` for an account, since protocol 30 `W` for a contract; null without an id, and for others.',
    ),
    to_memo_type: nullable('utf8', 'Type of to_memo: `id` (muxed id or memo), `text` or `hash`; null without a memo.'),
    to_memo: nullable(
      'utf8',
      'Memo for the receiver: a decimal id, a text (escaped if it is not UTF-8), or bytes in hex.',
    ),
    to_memo_bytes: nullable('utf8', 'Bytes of a text in to_memo; null for other types.', 'base64'),
    event_index: column(
      'int32',
      'Position of the movement in the ledger, from 0: fees, then operations, with refunds where they happened.',
    ),
    event_toid: column(
      'int64',
      "TOID in the first part of the event's `getEvents` id; for a derived row, of the event that CAP-67 would emit.",
    ),
    event_number: column('int32', 'Number of the event at event_toid, from 0: the second part of the `getEvents` id.'),
    event_position: column('int32', 'Position among the events of the operation, else of the transaction, from 0.'),
    operation_type: nullable(
      'int32',
      'Type code of the operation, 0 to 26; null for fees, and in files from a version without this column.',
    ),
    is_soroban: column('bool', 'Whether the transaction is a Soroban transaction.'),
    origin: column(
      'utf8',
      'Source of the row: `event` if read from an event, `derived` from operation, result and entry changes.',
    ),
  },
});

/** Its columns, being filled. */
export type TransferColumns = ColumnsOf<typeof tokenTransfersRaw>;
