/** Data entries of accounts; Hubble has no table for them. */
import type { Utf8Column } from '../arrow/columns.ts';
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryType } from '../xdr/generated/enums.ts';
import { atDataEntry, locateDataEntry } from '../xdr/generated/locate.ts';
import { pushAccount, pushText, type Context } from './context.ts';
import { commonColumns, eachEntry, pushSponsor, sponsorColumn } from './entry/entry.ts';

export const accountData = defineTable({
  name: 'account_data',
  grain: 'One row per data entry and ledger in which it changed.',
  key: ['account_id', 'data_name_bytes', 'ledger_sequence'],
  columns: {
    account_id: column('utf8', 'Account that owns the data entry.'),
    data_name: column('utf8', 'Name of the data entry; escaped if it is not UTF-8.'),
    data_name_bytes: column('utf8', "Bytes of the data entry's name.", 'base64'),
    data_value: column('utf8', 'Value of the data entry.', 'base64'),
    sponsor: sponsorColumn,
    ...commonColumns,
  },
});

const at = atDataEntry();

export function extractAccountData(context: Context, out: ColumnsOf<typeof accountData>): void {
  const { view } = context;
  eachEntry(context, LedgerEntryType.data, out, (data) => {
    locateDataEntry(view, data, at);
    pushAccount(out.account_id, context, at.accountId);
    pushText(out.data_name, context, at.dataName);
    pushBase64(out.data_name_bytes, view, at.dataName);
    pushBase64(out.data_value, view, at.dataValue);
    pushSponsor(out.sponsor, context, at.end);
  });
}

function pushBase64(column: Utf8Column, view: DataView, p: number): void {
  column.base64(view, p + 4, p + 4 + view.getUint32(p));
}
