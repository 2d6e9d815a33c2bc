/** Durations as Go programs write them in configurations. */

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Returns milliseconds for `5s`, `500ms`, `1m30s`, `1.5h` or `0`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:[0-9]+(?:\.[0-9]+)?(?:ms|s|m|h))+$/.test(text)) return undefined;
  const parts = text.matchAll(/([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)/g);
  return [...parts].reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0);
}
