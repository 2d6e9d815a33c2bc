/** Answers `getLedgers`: streams pages of whole ledgers from the history or the datastore. */
import { FIRST_LEDGER, type LedgerRange } from '../../../datastore/keys.ts';
import { pieces } from '../../../core/in-pieces.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { messageOf } from '../../../core/system-errors.ts';
import { jsonLedgerHeaderHistoryEntry, stepsLedgerCloseMeta } from '../../../xdr/generated/json.ts';
import { decodeParams } from '../params.ts';
import { internalError, invalidParams } from '../errors.ts';
import { parseUint32 } from '../go/text.ts';
import { type Call, type Method, breathe, isFull, spillOver } from '../call.ts';
import { unreadable, windowOf } from '../node.ts';
import { checkPaged, pagedRequest, rangeMessage, toPaged, type PagedRequest } from '../paging.ts';
import { writeWindow } from '../window-text.ts';
import { COMMA, type AnswerWriter } from '../writer.ts';

const request = pagedRequest('GetLedgersRequest');
/** Bytes that become base64 at once, a multiple of three. */
const PART = 48 * 1024;
/** Room for what is written between two looks at how much is held. */
const MARGIN = 256 * 1024;

/** Whole ledgers: those of the window, and with a datastore all before it. */
export const getLedgers: Method = async (call, w) => {
  const { node, params } = call;
  const { history, config } = node;
  const asked = toPaged(await decodeParams(request, params), config.ledgers);
  const window = windowOf(node);
  const first = history.datastore ? Math.min(FIRST_LEDGER, window.first) : window.first;
  checkPaged(asked, { first, last: window.last }, config.ledgers);
  const start = startOf(asked, first, window.last);
  const end = Math.min(start + asked.limit - 1, window.last);
  w.ascii('{"ledgers":[');
  let count = 0;
  for await (const ledger of ledgersOf(call, { first: start, last: end }, window.first)) {
    // In base64 it goes as it is.
    if (ledger.fault && asked.format === 'json') throw unreadable(node, ledger.sequence, ledger.fault);
    if (count++ > 0) w.byte(COMMA);
    await writeLedger(call, w, ledger, asked.format === 'json');
    await spillOver(call, w);
    await breathe(call.signal);
  }
  w.ascii('],');
  writeWindow(w, window, 'CloseTime');
  w.ascii(',"cursor":');
  w.quotedInteger(end);
  w.ascii('}');
};

function startOf({ cursor, startLedger }: PagedRequest, first: number, last: number): number {
  if (cursor === '') return startLedger;
  const start = sequenceAfter(cursor);
  if (start >= first && start <= last) return start;
  throw invalidParams(`cursor ('${cursor}') must be between ${rangeMessage(first, last)}`);
}

/** In 32 bits: after the highest comes 0. */
function sequenceAfter(cursor: string): number {
  try {
    return (parseUint32(cursor) + 1) >>> 0;
  } catch (error) {
    throw invalidParams(messageOf(error));
  }
}

/** Yields ledgers: those before the window that no store has come from the datastore. */
async function* ledgersOf(call: Call, { first, last }: LedgerRange, oldest: number): AsyncGenerator<Ledger> {
  const { node, signal } = call;
  const { history } = node;
  let start = first;
  while (start < oldest && start <= last && history.has(start)) yield await readOwn(call, start++);
  const end = Math.min(last, oldest - 1);
  if (start <= end) {
    if (!history.datastore) throw invalidParams('datastore ledger reader not configured');
    try {
      yield* history.datastore.ledgers({ first: start, last: end }, signal);
    } catch (error) {
      const { message } = unreadable(node, start, error, 'error fetching ledgers from datastore: ');
      // Where the page reaches into the window the reference joins two errors, and the message begins with a code.
      throw internalError((last >= oldest ? '[-32603] ' : '') + message);
    }
    start = end + 1;
  }
  while (start <= last) yield await readOwn(call, start++);
}

async function readOwn({ node, signal }: Call, sequence: number): Promise<Ledger> {
  try {
    return await node.history.rawLedger(sequence, signal);
  } catch (error) {
    throw unreadable(node, sequence, error, 'error fetching ledgers from db: ');
  }
}

/** Writes a ledger, in pieces; its meta may be too large to be held as a whole. */
async function writeLedger(call: Call, w: AnswerWriter, ledger: Ledger, isJson: boolean): Promise<void> {
  const turn = pieces();
  const goOn = () => (isFull(call, w) ? spillOver(call, w) : turn());
  // The header's entry begins with the hash and ends where the transaction set starts.
  const { bytes, hash, txSet } = ledger;
  w.from(bytes);
  const room = call.mayHold() + MARGIN - w.length;
  w.reserve(Math.min(isJson ? bytes.length * 5 : Math.ceil((bytes.length * 4) / 3) + 4096, room));
  w.ascii('{"hash":');
  w.quotedHex(hash, hash + 32);
  w.ascii(',"sequence":');
  w.integer(ledger.sequence);
  w.ascii(',"ledgerCloseTime":');
  w.quotedInteger(ledger.closeTime);
  w.ascii(',"headerXdr":');
  if (isJson) {
    w.ascii('"","headerJson":');
    jsonLedgerHeaderHistoryEntry(w, hash);
    w.ascii(',"metadataXdr":"","metadataJson":');
    for (const steps = stepsLedgerCloseMeta(w, 0); !steps.next().done;) await goOn();
  } else {
    w.quotedBase64(hash, txSet);
    w.ascii(',"metadataXdr":"');
    for (let start = 0; start < bytes.length; start += PART) {
      w.nativeBase64(start, Math.min(start + PART, bytes.length));
      await goOn();
    }
    w.ascii('"');
  }
  w.ascii('}');
}
