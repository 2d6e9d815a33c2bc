/** Durations as Go writes and reads them. */

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

/** Returns milliseconds, rounded to whole seconds, as `time.Duration.String` writes them: `1h2m3s`. */
export function goSeconds(milliseconds: number): string {
  return goDuration(Math.round(milliseconds / 1000) * 1000);
}

/** Returns milliseconds as `time.Duration.String` writes them. */
export function goDuration(milliseconds: number): string {
  if (milliseconds === 0) return '0s';
  if (milliseconds < 0) return `-${goDuration(-milliseconds)}`;
  if (milliseconds < 1000) return shortDuration(milliseconds);
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor(milliseconds / 60_000) % 60;
  const seconds = (milliseconds % 60_000) / 1000;
  const text = `${Number(seconds.toFixed(9))}s`;
  if (hours > 0) return `${hours}h${minutes}m${text}`;
  return minutes > 0 ? `${minutes}m${text}` : text;
}

function shortDuration(milliseconds: number): string {
  if (milliseconds >= 1) return `${Number(milliseconds.toFixed(6))}ms`;
  const micro = milliseconds * 1000;
  return micro >= 1 ? `${Number(micro.toFixed(3))}µs` : `${Math.round(micro * 1000)}ns`;
}

/** Returns milliseconds; throws Error with the text of `time.ParseDuration`. */
export function parseDuration(text: string): number {
  const invalid = () => new Error(`time: invalid duration ${JSON.stringify(text)}`);
  const [, sign, rest] = /^([+-]?)(.*)$/s.exec(text)!;
  if (rest === '0') return 0;
  if (rest === '') throw invalid();
  let sum = 0;
  for (let left = rest!; left !== '';) {
    const [, digits, unit, after] = /^(\d+\.?\d*|\.\d+)?([^\d.]*)(.*)$/s.exec(left)!;
    if (digits === undefined) throw invalid();
    if (unit === '') throw new Error(`time: missing unit in duration ${JSON.stringify(text)}`);
    const factor = UNITS[unit!];
    if (factor === undefined)
      throw new Error(`time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`);
    sum += Number(digits) * factor;
    left = after!;
  }
  return sign === '-' ? -sum : sum;
}
