/**
 * Text of bytes that may be any bytes: memos, names, strings of contracts. UTF-8 is that text. Other bytes are written as SEP-51 writes a
 * string, `\xff\x01`, so that different bytes give different texts.
 */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns `bytes[start, end)` as text. */
export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (isShortAscii(bytes, start, end)) return asciiOf(bytes, start, end);
  try {
    return strict.decode(bytes.subarray(start, end));
  } catch {
    return escapedOf(bytes.subarray(start, end));
  }
}

const escapes: Partial<Record<number, string>> = { 0: '\\0', 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

/** Returns bytes as escaped ASCII, as SEP-51 has strings. */
export function escapedOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const isPrintable = byte >= 32 && byte < 127 && byte !== 92;
    text += isPrintable ? String.fromCharCode(byte) : (escapes[byte] ?? `\\x${byte.toString(16).padStart(2, '0')}`);
  }
  return text;
}

/** Names are short: a call of the decoder takes longer than they do. */
const SHORT = 32;

function isShortAscii(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > SHORT) return false;
  for (let i = start; i < end; i++) if (bytes[i] >= 0x80) return false;
  return true;
}

function asciiOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
