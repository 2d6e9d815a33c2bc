/**
 * Relations over complete states: the line `-- States of silver.accounts_current.` says that baselines hold the rows of the
 * CTE `states`.
 */
import { quoteName } from '../duckdb/duckdb.ts';
import { pathList } from './views.ts';
import type { SegmentFile } from '../disk/snapshot/manifest.ts';
import { partsName, tableExpression, type Materialised } from './kept.ts';

/** What relations know of the states that were read whole. */
export interface States {
  /** Returns the ledger of the state on which a kept relation stands. */
  baselineOf(kept: Materialised): number | undefined;
  /** Returns the files of all complete states with parts of a kept relation. */
  filesOf(id: string): readonly SegmentFile[];
}

/** No state was read. */
export const noStates: States = { baselineOf: () => undefined, filesOf: () => [] };

const DECLARED = /^-- States of (\w+\.\w+)\.$/m;

/** Returns the kept relation of whose states the body of a relation is; undefined of every other relation. */
export function stateOf(body: string): string | undefined {
  return DECLARED.exec(body)?.[1];
}

/**
 * Returns the query of a relation over the files of states. Of none it reads no row, and has the columns of the parts of the kept
 * relation where these are shown, else of bronze.
 */
export function statesQuery(body: string, files: readonly SegmentFile[], shown: Materialised | undefined): string {
  return body.replace(tableExpression('states'), (_, head: string, query: string) => {
    if (files.length > 0) return `${head}${readStates(files)}`;
    return `${head}select * from ${shown ? partsName(shown) : `(\n${query}\n)`} where false`;
  });
}

function readStates(files: readonly SegmentFile[]): string {
  const columns = files[0].columns.map(quoteName).join(', ');
  return `select ${columns} from read_parquet(${pathList(files)}, hive_partitioning = false)`;
}
