/** Contract values as clients of the hosted service expect them: converts SEP-51 JSON to the flat form. */
import { isUtf8 } from 'node:buffer';
import type { Json } from '../json.ts';

const U64 = 2n ** 64n;

/** Returns the flat form of a value in SEP-51 JSON. */
export function flatOf(value: Json): Json {
  if (typeof value === 'string') return value === 'void' ? null : { type: value };
  const [kind, inner] = entryOf(value);
  return (flats[kind] ?? ((other: Json) => ({ type: kind, value: other })))(inner, kind);
}

type Flat = (inner: Json, kind: string) => Json;

const same: Flat = (inner) => inner;
const asText: Flat = (inner) => String(inner);
const typed: Flat = (inner, kind) => ({ type: kind, value: String(inner) });

const flats: Partial<Record<string, Flat>> = {
  bool: same,
  u32: same,
  i32: same,
  symbol: unescaped,
  string: unescaped,
  u64: asText,
  i64: asText,
  timepoint: asText,
  duration: asText,
  u128: halves,
  i128: halves,
  u256: typed,
  i256: typed,
  bytes,
  address,
  vec: (inner) => (Array.isArray(inner) ? inner.map(flatOf) : []),
  map,
};

const controls: Partial<Record<string, number>> = { '0': 0, t: 9, n: 10, r: 13, '\\': 92 };

/**
 * Returns the text of a string or symbol in SEP-51, which escapes backslashes and all bytes that are not printable ASCII. Bytes that are not
 * UTF-8 stay escaped.
 */
export function unescaped(inner: Json): string {
  const escaped = String(inner);
  if (!escaped.includes('\\')) return escaped;
  const utf8 = Buffer.from(escaped, 'utf8').toString('latin1');
  const bytes = utf8.replace(/\\(?:x([0-9a-fA-F]{2})|([0tnr\\]))/g, (_, hex?: string, control = '') =>
    String.fromCharCode(hex === undefined ? controls[control as string]! : parseInt(hex, 16)),
  );
  const raw = Buffer.from(bytes, 'latin1');
  return isUtf8(raw) ? raw.toString('utf8') : escaped;
}

/** Both halves as the protocol has them: the upper one with the sign. */
function halves(inner: Json, kind: string): Json {
  const value = BigInt(String(inner));
  return { type: kind, hi: String(value >> 64n), lo: String(((value % U64) + U64) % U64), value: String(value) };
}

function bytes(inner: Json): Json {
  const data = Buffer.from(String(inner), 'hex');
  return { type: 'bytes', hex: data.toString('hex'), base64: data.toString('base64'), length: data.length };
}

function address(inner: Json): Json {
  const text = String(inner);
  const kinds: Partial<Record<string, string>> = { C: 'contract', B: 'claimable_balance', L: 'liquidity_pool' };
  return { type: kinds[text[0] ?? ''] ?? 'account', address: text };
}

/** Entries are keyed by the plain text of their keys; `keys` lists the keys in order, non-text keys in flat form. */
function map(inner: Json): Json {
  const entries = Array.isArray(inner) ? inner.map(pairOf) : [];
  return {
    type: 'map',
    entries: Object.fromEntries(entries.map(({ key, val }) => [plainText(key), flatOf(val)])),
    keys: entries.map(({ key }) => flatOf(key)),
  };
}

/** Returns key and value of an entry of a map. */
export function pairOf(entry: Json): { key: Json; val: Json } {
  const { key = null, val = null } = typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? entry : {};
  return { key, val };
}

/** Returns a value as one text: itself, its address or its number, else the JSON of its flat form. */
export function plainText(value: Json): string {
  const flat = flatOf(value);
  if (typeof flat !== 'object' || flat === null) return String(flat);
  if (!Array.isArray(flat)) {
    const { address: found = null, value: number = null } = flat;
    if (typeof found === 'string') return found;
    if (typeof number === 'string') return number;
  }
  return JSON.stringify(flat);
}

function entryOf(value: Json): [string, Json] {
  const [entry] = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  return entry ?? ['unknown', value];
}
