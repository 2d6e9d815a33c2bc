/** Files of runs in the data folder: for each pipeline a folder with checkpoints, and a DuckDB file beside it. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../core/system-errors.ts';
import type { Output } from '../run/options.ts';
import { duckdbFileOf, folderName, pipelineFolder } from '../run/places.ts';

/** The team whose files lie where those of the command line do. */
const LOCAL_TEAM = 'local';

/** Returns the data folder of a team's runs: names of pipelines are of one team. */
export function runFolder(dataDir: string, team: string): string {
  return team === LOCAL_TEAM ? dataDir : join(dataDir, 'teams', `team-${encodeURIComponent(team)}`);
}

const filesOf = (name: string) => [folderName(name), `${name}.duckdb`, `${name}.duckdb.wal`];

/** Gives the files of a pipeline its new name. */
export async function renameRunFiles(dataDir: string, team: string, before: string, after: string): Promise<void> {
  const folder = join(runFolder(dataDir, team), 'pipelines');
  const names = filesOf(after);
  for (const [i, file] of filesOf(before).entries()) {
    const to = join(folder, names[i] ?? after);
    await rename(join(folder, file), to).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }
}

/** Returns the outputs of a renamed pipeline, with the new path of its DuckDB file. `folder` has the runs of its team. */
export function renamedOutputs(
  outputs: readonly Output[],
  folder: string,
  before: string,
  after: string,
): readonly Output[] {
  const was = duckdbFileOf(pipelineFolder(folder, before));
  const is = duckdbFileOf(pipelineFolder(folder, after));
  return outputs.map((output) => (output.location === was ? { ...output, location: is } : output));
}

/** Removes the checkpoints of a pipeline, so that another of its name begins anew; with `output` its tables, too. */
export async function removeRunFiles(dataDir: string, team: string, name: string, output: boolean): Promise<void> {
  const folder = join(runFolder(dataDir, team), 'pipelines');
  const files = output ? filesOf(name) : [folderName(name)];
  for (const file of files) await rm(join(folder, file), { recursive: true, force: true });
}
