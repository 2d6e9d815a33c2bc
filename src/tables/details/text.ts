/** Text from XDR strings inside JSON strings. */
import type { JsonWriter } from '../../xdr/json-writer.ts';

const QUOTE = 34;
const BACKSLASH = 92;

/** Writes `bytes[start, end)` as the inside of a JSON string; each byte that is no UTF-8 becomes U+FFFD, as in Go. */
export function writeText(w: JsonWriter, start: number, end: number): void {
  w.reserve((end - start) * 6);
  const { bytes } = w;
  for (let at = start; at < end;) {
    const byte = bytes[at];
    if (byte >= 128) at += writeRune(w, at, end);
    else {
      if (byte === QUOTE || byte === BACKSLASH) w.byte(BACKSLASH);
      if (byte >= 32) w.byte(byte);
      else {
        w.ascii('\\u00');
        w.hex(w.view, at, at + 1);
      }
      at++;
    }
  }
}

/** Writes the character of several bytes at `at`, or U+FFFD for one byte, and returns how many bytes it took. */
function writeRune(w: JsonWriter, at: number, end: number): number {
  const size = runeBytes(w.bytes, at, end);
  if (size > 1) w.copy(w.bytes, at, at + size);
  else w.utf8('\ufffd');
  return size;
}

function runeBytes(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at];
  const size = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  if (at + size > end) return 1;
  for (let i = 1; i < size; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 1;
  const second = bytes[at + 1];
  const isOverlong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
  const isOutside = (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f);
  return isOverlong || isOutside ? 1 : size;
}
