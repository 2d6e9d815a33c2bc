/** What an archive is asked for with. */
import Type from 'typebox';
import { archiveFormats, parts } from './archive.ts';

/** The schema of a request for an archive. */
export const ArchiveBody = Type.Object({
  asset_code: Type.String({ pattern: '^[A-Za-z0-9]{1,12}$' }),
  asset_issuer: Type.Optional(Type.String({ pattern: '^G[A-Z2-7]{55}$' })),
  start_date: Type.String({ description: 'RFC 3339, or a date.' }),
  end_date: Type.String({ description: 'RFC 3339, or a date: its end.' }),
  include: Type.Optional(Type.Array(Type.Enum([...parts], { type: 'string' }), { minItems: 1, uniqueItems: true })),
  balance_snapshots: Type.Optional(
    Type.Array(Type.String(), { maxItems: 100, description: 'Times of snapshots; default: the end of the period.' }),
  ),
  format: Type.Optional(Type.Enum([...archiveFormats], { type: 'string', default: 'json' })),
});
