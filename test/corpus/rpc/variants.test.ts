import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passphrases } from '../../../src/ledger/network.ts';
import { toRpcConfig } from '../../../src/server/rpc/config/to-rpc-config.ts';
import { readSettings } from '../../../src/server/rpc/config/settings.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { differenceOf } from './differences.ts';
import { bodyAs, recorded, send, stable, type Recorded } from './recorded.ts';
import { removeScratch, scratchFolder, serve, storeOfFirst, type Served, type ServeOptions } from './served.ts';

interface Config {
  datastore_config?: { schema: { ledgers_per_file: number; files_per_partition: number } };
  [flag: string]: unknown;
}

const pubnetStore = join(corpus, 'pubnet-p26/store');
const loadtestStore = join(corpus, 'loadtest-store-2x8/store');

/** All defaults of the recording but the age of a healthy node. */
const AGELESS = '876000h';

function settingsOf(config: Config | string) {
  if (typeof config !== 'string') {
    const flags = Object.entries(config).filter(([, value]) => typeof value !== 'object' && value !== 'none');
    const said = Object.fromEntries(flags.map(([flag, value]) => [flag, String(value)]));
    delete said['ledgers'];
    return readSettings({ flags: { 'max-healthy-ledger-latency': AGELESS, ...said } });
  }
  const path = join(scratchFolder(), 'node.toml');
  writeFileSync(path, config);
  return readSettings({ flags: { 'config-path': path } });
}

function optionsOf({ config = {}, corpus: ledgers, response }: Recorded): ServeOptions {
  const isLoadtest = ledgers?.startsWith('loadtest') ?? false;
  const passphrase = isLoadtest ? 'Apply Load' : passphrases.pubnet;
  const store = isLoadtest ? loadtestStore : pubnetStore;
  const { datastore_config: datastore, ledgers: known } = config as Config;
  return {
    sources: sourcesOf(known === 'none', isLoadtest, datastore !== undefined, store),
    passphrase,
    config: toRpcConfig(settingsOf(config), passphrase),
    datastore: datastore && {
      folder: store,
      ledgersPerFile: datastore.schema.ledgers_per_file,
      filesPerPartition: datastore.schema.files_per_partition,
    },
    now: nowOf(response),
  };
}

/** With a datastore, the newest five ledgers alone are on this side of it. */
function sourcesOf(isEmpty: boolean, isLoadtest: boolean, hasDatastore: boolean, store: string): string[] {
  if (isEmpty) return [];
  if (!hasDatastore) return [store];
  return [isLoadtest ? storeOfFirst('loadtest/load-test-ledgers-v27.xdr.zst', 30, 5) : newestOf(store)];
}

function newestOf(store: string): string {
  return storeOfFirst(store, 13, 5);
}

const LATEST_CLOSE_TIME = 1781828520;

/** The clock of the recording, from the age that an answer names. */
function nowOf(response: unknown): (() => number) | undefined {
  const age = /latency \((\d+)h(\d+)m(\d+)s\)/.exec(JSON.stringify(response));
  if (!age) return undefined;
  const [hours, minutes, seconds] = age.slice(1).map(Number);
  return () => (LATEST_CLOSE_TIME + hours * 3600 + minutes * 60 + seconds) * 1000;
}

afterAll(removeScratch);

describe.skipIf(!hasCorpus)('recorded answers under other settings', () => {
  const groups = Map.groupBy(recorded('config-variants'), ({ name }) => name.split('/')[0]);
  for (const [group, cases] of groups) {
    describe(group, () => {
      let served: Served;
      beforeAll(async () => {
        served = await serve(optionsOf(cases[0]));
      });
      afterAll(() => served.close());
      for (const one of cases) {
        it(one.name, async () => {
          const { status, headers, body } = await send(served.port, one);
          expect(status).toBe(one.status);
          expect(stable(headers)).toEqual(stable(one.response_headers));
          const difference = differenceOf('config-variants', one.name);
          if (difference) expect(JSON.parse(body), difference.reason).toMatchObject(difference.instead as object);
          else expect(bodyAs(one.response, body)).toEqual(one.response);
        });
      }
    });
  }
});

describe.skipIf(!hasCorpus)('recorded limits', () => {
  const cases = recorded('limits-admin').filter(({ name }) => name.startsWith('limits/'));
  for (const one of cases) {
    it(one.name, async () => {
      const served = await serve(optionsOf(one));
      await served.history.indexed();
      const requests = Array.from({ length: one.concurrent_requests ?? 1 }, () => send(served.port, one, 'many'));
      const answers = await Promise.all(requests);
      await served.close();
      const found = answers.filter(({ status, body }) => status === one.status && isLike(one, body));
      expect(
        found.length,
        JSON.stringify(answers.map(({ status, body }) => [status, body.slice(0, 200)])),
      ).toBeGreaterThan(0);
      expect(single(stable(found[0].headers))).toEqual(single(stable(one.response_headers)));
    });
  }
});

/** What is refused is equal but for its place in a batch; of an answer as usual it was only kept that there was one. */
function isLike({ name, response }: Recorded, body: string): boolean {
  if (name.endsWith('/ok')) return body.startsWith('{"jsonrpc":"2.0","id":1,"result":');
  if (response === null || response === '') return body === '';
  const [expected, found] = [response, JSON.parse(body) as unknown].map(errorsOf);
  return found.length > 0 && JSON.stringify(found[0]) === JSON.stringify(expected[0]);
}

function errorsOf(answer: unknown): unknown[] {
  return [answer].flat().flatMap((one) => (one as { error?: unknown }).error ?? []);
}

/** This recording has repeated headers once. */
function single(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]));
}
