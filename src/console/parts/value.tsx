/** Values of the ledger as text. A long one is cut where the reader sees it; nothing in a value is read as markup. */
import { useState } from 'preact/hooks';
import { Address, addressPath } from './names.tsx';
import { grouped } from './text.tsx';

/** A text that can be anything, of any length. */
export function Value({ text, most = 140 }: { text: string; most?: number }) {
  const [isWhole, setWhole] = useState(false);
  if (text === '') return <span class="faint">empty</span>;
  if (text.length <= most) return <span class="value">{text}</span>;
  if (isWhole)
    return (
      <pre class="value whole" tabIndex={0}>
        {text}
      </pre>
    );
  return (
    <span class="value">
      {text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}
      <button class="quiet more" onClick={() => setWhole(true)}>
        … {grouped(text.length - most)} more
      </button>
    </span>
  );
}

/** A decoded value of a contract, or any JSON: addresses are links. */
export function Decoded({ of: value }: { of: unknown }) {
  if (value === undefined || value === null) return <>–</>;
  const simple = simplified(value);
  const text = typeof simple === 'string' ? simple : JSON.stringify(simple);
  return addressPath(text) === undefined ? <Value text={text} /> : <Address id={text} />;
}

/** Topics of an event, one after the other. */
export function Topics({ of: topics = [] }: { of?: readonly unknown[] }) {
  return <>{topics.flatMap((topic, i) => [i > 0 && ' · ', <Decoded of={topic} />])}</>;
}

/** Returns a value of a contract without the names of its types. */
export function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified);
  if (typeof value !== 'object' || value === null) return value;
  const { display, type, address, entries, hex, value: inner } = value as Record<string, unknown>;
  if (typeof display === 'string') return display;
  if (typeof type === 'string') {
    if (typeof address === 'string') return address;
    if (typeof hex === 'string') return hex;
    if (typeof entries === 'object') return simplified(entries);
    if (inner !== undefined) return simplified(inner);
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, simplified(part)]));
}
