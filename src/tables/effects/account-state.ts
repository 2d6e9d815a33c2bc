/** Effects on an account's data entries and on its sequence number. */
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import { atDataEntry, locateDataEntry } from '../../xdr/generated/locate.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { member } from '../details/pieces.ts';
import { writeInt64, writeString } from '../details/values.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';

const QUOTE = 34;
const SEQUENCE_NUMBER = 8 + 36 + 8;
const name = { name: member('name'), newSeq: member('new_seq'), value: member('value') };
const data = atDataEntry();

/** data_created, data_updated or data_removed. */
export function addManageData(rows: EffectRows, at: OperationAt): void {
  const changes = at.changes.open();
  while (changes.next()) {
    const { type, pre, post } = changes;
    if (type !== LedgerEntryType.data) continue;
    rows.open();
    writeString(rows.w, name.name, at.body);
    if (post !== ABSENT) writeValue(rows.w, post);
    rows.close();
    const { dataCreated, dataRemoved, dataUpdated } = effectType;
    return rows.source(pre === ABSENT ? dataCreated : post === ABSENT ? dataRemoved : dataUpdated);
  }
  throw at.fault('no change of the data entry', at.body);
}

function writeValue(w: ValueWriter, entry: number): void {
  const { view } = w;
  locateDataEntry(view, entry + 8, data);
  w.piece(name.value);
  w.byte(QUOTE);
  w.base64(view, data.dataValue + 4, data.dataValue + 4 + view.getUint32(data.dataValue));
  w.byte(QUOTE);
}

/** sequence_bumped, unless the number was as high already. */
export function addBumpSequence(rows: EffectRows, at: OperationAt): void {
  const { view } = at;
  const changes = at.changes.open();
  while (changes.next()) {
    const { type, pre, post } = changes;
    if (type !== LedgerEntryType.account) continue;
    if (pre === ABSENT || post === ABSENT) throw at.fault('bump sequence created or removed an account', at.body);
    const p = post + SEQUENCE_NUMBER;
    if (view.getBigInt64(pre + SEQUENCE_NUMBER) === view.getBigInt64(p)) return;
    rows.open();
    writeInt64(rows.w, name.newSeq, p);
    rows.close();
    return rows.source(effectType.sequenceBumped);
  }
}
