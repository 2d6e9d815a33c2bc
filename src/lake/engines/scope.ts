/** Which columns an expression can name: those of the relations after FROM. */
import { Unsayable } from './tree.ts';

/** The columns of a query's rows, and those that it would have but cannot be said, in small letters, each with why. */
export interface RelationShape {
  columns: readonly string[];
  left: ReadonlyMap<string, string>;
}

export interface ScopeSource extends RelationShape {
  alias: string;
  /** Whether its rows are of files, so that `filename` is theirs. */
  isFiles?: boolean;
}

/** What can be named in one place. */
export interface Scope {
  sources: readonly ScopeSource[];
  /** The columns that a join with USING makes one of. */
  using: ReadonlySet<string>;
  above?: Scope;
}

/** Throws an Unsayable of a column that was left out. */
export function checkColumn(names: readonly string[], scope: Scope | undefined): void {
  const [first, second] = names;
  for (let one = scope; one; one = one.above) {
    const named = second === undefined ? [] : one.sources.filter(({ alias }) => isSame(alias, first));
    const column = named.length > 0 ? second : first;
    const asked = named.length > 0 ? named : one.sources;
    if (asked.some(({ columns }) => columns.some((name) => isSame(name, column)))) return;
    const why = asked.map(({ left }) => left.get(column.toLowerCase())).find((reason) => reason !== undefined);
    if (why !== undefined) throw new Unsayable(why);
  }
}

/** Returns the columns of a star, each with the source to name it by where more than one has it. */
export function starColumns({ sources, using }: Scope, of: string): { alias: string; name: string }[] {
  const asked = of === '' ? sources : sources.filter(({ alias }) => isSame(alias, of));
  if (asked.length === 0) throw new Unsayable(`it has all columns of ${of}, which is not known here`);
  const seen = new Set<string>();
  return asked.flatMap(({ alias, columns }) =>
    columns.flatMap((name) => {
      const isAgain = using.has(name.toLowerCase()) && seen.has(name.toLowerCase());
      seen.add(name.toLowerCase());
      return isAgain ? [] : [{ alias: using.has(name.toLowerCase()) ? '' : alias, name }];
    }),
  );
}

/** Returns what a star would have of columns that could not be said. */
export function starLeft({ sources }: Scope, of: string): [name: string, why: string][] {
  const asked = of === '' ? sources : sources.filter(({ alias }) => isSame(alias, of));
  return asked.flatMap(({ left }) => [...left]);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
