/** Amounts and prices in decimal, exact. */
import type { ByteWriter } from '../../core/bytes.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';

const STROOPS = 10_000_000;
const DIGITS = 7;
const ZERO = 48;
const MINUS = 45;
const POINT = 46;
/** The high half of 2^53, below which doubles are exact. */
const SAFE_HIGH = 2097152;

/** Writes `high * 2^32 + low` stroops in units with all seven decimals. */
export function writeFixedUnits(w: ByteWriter, high: number, low: number): void {
  writeAllDigits(w, writeWhole(w, high, low));
}

/** Writes stroops of any size in units with all seven decimals. */
export function writeWideUnits(w: ByteWriter, stroops: bigint): void {
  const magnitude = stroops < 0n ? -stroops : stroops;
  if (stroops < 0n) w.byte(MINUS);
  w.ascii((magnitude / BigInt(STROOPS)).toString());
  writeAllDigits(w, Number(magnitude % BigInt(STROOPS)));
}

function writeWhole(w: ByteWriter, high: number, low: number): number {
  if (high < -SAFE_HIGH || high >= SAFE_HIGH) return writeBigWhole(w, (BigInt(high) << 32n) | BigInt(low));
  let stroops = high * 4294967296 + low;
  if (stroops < 0) {
    w.byte(MINUS);
    stroops = -stroops;
  }
  const whole = Math.floor(stroops / STROOPS);
  w.integer(whole);
  return stroops - whole * STROOPS;
}

function writeBigWhole(w: ByteWriter, stroops: bigint): number {
  const magnitude = stroops < 0n ? -stroops : stroops;
  if (stroops < 0n) w.byte(MINUS);
  w.integer(Number(magnitude / BigInt(STROOPS)));
  return Number(magnitude % BigInt(STROOPS));
}

function writeFraction(w: ByteWriter, fraction: number): void {
  writeAllDigits(w, fraction);
  while (w.buffer[w.length - 1] === ZERO) w.length--;
}

function writeAllDigits(w: ByteWriter, fraction: number): void {
  w.byte(POINT);
  w.digits(fraction, DIGITS);
}

/** Writes the Price at `p` as a decimal rounded to seven digits, halves up; null when its denominator is 0. */
export function writePriceValue(w: JsonWriter, p: number): void {
  const n = w.view.getInt32(p);
  const d = w.view.getInt32(p + 4);
  if (d === 0) return w.ascii('null');
  if (n < 0 !== d < 0 && n !== 0) w.byte(MINUS);
  const top = Math.abs(n);
  const bottom = Math.abs(d);
  let whole = Math.floor(top / bottom);
  // In two steps of four and three digits all products stay below 2^53.
  const first = (top - whole * bottom) * 10_000;
  const four = Math.floor(first / bottom);
  const second = (first - four * bottom) * 1_000;
  const three = Math.floor(second / bottom);
  let fraction = four * 1_000 + three;
  if ((second - three * bottom) * 2 >= bottom) fraction++;
  if (fraction === STROOPS) {
    whole++;
    fraction = 0;
  }
  w.integer(whole);
  if (fraction !== 0) writeFraction(w, fraction);
}
