/** What the config of every local consumer takes. */
import Type, { type TObject, type TSchema } from 'typebox';

/** Returns the schema of a local consumer's config. */
export function local(fields: Record<string, TSchema>): TObject {
  const on_error = Type.Optional(
    Type.Enum(['fail', 'skip'], {
      description:
        'fail (default): end the run; skip: leave out ledgers that cannot be read or written, and list them.',
    }),
  );
  return Type.Object({ ...fields, on_error }, { additionalProperties: false });
}
