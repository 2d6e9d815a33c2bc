/** What validators agreed on for a ledger, its StellarValue: when it closed, who signed that, and whether they agreed on no transaction set. */
import { StellarValueType } from '../xdr/generated/enums.ts';
import type { StellarValueAt } from '../xdr/generated/locate.ts';
import { XdrFault } from '../xdr/reader.ts';

/** What an arm of StellarValueExt tells. */
interface Arm {
  /** Whether it begins with the close time in milliseconds (CAP-88). */
  isInMilliseconds?: true;
  /** Whether validators agreed on no transaction set (CAP-83). */
  isEmpty?: true;
  /** Bytes before the LedgerCloseValueSignature of the set. */
  signature?: number;
}

type ValueType = (typeof StellarValueType)[keyof typeof StellarValueType];

const arms: Partial<Record<number, Arm>> = {
  [StellarValueType.stellarValueBasic]: {},
  [StellarValueType.stellarValueSigned]: { signature: 4 },
  [StellarValueType.stellarValueEmptyTxSet]: { isEmpty: true },
  [StellarValueType.stellarValueSignedMs]: { isInMilliseconds: true, signature: 12 },
  [StellarValueType.stellarValueEmptyTxSetMs]: { isInMilliseconds: true, isEmpty: true },
} satisfies Record<ValueType, Arm>;

/** Returns undefined for an arm of a newer protocol. */
const armAt = (view: DataView, ext: number): Arm | undefined => arms[view.getInt32(ext)];

/** Whether the schema has the arm of a StellarValueExt. */
export const isKnownValue = (view: DataView, ext: number): boolean => armAt(view, ext) !== undefined;

/** The last millisecond of year 9999, which is as far as RFC 3339 writes times. */
const LAST_TIME = 253_402_300_799_999n;

/**
 * Returns the close time in milliseconds since 1970: to the millisecond from the ledger after the upgrade to protocol 30 on (CAP-88),
 * before that whole seconds. Throws XdrFault for a time after year 9999, or one that is not in the second that the value also states.
 */
export function closeTimeOf(view: DataView, { closeTime, ext }: Pick<StellarValueAt, 'closeTime' | 'ext'>): number {
  const seconds = view.getBigUint64(closeTime);
  if (seconds > LAST_TIME / 1000n) throw new XdrFault(closeTime, `closeTime ${seconds} is after year 9999`);
  if (!armAt(view, ext)?.isInMilliseconds) return Number(seconds) * 1000;
  const milliseconds = view.getBigUint64(ext + 4);
  if (milliseconds > LAST_TIME) throw new XdrFault(ext + 4, `closeTimeMs ${milliseconds} is after year 9999`);
  if (milliseconds / 1000n !== seconds) {
    throw new XdrFault(ext + 4, `closeTimeMs ${milliseconds} is not in second ${seconds}, which closeTime states`);
  }
  return Number(milliseconds);
}

/** Whether validators agreed on no set (CAP-83): the header then names none, and the one that was applied is empty. */
export function hasEmptySet(view: DataView, ext: number): boolean {
  return armAt(view, ext)?.isEmpty === true;
}

/**
 * Where the LedgerCloseValueSignature of a value with a transaction set stands, or -1: values have none before protocol 14, and where
 * validators agreed on no set it signs the set that was dropped, which Hubble does not show.
 */
export function signatureAt(view: DataView, ext: number): number {
  const { signature } = armAt(view, ext) ?? {};
  return signature === undefined ? -1 : ext + signature;
}
