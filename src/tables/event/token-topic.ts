/** The first topic of an event that tells of a movement of tokens (SEP-41, CAP-67). */
import { ScValType } from '../../xdr/generated/enums.ts';

/** What an event can tell of besides fees. */
export type TokenTopic = 'transfer' | 'mint' | 'burn' | 'clawback';

/** Returns which movement the symbol at `p` names; an empty text when the ScVal is another symbol, or none. */
export function tokenTopic(view: DataView, p: number): TokenTopic | '' {
  if (view.getInt32(p) !== ScValType.scvSymbol) return '';
  const length = view.getUint32(p + 4);
  if (length === 0) return '';
  const word = view.getUint32(p + 8);
  if (length === 4) return word === 0x6d696e74 ? 'mint' : word === 0x6275726e ? 'burn' : '';
  if (length !== 8) return '';
  const rest = view.getUint32(p + 12);
  if (word === 0x7472616e && rest === 0x73666572) return 'transfer';
  return word === 0x636c6177 && rest === 0x6261636b ? 'clawback' : '';
}
