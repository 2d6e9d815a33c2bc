/** All relations, as the build described them: DuckDB binds every view for three seconds to tell the types of columns. */
import { readFile, writeFile } from 'node:fs/promises';
import { errorCode } from '../core/system-errors.ts';
import type { Relation } from '../lake/meaning/relations.ts';

/** Beside the built program; the sources have no such file. */
const built = new URL('../relations.json', import.meta.url);

/** Returns what `describeRelations` says of this package's tables, from the file of the build where there is one. */
export async function knownRelations(file: URL = built): Promise<Relation[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Relation[];
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return describedNow();
  }
}

/** Writes the file that `knownRelations` reads. */
export async function writeKnownRelations(file: URL = built): Promise<void> {
  await writeFile(file, JSON.stringify(await describedNow()));
}

async function describedNow(): Promise<Relation[]> {
  const [{ describeRelations }, { tables }] = await Promise.all([
    import('../lake/meaning/relations.ts'),
    import('../tables/index.ts'),
  ]);
  return describeRelations(tables);
}
