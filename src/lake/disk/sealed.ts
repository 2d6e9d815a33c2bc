/** JSON files that hold the SHA-256 of their own text, so that a changed byte is found before it changes an answer. */
import { hash } from 'node:crypto';

const BEFORE = ',"sha256":"';
const AFTER = '"}\n';
const SEAL = BEFORE.length + 64 + AFTER.length;

/** Returns an object as JSON whose last member, `sha256`, is the hash of the text without it. */
export function sealedText(value: object): string {
  const text = JSON.stringify(value);
  return `${text.slice(0, -1)}${BEFORE}${hash('sha256', text)}${AFTER}`;
}

/** Returns what `sealedText` wrote; undefined for a text that it did not write as it is. */
export function unsealed(text: string): unknown {
  const body = `${text.slice(0, -SEAL)}}`;
  return text.slice(-SEAL) === `${BEFORE}${hash('sha256', body)}${AFTER}` ? JSON.parse(body) : undefined;
}
