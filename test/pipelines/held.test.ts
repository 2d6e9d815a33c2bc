import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { storeWithLedgers } from '../../src/pipelines/run/store-ledgers.ts';
import { ROOT, serve } from '../datastore/server.ts';
import { temporaryFolder } from '../folder.ts';

const sample = join(import.meta.dirname, '../../data/sample');

it('tells the ledgers of a folder, with gaps', async () => {
  const folder = join(temporaryFolder(), 'store');
  cpSync(sample, folder, { recursive: true });
  rmSync(join(folder, 'FFFFFFFF--0-49/FFFFFFE1--30-39.xdr.zst'));
  expect(await storeWithLedgers(await openLedgerStore([folder]))).toBe(`${folder}, which has 2 to 29, 40 to 129`);
  for (const name of ['FFFFFFCD--50-99/FFFFFFC3--60-69', 'FFFFFFCD--50-99/FFFFFFAF--80-89'])
    rmSync(join(folder, `${name}.xdr.zst`));
  expect(await storeWithLedgers(await openLedgerStore([folder]))).toBe(
    `${folder}, which has 2 to 29, 40 to 59, 70 to 79, and more up to 129`,
  );
});

it('tells the first and the last ledger of a store behind a network, and its name alone where it does not answer', async () => {
  const server = await serve('s3', sample);
  server.objects.delete('FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst');
  onTestFinished(() => server.close());
  const store = await openLedgerStore([`s3://bucket/${ROOT}`], { endpointUrl: server.origin, anonymous: true });
  onTestFinished(() => store.close?.());
  expect(await storeWithLedgers(store)).toBe(`${store.name}, which has 2 to 129, perhaps with gaps`);
  expect(await storeWithLedgers(store, AbortSignal.abort())).toBe(store.name);
});

it('tells the name alone of files that do not say their ledgers', async () => {
  const folder = temporaryFolder();
  cpSync(join(sample, 'FFFFFFFF--0-49/FFFFFFE1--30-39.xdr.zst'), join(folder, 'some.xdr.zst'));
  const store = await openLedgerStore([folder]);
  expect(await storeWithLedgers(store)).toBe(store.name);
});
