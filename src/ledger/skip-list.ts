/** Skips a count and that many values; returns where the last one ends. */
export function skipList(view: DataView, p: number, skip: (view: DataView, p: number) => number): number {
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) p = skip(view, p);
  return p;
}
