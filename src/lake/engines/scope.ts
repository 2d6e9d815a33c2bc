/** Which columns a star has: those of the relations after FROM. */
import { Unsayable } from './tree.ts';

export interface ScopeSource {
  alias: string;
  columns: readonly string[];
}

/** The relations after FROM, and the columns that a join with USING makes one of. */
export interface Scope {
  sources: readonly ScopeSource[];
  using: ReadonlySet<string>;
}

/** Returns the columns of a star, each with the source to name it by where more than one has it. */
export function starColumns({ sources, using }: Scope, of: string): { alias: string; name: string }[] {
  const asked = of === '' ? sources : sources.filter(({ alias }) => alias.toLowerCase() === of.toLowerCase());
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
