/** Archives of an asset: asked for, listed, read and verified again. */
import { hash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveLake } from '../../../src/server/query/endpoints/gold/archive/archive-lake.ts';
import { archiveEndpoint } from '../../../src/server/query/endpoints/gold/gold-archive.ts';
import { listen } from '../../../src/server/http/listener.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { authorization, bodyOf, errorOf, budget, secret, serveSample } from './sample-server.ts';

const { ask, lakes, listener } = serveSample({ more: [archiveEndpoint] });

type Row = Record<string, unknown>;

const gold = '/gold/compliance';
const body = (path: string) => bodyOf<Row>(ask(path));
const post = (sent: unknown) => {
  const url = `${listener().url}lake/v1/local/api/v1${gold}/archive`;
  return fetch(url, { method: 'POST', headers: authorization, body: JSON.stringify(sent) });
};

const request = { asset_code: 'XLM', start_date: '2026-01-01', end_date: '2026-01-01' };

async function made(sent: unknown): Promise<Row> {
  const asked = await post(sent);
  expect(asked.status).toBe(202);
  const { archive_id: id } = (await asked.json()) as Row;
  for (;;) {
    const archive = await body(`${gold}/archive/${String(id)}`);
    const isEnded = archive['status'] === 'complete' || archive['status'] === 'failed';
    // The maker gives back its lock after it has written the record.
    if (isEnded && !existsSync(join(lakes()[0].archives, `${String(id)}.lock`))) return archive;
  }
}

