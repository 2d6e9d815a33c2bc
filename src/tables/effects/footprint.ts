/** Effects of operations that keep Soroban entries alive: which times to live they changed. */
import { ABSENT } from '../../ledger/transaction.ts';
import { LedgerEntryType } from '../../xdr/generated/enums.ts';
import type { ValueWriter } from '../json/value-writer.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { member } from '../details/pieces.ts';
import { writeUint32 } from '../details/values.ts';
import { ChangesByKey } from './changes-by-key.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';

/** The LedgerKey of a time to live: its type and a hash, as they stand in the entry. */
const TTL_KEY = 36;
const COMMA = 44;
const QUOTE = 34;
const name = { entries: member('entries'), extendTo: member('extend_to') };

/** extend_footprint_ttl. Throws DecodeError when the operation removed an entry. */
export function addExtendFootprintTtl(rows: EffectRows, at: OperationAt): void {
  rows.open();
  writeEntries(rows.w, at);
  // The operation's extension comes first.
  writeUint32(rows.w, name.extendTo, at.body + 4);
  rows.closeForSource(effectType.extendFootprintTtl);
}

/** restore_footprint. Throws DecodeError when the operation removed an entry. */
export function addRestoreFootprint(rows: EffectRows, at: OperationAt): void {
  rows.open();
  writeEntries(rows.w, at);
  rows.closeForSource(effectType.restoreFootprint);
}

/** Writes the keys of the times to live that changed, as base64. */
function writeEntries(w: ValueWriter, at: OperationAt): void {
  const lives = readLives(at);
  w.piece(name.entries);
  w.byte(91);
  for (let i = 0; i < lives.length; i++) {
    if (i > 0) w.byte(COMMA);
    const key = lives.post(i) + 4;
    w.byte(QUOTE);
    w.base64(at.view, key, key + TTL_KEY);
    w.byte(QUOTE);
  }
  w.byte(93);
}

function readLives(at: OperationAt): ChangesByKey {
  const lives = new ChangesByKey();
  const changes = at.changes.open();
  while (changes.next()) {
    if (changes.post === ABSENT) throw at.fault('an entry of the footprint is removed', changes.pre);
    if (changes.type === LedgerEntryType.ttl) lives.add(changes);
  }
  lives.sort(at.view);
  return lives;
}
