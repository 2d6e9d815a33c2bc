/** Keys, numbers and names as the demo shows them. */

/** An address, a hash, or an asset with its issuer. */
const LONG = /\b(?:[GCLBM][A-Z2-7]{55,}|[0-9a-f]{64})\b/g;

/** Returns the text with each address and hash as its ends, `GAHJ...2QOA`, as `semantic.short_address` does. */
export function short(text: string): string {
  return text.replaceAll(LONG, (key) => `${key.slice(0, 4)}...${key.slice(-4)}`);
}

/** Returns the code of an asset key: `USDC` of `USDC:GA5Z…`, `XLM` of `native`. */
export function assetCode(key: string): string {
  return key === 'native' ? 'XLM' : key.split(':')[0];
}

/** Returns `1,234.5` of a number written in full, with at most `digits` after the point unless all in front is zero. */
export function groupedDigits(text: string, digits = 2): string {
  const value = Number(text);
  const options = Math.abs(value) >= 1 ? { maximumFractionDigits: digits } : { maximumSignificantDigits: digits + 2 };
  return value.toLocaleString('en-US', options);
}

/** Returns `3 of 4 (75 %)`. */
export function share(part: number, whole: number): string {
  return `${groupedDigits(String(part))} of ${groupedDigits(String(whole))} (${Math.round((100 * part) / whole)} %)`;
}

const WHOLE = /INT/;
const REAL = /^(?:DECIMAL|DOUBLE|FLOAT)/;

/** Returns a value of a result as people read it: keys by their ends, numbers in groups of three, empty where there is none. */
export function display(value: string | null, type: string): string {
  if (value === null) return '';
  if (WHOLE.test(type)) return BigInt(value).toLocaleString('en-US');
  return REAL.test(type) ? groupedDigits(value) : short(value);
}
