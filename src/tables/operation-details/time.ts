/** Times of any year as Go writes them. */

const ERA_SECONDS = 146_097n * 86_400n;
const ERA_YEARS = 400n;

/** Returns seconds since 1970 as `YYYY-MM-DDTHH:MM:SS`; years beyond 9999 have more digits, those before 0 a sign. */
export function timeText(seconds: bigint): string {
  // The calendar repeats every 400 years, so any time has a twin that Date can hold.
  let era = seconds / ERA_SECONDS;
  let rest = seconds % ERA_SECONDS;
  if (rest < 0n) {
    rest += ERA_SECONDS;
    era -= 1n;
  }
  const twin = new Date(Number(rest) * 1000).toISOString();
  const year = BigInt(twin.slice(0, 4)) + era * ERA_YEARS;
  const digits = (year < 0n ? -year : year).toString().padStart(4, '0');
  return `${year < 0n ? '-' : ''}${digits}${twin.slice(4, 19)}`;
}
