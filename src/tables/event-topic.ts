/**
 * Topics in their three forms. A few thousand symbols, assets and addresses make nine topics in ten, so the texts of
 * the last ones seen are kept (events 9% faster, pubnet-p26): one slot a topic, overwritten by the next of its slot.
 */
import type { Utf8Column } from '../arrow/columns.ts';
import { ByteWriter } from '../bytes.ts';
import { ScAddressType, ScValType } from '../xdr/generated/enums.ts';
import { jsonScVal } from '../xdr/generated/json.ts';
import type { Context } from './context.ts';
import { writePlain } from './event-plain.ts';

/** Where a topic is written to; its plain text goes to a column of its own, or nowhere past the fourth. */
export interface TopicWriters {
  base64: ByteWriter;
  decoded: ByteWriter;
}

const SLOTS = 1 << 13;
const KEY_BYTES = 80;
const SLOT_BYTES = 384;
const MARKS = 4;

/** Each slot has the topic's XDR, and from KEY_BYTES on its base64, its JSON and its plain text. */
const slots = new Uint8Array(SLOTS * SLOT_BYTES);
const slotsView = new DataView(slots.buffer);
/** Of each slot the size of the XDR, and where the three texts end. */
const marks = new Int32Array(SLOTS * MARKS);
const scratch = new ByteWriter(SLOT_BYTES);

/** Writes the topic at `p` in base64, as SEP-51 JSON and as plain text, and returns where it ends. */
export function writeTopic(to: TopicWriters, plain: Utf8Column | undefined, context: Context, p: number): number {
  const size = keptBytes(context.view, p);
  if (size === 0) return writeAnew(to, plain, context, p);
  const slot = slotOf(context.view, p, size);
  const mark = slot * MARKS;
  if (marks[mark] !== size || !sameTopic(context.view, p, size, slot)) {
    if (!keep(context, p, size, slot)) return writeAnew(to, plain, context, p);
  }
  to.base64.copyWords(slotsView, slot * SLOT_BYTES + KEY_BYTES, marks[mark + 1]!);
  to.decoded.copyWords(slotsView, marks[mark + 1]!, marks[mark + 2]!);
  if (plain) {
    plain.writer.copyWords(slotsView, marks[mark + 2]!, marks[mark + 3]!);
    plain.end();
  }
  return p + size;
}

function writeAnew(to: TopicWriters, plain: Utf8Column | undefined, { json, view }: Context, p: number): number {
  json.length = 0;
  const end = jsonScVal(json, p);
  to.base64.base64(view, p, end);
  to.decoded.append(json);
  if (plain) {
    writePlain(plain.writer, json, p);
    plain.end();
  }
  return end;
}

/** Fills the slot with the texts of the topic, or returns false when they are too long for it. */
function keep({ json, view, bytes }: Context, p: number, size: number, slot: number): boolean {
  scratch.length = 0;
  scratch.base64(view, p, p + size);
  const base64End = scratch.length;
  json.length = 0;
  jsonScVal(json, p);
  scratch.append(json);
  const jsonEnd = scratch.length;
  writePlain(scratch, json, p);
  if (scratch.length > SLOT_BYTES - KEY_BYTES) return false;
  const start = slot * SLOT_BYTES;
  const texts = start + KEY_BYTES;
  slots.set(bytes.subarray(p, p + size), start);
  slots.set(scratch.buffer.subarray(0, scratch.length), texts);
  marks.set([size, texts + base64End, texts + jsonEnd, texts + scratch.length], slot * MARKS);
  return true;
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

function slotOf(view: DataView, p: number, size: number): number {
  let hash = size;
  for (let i = 4; i < size; i += 4) hash = Math.imul(hash ^ view.getInt32(p + i), 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 16)) & (SLOTS - 1);
}

function sameTopic(view: DataView, p: number, size: number, slot: number): boolean {
  const start = slot * SLOT_BYTES;
  for (let i = 0; i < size; i += 4) if (view.getInt32(p + i) !== slotsView.getInt32(start + i)) return false;
  return true;
}
