/**
 * Topics in their three forms. A few thousand symbols, assets and addresses make nine topics in ten, so the texts of
 * the last ones seen are kept (events 9% faster, pubnet-p26).
 */
import type { Utf8Column } from '../arrow/columns.ts';
import { ByteWriter } from '../bytes.ts';
import { KeyNumbers } from '../key-numbers.ts';
import { ScAddressType, ScValType } from '../xdr/generated/enums.ts';
import { jsonScVal } from '../xdr/generated/json.ts';
import type { Context } from './context.ts';
import { writePlain } from './event-plain.ts';

const KEPT_TOPICS = 1 << 12;
const KEY_BYTES = 80;
const TEXT_BYTES = 384;
const topicKeys = new KeyNumbers(KEPT_TOPICS, KEY_BYTES);

/** Base64, JSON and plain text of each topic one after another, each from a multiple of eight on. */
const texts = new ByteWriter(KEPT_TOPICS * TEXT_BYTES);
let textWords = new Float64Array(texts.buffer.buffer);
/** Of each topic at which word its texts start, and their lengths. */
const MARKS = 4;
const marks = new Int32Array(KEPT_TOPICS * MARKS);

/** Writes the topic at `p` in base64, as SEP-51 JSON and, where there is a column for it, as plain text; returns where it ends. */
export function writeTopic(
  base64: ByteWriter,
  decoded: ByteWriter,
  plain: Utf8Column | undefined,
  context: Context,
  p: number,
): number {
  const size = keptBytes(context.view, p);
  if (size === 0) return writeAnew(base64, decoded, plain, context, p);
  let number = topicKeys.find(context.view, p, p + size, hashAt(context.view, p, size));
  if (number < 0) {
    number = ~number;
    keep(context, p, size, number);
  }
  const mark = number * MARKS;
  const start = marks[mark];
  const base64Bytes = marks[mark + 1];
  const jsonBytes = marks[mark + 2];
  const json = start + wordsOf(base64Bytes);
  base64.text64(textWords, start, base64Bytes);
  decoded.text64(textWords, json, jsonBytes);
  if (plain) {
    plain.writer.text64(textWords, json + wordsOf(jsonBytes), marks[mark + 3]);
    plain.end();
  }
  return p + size;
}

function writeAnew(
  base64: ByteWriter,
  decoded: ByteWriter,
  plain: Utf8Column | undefined,
  { json, view }: Context,
  p: number,
): number {
  json.length = 0;
  const end = jsonScVal(json, p);
  base64.base64(view, p, end);
  decoded.append(json);
  if (plain) {
    writePlain(plain.writer, json, p);
    plain.end();
  }
  return end;
}

/** Keeps the texts of the topic with the number. */
function keep({ json, view }: Context, p: number, size: number, number: number): void {
  // Numbers start anew when the table was full.
  if (number === 0) texts.length = 0;
  const start = texts.length;
  texts.base64(view, p, p + size);
  const base64Bytes = padded(start);
  json.length = 0;
  jsonScVal(json, p);
  const jsonStart = texts.length;
  texts.append(json);
  const jsonBytes = padded(jsonStart);
  const plainStart = texts.length;
  writePlain(texts, json, p);
  const plainBytes = padded(plainStart);
  if (textWords.buffer !== texts.buffer.buffer)
    textWords = new Float64Array(texts.buffer.buffer, 0, texts.buffer.length >> 3);
  marks.set([start / 8, base64Bytes, jsonBytes, plainBytes], number * MARKS);
}

/** Fills up to a multiple of eight, and returns the length before that of what was written from `start` on. */
function padded(start: number): number {
  const bytes = texts.length - start;
  texts.reserve(8);
  texts.length = start + wordsOf(bytes) * 8;
  return bytes;
}

function wordsOf(bytes: number): number {
  return (bytes + 7) >> 3;
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

function hashAt(view: DataView, p: number, size: number): number {
  let hash = size;
  for (let i = 4; i < size; i += 4) hash = Math.imul(hash ^ view.getInt32(p + i), 0x9e3779b1) ^ (hash >>> 15);
  return hash;
}
