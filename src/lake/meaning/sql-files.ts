/** The SQL folder: `<layer>/<name>.sql` is one relation, `macros/<name>.sql` macros that relations and queries call. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsNow } from '../../core/folders.ts';
import { readViewDocs, type ViewDocs } from './view-docs.ts';

/** The folder of the relations, reached from `src` and from `dist` by the same path. */
export const sqlFolder = fileURLToPath(new URL('../../../sql', import.meta.url));

/** The layers, each of which reads itself and those before it, and the schema in which its relations are. */
const schemas = {
  meta: 'meta',
  bronze: 'bronze',
  obsrvr: 'bronze',
  silver: 'silver',
  semantic: 'semantic',
  gold: 'gold',
} as const;

export type SqlLayer = keyof typeof schemas;

/** The layers from the lowest up. */
export const layers = Object.keys(schemas) as SqlLayer[];

/** Returns the schemas of layers, each once. */
export function schemasOf(some: readonly SqlLayer[]): string[] {
  return [...new Set(some.map((layer) => schemas[layer]))];
}

/** One file of the SQL folder. */
export interface SqlFile {
  layer: SqlLayer;
  schema: string;
  name: string;
  file: string;
}

/** Returns the relations of layers, ordered by layer and name. `meta` always comes from the package. */
export function listRelations(folder = sqlFolder, only: readonly SqlLayer[] = layers): SqlFile[] {
  return only.flatMap((layer) =>
    listFolder(join(layer === 'meta' ? sqlFolder : folder, layer)).map(({ name, file }) => {
      return { layer, schema: schemas[layer], name, file };
    }),
  );
}

/** Returns the files of macros. */
export function listMacros(folder = sqlFolder): string[] {
  return listFolder(join(folder, 'macros')).map(({ file }) => file);
}

function listFolder(path: string): { name: string; file: string }[] {
  if (!existsNow(path)) return [];
  const files = readdirSync(path).filter((name) => name.endsWith('.sql'));
  return files.sort().map((file) => ({ name: file.slice(0, -'.sql'.length), file: join(path, file) }));
}

/** Returns the statement of a file, without the semicolon that ends it. */
export function readSqlBody(file: string): string {
  return readFileSync(file, 'utf8').trim().replace(/;$/, '');
}

/** Returns the parameters of a relation that is a table macro; nothing of a view. */
export function parametersOf({ file }: SqlFile): string[] | undefined {
  const [, parameters] = /^create or replace macro [\w.]+\(([^)]*)\) as table$/m.exec(readSqlBody(file)) ?? [];
  return parameters?.split(',').map((parameter) => parameter.replace(/:=.*/s, '').trim());
}

/** Returns what the comments of a file say of its relation. */
export function docsOf({ file }: SqlFile): ViewDocs {
  return readViewDocs(readFileSync(file, 'utf8'));
}
