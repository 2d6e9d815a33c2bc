/**
 * Materialised relations: map and reduce in one SQL file. The second line of the file declares the steps:
 * `-- Materialised {"changes": "changes", "fold": "latest", "sortedBy": ["account_id"]}`. Both are common table expressions.
 * `changes` (map) makes rows from bronze rows; each row comes from one ledger. `fold` (reduce) merges rows into fewer rows with
 * the same columns; the order of merges does not matter. The fold of a segment's changes is the segment's part. The fold of parts
 * is the part of all their ledgers.
 */
import { QueryError, UsageError } from '../../core/errors.ts';
import { knownOptions } from '../../options/known-options.ts';
import { flag, text, texts } from '../../options/kinds.ts';
import { messageOf } from '../../core/system-errors.ts';
import { quoteName } from '../duckdb/duckdb.ts';
import { listRelations, readSqlBody, sqlFolder, type SqlFile } from './sql-files.ts';

/** The schema with a view `<schema>.<name>` per kept relation: its parts, or rows from bronze for segments without a part. */
export const PARTS = 'parts';

/** The declaration of a kept relation, with its queries. */
export interface Materialised {
  /** `silver.accounts_current`. */
  id: string;
  file: SqlFile;
  /** True if a baseline state is also a part. The fold then has columns `ledger_sequence` and `deleted`. */
  hasState: boolean;
  /** The columns by which parts are sorted. */
  sortedBy: string[];
  /** The query that makes rows from bronze. */
  changes: string;
  /** The query that folds rows; it reads the relation `changesName`. */
  fold: string;
  changesName: string;
  foldName: string;
  /** The key, if the fold keeps the latest change of each. */
  latestBy?: string[] | undefined;
  /** A shorter query for the part of one segment; it replaces both. */
  ofSegment?: { name: string; query: string };
}

/** A kept relation and the version of its parts, which changes with the SQL that makes them. */
export interface KeptVersion {
  kept: Materialised;
  version: number;
  /** The statements that create the macros of its query. */
  macros: readonly string[];
}

/** Name and meaning of the check of stored rows. */
export const keptCheck = {
  name: 'materialised_relations',
  says: 'The stored rows of a materialised relation equal its SQL over bronze.',
};

/** The second line of a file. */
interface Declaration {
  /** The common table expression that makes rows. */
  changes: string;
  /** The common table expression that folds rows. */
  fold: string;
  /** The key, if the fold keeps the latest change of each. */
  latestBy?: string[];
  /** A shorter way to make the part of a segment. */
  segment?: string;
  sortedBy: string[];
  /** True if a baseline state is also a part. */
  hasState?: boolean;
}

const kinds = { changes: text, fold: text, latestBy: texts, segment: text, sortedBy: texts, hasState: flag };
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
export function keptOf(file: SqlFile): Materialised | undefined {
  const body = readSqlBody(file.file);
  const declared = declarationIn(file.file, body);
  if (!declared) return undefined;
  const { fold: foldName, changes: changesName, segment: segmentName, sortedBy, latestBy, hasState = false } = declared;
  const queryOf = (name: string) => {
    const found = tableExpression(name).exec(body);
    if (found) return found[2];
    throw new QueryError(
      `${file.file}: its second line names "${name}", but it has no common table expression of that name`,
      {
        file: file.file,
      },
    );
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
    latestBy,
    ...(segmentName === undefined ? {} : { ofSegment: { name: segmentName, query: queryOf(segmentName) } }),
  };
}

/** Returns the kept relations of an SQL folder. */
export function listKept(folder = sqlFolder): Materialised[] {
  return listRelations(folder).flatMap((file) => keptOf(file) ?? []);
}

/** Matches a common table expression in the layout of `sql/`: name at line start, indented query, closing parenthesis alone. */
export function tableExpression(name: string): RegExp {
  return new RegExp(`^((?:with )?${name} as \\(\\n)([\\s\\S]*?)(?=\\n\\))`, 'm');
}

/** Returns the query that folds the rows of the query `source` into a part. */
export function partQuery({ changesName, foldName, fold, sortedBy }: Materialised, source: string): string {
  const order = orderOf(sortedBy);
  return `with ${changesName} as (\n${source}\n),\n${foldName} as (\n${fold}\n)\nselect * from ${foldName} order by ${order}`;
}

/** Returns the query for the part of a segment. It runs where bronze has the rows of this segment only. */
export function segmentQuery(kept: Materialised): string {
  const { changes, ofSegment, sortedBy } = kept;
  return ofSegment ? `from (\n${ofSegment.query}\n) order by ${orderOf(sortedBy)}` : partQuery(kept, changes);
}

function orderOf(columns: readonly string[]): string {
  return columns.map(quoteName).join(', ');
}

/**
 * Returns the query of a relation over its parts. With a baseline, rows last seen before it are left out, because the
 * baseline holds them. `isStanding`: for statements that stay prepared.
 */
export function foldedQuery(kept: Materialised, baseline?: number, isStanding = false): string {
  const { file, changesName, foldName, ofSegment, latestBy } = kept;
  const fold = isStanding && latestBy ? latestFold(changesName, latestBy) : kept.fold;
  const since = `from (\n${fold}\n)\nwhere deleted or ledger_sequence >= ${baseline}`;
  const folded = baseline === undefined ? fold : since;
  const body = readSqlBody(file.file);
  // What it reads would be looked at for each query.
  const shown = ofSegment ? body.replace(`${ofSegment.name} as (\n${ofSegment.query}\n),\n`, '') : body;
  return shown
    .replace(tableExpression(changesName), (_, head: string) => `${head}from ${partsName(kept)}`)
    .replace(tableExpression(foldName), (_, head: string) => `${head}${folded}`);
}

/**
 * Returns SQL that keeps the latest change of each key. It uses aggregates: a ranking of many keys takes half as long as with
 * a window. Merges of parts use a window, because it can sort on disk.
 */
function latestFold(changes: string, keys: readonly string[]): string {
  const columns = keys.map((name) => [name, quoteName(`of ${name}`)]);
  const list = (of: (name: string, own: string) => string) => columns.map(([name, own]) => of(name, own)).join(', ');
  return `select * exclude (${list((_, own) => own)}) replace (${list((name, own) => `${own} as ${name}`)})
    from (
        select ${list((name, own) => `${name} as ${own}`)}, arg_max_null(columns(* exclude ("number")), "number")
        from (select *, bronze.change_number(ledger_sequence, ledger_entry_change) as "number" from ${changes})
        group by ${keys.join(', ')}
    )`;
}

/** Returns the name of the relation that has the parts. */
export function partsName({ id }: Materialised): string {
  return `${PARTS}.${quoteName(id)}`;
}
