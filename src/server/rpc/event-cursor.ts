/** Ids of events: a TOID and a number within it, both padded. */
import { MAX_OPERATION, MAX_TRANSACTION } from '../../ledger/event-list.ts';
import { messageOf } from '../../core/system-errors.ts';
import { undecodable } from './errors.ts';
import { parseInt64, parseUint32 } from './go/text.ts';
import { parseToid, toidText, type Toid } from './toid.ts';

export interface EventCursor extends Toid {
  number: number;
}

const MAX_NUMBER = 4294967295;

/** Returns the cursor that a text is; throws invalid parameters with the reference's words when it is none. */
export function parseCursor(text: string): EventCursor {
  const dash = text.indexOf('-');
  if (dash < 0) throw undecodable(`invalid event id ${text}`);
  try {
    const toid = parseToid(parseInt64(text.slice(0, dash)));
    return { ...toid, number: parseUint32(text.slice(dash + 1)) };
  } catch (error) {
    throw undecodable(`invalid event id ${text}: ${messageOf(error)}`);
  }
}

/** Returns the cursor of the next event, if the operation has more; its number wraps, as in the reference. */
export function cursorAfter(cursor: EventCursor): EventCursor {
  return { ...cursor, number: cursor.number === MAX_NUMBER ? 0 : cursor.number + 1 };
}

/** Returns the id as text. */
export function eventId(ledger: number, transaction: number, operation: number, number: number): string {
  return `${toidText(ledger, transaction, operation).padStart(19, '0')}-${String(number).padStart(10, '0')}`;
}

/** Returns the cursor as text. */
export function cursorText({ ledger, transaction, operation, number }: EventCursor): string {
  return eventId(ledger, transaction, operation, number);
}

/** Returns the smallest id that an event of the ledger could have. */
export function firstCursor(ledger: number): EventCursor {
  return { ledger, transaction: 0, operation: 0, number: 0 };
}

/** Returns the largest id that an event of the ledger could have. */
export function lastCursor(ledger: number): EventCursor {
  return { ledger, transaction: MAX_TRANSACTION, operation: MAX_OPERATION, number: MAX_NUMBER };
}
