/**
 * Materialised relations: map and reduce, said in one SQL file. Its head declares them:
 * `-- Materialised {"changes": "changes", "fold": "latest", "sortedBy": ["account_id"]}`. `changes` and `fold` are common table
 * expressions. The first gives rows of bronze rows, each of one ledger. The second folds rows into fewer of the same columns, and gives
 * the same however its input was folded before. So the fold of a segment's changes is the segment's part, and the fold of parts is the
 * part of all their ledgers.
 */
import { QueryError, UsageError } from '../../core/errors.ts';
import { knownOptions } from '../../options/known-options.ts';
import { flag, text, texts } from '../../options/kinds.ts';
import { messageOf } from '../../core/system-errors.ts';
import { quoteName } from '../duckdb.ts';
import { listRelations, readBody, sqlFolder, type SqlFile } from '../relations/sql-files.ts';

/** The schema in which `<schema>.<name>` is the parts of a kept relation, or what they are made of where there are none. */
export const PARTS = 'parts';

/** What a file says of how its relation is kept. */
export interface Kept {
  /** `silver.accounts_current`. */
  id: string;
  file: SqlFile;
  /** Whether a state that was read whole is a part, so that its fold has columns `ledger_sequence` and `deleted`. */
  hasState: boolean;
  /** The columns by which parts are sorted. */
  sortedBy: string[];
  /** The query of the rows that go in. */
  changes: string;
  /** The query that folds them, from a relation of the name `changesName`. */
  fold: string;
  changesName: string;
  foldName: string;
  /** The query that makes the part of a segment in the place of both. */
  ofSegment?: { name: string; query: string };
}

/** A kept relation and the version of its parts, which changes with the SQL that makes them. */
export interface KeptVersion {
  kept: Kept;
  version: number;
  /** The statements that make the macros which its query calls. */
  macros: readonly string[];
}

/** Name and meaning of the check of what is kept. */
export const keptCheck = {
  name: 'kept_relations',
  says: 'The stored rows of a materialised relation equal its SQL over bronze.',
};

/** What the head of a file declares. */
interface Declaration {
  /** The expression of the rows that go in. */
  changes: string;
  /** The expression that folds them. */
  fold: string;
  /** A shorter way to make the part of a segment. */
  segment?: string;
  sortedBy: string[];
  /** Whether a state that was read whole is a part. */
  hasState?: boolean;
}

const kinds = { changes: text, fold: text, segment: text, sortedBy: texts, hasState: flag };
const HEAD = '-- Materialised ';

function declarationIn(file: string, body: string): Declaration | undefined {
  const line = body.split('\n').find((one) => one.startsWith(HEAD));
  if (line === undefined) return undefined;
  try {
    const declared = knownOptions<Declaration>(file, JSON.parse(line.slice(HEAD.length)) as Declaration, kinds);
    const missing = (['changes', 'fold', 'sortedBy'] as const).find((name) => declared[name] === undefined);
    if (missing === undefined) return declared;
    throw new UsageError(`its head names no ${missing}`);
  } catch (error) {
    throw new QueryError(`${file}: ${messageOf(error)}`, { file }, error);
  }
}

/** Returns how a relation is kept, nothing when it is a plain view. Throws a QueryError when the file lacks what it names. */
export function keptOf(file: SqlFile): Kept | undefined {
  const body = readBody(file.file);
  const declared = declarationIn(file.file, body);
  if (!declared) return undefined;
  const { fold: foldName, changes: changesName, segment: segmentName, sortedBy, hasState = false } = declared;
  const queryOf = (name: string) => {
    const found = tableExpression(name).exec(body);
    if (found) return found[2];
    throw new QueryError(`${file.file}: it is kept as "${name}", but it has no common table expression of that name`, {
      file: file.file,
    });
  };
  const id = `${file.schema}.${file.name}`;
  return {
    id,
    file,
    hasState,
    sortedBy,
    changes: queryOf(changesName),
    fold: queryOf(foldName),
    changesName,
    foldName,
    ...(segmentName === undefined ? {} : { ofSegment: { name: segmentName, query: queryOf(segmentName) } }),
  };
}

/** Returns the kept relations of an SQL folder. */
export function listKept(folder = sqlFolder): Kept[] {
  return listRelations(folder).flatMap((file) => keptOf(file) ?? []);
}

/** As the files of the folder are laid out: the name at the start of a line, the query indented, the parenthesis at the end alone. */
export function tableExpression(name: string): RegExp {
  return new RegExp(`^((?:with )?${name} as \\(\\n)([\\s\\S]*?)(?=\\n\\))`, 'm');
}

/** Returns the query of a part of the rows that `source`, a query, gives. */
export function partQuery({ changesName, foldName, fold, sortedBy }: Kept, source: string): string {
  const order = orderOf(sortedBy);
  return `with ${changesName} as (\n${source}\n),\n${foldName} as (\n${fold}\n)\nselect * from ${foldName} order by ${order}`;
}

/** Returns the query of the part of a segment, whose rows alone are in bronze where it is run. */
export function segmentQuery(kept: Kept): string {
  const { changes, ofSegment, sortedBy } = kept;
  return ofSegment ? `from (\n${ofSegment.query}\n) order by ${orderOf(sortedBy)}` : partQuery(kept, changes);
}

function orderOf(columns: readonly string[]): string {
  return columns.map(quoteName).join(', ');
}

/**
 * Returns the query of the relation over its parts. With a baseline, what was last seen before that ledger and was not removed is left
 * out: it is in the baseline if it was still there. `isStanding`: for statements that stay prepared.
 */
export function foldedQuery(kept: Kept, baseline?: number, isStanding = false): string {
  const { file, changesName, foldName, ofSegment } = kept;
  const fold = isStanding ? aggregated(kept.fold) : kept.fold;
  const since = `from (\n${fold}\n)\nwhere deleted or ledger_sequence >= ${baseline}`;
  const folded = baseline === undefined ? fold : since;
  const body = readBody(file.file);
  // What it reads would be looked at for each query.
  const shown = ofSegment ? body.replace(`${ofSegment.name} as (\n${ofSegment.query}\n),\n`, '') : body;
  return shown
    .replace(tableExpression(changesName), (_, head: string) => `${head}from ${partsName(kept)}`)
    .replace(tableExpression(foldName), (_, head: string) => `${head}${folded}`);
}

/**
 * Returns a fold that keeps the last row of each key with aggregates in place of a window: where a query has conditions on its rows, DuckDB sorts
 * all rows of a window, which is half of the time of most queries that read little; of much, it can do that on disk. What they ask of keys is
 * passed on, as these are grouped by.
 */
function aggregated(fold: string): string {
  return fold.replace(LAST, (_, changes: string, keys: string, number: string) => {
    const columns = keys.split(', ').map((name) => [name, quoteName(`of ${name}`)]);
    const list = (of: (name: string, own: string) => string) => columns.map(([name, own]) => of(name, own)).join(', ');
    return `select * exclude (${list((_, own) => own)}) replace (${list((name, own) => `${own} as ${name}`)})
    from (
        select ${list((name, own) => `${name} as ${own}`)}, arg_max_null(columns(* exclude ("number")), "number")
        from (select *, ${number} as "number" from ${changes})
        group by ${keys}
    )`;
  });
}

const LAST =
  /select \*\s+from (\w+)\s+qualify row_number\(\) over \(partition by ([\w, ]+) order by (bronze\.change_number\(.*\)) desc\) = 1/;

/** Returns the name of the relation that has the parts. */
export function partsName({ id }: Kept): string {
  return `${PARTS}.${quoteName(id)}`;
}
