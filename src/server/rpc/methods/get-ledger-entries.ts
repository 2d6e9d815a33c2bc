/** Answers `getLedgerEntries`: returns current ledger entries by key, as XDR or JSON. */
import { EntryStates, type EntryState } from '../../../history/state.ts';
import { LedgerEntryType } from '../../../xdr/generated/enums.ts';
import { jsonLedgerEntryData, jsonLedgerEntryExt, jsonLedgerKey } from '../../../xdr/generated/json.ts';
import { atLedgerEntry, locateLedgerEntry } from '../../../xdr/generated/locate.ts';
import { decodeParams, arrayOf, string, struct } from '../params.ts';
import { internalError, invalidParams, RpcError } from '../errors.ts';
import { checkXdrFormat } from '../format.ts';
import { decodeLedgerKey } from '../go/key-memory.ts';
import { type Call, type Method, breathe } from '../call.ts';
import { unreadable, windowOf } from '../node.ts';
import { COMMA, type AnswerWriter } from '../writer.ts';

const request = struct('GetLedgerEntriesRequest', { keys: arrayOf('string', string), xdrFormat: string });
const MAX_KEYS = 200;
const NO_CORE = 'could not query captive core: ';

/** Ledger entries as the newest ledger left them, where ledgers of the history tell; an error where one key's is not told. */
export const getLedgerEntries: Method = async (call, w) => {
  const { node, params } = call;
  const { keys = [], xdrFormat = '' } = await decodeParams(request, params);
  checkXdrFormat(xdrFormat);
  if (keys.length > MAX_KEYS) {
    throw invalidParams(`key count (${keys.length}) exceeds maximum supported (${MAX_KEYS})`);
  }
  const decoded = keys.map(decodeKey);
  windowOf(node, 'could not get latest ledger: ');
  if (keys.length === 0) throw internalError(`${NO_CORE}no keys specified in request`);
  await node.history.indexed();
  const { last } = windowOf(node);
  const found = await statesOf(call, last, uniqueKeys(decoded));
  w.ascii('{"entries":[');
  let count = 0;
  for (const [key, state] of found) {
    if (state.kind !== 'found') continue;
    if (count++ > 0) w.byte(COMMA);
    writeEntry(w, key, state, xdrFormat === 'json');
  }
  w.ascii('],"latestLedger":');
  w.integer(last);
  w.ascii('}');
};

function decodeKey(key: string | undefined, index: number): Uint8Array {
  const view = decodeLedgerKey(key ?? '');
  if (!view) throw invalidParams(`cannot unmarshal key value ${key ?? ''} at index ${index}`);
  if (view.getInt32(0) === LedgerEntryType.ttl) throw invalidParams('ledger ttl entries cannot be queried directly');
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Of a repeated key the last counts, as in the reference. */
function uniqueKeys(keys: readonly Uint8Array[]): Uint8Array[] {
  const lastOf = new Map(keys.map((key, index) => [textOf(key), index]));
  return keys.filter((key, index) => lastOf.get(textOf(key)) === index);
}

function textOf(key: Uint8Array): string {
  return Buffer.from(key).toString('base64');
}

type Keyed = [key: Uint8Array, state: EntryState];

/** Returns the states of the keys; throws the reference's error, which names those that are not known. */
async function statesOf({ node, signal }: Call, last: number, keys: readonly Uint8Array[]): Promise<Keyed[]> {
  const state = new EntryStates(node.history, last);
  const found: Keyed[] = [];
  for (const located of keys.map((key) => state.locate(key))) {
    const one = await state.read(located, signal).catch((error: unknown) => {
      throw unreadable(node, last, error, NO_CORE);
    });
    found.push([located.key, one]);
    await breathe(signal);
  }
  const unknown = found.flatMap(([key, one]) => (one.kind === 'unknown' ? [`${textOf(key)}: ${one.why}`] : []));
  if (unknown.length === 0) return found;
  const reason = 'ledger files hold changes, not state, and no core is attached';
  const data = [reason, ...unknown].join('\n');
  throw new RpcError('internal_error', `${NO_CORE}ledger state is not available on this node`, data);
}

const at = atLedgerEntry();

function writeEntry(w: AnswerWriter, key: Uint8Array, found: EntryState & { kind: 'found' }, isJson: boolean): void {
  const { entry, liveUntil } = found;
  const view = new DataView(entry.buffer, entry.byteOffset, entry.length);
  locateLedgerEntry(view, 0, at);
  w.from(key);
  w.ascii(isJson ? '{"keyJson":' : '{"key":');
  if (isJson) jsonLedgerKey(w, 0);
  else w.quotedBase64(0, key.length);
  w.from(entry);
  w.ascii(isJson ? ',"dataJson":' : ',"xdr":');
  if (isJson) jsonLedgerEntryData(w, at.data);
  else w.quotedBase64(at.data, at.ext);
  w.ascii(',"lastModifiedLedgerSeq":');
  w.integer(view.getUint32(at.lastModifiedLedgerSeq));
  if (liveUntil !== undefined) {
    w.ascii(',"liveUntilLedgerSeq":');
    w.integer(liveUntil);
  }
  w.ascii(isJson ? ',"extJson":' : ',"extXdr":');
  if (isJson) jsonLedgerEntryExt(w, at.ext);
  else w.quotedBase64(at.ext, at.end);
  w.ascii('}');
}
