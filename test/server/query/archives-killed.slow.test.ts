/** Archives that a server did not end are no longer in work once another one starts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failInterrupted } from '../../../src/server/query/endpoints/gold/archive/archive.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { startProcess, type ServerProcess } from '../process.ts';

const path = '/lake/v1/local/api/v1/gold/compliance/archive';
type Row = Record<string, unknown>;

it('an archive of a server that was killed is failed, and one of a process that lives stays in work', async () => {
  const data = join(temporaryFolder(), 'data');
  const options = ['--lake', await makeSampleLake(), '--data-dir', data, '--auth', 'off', '--archives'];
  const read = async ({ port }: ServerProcess, id: string) => {
    return (await (await fetch(`http://127.0.0.1:${port}${path}/${id}`)).json()) as Row;
  };
  const ask = async ({ port }: ServerProcess) => {
    const balance_snapshots = Array.from({ length: 40 }, (_, i) => `2026-01-01T00:00:${String(10 + i)}Z`);
    const dates = { start_date: '2026-01-01', end_date: '2026-01-01' };
    const body = JSON.stringify({ asset_code: 'XLM', ...dates, balance_snapshots });
    const asked = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
    return String(((await asked.json()) as Row)['archive_id']);
  };
  const first = await startProcess(...options);
  const id = await ask(first);
  const record = join(data, 'archives/local', id, 'archive.json');
  const onDisk = () => (JSON.parse(readFileSync(record, 'utf8')) as Row)['status'];
  await expect.poll(onDisk, { interval: 5, timeout: 60_000 }).toBe('processing');
  await first.signal('SIGSTOP');
  await failInterrupted(join(data, 'archives/local'));
  expect(onDisk()).toBe('processing');
  await first.signal('SIGKILL');
  const second = await startProcess(...options);
  expect(await read(second, id)).toMatchObject({
    status: 'failed',
    error: 'interrupted: the server ended before the archive was whole; ask for it once more',
  });
  expect(await ask(second)).toBe(id);
  await expect
    .poll(async () => (await read(second, id))['status'], { interval: 100, timeout: 120_000 })
    .toBe('complete');
  await second.stop();
});
