/** An answer under construction: JSON text, base64 of ledger bytes, and SEP-51 JSON straight from them. */
import { JsonWriter } from '../../xdr/json-writer.ts';

const QUOTE = 34;
export const COMMA = 44;
/** Below this many bytes our own base64 is faster than a call of Node's, with its string. */
const NATIVE_BASE64 = 256;

/** Writes an answer as Go writes JSON: no blanks, and `<`, `>` and `&` escaped in strings. */
export class AnswerWriter extends JsonWriter {
  /** Writes a JSON string. */
  quoted(text: string): void {
    this.utf8(goString(text));
  }

  /** Writes any value as JSON. */
  value(value: unknown): void {
    this.utf8(escapeHtml(JSON.stringify(value)));
  }

  /** Writes text of the source; few have what Go escapes. */
  override escaped(start: number, end: number): void {
    const from = this.length;
    super.escaped(start, end);
    if (!this.buffer.subarray(from, this.length).some(isHtml)) return;
    const text = Buffer.from(this.buffer.subarray(from, this.length)).toString('latin1');
    this.length = from;
    this.ascii(escapeHtml(text));
  }

  /** Writes a number as a JSON string. */
  quotedInteger(value: number): void {
    this.byte(QUOTE);
    this.integer(value);
    this.byte(QUOTE);
  }

  /** Writes bytes of the source as a JSON string of base64. */
  quotedBase64(start: number, end: number): void {
    this.byte(QUOTE);
    if (end - start < NATIVE_BASE64) this.base64(this.view, start, end);
    else this.nativeBase64(start, end);
    this.byte(QUOTE);
  }

  /** Writes bytes of the source as base64. */
  nativeBase64(start: number, end: number): void {
    const { bytes } = this;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64', start, end);
    this.reserve(text.length);
    const { buffer } = this;
    Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength).write(text, this.length, 'latin1');
    this.length += text.length;
  }

  /** Writes bytes of the source as a JSON string of lower-case hex. */
  quotedHex(start: number, end: number): void {
    this.byte(QUOTE);
    this.hex(this.view, start, end);
    this.byte(QUOTE);
  }

  /** Returns what was written. */
  result(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }
}

function isHtml(byte: number): boolean {
  return byte === 60 || byte === 62 || byte === 38;
}

/** Returns the JSON text of a string, as Go writes it. */
export function goString(text: string): string {
  return escapeHtml(JSON.stringify(text.toWellFormed()));
}

const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Returns JSON text as Go writes it: these characters can only stand in strings, and are escaped there. */
export function escapeHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (char) => ESCAPES[char]);
}
