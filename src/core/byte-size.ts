/** Sizes in bytes, as people and DuckDB write them. */

const FACTORS: Record<string, number> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** Returns the bytes of a size such as `500MB`, `20g` or `64000000 bytes`; undefined for another text. */
export function byteSize(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,15}(?:\.\d{1,15})?)(?: bytes|([kmgt]?)b?)$/i.exec(text) ?? [];
  return number === undefined ? undefined : Math.round(Number(number) * FACTORS[unit.toLowerCase()]);
}
