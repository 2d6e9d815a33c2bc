/** The list of values that differ from those of reference programs: sql/divergences.yaml, and the page made of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Where values differ: columns of a relation, or fields of an answer or a record. */
export interface Place {
  relation: string;
  columns: string[];
  /** SQL condition that all differing rows meet; none: all rows. */
  rows?: string;
  /** The rows in words. */
  what?: string;
  /** Only this side has the rows. */
  only?: 'ours' | 'theirs';
}

/** A rule by which values of ours differ from those of a reference program. */
export interface Divergence {
  id: string;
  reference: string;
  where: Place[];
  theirs: string;
  ours: string;
  rule: string;
  report: string[];
  proof: string;
}

const path = join(import.meta.dirname, '../sql/divergences.yaml');

/** All divergences, in the order of the file. */
export const divergences = parse(readFileSync(path, 'utf8')) as readonly Divergence[];

/** Returns the divergence of an id; throws for an id that is not listed. */
export function divergence(id: string): Divergence {
  const found = divergences.find((one) => one.id === id);
  if (!found) throw new Error(`sql/divergences.yaml has no ${id}`);
  return found;
}

/** Returns the places of a relation, each with the id of its divergence. */
export function placesOf(relation: string): (Place & { id: string })[] {
  return divergences.flatMap(({ id, where }) =>
    where.filter((place) => place.relation === relation).map((place) => ({ ...place, id })),
  );
}

const head = `# Where values differ from the reference programs

ledgerlake uses the names and columns of [Hubble](https://developers.stellar.org/docs/data/analytics/hubble), which stellar-etl fills.
Where a program writes a value that the ledger or the protocol contradicts, the column here holds the right value.
This page lists every such difference. All other values equal those of the reference programs on the ledgers that the tests compare.

A row that is not described differs in no column. Relations built on a listed relation differ in the same way.
`;

/** Returns the page for people who come from the reference programs. */
export function divergencesPage(): string {
  const relations = [...new Set(divergences.flatMap(({ where }) => where.map(({ relation }) => relation)))].sort();
  return [head, ...relations.map(section)].join('\n');
}

function section(relation: string): string {
  const rows = divergences.flatMap((one) =>
    one.where.filter((place) => place.relation === relation).map((place) => cells(one, place)),
  );
  const lines = [['columns', 'rows', 'reference', 'here', 'why'], ['---', '---', '---', '---', '---'], ...rows];
  return [`## ${relation}`, '', ...lines.map((line) => `| ${line.join(' | ')} |`), ''].join('\n');
}

/** Returns the cells of a row of the page; their texts may hold no `|`. */
export function cells(one: Divergence, place: Place): string[] {
  const columns = place.columns.map((name) => `\`${name}\``).join(', ');
  const reports = one.report.map((name) => `[${name}](https://github.com/${name.replace('#', '/issues/')})`);
  const why = [one.rule, ...(reports.length ? [`Reported: ${reports.join(', ')}`] : [])].join(' ');
  const only = place.only && (place.only === 'ours' ? 'only here: ' : `only in ${one.reference}: `);
  return [columns, `${only ?? ''}${place.what ?? 'all'}`, `${one.reference}: ${one.theirs}`, one.ours, why];
}
