/** What a ledger key costs Go's decoder, which takes no key that needs more than 16 KB. */
import { LedgerEntryType, ScValType } from '../../xdr/generated/enums.ts';
import { skipLedgerKey, skipScAddress, skipScVal } from '../../xdr/generated/skip.ts';
import { decodeXdr } from './base64.ts';

const MOST = 16 * 1024;
/** Go's ScVal is a discriminant and twenty pointers. */
const SC_VAL = 168;

/** Returns the ledger key that a text is, undefined when the reference would not decode it. */
export function decodeLedgerKey(text: string): DataView | undefined {
  const view = decodeXdr(text, skipLedgerKey);
  if (!view || view.getInt32(0) !== LedgerEntryType.contractData) return view;
  return scValMemory(view, skipScAddress(view, 4)).bytes > MOST ? undefined : view;
}

function scValMemory(view: DataView, p: number): { end: number; bytes: number } {
  const type = view.getInt32(p);
  const isMap = type === ScValType.scvMap;
  if ((!isMap && type !== ScValType.scvVec) || view.getUint32(p + 4) === 0) {
    const end = skipScVal(view, p);
    return { end, bytes: end - p };
  }
  const count = view.getUint32(p + 8) * (isMap ? 2 : 1);
  let end = p + 12;
  let bytes = count * SC_VAL;
  for (let i = 0; i < count; i++) {
    const item = scValMemory(view, end);
    end = item.end;
    if (item.bytes > SC_VAL) bytes += item.bytes;
  }
  return { end, bytes };
}
