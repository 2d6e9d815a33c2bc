/** Highlighting of SQL, and completion of relations and columns with their meanings. */
import { PostgreSQL, sql, type SQLNamespace } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { QueryRelation } from '../../client/client.ts';

/** Returns the extension for these relations. */
export function sqlLanguage(relations: readonly QueryRelation[]): Extension {
  const schemas: Record<string, Record<string, SQLNamespace>> = {};
  for (const relation of relations) (schemas[relation.schema] ??= {})[relation.name] = completionOf(relation);
  return sql({ dialect: PostgreSQL, schema: schemas, upperCaseKeywords: false });
}

function completionOf({ name, kind, grain, parameters, columns }: QueryRelation): SQLNamespace {
  const isMacro = kind === 'macro';
  const apply = isMacro ? `${name}(${(parameters ?? []).join(', ')})` : name;
  return {
    self: { label: name, type: isMacro ? 'function' : 'class', detail: kind, info: grain, apply },
    children: columns.map(({ name: label, type, unit, doc }) => ({
      ...{
        label,
        type: 'property',
        detail: unit === undefined ? type.toLowerCase() : `${type.toLowerCase()}, ${unit}`,
      },
      ...(doc !== '' && { info: doc }),
    })),
  };
}
