/** Movements of assets that a contract call made. */
import { Piece } from '../../core/bytes.ts';
import { ABSENT } from '../../ledger/transaction.ts';
import { writeScAddress } from '../../xdr/address.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import { eachAssetMovement, type AssetMovement } from '../operation/asset-movements.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { writeFixedUnits, writeWideUnits } from './amounts.ts';
import { plainNames } from './assets.ts';
import { member } from './pieces.ts';

const name = {
  amount: member('amount'),
  changes: member('asset_balance_changes'),
  from: member('from'),
  to: member('to'),
};
const types = {
  burn: new Piece(',"type":"burn"'),
  clawback: new Piece(',"type":"clawback"'),
  mint: new Piece(',"type":"mint"'),
  transfer: new Piece(',"type":"transfer"'),
};
const COMMA = 44;
const QUOTE = 34;
const OPEN = 123;

/** Writes what the operation moved; what fails moves nothing. */
export function writeAssetBalanceChanges(w: ValueWriter, at: OperationAt): void {
  w.piece(name.changes);
  const start = w.length;
  if (at.transaction.successful) eachAssetMovement(at, (movement) => writeMovement(w, movement));
  if (w.length === start) w.byte(91);
  else w.buffer[start] = 91;
  w.byte(93);
}

function writeMovement(w: ValueWriter, { topic, from, to, amount, asset }: AssetMovement): void {
  const start = w.length;
  w.byte(COMMA);
  if (from !== ABSENT) writeParty(w, name.from, from);
  if (to !== ABSENT) writeParty(w, name.to, to);
  w.buffer[start + 1] = OPEN;
  w.piece(types[topic]);
  w.piece(name.amount);
  w.byte(QUOTE);
  writeAmount(w, amount);
  w.byte(QUOTE);
  plainNames.writeFrom(w, asset.view, 0);
  w.byte(125);
}

/** Writes the i128 at `p` in units of seven decimals. */
function writeAmount(w: ValueWriter, p: number): void {
  const { view } = w;
  if (view.getBigInt64(p) === 0n && view.getInt32(p + 8) >= 0) {
    writeFixedUnits(w, view.getInt32(p + 8), view.getUint32(p + 12));
  } else writeWideUnits(w, (view.getBigInt64(p) << 64n) | view.getBigUint64(p + 8));
}

function writeParty(w: ValueWriter, role: Piece, address: number): void {
  w.piece(role);
  w.byte(QUOTE);
  writeScAddress(w, w.keys, w.view, address);
  w.byte(QUOTE);
}
