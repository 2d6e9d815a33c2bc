/** Movements of assets that a contract call made, from the events of Stellar asset contracts among its diagnostics. */
import type { Piece } from '../../bytes.ts';
import { findDiagnosticEvents } from '../../ledger/meta-events.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { skipContractEvent } from '../../xdr/generated/skip.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { readMovement, writeMovedAmount, type AssetMovement } from './asset-movement.ts';
import { plainNames } from './assets.ts';
import { append, member, piece } from './pieces.ts';
import { writeScAddress } from '../../xdr/address.ts';

const name = {
  amount: member('amount'),
  changes: member('asset_balance_changes'),
  from: member('from'),
  to: member('to'),
};
const types = {
  burn: piece(',"type":"burn"'),
  clawback: piece(',"type":"clawback"'),
  mint: piece(',"type":"mint"'),
  transfer: piece(',"type":"transfer"'),
};
const COMMA = 44;
const QUOTE = 34;
const OPEN = 123;

/** Writes the movements of the operation's transaction. */
export function writeAssetBalanceChanges(w: ValueWriter, at: OperationAt): void {
  append(w, name.changes);
  const start = w.length;
  let p = findDiagnosticEvents(at.view, at.transaction);
  const count = p === ABSENT ? 0 : at.view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    const isInSuccessfulCall = at.view.getUint32(p) === 1;
    const movement = isInSuccessfulCall ? readMovement(at, p + 4) : undefined;
    if (movement) writeMovement(w, movement);
    p = skipContractEvent(at.view, p + 4);
  }
  if (w.length === start) w.byte(91);
  else w.buffer[start] = 91;
  w.byte(93);
}

function writeMovement(w: ValueWriter, { kind, from, to, amount, asset }: AssetMovement): void {
  const start = w.length;
  w.byte(COMMA);
  if (from !== ABSENT) writeParty(w, name.from, from);
  if (to !== ABSENT) writeParty(w, name.to, to);
  w.buffer[start + 1] = OPEN;
  append(w, types[kind]);
  append(w, name.amount);
  w.byte(QUOTE);
  writeMovedAmount(w, amount);
  w.byte(QUOTE);
  plainNames.writeFrom(w, asset.view, 0);
  w.byte(125);
}

function writeParty(w: ValueWriter, role: Piece, address: number): void {
  append(w, role);
  w.byte(QUOTE);
  writeScAddress(w, w.keys, w.view, address);
  w.byte(QUOTE);
}
