/** Contract values as type, value and text, for storage, state changes and decoded values. */
import type { Json } from '../json.ts';
import { flatOf, pairOf, plainText, unescaped } from './scval.ts';

/** Returns a value in SEP-51 JSON as `{type, value, display}`. */
export function typedOf(sep51: Json): Json {
  if (typeof sep51 === 'string') return { type: sep51, value: null, display: sep51 };
  const [type = 'unknown', inner = null] = entryOf(sep51);
  const { value, display } = kinds[type]?.(inner) ?? { value: inner, display: plainText(sep51) };
  return { type, value, display };
}

interface TypedText {
  value: Json;
  display: string;
}

function entryOf(value: Json): [string, Json] | [] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value)[0] ?? [];
}

const displayOf = (typed: Json) => String((typed as { display?: Json }).display);

const kinds: Partial<Record<string, (inner: Json) => TypedText>> = {
  string: textTold,
  symbol: textTold,
  bytes(inner) {
    const data = Buffer.from(String(inner), 'hex');
    const hex = data.toString('hex');
    return { value: { base64: data.toString('base64'), hex, length: data.length }, display: hex };
  },
  vec(inner) {
    const items = (Array.isArray(inner) ? inner : []).map(typedOf);
    return { value: items, display: `[${items.map(displayOf).join(', ')}]` };
  },
  map: (inner) => mapOf(inner),
  contract_instance(inner) {
    const { executable = null, storage = null } = inner as { executable?: Json; storage?: Json };
    return { value: { executable, storage: mapOf(storage).value }, display: 'contract_instance' };
  },
};

function textTold(inner: Json): TypedText {
  const value = unescaped(inner);
  return { value, display: value };
}

/** Entries in order, and an object for who knows its keys, with values in flat form. */
function mapOf(inner: Json): TypedText {
  const pairs = (Array.isArray(inner) ? inner : []).map(pairOf);
  const entries = pairs.map(({ key, val }) => ({ key: typedOf(key), value: typedOf(val) }));
  const object = Object.fromEntries(pairs.map(({ key, val }) => [plainText(key), flatOf(val)]));
  const shown = entries.map(({ key, value }) => `${displayOf(key)}: ${displayOf(value)}`);
  return { value: { entries, object }, display: `{${shown.join(', ')}}` };
}
