/** Texts of XDR as JSON strings. */
import type { ByteWriter } from '../../../core/bytes.ts';
import { textOf } from '../../../xdr/text.ts';

/** Writes the string or symbol at `p`, length first, in quotes, and returns where it ends; what is not UTF-8 is escaped. */
export function writeJsonString(w: ByteWriter, view: DataView, p: number): number {
  const length = view.getUint32(p);
  const bytes = new Uint8Array(view.buffer, view.byteOffset + p + 4, length);
  if (isPlain(bytes)) {
    w.byte(34);
    w.copy(bytes, 0, length);
    w.byte(34);
  } else w.utf8(JSON.stringify(textOf(bytes)));
  return p + 4 + ((length + 3) & ~3);
}

/** Returns the string or symbol at `p`. */
export function stringAt(view: DataView, p: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + p + 4, view.getUint32(p));
  return textOf(bytes);
}

/** Returns JSON with the characters escaped that Go escapes, and JSON.stringify does not. */
export function goEscaped(json: string): string {
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether JSON writes the bytes as they are. */
function isPlain(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte < 32 || byte > 126 || byte === 34 || byte === 92) return false;
  return true;
}
