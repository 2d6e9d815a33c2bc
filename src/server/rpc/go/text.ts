/** Go's strconv: its integers and its words for what is none. */

/** Returns a 64-bit integer; throws Error with the text of `strconv.ParseInt(text, 10, 64)`. */
export function parseInt64(text: string): bigint {
  if (!/^[+-]?\d+$/.test(text)) throw invalidSyntax('ParseInt', text);
  const value = BigInt(text.replace(/^\+/, ''));
  if (value < -(2n ** 63n) || value >= 2n ** 63n) throw outOfRange('ParseInt', text);
  return value;
}

/** Returns an integer below 2^32; throws Error with the text of `strconv.ParseUint(text, 10, 32)`. */
export function parseUint32(text: string): number {
  if (!/^\d+$/.test(text)) throw invalidSyntax('ParseUint', text);
  if (BigInt(text) >= 2n ** 32n) throw outOfRange('ParseUint', text);
  return Number(text);
}

function invalidSyntax(name: string, text: string): Error {
  return new Error(`strconv.${name}: parsing ${quote(text)}: invalid syntax`);
}

function outOfRange(name: string, text: string): Error {
  return new Error(`strconv.${name}: parsing ${quote(text)}: value out of range`);
}

const ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** Returns the text as `strconv.Quote` writes it. */
export function quote(text: string): string {
  const escaped = text.replace(/["\\\p{C}\p{Z}]/gu, (char) => {
    if (char === ' ') return char;
    if (Object.hasOwn(ESCAPES, char)) return ESCAPES[char];
    const code = char.codePointAt(0)!;
    if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}
