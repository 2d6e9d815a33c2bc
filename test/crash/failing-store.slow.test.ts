/** Every request of a load is answered wrongly once: the load asks again and is whole, or says what is wrong, and the next one is whole. */
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerlakeError } from '../../src/core/errors.ts';
import { messageOf } from '../../src/core/system-errors.ts';
import { openLedgerStore } from '../../src/datastore/open.ts';
import { createPool, type Pool } from '../../src/workers/pool.ts';
import { ROOT, serve, type Asked, type Dialect, type TestServer } from '../datastore/server.ts';
import { temporaryFolder } from '../folder.ts';
import { fingerprint, loadInto } from '../stores/lakes.ts';
import { passphrase } from '../cli/command.ts';
import { stateOfLake } from './lake-state.ts';

/** `all` answers every request in every way; without it each request in one way, in turn. */
const isWhole = process.env['LEDGERLAKE_FAULTS'] === 'all';
const sample = join(import.meta.dirname, '../../data/sample');
const folder = temporaryFolder();
const range = { first: 2, last: 19 };

interface Answer {
  name: string;
  give: (response: ServerResponse, bytes: Buffer) => void;
}

const spoiled = (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 255 : byte)));

const answers: Answer[] = [
  { name: '500', give: (response) => void response.writeHead(500).end() },
  { name: '503', give: (response) => void response.writeHead(503).end() },
  { name: 'a reset', give: (response) => void response.socket?.resetAndDestroy() },
  {
    name: 'a reset in the middle',
    give: (response, bytes) => {
      response.writeHead(200, { 'content-length': bytes.length + 1 });
      response.write(bytes, () => response.socket?.resetAndDestroy());
    },
  },
  // It never ends: the client gives up.
  {
    name: 'a stall',
    give: (response, bytes) => void response.writeHead(200, { 'content-length': bytes.length + 1 }).write(bytes),
  },
  {
    name: 'fewer bytes',
    give: (response, bytes) => void response.writeHead(200).end(bytes.subarray(0, bytes.length >> 1)),
  },
  { name: 'more bytes', give: (response, bytes) => void response.writeHead(200).end(Buffer.concat([bytes, bytes])) },
  { name: 'other bytes', give: (response, bytes) => void response.writeHead(200).end(spoiled(bytes)) },
  { name: 'no bytes', give: (response) => void response.writeHead(200).end() },
];

describe.each<Dialect>(['http', 's3', 'gcs'])('a load over %s', { timeout: 1_800_000 }, (dialect) => {
  let server: TestServer;
  let pool: Pool;
  beforeAll(async () => {
    pool = createPool(1);
    server = await serve(dialect, sample);
  });
  afterAll(async () => {
    await pool.close();
    await server.close();
  });

  async function load(lake: string): Promise<void> {
    const address = { http: `${server.origin}/${ROOT}`, s3: `s3://bucket/${ROOT}`, gcs: `gs://bucket/${ROOT}` }[
      dialect
    ];
    const access = dialect === 'http' ? {} : { endpointUrl: server.origin, anonymous: true };
    const policy = { retryLimit: 3, retryWaitMs: 1, timeoutMs: 2000 };
    const store = await openLedgerStore([address], { ...access, policy });
    await loadInto(lake, store, passphrase, { range, pool, silver: false, compact: false });
  }

  it('is whole, or says what is wrong', async () => {
    const whole = join(folder, `${dialect}-whole`);
    server.asked.length = 0;
    await load(whole);
    const requests = server.asked.length;
    const expected = fingerprint(whole);
    const wrong: unknown[] = [];
    let tried = 0;
    let refused = 0;
    for (let nth = 0; nth < requests; nth++) {
      for (const { name, give } of isWhole ? answers : [answers[(nth + dialect.length) % answers.length]]) {
        const lake = join(folder, `${dialect}-${nth}-${name}`);
        server.asked.length = 0;
        server.trick = (asked, response) => {
          if (server.asked.length !== nth + 1) return undefined;
          give(response, bytesOf(asked));
          return true;
        };
        const error: unknown = await load(lake).then(
          () => undefined,
          (error: unknown) => error,
        );
        server.trick = undefined;
        tried++;
        const told = {
          nth,
          name,
          asked: server.asked[nth]?.key,
          said: error === undefined ? undefined : messageOf(error),
        };
        if (error !== undefined) refused++;
        const isNamed =
          error instanceof LedgerlakeError && /store|bucket|127\.0\.0\.1|\.xdr|\.config/.test(error.message);
        if (error !== undefined && !isNamed) wrong.push(told);
        if ((await stateOfLake(lake)).problems.length > 0) wrong.push({ ...told, problems: true });
        if (error !== undefined) await load(lake);
        if (JSON.stringify(fingerprint(lake)) !== JSON.stringify(expected)) wrong.push({ ...told, differs: true });
      }
    }
    console.log(`${dialect}: ${tried} of ${requests} requests answered wrongly, ${refused} loads refused`);
    expect(wrong).toEqual([]);
  });

  function bytesOf({ key }: Asked): Buffer {
    return (
      (key === undefined ? undefined : server.objects.get(key)) ??
      Buffer.from('<?xml version="1.0"?><ListBucketResult>')
    );
  }
});
