/** Topics as plain text, so that a filter on one needs no JSON. */
import type { ByteWriter } from '../../core/bytes.ts';
import { ScValType } from '../../xdr/generated/enums.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { textOf } from '../../xdr/text.ts';
import { flatScVal } from './flat.ts';

const QUOTE = 34;
const COLON = 58;

/**
 * Writes the ScVal at `p` as plain text: symbols, strings, addresses and numbers bare, the rest as compact flat JSON.
 * `json` holds nothing but the value's SEP-51 JSON, whose text is taken where it is the same.
 */
export function writePlain(to: ByteWriter, json: JsonWriter, p: number): void {
  const { view } = json;
  const type = view.getInt32(p);
  if (type === ScValType.scvSymbol || type === ScValType.scvString) {
    return writeText(to, json.bytes, p + 8, p + 8 + view.getUint32(p + 4));
  }
  if (isScalar(type)) return writeMember(to, json);
  const end = json.length;
  flatScVal(json, p);
  to.append(json, end);
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

/** Writes the value of the JSON object's only member, without its quotes. */
function writeMember(to: ByteWriter, json: JsonWriter): void {
  const { buffer, length } = json;
  let from = 0;
  while (buffer[from] !== COLON) from++;
  from++;
  const quoted = buffer[from] === QUOTE ? 1 : 0;
  to.append(json, from + quoted, length - 1 - quoted);
}

function writeText(to: ByteWriter, bytes: Uint8Array, start: number, end: number): void {
  let ascii = true;
  for (let i = start; i < end && ascii; i++) ascii = bytes[i] < 128;
  if (ascii) to.copy(bytes, start, end);
  else to.utf8(textOf(bytes, start, end));
}
