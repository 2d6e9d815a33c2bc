import { join } from 'node:path';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passphrases } from '../../../src/ledger/network.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { differenceOf } from './differences.ts';
import { bodyAs, placesOnly, recorded, send, stable, type Recorded } from './recorded.ts';
import { removeScratch, serve, storeOfFirst, type Served, type ServeOptions } from './served.ts';

const { pubnet, testnet } = passphrases;
const path = (name: string) => join(corpus, name);

/** Sends each case to a served history and compares what it answers. */
function replays(file: string, cases: readonly Recorded[], options: () => ServeOptions): void {
  let served: Served;
  beforeAll(async () => {
    served = await serve(options());
  });
  afterAll(() => served.close());
  for (const one of cases) {
    it(one.name, async () => {
      const { status, headers, body } = await send(served.port, one);
      expect(status).toBe(one.status);
      expect(stable(headers)).toEqual(stable(one.response_headers));
      compareBody(file, one, body);
      // The reference echoes bytes that are no UTF-8; here they are read as U+FFFD.
      const isSpelledAlike = !differenceOf(file, one.name) && !/latin-1/.test(one.note ?? '');
      if (isSpelledAlike) expect(Buffer.byteLength(body)).toBe(one.response_bytes);
    });
  }
}

function compareBody(file: string, { name, response }: Recorded, body: string): void {
  const expected = response ?? '';
  const difference = differenceOf(file, name);
  if (difference) {
    expect(JSON.parse(body)).not.toEqual(expected);
    expect(JSON.parse(body), difference.reason).toMatchObject(difference.instead as object);
    return;
  }
  const found = bodyAs(expected, body);
  expect(name.startsWith('contract-events') ? placesOnly(found) : found).toEqual(expected);
}

const fixtures: Record<string, () => ServeOptions> = {
  'pubnet-p26': () => ({ sources: [path('pubnet-p26/store')], passphrase: pubnet }),
  'testnet-997-999': () => ({ sources: [path('testnet-galexie-bucket/store')], passphrase: testnet }),
  'loadtest-v27': () => ({
    sources: [storeOfFirst('loadtest/load-test-ledgers-v27.xdr.zst', 10)],
    passphrase: 'Apply Load',
  }),
};

afterAll(removeScratch);

describe.skipIf(!hasCorpus)('recorded answers of stellar-rpc', () => {
  for (const [name, options] of Object.entries(fixtures)) {
    for (const file of [name, `${name}-bulk`]) describe(file, () => replays(file, recorded(file), options));
  }

  const networks = Map.groupBy(recorded('small-networks'), ({ corpus: network }) => network!);
  for (const [network, cases] of networks) {
    const answered = cases.filter(({ ingestion_error: refused }) => refused === undefined);
    if (answered.length > 0) describe(network, () => replays('small-networks', answered, () => smallNetwork(network)));
  }
});

/** One ledger of pubnet, a run of testnet's, a scenario, or a capture of core's tests. */
function smallNetwork(name: string): ServeOptions {
  const [set, part = ''] = name.split('/');
  switch (set) {
    case 'pubnet-eras':
      return { sources: ledgerFiles('pubnet-eras/store', [Number(part)]), passphrase: pubnet };
    case 'testnet-ledgers': {
      const [first, last = first] = part.split('-').map(Number);
      const sequences = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      return { sources: ledgerFiles('testnet-ledgers', sequences), passphrase: testnet };
    }
    case 'horizon-scenarios': {
      const folder = path(`horizon-scenarios/${part}`);
      return { sources: filesIn(folder).filter((file) => file.endsWith('.xdr.zst')), passphrase: testnet };
    }
    default:
      return { sources: [path(`core-lcm/${part}.xdr.zst`)], passphrase: '(V) (;,,;) (V)' };
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

function ledgerFiles(folder: string, sequences: readonly number[]): string[] {
  const names = readdirSync(path(folder), { recursive: true, encoding: 'utf8' });
  const ends = sequences.map((sequence) => `--${sequence}.xdr.zst`);
  return names.filter((name) => ends.some((end) => name.endsWith(end))).map((name) => path(join(folder, name)));
}
