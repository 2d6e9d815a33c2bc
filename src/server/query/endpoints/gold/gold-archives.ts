/** The index of existing archives, and the ledgers that each came from. */
import { checksumsOf } from './archive/archive.ts';
import { isWhole, readArchive, readArchives, type Archive } from './archive/archive-files.ts';
import { boolean, json, listOf, may, fields, text, time, whole, type Row } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { sql, type Sql } from '../../sql.ts';
import type { View } from '../../view.ts';
import { wallClock } from '../../wall-clock.ts';
import { Asset } from '../../asset.ts';

const ofAsset = {
  asset_code: parameter.may(parameter.text('Code of the asset.')),
  asset_issuer: parameter.may(parameter.address(['G'], 'Issuer of the asset.')),
};

const statuses = ['pending', 'processing', 'complete', 'failed'] as const;

const Artifact = fields({
  name: text(),
  type: text(),
  format: text(),
  snapshot_at: may(time()),
  row_count: may(whole()),
  checksum: text('Of its bytes.'),
  generated_at: time(),
});

/** The record of an archive. */
export const ArchiveRecord = {
  archive_id: text(),
  status: text('pending, processing, complete or failed.'),
  asset: Asset,
  period: fields({ start: time(), end: time() }),
  artifacts: may(listOf(Artifact)),
  error: may(text()),
  warnings: may(listOf(text(), 'Notes about its rows, such as omitted totals.')),
  methodology_version: text(),
  created_at: time(),
  completed_at: may(time()),
};

interface Wanted {
  asset_code?: string;
  asset_issuer?: string;
  status?: string;
  archive_id?: string;
}

/** An archive of the index, and the time that it is in the order of; null where its record is damaged, so that no asset is known. */
interface Indexed {
  archive_id: string;
  moment: string | null;
}

/** Returns ids and times of those archives that are wanted, as JSON; `moment` is the time that they are in the order of. */
async function indexOf(wanted: Wanted, { served }: View, moment: (archive: Archive) => string): Promise<string> {
  const { asset_code: code, asset_issuer: issuer, status, archive_id: id } = wanted;
  const isWanted = ({ asset, ...archive }: Archive) =>
    asset.code === (code ?? asset.code) &&
    asset.issuer === (issuer ?? asset.issuer) &&
    archive.status === (status ?? archive.status) &&
    archive.archive_id === (id ?? archive.archive_id);
  const { archives, damaged } = await readArchives(served.archives);
  const index: Indexed[] = [
    ...archives.filter(isWanted).map((archive) => ({ archive_id: archive.archive_id, moment: moment(archive) })),
    ...damaged.filter((one) => one === (id ?? one)).map((one) => ({ archive_id: one, moment: null })),
  ];
  return JSON.stringify(index);
}

const listed = (index: string | null): Sql => sql`
    from (select unnest(from_json_strict(${index}, '[{"archive_id": "VARCHAR", "moment": "VARCHAR"}]'), max_depth := 2))
    where moment is not null`;

function damagedIn(index: string | null): string[] {
  const damaged = (JSON.parse(index ?? '[]') as Indexed[]).filter(({ moment }) => moment === null);
  return damaged.map(
    ({ archive_id: id }) => `the record of ${id} is damaged: ask for it once more, or remove its folder`,
  );
}

const newestFirst = [
  { column: 'moment', type: 'varchar', descending: true },
  { column: 'archive_id', type: 'varchar' },
];

async function archivesOf(rows: readonly Row[], { served: { archives } }: View): Promise<Archive[]> {
  const found = await Promise.all(rows.map(({ archive_id: id }) => readArchive(archives, String(id))));
  return found.filter((archive) => archive !== undefined);
}

export const goldArchives = list({
  path: '/api/v1/gold/compliance/archives',
  summary: 'Compliance archive index',
  legacyKey: 'archives',
  parameters: {
    ...ofAsset,
    status: parameter.may(parameter.choice('status', statuses)),
    limit: parameter.limit(50, 100),
  },
  row: fields(ArchiveRecord),
  kind: { isOutside: true },
  key: () => newestFirst,
  prepare: (values, view) => indexOf(values, view, (archive) => archive.created_at),
  rows: (_values, _scan, index) => listed(index),
  warnings: (_values, _view, index) => damagedIn(index),
  complete: async (rows, view) => (await archivesOf(rows, view)) as unknown as Row[],
});

const Parent = fields({ name: text(), first_ledger: whole(), last_ledger: whole(), sha256: text() });

export const goldLineage = list({
  path: '/api/v1/gold/compliance/lineage',
  summary: 'Audit lineage and checksums',
  legacyKey: 'archives',
  parameters: {
    ...ofAsset,
    archive_id: parameter.may(parameter.text('Only this archive.')),
    limit: parameter.limit(50, 100),
  },
  row: fields({
    archive_id: text(),
    asset_code: text(),
    asset_issuer: may(text()),
    period_start: time(),
    period_end: time(),
    artifacts_count: whole(),
    methodology_version: text(),
    status: text(),
    checksums: json('SHA-256 of the bytes of each file, by its name.'),
    generated_at: time(),
    parents: listOf(Parent, 'The ledger files that it was made of.'),
    ledger_hashes: may(fields({ first: text(), last: text() })),
    software: may(fields({ name: text(), version: text() })),
    reproducibility_key: text('The same for archives of the same request.'),
    verify: boolean('Whether its files still have these checksums: they were read for this answer.'),
  }),
  beside: { fields: { generated_at: text() }, read: async () => ({ generated_at: wallClock() }) },
  kind: { isOutside: true },
  key: () => newestFirst,
  prepare: (values, view) => indexOf({ ...values, status: 'complete' }, view, ({ completed_at: at = '' }) => at),
  rows: (_values, _scan, index) => listed(index),
  warnings: (_values, _view, index) => damagedIn(index),
  async complete(rows, view) {
    const found = await archivesOf(rows, view);
    return Promise.all(found.map((archive) => lineageOf(archive, view.served.archives)));
  },
});

async function lineageOf(archive: Archive, folder: string): Promise<Row> {
  const { asset, period, artifacts = [], parents = [], completed_at: at = '', ...rest } = archive;
  return {
    ...rest,
    asset_code: asset.code,
    asset_issuer: asset.issuer ?? null,
    period_start: period.start,
    period_end: period.end,
    artifacts_count: artifacts.length,
    checksums: checksumsOf(artifacts),
    generated_at: at,
    parents: parents.map((parent) => ({ ...parent })),
    verify: await isWhole(folder, archive),
  };
}
