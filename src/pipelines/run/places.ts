/** What a pipeline has below the data folder: a folder of its name, and for mapped consumers a DuckDB file beside it. */
import { join } from 'node:path';

/** Names that the files of another pipeline have. */
const IS_A_FILE = /\.duckdb(\.wal|\.tmp)?$/i;

/** Returns the name of a pipeline's folder: no pipeline has a tilde in its name. */
export function folderName(name: string): string {
  return IS_A_FILE.test(name) ? `${name}~` : name;
}

/** Returns the folder of a pipeline. */
export function pipelineFolder(dataDir: string, name: string): string {
  return join(dataDir, 'pipelines', folderName(name));
}

/** Returns the DuckDB file of the pipeline that has the folder. */
export function duckdbFileOf(folder: string): string {
  return `${folder.replace(/~$/, '')}.duckdb`;
}
