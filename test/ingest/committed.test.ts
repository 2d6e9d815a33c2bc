import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { open, openStore, StoreError } from '../../src/index.ts';
import { networkOf } from '../../src/ingest/network-of.ts';
import { temporaryFolder } from '../folder.ts';

const sample = join(import.meta.dirname, '../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';

it('tells of a load that fails which ledgers it committed before', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'some.xdr.zst');
  cpSync(join(sample, 'FFFFFFFF--0-49/FFFFFFF5--10-19.xdr.zst'), file);
  const lake = await open(join(folder, 'lake'), { network });
  const failed = await lake.load(file, { range: { first: 15, last: 22 } }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(StoreError);
  expect(failed).toMatchObject({
    message:
      'the store has none of the ledgers 20-22 (ledgerlake stores inspect STORE prints what it has); ledgers 15-19 were committed before that, and stay in the lake',
    fields: { committed: '15-19' },
  });
  await lake.close();
});

it('says of which network a store is when another was asked for', async () => {
  const store = await openStore([sample]);
  await expect(networkOf(store, 'a network of my own')).rejects.toThrow(
    `${store.name} holds ledgers of "${network}", but "a network of my own" was requested: ` +
      'leave out the network, or give a store of the network that you mean',
  );
});
