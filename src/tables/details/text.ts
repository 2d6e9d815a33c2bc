/** Text from XDR strings inside JSON strings. */
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { textOf } from '../../xdr/text.ts';

const QUOTE = 34;
const BACKSLASH = 92;

/** Writes `bytes[start, end)` as the inside of a JSON string; what is not UTF-8 is escaped. */
export function writeText(w: JsonWriter, start: number, end: number): void {
  w.reserve((end - start) * 6);
  const { bytes, length } = w;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte >= 128) {
      w.length = length;
      return w.utf8(JSON.stringify(textOf(bytes, start, end)).slice(1, -1));
    }
    if (byte === QUOTE || byte === BACKSLASH) w.byte(BACKSLASH);
    if (byte >= 32) w.byte(byte);
    else {
      w.ascii('\\u00');
      w.hex(w.view, at, at + 1);
    }
  }
}
