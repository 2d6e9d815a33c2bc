/** A server whose lake has a damaged file: answers, log and metrics name it, and what repairs it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listen } from '../../../src/server/http/listener.ts';
import { openQueries } from '../../../src/server/query/start.ts';
import { flipBit } from '../../folder.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { budget, errorOf } from './sample-server.ts';

it('is told of a damaged file by the scrub before a request asks for it, and refuses that', async () => {
  const lake = await makeSampleLake();
  const folder = 'bronze/history_ledgers/ledger_range=0';
  const [name] = readdirSync(join(lake, folder)).sort();
  const file = `${folder}/${name}`;
  flipBit(join(lake, file), 4000);
  const lines: [level: string, message: string, fields: Record<string, unknown>][] = [];
  const found = Promise.withResolvers<unknown>();
  const log = (level: string, message: string, fields: Record<string, unknown> = {}) => {
    lines.push([level, message, fields]);
    if (message === 'a file of the lake is damaged') found.resolve(fields);
  };
  const queries = await openQueries([lake], { authOff: true, budget, scrubRate: 1e9 }, log, true);
  const listener = await listen('127.0.0.1:0', queries.rooms);
  const repair = `ledgerlake repair --lake ${lake} --from STORE loads its ledgers again`;
  try {
    expect(await found.promise).toMatchObject({ network: 'local', file, check: 'file-hash', repair });
    const ask = fetch(`${listener.url}lake/v1/local/api/v1/bronze/ledgers?start=100&end=110`);
    const operator = repair.replace(lake, 'LAKE');
    expect(await errorOf(ask)).toEqual([500, `a file of the lake is damaged: ${file}; for its operator: ${operator}`]);
    const failed = lines.find(([, message]) => message === 'a ledger query failed');
    expect(failed).toMatchObject(['error', 'a ledger query failed', { error: expect.stringContaining(repair) }]);
    const pages = await Promise.all(queries.rooms.map((room) => room.metrics?.()));
    expect(pages.join('\n')).toContain('ledgerlake_scrub_damaged_files{network="local"} 1');
    expect(pages.join('\n')).toMatch(/ledgerlake_scrub_bytes_total\{network="local"\} \d+/);
  } finally {
    await listener.close();
    await queries.close();
  }
});
