/** Highlighting of SQL, and completion of relations and columns with their meanings. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { PostgreSQL, sql, type SQLNamespace } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { QueryRelation } from '../../client/client.ts';

/** Returns the extension for these relations. */
export function sqlLanguage(relations: readonly QueryRelation[]): Extension {
  const schemas: Record<string, Record<string, SQLNamespace>> = {};
  for (const relation of relations)
    (schemas[relation.schema] ??= {})[relation.name] = { self: selfOf(relation), children: columnsOf(relation) };
  return [
    sql({ dialect: PostgreSQL, schema: schemas, upperCaseKeywords: false }),
    PostgreSQL.language.data.of({ autocomplete: (context: CompletionContext) => bareNames(context, relations) }),
  ];
}

/** Completes names without what comes before their dot: of relations, and of columns of relations in the statement. */
function bareNames(context: CompletionContext, relations: readonly QueryRelation[]): CompletionResult | null {
  const word = context.matchBefore(/[\w.]+/);
  if (!word || word.text.includes('.')) return null;
  const named = new Set(context.state.doc.toString().match(/[\w.]+/g));
  const used = relations.filter(({ schema, name }) => named.has(`${schema}.${name}`));
  const columns = new Map(used.flatMap(columnsOf).map((column) => [column.label, column]));
  const whole = relations.map((relation) => {
    const self = selfOf(relation);
    return { ...self, detail: `${relation.schema} ${self.detail}`, apply: `${relation.schema}.${self.apply}` };
  });
  return { from: word.from, options: [...columns.values(), ...whole], validFor: /^\w*$/ };
}

function selfOf({ name, kind, grain, parameters }: QueryRelation) {
  const isMacro = kind === 'macro';
  const apply = isMacro ? `${name}(${(parameters ?? []).join(', ')})` : name;
  return { label: name, type: isMacro ? 'function' : 'class', detail: kind, info: grain, apply };
}

function columnsOf({ columns }: QueryRelation): Completion[] {
  return columns.map(({ name: label, type, unit, doc }) => ({
    label,
    type: 'property',
    detail: unit === undefined ? type.toLowerCase() : `${type.toLowerCase()}, ${unit}`,
    ...(doc !== '' && { info: doc }),
  }));
}
