/** Balances in contract storage: entries with the key `[Balance, address]`, of SEP-41 tokens and asset contracts. */
import { ScValType } from '../../xdr/generated/enums.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';

const BALANCE = symbol('Balance');
const AMOUNT = symbol('amount');

/** Returns where the holder's ScAddress stands in the key at `p`, or undefined when it is not `[Balance, address]`. */
export function balanceHolder(view: DataView, p: number): number | undefined {
  // A vector of two: the discriminant, the flag of the option, the count, then a symbol and an address.
  if (view.getInt32(p) !== ScValType.scvVec || view.getUint32(p + 4) === 0) return undefined;
  if (view.getUint32(p + 8) !== 2 || !isSymbol(view, p + 12, BALANCE)) return undefined;
  const address = p + 12 + BALANCE.length * 4;
  return view.getInt32(address) === ScValType.scvAddress ? address + 4 : undefined;
}

/** Returns where the i128 of a balance's value at `p` stands: the value itself, or the member `amount` of a map. */
export function balanceAmount(view: DataView, p: number): number | undefined {
  const type = view.getInt32(p);
  if (type === ScValType.scvI128) return p + 4;
  if (type !== ScValType.scvMap || view.getUint32(p + 4) === 0) return undefined;
  let at = p + 12;
  for (let i = view.getUint32(p + 8); i > 0; i--) {
    const value = skipScVal(view, at);
    if (isSymbol(view, at, AMOUNT)) return view.getInt32(value) === ScValType.scvI128 ? value + 4 : undefined;
    at = skipScVal(view, value);
  }
  return undefined;
}

/** The XDR of a symbol as words: symbols are compared where they stand, without a text for each. */
export function symbol(text: string): Int32Array {
  const xdr = Buffer.alloc(8 + Math.ceil(text.length / 4) * 4);
  xdr.writeInt32BE(ScValType.scvSymbol, 0);
  xdr.writeInt32BE(text.length, 4);
  xdr.write(text, 8);
  return Int32Array.from({ length: xdr.length / 4 }, (_, i) => xdr.readInt32BE(i * 4));
}

/** The caller knows that a value begins at `p`, so a symbol of another length differs before its end. */
export function isSymbol(view: DataView, p: number, words: Int32Array): boolean {
  for (let i = 0; i < words.length; i++) if (view.getInt32(p + i * 4) !== words[i]) return false;
  return true;
}
