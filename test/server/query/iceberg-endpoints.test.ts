import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { icebergEndpoints } from '../../../src/server/query/iceberg-endpoints.ts';
import { bodyOf, errorOf, authorization, serveSample } from './sample-server.ts';

const { lakes, listener } = serveSample({ more: icebergEndpoints });
const ask = (path: string) => fetch(`${listener().url}lake/v1/local/iceberg/v1${path}`, { headers: authorization });

it('answers as a read-only Iceberg catalogue', async () => {
  const { path: lake } = lakes()[0].lake;
  const none = 'the lake has no Iceberg tables: run ledgerlake iceberg enable';
  expect(await errorOf(ask('/namespaces'))).toEqual([404, none]);
  const folder = join(lake, 'iceberg/bronze/history_ledgers/metadata');
  await mkdir(folder, { recursive: true });
  const write = (location: string) =>
    writeFile(join(folder, 'v3.metadata.json'), JSON.stringify({ 'format-version': 2, location }));
  await writeFile(join(folder, 'version-hint.text'), '3');
  await write(join(lake, 'iceberg/bronze/history_ledgers'));
  expect(await bodyOf(ask('/config'))).toMatchObject({
    endpoints: expect.arrayContaining(['GET /v1/{prefix}/namespaces']),
  });
  expect(await bodyOf(ask('/namespaces?parent='))).toEqual({ namespaces: [['bronze']] });
  expect(await bodyOf(ask('/namespaces/bronze'))).toEqual({ namespace: ['bronze'], properties: {} });
  const identifiers = [{ namespace: ['bronze'], name: 'history_ledgers' }];
  expect(await bodyOf(ask('/namespaces/bronze/tables'))).toEqual({ identifiers });
  expect(await bodyOf(ask('/namespaces/bronze/tables/history_ledgers?snapshots=all'))).toEqual({
    'metadata-location': join(folder, 'v3.metadata.json'),
    metadata: { 'format-version': 2, location: join(lake, 'iceberg/bronze/history_ledgers') },
    config: {},
  });
  expect(await errorOf(ask('/namespaces/gold/tables'))).toEqual([404, `unknown namespace 'gold'`]);
  expect(await errorOf(ask('/namespaces/bronze/tables/..%2f..'))).toEqual([404, `unknown table 'bronze.../..'`]);
  await write('/elsewhere');
  const moved = 'the lake has moved: run ledgerlake iceberg enable';
  expect(await errorOf(ask('/namespaces/bronze/tables/history_ledgers'))).toEqual([409, moved]);
  await rm(join(folder, 'v3.metadata.json'));
  const gone = `unknown table 'bronze.history_ledgers'`;
  expect(await errorOf(ask('/namespaces/bronze/tables/history_ledgers'))).toEqual([404, gone]);
  await rm(join(lake, 'iceberg'), { recursive: true });
});
