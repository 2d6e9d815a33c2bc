/** Texts of the ledger: keys that are cut in the middle, times, numbers with groups. Values stay texts and exact. */
import { href } from '../app/router.ts';

/** Returns a key cut in the middle, such as `GA5Z…KZVN`. */
export const cut = (key: string, ends = 4): string =>
  key.length > 2 * ends + 2 ? `${key.slice(0, ends)}…${key.slice(-ends)}` : key;

/** A key, cut in the middle; the whole key is its title. */
export function Key({ text, to }: { text: string; to?: string }) {
  const shown = <code title={text}>{cut(text)}</code>;
  return to === undefined ? shown : <a href={href(to)}>{shown}</a>;
}

/** Returns an integer or decimal with groups of three digits; digits are never rounded. */
export function grouped(value: string | number | bigint): string {
  const [whole = '', fraction] = String(value).split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(sign.length);
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  const text = sign + [...(first > 0 ? [digits.slice(0, first)] : []), ...groups].join('\u202f');
  return fraction === undefined ? text : `${text}.${fraction}`;
}

/** A time of the API, in UTC. */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{at.replace('T', ' ').replace(/(\.\d+)?(Z|\+00:00)$/, '')} UTC</time>;
}
