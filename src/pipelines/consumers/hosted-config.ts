/** What the config of every consumer of the hosted registry takes: our own `sink` and what it needs. */
import Type, { type TObject, type TSchema } from 'typebox';

/** Returns the schema of a hosted consumer's config. */
export function hosted(fields: Record<string, TSchema>): TObject {
  return Type.Object(
    {
      ...fields,
      sink: Type.Optional(
        Type.Enum(['auto', 'native', 'mapped'], {
          description:
            'auto (default): the server, or a DuckDB file where a placeholder such as ${POSTGRES_PASSWORD} has no value; native: the ' +
            'server, and such a placeholder is an error; mapped: a DuckDB file. A server that refuses is an error.',
        }),
      ),
      on_error: Type.Optional(
        Type.Enum(['fail', 'skip'], {
          description: 'fail (default): end the run; skip: leave out ledgers that cannot be written, and list them.',
        }),
      ),
      retry_for: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Time limit of connection retries, in seconds.' }),
      ),
    },
    { additionalProperties: false },
  );
}
