/** Every case of the ledger query API over HTTP; `differences.ts` is the list of those that do not hold. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { apiKeysOf } from '../../../src/server/query/keys.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import type { ServedLake } from '../../../src/server/query/view.ts';
import { hasCorpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeLake, readCases, type Case } from './cases.ts';
import { reasonOf } from './differences.ts';
import { KEY, replay } from './replay.ts';
import { budget } from '../../server/query/sample-server.ts';

describe.skipIf(!hasCorpus).each(['state', 'history'] as const)('%s', (kind) => {
  describe.each(readCases(kind))('%s', (_file, cases) => {
    let lakes: readonly ServedLake[] = [];
    let listener: Listener;

    beforeAll(async () => {
      const folder = join(temporaryFolder(), 'lake');
      await makeLake(folder, cases[0]);
      lakes = await openLakes([folder]);
      const keys = apiKeysOf(KEY);
      const options = { lakes, keys: () => keys, secret: Buffer.alloc(32, 1), budget };
      listener = await listen('127.0.0.1:0', [queryRoom(options)]);
    });
    afterAll(async () => {
      await listener?.close();
      await closeLakes(lakes);
    });

    it.each(cases.map((one): [string, Case] => [one.name, one]))('%s', async (_name, one) => {
      const base = `${listener.url}lake/v1/${lakes[0].network}`;
      const found = await replay(base, one, kind === 'state');
      if (reasonOf(one) === undefined) expect(found.join('\n')).toBe('');
      else expect(found.length).toBeGreaterThan(0);
    });

    it('answers every endpoint that has no key in its path', { timeout: 60_000 }, async () => {
      const failed: string[] = [];
      for (const { path, method = 'GET' } of endpoints) {
        if (method !== 'GET' || path.includes('{')) continue;
        for (const query of ['', '?limit=1']) {
          const address = `${listener.url}lake/v1/${lakes[0].network}${path}${query}`;
          const answer = await fetch(address, { headers: { Authorization: `Api-Key ${KEY}` } });
          const text = await answer.text();
          if (answer.status >= 500) failed.push(`${path}${query}: ${text}`);
        }
      }
      expect(failed).toEqual([]);
    });
  });
});
