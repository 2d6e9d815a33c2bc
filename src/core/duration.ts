/** Durations as Go programs read them. */

const UNITS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Returns milliseconds; throws Error with the text of Go's `time.ParseDuration`. */
export function parseDuration(text: string): number {
  const invalid = () => new Error(`time: invalid duration ${JSON.stringify(text)}`);
  const [, sign, rest] = /^([+-]?)(.*)$/s.exec(text)!;
  if (rest === '0') return 0;
  if (rest === '') throw invalid();
  let sum = 0;
  for (let left = rest; left !== '';) {
    const [, digits, unit, after] = /^(\d+\.?\d*|\.\d+)?([^\d.]*)(.*)$/s.exec(left)!;
    if (digits === undefined) throw invalid();
    if (unit === '') throw new Error(`time: missing unit in duration ${JSON.stringify(text)}`);
    const factor = UNITS[unit];
    if (factor === undefined)
      throw new Error(`time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`);
    sum += Number(digits) * factor;
    left = after!;
  }
  return sign === '-' ? -sum : sum;
}

/** Returns the milliseconds of a time to wait such as `5s`, `500ms` or `1m30s`; undefined for anything else. */
export function parseWait(text: string): number | undefined {
  try {
    const milliseconds = parseDuration(text);
    return milliseconds < 0 ? undefined : milliseconds;
  } catch {
    return undefined;
  }
}
