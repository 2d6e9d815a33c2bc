/** What the config of every consumer of the hosted registry takes: our own `sink` and what it needs (contract 11.5). */
import Type, { type TObject, type TSchema } from 'typebox';

/** Returns the schema of a hosted consumer's config. */
export function hosted(fields: Record<string, TSchema>): TObject {
  return Type.Object(
    {
      ...fields,
      sink: Type.Optional(
        Type.Enum(['auto', 'native', 'mapped'], {
          description:
            'native: the real server or an error; mapped: a DuckDB file; auto: the server where it may be used and answers.',
        }),
      ),
      on_error: Type.Optional(
        Type.Enum(['fail', 'skip'], { description: 'skip: leave out ledgers that cannot be written, and list them.' }),
      ),
      retry_for: Type.Optional(
        Type.Integer({ minimum: 0, description: 'How long faults of the connection are retried, in seconds.' }),
      ),
    },
    { additionalProperties: false },
  );
}
