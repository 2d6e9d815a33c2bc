/** Imported before a program: its wall clock jumps by hours and years, back and forth, each time that somebody looks at it. */
const jumps = [0, 31_536_000_000, -31_536_000_000, 3_600_000, -86_400_000];
const RealDate = Date;
let looks = 0;

class JumpingDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(JumpingDate.now());
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RealDate.now() + jumps[looks++ % jumps.length];
  }
}

globalThis.Date = JumpingDate as DateConstructor;
