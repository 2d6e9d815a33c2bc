/** What validators agreed on for a ledger, its StellarValue: when it closed, who signed that, and whether they agreed on no transaction set. */
import { StellarValueType } from '../xdr/generated/enums.ts';
import type { StellarValueAt } from '../xdr/generated/locate.ts';
import { XdrFault } from '../xdr/reader.ts';

/** The last millisecond of year 9999, which is as far as RFC 3339 writes times. */
const LAST_TIME = 253_402_300_799_999n;

/**
 * Returns the close time in milliseconds since 1970: to the millisecond from the ledger after the upgrade to protocol 30 on (CAP-88),
 * before that whole seconds. Throws XdrFault for a time after year 9999, or one that is not in the second that the value also states.
 */
export function closeTimeOf(view: DataView, { closeTime, ext }: Pick<StellarValueAt, 'closeTime' | 'ext'>): number {
  const seconds = view.getBigUint64(closeTime);
  if (seconds > LAST_TIME / 1000n) throw new XdrFault(closeTime, `closeTime ${seconds} is after year 9999`);
  if (!isInMilliseconds(view.getInt32(ext))) return Number(seconds) * 1000;
  const milliseconds = view.getBigUint64(ext + 4);
  if (milliseconds > LAST_TIME) throw new XdrFault(ext + 4, `closeTimeMs ${milliseconds} is after year 9999`);
  if (milliseconds / 1000n !== seconds) {
    throw new XdrFault(ext + 4, `closeTimeMs ${milliseconds} is not in second ${seconds}, which closeTime states`);
  }
  return Number(milliseconds);
}

function isInMilliseconds(type: number): boolean {
  return type === StellarValueType.stellarValueSignedMs || type === StellarValueType.stellarValueEmptyTxSetMs;
}

/** Whether validators agreed on no set (CAP-83): the header then names none, and the one that was applied is empty. */
export function hasEmptySet(view: DataView, ext: number): boolean {
  const type = view.getInt32(ext);
  return type === StellarValueType.stellarValueEmptyTxSet || type === StellarValueType.stellarValueEmptyTxSetMs;
}

/**
 * Where the LedgerCloseValueSignature of a value with a transaction set stands, or -1: values have none before protocol 14, and where
 * validators agreed on no set it signs the set that was dropped, which Hubble does not show.
 */
export function signatureAt(view: DataView, ext: number): number {
  switch (view.getInt32(ext)) {
    case StellarValueType.stellarValueSigned:
      return ext + 4;
    case StellarValueType.stellarValueSignedMs:
      // The time comes first.
      return ext + 12;
    default:
      return -1;
  }
}
