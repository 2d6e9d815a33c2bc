import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { listen } from '../../src/server/http/listener.ts';
import { readSettings } from '../../src/server/rpc/config/settings.ts';
import { startFromSettings } from '../../src/server/rpc/start.ts';
import { ROOT, serve } from '../datastore/server.ts';
import { temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { sample, startTestNode } from './node.ts';
import { startProcess } from './process.ts';

describe('a server', () => {
  it('says what a lake without ledger files lacks', async () => {
    const lake = await makeSampleLake();
    const settings = readSettings({ flags: { endpoint: '127.0.0.1:0' }, env: {} });
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const running = await startFromSettings(settings, { lake, stores: [] });
    await running.stop();
    const lines = written.mock.calls.join('');
    written.mockRestore();
    const mirror = join(lake, 'ledgers');
    expect(lines).toContain(
      `no ledgers to serve: the lake has no ledger files in ${mirror}; run \`ledgerlake mirror STORE --to ${mirror}\` and start again`,
    );
  });

  it('ends when one of its endpoints is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    if (typeof address !== 'object' || !address) throw new Error('no port');
    const taken = `127.0.0.1:${address.port}`;
    await expect(startProcess('--store', sample, '--admin-endpoint', taken)).rejects.toThrow(
      new RegExp(`endpoint="?${taken}`),
    );
    await expect(listen(taken, [])).rejects.toMatchObject({ endpoint: taken, reason: 'address already in use' });
    other.close();
  });

  it('stops at once while it indexes a store that does not answer', async () => {
    const server = await serve('http', sample);
    const store = await openLedgerStore([`${server.origin}/${ROOT}`], {
      policy: { retryLimit: 0, timeoutMs: 600_000 },
    });
    const held = new Promise((resolve) => {
      // The first object that is neither at an end of the window nor among the newest.
      server.trick = ({ key, method }, response) => {
        if (method !== 'GET' || !key?.includes('--40-49')) return undefined;
        resolve(response);
        return true;
      };
    });
    const node = await startTestNode({ stores: [store], follow: true });
    await held;
    await node.stop();
    expect(node.lines.join('')).not.toContain('cannot');
    store.close?.();
    await server.close();
  });

  it('tells once why a ledger cannot be indexed, however often it is tried', async () => {
    const server = await serve('http', sample);
    const store = await openLedgerStore([`${server.origin}/${ROOT}`], { policy: { retryLimit: 0, retryWaitMs: 1 } });
    server.trick = ({ key, method }, response) => {
      if (method !== 'GET' || !key?.includes('--40-49')) return undefined;
      response.writeHead(503).end();
      return true;
    };
    const index = temporaryFolder();
    const node = await startTestNode({ stores: [store], indexFolder: index });
    for (let i = 0; i < 3; i++) await node.node.history.indexed();
    expect(node.lines.filter((line) => line.includes('cannot index a ledger'))).toHaveLength(10);
    server.trick = undefined;
    await node.node.history.indexed();
    expect((await node.call('getTransaction', { hash: 'ab'.repeat(32) })).result).toMatchObject({
      status: 'NOT_FOUND',
    });
    await node.stop();
    expect(readdirSync(index).length).toBeGreaterThan(0);
    store.close?.();
    await server.close();
  });
});
