/** The plan of a load, as words and as JSON. */
import type { Plan } from '../index.ts';
import { countText, ledgersText, plural, ranges, size } from './text.ts';

/** Returns the plan as one object. */
export function planJson({ units, files, skipped, gaps }: Plan) {
  return {
    ledgers: ledgersText(units),
    objects: units.reduce((sum, { objects }) => sum + objects.length, 0),
    bytes: bytesOf(units.flatMap(({ objects }) => objects)) + bytesOf(files),
    units: units.map(({ first, last, objects }) => ({
      first,
      last,
      objects: objects.map(({ key }) => key),
      bytes: bytesOf(objects),
    })),
    files: files.map(({ key, bytes }) => ({ file: key, bytes })),
    skipped,
    gaps,
  };
}

/** Returns the plan as lines of text. */
export function planText(plan: Plan): string {
  const { units, files, skipped, gaps } = plan;
  const { ledgers, objects } = planJson(plan);
  const lines: string[] = [];
  if (units.length > 0) {
    const bytes = bytesOf(units.flatMap(({ objects }) => objects));
    lines.push(
      `to load: ${plural(ledgers, 'ledger')} from ${plural(objects, 'object')} (${size(bytes)}) in ${plural(units.length, 'segment')}`,
      ...units.map(({ first, last, objects }) => {
        return `  ${first}-${last}: ${plural(last - first + 1, 'ledger')}, ${plural(objects.length, 'object')}, ${size(bytesOf(objects))}`;
      }),
    );
  }
  if (files.length > 0) {
    lines.push(`to load: ${plural(files.length, 'file')} of unknown ledgers (${size(bytesOf(files))})`);
  }
  if (lines.length === 0) lines.push('to load: nothing');
  if (skipped.length > 0) lines.push(`in the lake already: ${countText(ledgersText(skipped))}: ${ranges(skipped)}`);
  if (gaps.length > 0) lines.push(`in no object of the store: ${countText(ledgersText(gaps))}: ${ranges(gaps)}`);
  return `${lines.join('\n')}\n`;
}

function bytesOf(objects: readonly { bytes: number }[]): number {
  return objects.reduce((sum, { bytes }) => sum + bytes, 0);
}
