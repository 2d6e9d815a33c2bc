/** The fields of the details of operations and effects, by type, with what SQL makes of each. */
import type { FieldsByType, Meaning } from '../../arrow/table.ts';
import { quoteName, selectRows, type DuckDBConnection } from '../duckdb/duckdb.ts';

/** A field of the details of one type of row; without a type of its own it is in `details_json` only. */
export interface DetailField extends Meaning {
  name: string;
  type?: string;
}

/** Returns the declared fields of a relation's column `details`, each with its type in SQL. @internal */
export async function describeDetails(
  connection: DuckDBConnection,
  { schema, name }: { schema: string; name: string },
  details: FieldsByType,
): Promise<Record<string, DetailField[]>> {
  const relation = `${schema}.${quoteName(name)}`;
  const top = await selectRows(connection, `describe select unnest(details) from ${relation}`);
  const typed = new Set(top.map((row) => String(row['column_name'])));
  const fields = new Set(Object.values(details).flatMap((fields) => Object.keys(fields)));
  const chosen = [...fields].filter((field) => typed.has(/^\w+/.exec(field)?.[0] ?? ''));
  const types = chosen.map((field) => `typeof(details.${pathOf(field)}) as ${quoteName(field)}`);
  // A row of nulls, because DuckDB states types of values only.
  const [found = {}] = await selectRows(
    connection,
    `select ${types.join(', ')} from (select 1) left join (select details from ${relation} limit 0) on true`,
  );
  return Object.fromEntries(
    Object.entries(details).map(([type, fields]) => [
      type,
      Object.entries(fields).map(([name, { doc, unit }]) => {
        const sqlType = found[name];
        return { name, ...(typeof sqlType === 'string' && { type: sqlType }), ...(unit && { unit }), doc };
      }),
    ]),
  );
}

/** Returns `"path"[1]."asset_code"` of `path[].asset_code`. */
function pathOf(field: string): string {
  return field
    .split('.')
    .map((part) => quoteName(part.replace('[]', '')) + (part.endsWith('[]') ? '[1]' : ''))
    .join('.');
}
