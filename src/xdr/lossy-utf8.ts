/** Text of bytes that should be UTF-8 and need not be. */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns `bytes[start, end)` as text; each byte that is not UTF-8 becomes U+FFFD. */
export function lossyUtf8(bytes: Uint8Array, start: number, end: number): string {
  const whole = isAscii(bytes, start, end) ? asciiOf(bytes, start, end) : decodeStrict(bytes.subarray(start, end));
  if (whole !== undefined) return whole;
  let text = '';
  for (let i = start; i < end;) {
    const size = bytes[i] < 0x80 ? 1 : bytes[i] < 0xe0 ? 2 : bytes[i] < 0xf0 ? 3 : 4;
    const piece = i + size <= end ? decodeStrict(bytes.subarray(i, i + size)) : undefined;
    text += piece ?? '\ufffd';
    i += piece === undefined ? 1 : size;
  }
  return text;
}

/** Names are short: a call of the decoder takes longer than they do. */
const SHORT = 32;

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > SHORT) return false;
  for (let i = start; i < end; i++) if (bytes[i] >= 0x80) return false;
  return true;
}

function asciiOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}

function decodeStrict(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
