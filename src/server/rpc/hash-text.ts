/** Transaction hashes as callers write them. */
import { invalidParams } from './errors.ts';
import { quote } from './go/text.ts';

const HASH_BYTES = 32;

/** Returns the hash that hex digits say; throws invalid parameters with the words of Go's `encoding/hex`. */
export function hashBytes(text: string): Uint8Array {
  const letters = Buffer.from(text, 'utf8');
  if (letters.length >> 1 !== HASH_BYTES) throw invalidParams(`unexpected hash length (${letters.length})`);
  const bad = letters.findIndex((letter) => !isHexDigit(letter));
  if (bad >= 0) throw invalidParams(`incorrect hash: encoding/hex: invalid byte: ${runeText(letters[bad])}`);
  if (letters.length % 2 === 1) throw invalidParams('incorrect hash: encoding/hex: odd length hex string');
  return Buffer.from(text, 'hex');
}

function isHexDigit(letter: number): boolean {
  return (letter >= 48 && letter <= 57) || ((letter | 32) >= 97 && (letter | 32) <= 102);
}

/** A byte as Go's `%#U` writes it. */
function runeText(byte: number): string {
  const code = `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`;
  const char = String.fromCharCode(byte);
  const isPrintable = char === ' ' || quote(char).length === 3 || char === '"' || char === '\\';
  return isPrintable ? `${code} '${char}'` : code;
}
