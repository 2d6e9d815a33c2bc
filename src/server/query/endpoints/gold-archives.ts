/** Archives that were made: their index (contract 8.8), and what they were made of (8.9). */
import { list as listOf, may, object, text, time, whole } from '../fields.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { sql, when, where } from '../sql.ts';
import { wallClock } from '../wall-clock.ts';
import { Asset } from './asset.ts';

const ofAsset = {
  asset_code: parameter.may(parameter.text('Code of the asset.')),
  asset_issuer: parameter.may(parameter.address(['G'], 'Issuer of the asset.')),
};

const statuses = ['pending', 'processing', 'complete', 'failed'] as const;

const Artifact = object({
  name: text(),
  type: text(),
  snapshot_at: may(time()),
  row_count: may(whole()),
  checksum: may(text()),
  generated_at: may(time()),
});

export const goldArchives = list({
  path: '/api/v1/gold/compliance/archives',
  summary: 'Compliance archive index',
  legacyKey: 'archives',
  parameters: {
    ...ofAsset,
    status: parameter.may(parameter.choice('status', statuses)),
    limit: parameter.limit(50, 100),
  },
  row: object({
    archive_id: text(),
    status: text(),
    asset: Asset,
    period: object({ start: time(), end: time() }),
    artifacts: may(listOf(Artifact)),
    error: may(text()),
    methodology_version: text(),
    created_at: time(),
    completed_at: may(time()),
  }),
  key: () => [
    { column: 'created_at', type: 'timestamp', descending: true },
    { column: 'archive_id', type: 'varchar' },
  ],
  rows: (values) => sql`
    select
        *,
        {code: asset_code, issuer: asset_issuer, "type": asset_type} as asset,
        {"start": period_start, "end": period_end} as period,
        (
            select list(files) from gold.compliance_artifacts as files where files.archive_id = archives.archive_id
        ) as artifacts
    from gold.compliance_archives as archives
    ${where(
      when(values.asset_code, (code) => sql`asset_code = ${code}`),
      when(values.asset_issuer, (issuer) => sql`asset_issuer = ${issuer}`),
      when(values.status, (status) => sql`status = ${status}`),
    )}`,
});

export const goldLineage = list({
  path: '/api/v1/gold/compliance/lineage',
  summary: 'Audit lineage and checksums',
  legacyKey: 'archives',
  parameters: {
    ...ofAsset,
    archive_id: parameter.may(parameter.text('Only this archive.')),
    limit: parameter.limit(50, 100),
  },
  row: object({
    archive_id: text(),
    asset_code: text(),
    asset_issuer: may(text()),
    period_start: time(),
    period_end: time(),
    artifacts_count: whole(),
    methodology_version: text(),
    status: text(),
    generated_at: time(),
    reproducibility_key: may(text()),
  }),
  beside: { generated_at: text() },
  readBeside: async () => ({ generated_at: wallClock() }),
  key: () => [
    { column: 'generated_at', type: 'timestamp', descending: true },
    { column: 'archive_id', type: 'varchar' },
  ],
  rows: (values) => sql`
    select
        *,
        completed_at as generated_at,
        (
            select count(*) from gold.compliance_artifacts as files where files.archive_id = archives.archive_id
        ) as artifacts_count
    from gold.compliance_archives as archives
    ${where(
      sql`status = 'complete'`,
      when(values.asset_code, (code) => sql`asset_code = ${code}`),
      when(values.asset_issuer, (issuer) => sql`asset_issuer = ${issuer}`),
      when(values.archive_id, (id) => sql`archive_id = ${id}`),
    )}`,
});
