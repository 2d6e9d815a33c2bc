/** A contract value in SEP-51 JSON as people write it. */
import type { PlainValue } from './transaction-source.ts';

/** Returns a value as text: `GA5Z…`, `100`, `"text"`, `[1, 2]`, `{amount: 5}`, `void`; bytes in hex. */
export function valueText(value: PlainValue): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  const [[type, inner] = ['void', null]] = Object.entries(value);
  if (type === 'map') return `{${pairsOf(inner).join(', ')}}`;
  if (type === 'vec') return `[${listOf(inner).map(valueText).join(', ')}]`;
  if (type === 'string') return JSON.stringify(inner);
  return typeof inner === 'object' ? JSON.stringify(inner) : String(inner);
}

function pairsOf(entries: PlainValue): string[] {
  return listOf(entries).map((entry) => {
    const { key = null, val = null } = entry as { key?: PlainValue; val?: PlainValue };
    return `${valueText(key)}: ${valueText(val)}`;
  });
}

function listOf(value: PlainValue): PlainValue[] {
  return Array.isArray(value) ? value : [];
}
