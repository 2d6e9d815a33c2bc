/** The table of effects. */
import { fieldName } from '../../xdr/names.ts';
import { column, defineTable, nullable, oneOf } from '../../arrow/table.ts';
import { effectColumns } from './columns.ts';
import { effectFields } from './fields.ts';
import { effectType } from './types.ts';

export const historyEffects = defineTable({
  name: 'history_effects',
  grain: 'One row per effect of an operation of a successful transaction, in the order of application.',
  key: ['id'],
  details: effectFields,
  columns: {
    address: column('utf8', 'Account that the effect is about.'),
    address_muxed: nullable('utf8', 'M address by which the operation names the account; null without one.'),
    operation_id: column('int64', 'TOID of the operation.'),
    type: column('int32', 'Type code of the effect, 0 to 99.'),
    type_string: oneOf(
      column('utf8', 'Name of the effect type, such as account_credited.'),
      Object.keys(effectType).map(fieldName),
    ),
    other_details_json: column(
      'utf8',
      'Fields without a column of their own, as a JSON object that depends on the type; amounts in units as texts of seven decimals.',
    ),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the operation.'),
    index: column('int32', 'Position among the effects of the operation, from 0.'),
    id: column('utf8', 'TOID of the operation and index, as <operation_id>-<index>.'),
    ...effectColumns,
  },
});
