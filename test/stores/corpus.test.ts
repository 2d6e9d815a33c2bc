import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { passphraseOf } from '../../src/ledger/network.ts';
import { createPool, type Pool } from '../../src/workers/pool.ts';
import { temporaryFolder } from '../folder.ts';
import { corpus, hasCorpus } from '../corpus.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { randomSchedule } from './faults.ts';
import { fingerprint, loadInto } from './lakes.ts';
import { objectsOf, servers } from './servers.ts';

/** Real ledgers, one a file: consecutive ones of pubnet, and a bucket that Galexie wrote. */
const sets = [
  { name: 'pubnet-p26', network: 'pubnet' },
  { name: 'testnet-galexie-bucket', network: 'testnet' },
];
const policy = { retryLimit: 20, retryWaitMs: 1, timeoutMs: 2000 };
const dir = temporaryFolder();
let pool: Pool;
beforeAll(() => {
  pool = createPool(2);
  for (const { environment } of servers) Object.assign(process.env, environment);
});
afterAll(() => pool.close());

describe.skipIf(!hasCorpus).each(sets)('real ledgers of $name', ({ name, network }) => {
  const folder = join(corpus, name, 'store');
  const passphrase = passphraseOf(network);
  let expected: Record<string, string>;
  beforeAll(async () => {
    const lake = join(dir, name);
    await loadInto(lake, await openLedgerStore([folder]), passphrase, { pool });
    expected = fingerprint(lake);
  });

  describe.each(servers)('behind $kind', (server) => {
    it.skipIf(!server.url)('make the same lake through random faults', async () => {
      await server.fill(name, objectsOf(folder));
      await using proxy = await startFaultProxy({ upstream: server.url!, schedule: randomSchedule(name, 3, 50) });
      const store = await openLedgerStore([server.address(name)], { ...server.access(proxy.url), policy });
      const lake = join(dir, `${name}-${server.kind}`);
      await loadInto(lake, store, passphrase, { pool });
      expect(fingerprint(lake)).toEqual(expected);
    });
  });
});