describe('/gold/compliance/archive', () => {
  it('makes files whose checksums hold, with all movements, holders and supply', async () => {
    const archive = await made(request);
    const id = String(archive['archive_id']);
    const artifacts = archive['artifacts'] as { name: string; checksum: string; row_count: number }[];
    for (const { name, checksum } of artifacts) {
      const file = await ask(`${gold}/archive/${id}/download/${name}`);
      expect([name, `sha256:${hash('sha256', Buffer.from(await file.arrayBuffer()), 'hex')}`]).toEqual([
        name,
        checksum,
      ]);
    }
    const [moved, held, supply] = await Promise.all(
      artifacts.slice(0, 3).map(({ name }) => bodyOf<Row>(ask(`${gold}/archive/${id}/download/${name}`))),
    );
    const transfers = await body('/silver/transfers?asset_code=XLM&limit=1000&order=asc');
    const amounts = (rows: unknown) => (rows as { amount: string }[]).map(({ amount }) => amount);
    expect(amounts(moved?.['rows']).slice(0, 1000)).toEqual(amounts(transfers['data']));
    const balances = await body(`${gold}/balances?asset_code=XLM&timestamp=2026-01-01T00:10:35Z&limit=10000`);
    expect(held).toMatchObject({ checksum: balances['checksum'], rows: balances['holders'] });
    expect((supply?.['rows'] as Row[]).at(-1)).toMatchObject({
      total_supply: (balances['summary'] as Row)['total_supply'],
    });
    expect((await body(`${gold}/archives?asset_code=XLM`))['data']).toMatchObject([
      { archive_id: id, status: 'complete' },
    ]);
    expect((await body(`${gold}/archives?status=failed`))['data']).toEqual([]);
  });

  it('is made once, and verified each time that its lineage is asked for', async () => {
    const [lake] = lakes();
    const again = (await (await post(request)).json()) as Row;
    const { made: other } = await archiveLake(lake.lake.path, request);
    expect([again['status'], other.archive_id]).toEqual(['complete', again['archive_id']]);
    const lineage = async () => ((await body(`${gold}/lineage`))['data'] as Row[])[0] ?? {};
    const whole = await lineage();
    expect(whole).toMatchObject({ verify: true, software: { name: 'ledgerlake' }, artifacts_count: 5 });
    expect((whole['parents'] as { sha256: string }[])[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const folder = join(lake.archives, other.archive_id);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Row;
    expect(whole['checksums']).toMatchObject(manifest['checksums'] as Row);
    appendFileSync(join(folder, 'transactions.json'), ' ');
    expect(await lineage()).toMatchObject({ verify: false });
  });

  it('is made anew where a process ended before it was whole', async () => {
    const [lake] = lakes();
    const archive = await made(request);
    const path = join(lake.archives, String(archive['archive_id']), 'archive.json');
    writeFileSync(path, JSON.stringify({ ...archive, status: 'processing', artifacts: undefined }));
    expect(await made(request)).toMatchObject({ status: 'complete', archive_id: archive['archive_id'] });
  });

  it('is made anew when it is asked for and a file of it is damaged or gone', async () => {
    const [lake] = lakes();
    const { archive_id: id } = await made(request);
    const file = join(lake.archives, String(id), 'transactions.json');
    const whole = readFileSync(file, 'utf8');
    for (const spoil of [() => appendFileSync(file, ' '), () => rmSync(file)]) {
      spoil();
      expect(await (await post(request)).json()).toMatchObject({ archive_id: id, status: 'pending' });
      expect(await made(request)).toMatchObject({ archive_id: id, status: 'complete' });
      expect(readFileSync(file, 'utf8')).toBe(whole);
      expect(await body(`${gold}/lineage?archive_id=${String(id)}`)).toMatchObject({ data: [{ verify: true }] });
    }
  });

  it('is told as it is made anew to all who ask for it at once when a file of it is damaged', async () => {
    const [lake] = lakes();
    const archive = await made(request);
    const folder = join(lake.archives, String(archive['archive_id']));
    const before = { ...archive, created_at: '2026-01-02T00:00:00Z' };
    writeFileSync(join(folder, 'archive.json'), JSON.stringify(before));
    appendFileSync(join(folder, 'transactions.json'), ' ');
    const answers = await Promise.all([1, 2, 3].map(async () => (await (await post(request)).json()) as Row));
    const [{ created_at: now } = {}] = answers;
    expect(now).not.toBe(before.created_at);
    expect(answers.map(({ created_at: created }) => created)).toEqual([now, now, now]);
    expect(await made(request)).toMatchObject({ status: 'complete', created_at: now });
  });

  it('is left out of lists with a warning where its record is damaged, and is made anew', async () => {
    const [lake] = lakes();
    const other = await made({ ...request, include: ['supply_timeline'] });
    const { archive_id: id } = await made(request);
    const path = join(lake.archives, String(id), 'archive.json');
    const record = readFileSync(path, 'utf8');
    const warnings = [`the record of ${String(id)} is damaged: ask for it once more, or remove its folder`];
    const edited = ['artifacts', 'parents'].flatMap((name) =>
      [null, 'x', {}, [1], [null]].map((value) => JSON.stringify({ ...JSON.parse(record), [name]: value })),
    );
    for (const damaged of [record.slice(0, 100), '{}', record.replace(String(id), '..'), ...edited]) {
      writeFileSync(path, damaged);
      for (const list of ['archives', 'lineage']) {
        const found = await body(`${gold}/${list}`);
        expect(found).toMatchObject({ data: [{ archive_id: other['archive_id'] }], _meta: { warnings } });
      }
      expect(await errorOf(ask(`${gold}/archive/${String(id)}`))).toEqual([404, 'archive not found']);
    }
    expect(await made(request)).toMatchObject({ status: 'complete', archive_id: id });
    expect(await body(`${gold}/archives`)).toMatchObject({ count: 2 });
  });

  it('has no file that is gone', async () => {
    const [lake] = lakes();
    const { archive_id: id } = await made({ ...request, include: ['supply_timeline'] });
    rmSync(join(lake.archives, String(id), 'supply_timeline.json'));
    const answer = await ask(`${gold}/archive/${String(id)}/download/supply_timeline.json`);
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'artifact not found' }]);
    expect(await body(`${gold}/lineage?archive_id=${String(id)}`)).toMatchObject({ data: [{ verify: false }] });
  });

  it('fails where a file of the lake is gone, and names it to nobody but who has the disk', async () => {
    const folder = await makeSampleLake();
    const damaged = await openLakes([folder]);
    const own = await listen('127.0.0.1:0', [queryRoom({ lakes: damaged, secret, budget, more: [archiveEndpoint] })]);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /trust_lines.*\.parquet$/.test(name))) rmSync(join(folder, file));
    const url = `${own.url}lake/v1/local/api/v1${gold}`;
    const read = (path: string) => bodyOf<Row>(fetch(url + path));
    const issuer = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';
    const sent = { ...request, asset_code: 'USD', asset_issuer: issuer };
    const asked = await fetch(`${url}/archive`, { method: 'POST', body: JSON.stringify(sent) });
    const { archive_id: id } = (await asked.json()) as Row;
    await expect.poll(async () => (await read(`/archive/${String(id)}`))['status'], { timeout: 60_000 }).toBe('failed');
    const [archive] = (await read('/archives?status=failed'))['data'] as Row[];
    expect(archive).toMatchObject({ archive_id: id, error: 'internal error' });
    expect(JSON.stringify([archive, await read(`/archive/${String(id)}`)])).not.toMatch(/parquet/);
    const kept = readFileSync(join(damaged[0].archives, String(id), 'archive.json'), 'utf8');
    expect(kept).toMatch(/trust_lines.*parquet/);
    await own.close();
    await closeLakes(damaged);
  });

  it('refuses what cannot be made, and knows no other', async () => {
    const texts = await Promise.all(
      [
        {},
        { ...request, start_date: 'soon' },
        { ...request, asset_code: 'USD' },
        { ...request, end_date: '2030-01-01' },
        { ...request, start_date: '2020-01-01', end_date: '2020-01-02' },
      ].map(async (sent) => {
        const answer = await post(sent);
        return [answer.status, ((await answer.json()) as { error: string }).error];
      }),
    );
    expect(texts).toEqual([
      [400, expect.stringContaining('invalid body')],
      [400, 'invalid start_date format, use RFC3339 or YYYY-MM-DD'],
      [400, 'asset_issuer required for non-native assets'],
      [400, 'end_date is after the latest loaded ledger'],
      [404, 'no data at or before 2020-01-02: the first loaded ledger closed at 2026-01-01T00:00:00Z'],
    ]);
    for (const id of ['archive_XLM_20260101_00000000', '..', '%2e%2e%2fserver']) {
      expect((await ask(`${gold}/archive/${id}`)).status).toBe(404);
    }
    const { data } = (await body(`${gold}/archives`)) as { data: { archive_id: string }[] };
    const known = `${gold}/archive/${data[0]?.archive_id}/download`;
    expect((await ask(`${known}/archive.json`)).status).toBe(404);
    expect((await ask(`${known}/..%2f..%2fcursor-secret`)).status).toBe(404);
  });
});
