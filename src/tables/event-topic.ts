/** Topics as plain text, so that a filter on one needs no JSON (query-api.md 1.8). */
import type { Utf8Column } from '../arrow/columns.ts';
import { ScValType } from '../xdr/generated/enums.ts';
import { pushText, type Context } from './context.ts';
import { flatScVal } from './event-flat.ts';

const QUOTE = 34;
const COLON = 58;

/**
 * Writes the ScVal at `p` as plain text: symbols, strings, addresses and numbers bare, the rest as compact flat JSON.
 * `context.json` ends with the value's SEP-51 JSON, from `start` on; its text is taken where it is the same.
 */
export function pushPlain(column: Utf8Column, context: Context, p: number, start: number): void {
  const { json, view } = context;
  const type = view.getInt32(p);
  if (type === ScValType.scvSymbol || type === ScValType.scvString) return pushText(column, context, p + 4);
  if (isScalar(type)) return pushMember(column, json.buffer, start, json.length);
  const end = json.length;
  flatScVal(json, p);
  column.bytes(json.buffer, end, json.length);
  json.length = end;
}

/** Addresses, booleans and numbers: their JSON has one member, whose value is their text. */
function isScalar(type: number): boolean {
  return (
    type === ScValType.scvAddress ||
    type === ScValType.scvBool ||
    (type >= ScValType.scvU32 && type <= ScValType.scvI256)
  );
}

/** Writes the value of the only member of the JSON object in `buffer[start, end)`, without its quotes. */
function pushMember(column: Utf8Column, buffer: Uint8Array, start: number, end: number): void {
  let from = start;
  while (buffer[from] !== COLON) from++;
  from++;
  const quoted = buffer[from] === QUOTE ? 1 : 0;
  column.bytes(buffer, from + quoted, end - 1 - quoted);
}
