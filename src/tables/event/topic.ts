/**
 * Topics in their three forms. A few thousand symbols, assets and addresses make nine topics in ten, so the texts of
 * the last ones seen are kept (events 9% faster, pubnet-p26).
 */
import type { Utf8Column } from '../../arrow/columns.ts';
import { ByteWriter } from '../../core/bytes.ts';
import { KeyNumbers } from '../../core/key-numbers.ts';
import { ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import { jsonScVal } from '../../xdr/generated/json.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { writePlain } from './plain.ts';

const KEPT_TOPICS = 1 << 12;
const KEY_BYTES = 80;
const TEXT_BYTES = 384;

/** Of each topic at which word its texts start, and their lengths. */
const MARKS = 4;

/** The texts of topics: base64, JSON and plain text of each lie one after another, each from a multiple of eight on. */
export class Topics {
  readonly #numbers = new KeyNumbers(KEPT_TOPICS, KEY_BYTES);
  readonly #marks = new Int32Array(KEPT_TOPICS * MARKS);
  readonly #texts = new ByteWriter(KEPT_TOPICS * TEXT_BYTES);
  #words = wordsIn(this.#texts);

  /**
   * Writes the topic at `p` of the bytes that `json` is over in base64, as SEP-51 JSON and, where there is a column for it, as
   * plain text; returns where it ends. What `json` holds is lost.
   */
  write(base64: ByteWriter, decoded: ByteWriter, plain: Utf8Column | undefined, json: JsonWriter, p: number): number {
    const { view } = json;
    const size = keptBytes(view, p);
    if (size === 0) return writeAnew(base64, decoded, plain, json, p);
    let number = this.#numbers.find(view, p, p + size, hashAt(view, p, size));
    if (number < 0) {
      number = ~number;
      this.#keep(json, p, size, number);
    }
    const marks = this.#marks;
    const words = this.#words;
    const mark = number * MARKS;
    const start = marks[mark];
    const base64Bytes = marks[mark + 1];
    const jsonBytes = marks[mark + 2];
    const jsonStart = start + wordsOf(base64Bytes);
    base64.text64(words, start, base64Bytes);
    decoded.text64(words, jsonStart, jsonBytes);
    if (plain) {
      plain.writer.text64(words, jsonStart + wordsOf(jsonBytes), marks[mark + 3]);
      plain.end();
    }
    return p + size;
  }

  #keep(json: JsonWriter, p: number, size: number, number: number): void {
    const texts = this.#texts;
    // Numbers start anew when the table was full.
    if (number === 0) texts.length = 0;
    const start = texts.length;
    texts.base64(json.view, p, p + size);
    const base64Bytes = padded(texts, start);
    json.length = 0;
    jsonScVal(json, p);
    const jsonStart = texts.length;
    texts.append(json);
    const jsonBytes = padded(texts, jsonStart);
    const plainStart = texts.length;
    writePlain(texts, json, p);
    const plainBytes = padded(texts, plainStart);
    if (this.#words.buffer !== texts.buffer.buffer) this.#words = wordsIn(texts);
    this.#marks.set([start / 8, base64Bytes, jsonBytes, plainBytes], number * MARKS);
  }
}

function wordsIn({ buffer }: ByteWriter): Float64Array {
  return new Float64Array(buffer.buffer, 0, buffer.length >> 3);
}

/** Fills up to a multiple of eight, and returns the length before that of what was written from `start` on. */
function padded(texts: ByteWriter, start: number): number {
  const bytes = texts.length - start;
  texts.reserve(8);
  texts.length = start + wordsOf(bytes) * 8;
  return bytes;
}

function wordsOf(bytes: number): number {
  return (bytes + 7) >> 3;
}

function writeAnew(
  base64: ByteWriter,
  decoded: ByteWriter,
  plain: Utf8Column | undefined,
  json: JsonWriter,
  p: number,
): number {
  json.length = 0;
  const end = jsonScVal(json, p);
  base64.base64(json.view, p, end);
  decoded.append(json);
  if (plain) {
    writePlain(plain.writer, json, p);
    plain.end();
  }
  return end;
}

/** The size of the topic at `p` when it is of a kind that repeats, else 0. */
function keptBytes(view: DataView, p: number): number {
  const type = view.getInt32(p);
  if (type === ScValType.scvSymbol || type === ScValType.scvString) {
    const size = 8 + ((view.getUint32(p + 4) + 3) & ~3);
    return size > KEY_BYTES ? 0 : size;
  }
  if (type !== ScValType.scvAddress) return 0;
  const kind = view.getInt32(p + 4);
  if (kind === ScAddressType.scAddressTypeAccount) return 44;
  return kind === ScAddressType.scAddressTypeContract ? 40 : 0;
}

/** Of the first and last words, which hold codes, names and the ends of random keys, and not of all 18 words of an asset. */
function hashAt(view: DataView, p: number, size: number): number {
  if (size < 16) return size === 8 ? size : view.getInt32(p + 8);
  const end = p + size;
  const first = Math.imul(view.getInt32(p + 8), 0x9e3779b1) ^ view.getInt32(p + 12);
  return first ^ Math.imul(view.getInt32(end - 8), 0x85ebca6b) ^ view.getInt32(end - 4);
}
