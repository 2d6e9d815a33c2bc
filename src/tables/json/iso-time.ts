/** Times as texts of ISO 8601, in any year. */
import { Piece } from '../../core/bytes.ts';

const DAY = 86_400n;
const ERA = 146_097n;

/** Texts of times. The last one is cached, because claimants of a balance often share a time. */
export class IsoTimes {
  #seconds = 0n;
  #text = new Piece(isoTime(0n));

  /** Returns a Unix time as `isoTime` does. */
  of(seconds: bigint): Piece {
    if (seconds !== this.#seconds) {
      this.#text = new Piece(isoTime(seconds));
      this.#seconds = seconds;
    }
    return this.#text;
  }
}

/** Returns a Unix time as the reference writes it: ISO 8601, years past 9999 with a plus sign; any 64-bit value. */
export function isoTime(seconds: bigint): string {
  const days = floorDiv(seconds, DAY);
  const [year, month, day] = civil(days);
  const clock = Number(seconds - days * DAY);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = year < 0n ? '-' : year > 9999n ? '+' : '';
  const text = (year < 0n ? -year : year).toString().padStart(4, '0');
  const time = [clock / 3600, (clock / 60) % 60, clock % 60].map((part) => two(Math.floor(part))).join(':');
  return `${sign}${text}-${two(month)}-${two(day)}T${time}Z`;
}

/** The date of a day counted from 1970-01-01, in eras of 400 years that begin on 1 March. */
function civil(days: bigint): [year: bigint, month: number, day: number] {
  const shifted = days + 719_468n;
  const era = floorDiv(shifted, ERA);
  const dayOfEra = Number(shifted - era * ERA);
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return [BigInt(yearOfEra) + era * 400n + (month <= 2 ? 1n : 0n), month, day];
}

function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}
