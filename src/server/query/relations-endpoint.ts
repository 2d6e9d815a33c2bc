/** `GET /api/v1/relations`: everything that SQL can name, with meanings, units and keys. */
import Type from 'typebox';
import { knownRelations } from '../../library/known-relations.ts';
import type { Relation } from '../../lake/meaning/relations.ts';
import { may, text, whole } from './fields.ts';
import { object } from './object.ts';

const built = new URL('../../../dist/relations.json', import.meta.url);
let described: Promise<Relation[]> | undefined;

/** The package has one set of relations, whatever the lake: they are read once. */
const relations = (): Promise<Relation[]> => (described ??= knownRelations(built));

const AnyColumn = Type.Object({
  name: text(),
  type: text('SQL type.'),
  doc: text('Meaning; empty if none is known.'),
  unit: may(text()),
});

const AnyRelation = Type.Object({
  schema: text('bronze, silver, semantic, gold or meta.'),
  name: text(),
  kind: text('table, view, kept (a materialised relation) or macro.'),
  grain: text('What one row is.'),
  key: Type.Array(text(), { description: 'Columns that are unique together.' }),
  notes: may(text()),
  optional: may(text('How to fill an optional table.')),
  parameters: may(Type.Array(text(), { description: 'Of a macro, in order.' })),
  columns: Type.Array(AnyColumn),
});

/** Servers have it with `/api/v1/sql`. */
export const relationsEndpoint = object({
  path: '/api/v1/relations',
  summary: 'Relations that SQL can name, with meanings, units and keys',
  parameters: {},
  isState: true,
  answer: { data: Type.Array(AnyRelation), count: whole() },
  async read() {
    const data = await relations();
    return { body: { data: data as never, count: data.length } };
  },
});
