/** Whether a snapshot says of its segments what their manifests say. */
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from './problem.ts';
import type { EnteringSegments } from './publish-snapshot.ts';
import type { SnapshotPage, PageSegment, Snapshot } from './snapshot.ts';
import { segmentName } from './manifest.ts';

/** Returns each segment, and each table, of which the snapshot says something else than the manifests of all its segments. */
export function snapshotProblems(snapshot: Snapshot, manifests: EnteringSegments): Problem[] {
  const found = described(snapshot.pageFiles.map((file) => snapshot.page(file)!));
  const expected = described([...manifests.pages.values()].map((builder) => builder.page()));
  const segments = differences(found, expected).map((name) => [`snapshots: segment ${name}`, name] as const);
  const tables = differences(totalsOf(snapshot.totals), totalsOf(manifests.totals));
  return [
    ...segments.map(([where, name]) => problem(where, found.get(name), expected.get(name))),
    ...tables.map((name) => problem(`snapshots: totals of ${name}`, snapshot.totals[name], manifests.totals[name])),
  ];
}

function differences(found: ReadonlyMap<string, unknown>, expected: ReadonlyMap<string, unknown>): string[] {
  const names = new Set([...found.keys(), ...expected.keys()]);
  return [...names].filter((name) => !isDeepStrictEqual(found.get(name), expected.get(name))).sort();
}

function totalsOf(totals: object): Map<string, unknown> {
  return new Map(Object.entries(totals));
}

function problem(where: string, found: unknown, expected: unknown): Problem {
  return { where, check: 'snapshot', found: textOf(found), expected: textOf(expected) };
}

function textOf(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Returns what pages say of each segment, whichever sets they number. */
function described(pages: readonly SnapshotPage[]): Map<string, unknown> {
  const segments = new Map<string, unknown>();
  for (const page of pages)
    for (const segment of page.segments) segments.set(segmentName(segment), whole(page, segment));
  return segments;
}

function whole({ shapes, sets, kept = [] }: SnapshotPage, segment: PageSegment): unknown {
  const shapesOf = (set: number) => sets[set].map((i) => JSON.stringify(shapes[i])).sort();
  const files = Object.fromEntries(Object.entries(segment.files).map(([stem, set]) => [stem, shapesOf(set)]));
  // As JSON, in which an absent member and an undefined one are the same.
  return JSON.parse(
    JSON.stringify({ ...segment, files, kept: segment.kept === undefined ? {} : kept[segment.kept] }),
  ) as unknown;
}
