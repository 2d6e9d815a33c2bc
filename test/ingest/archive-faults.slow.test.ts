/** A history archive behind a web server that fails at one request after another: the state is loaded whole, or not at all. */
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingestState, open, openStore, simulateStore } from '../../src/index.ts';
import { LedgerlakeError } from '../../src/core/errors.ts';
import { ROOT, serve, type Asked, type TestServer } from '../datastore/server.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';

const network = { passphrase: 'Archive Fault Network' };
const root = temporaryFolder();
const archive = join(root, 'archive');
let server: TestServer;

beforeAll(async () => {
  await simulateStore(join(root, 'ledgers'), {
    ledgers: 64,
    seed: 'faults',
    transactionsPerLedger: 3,
    ...network,
    archive,
  });
  server = await serve('http', archive);
});
afterAll(() => server.close());

/** Returns the bytes that a request asks for, and the head of their answer. */
function part({ key = '', headers }: Asked, whole = server.objects.get(key)!) {
  const [, first, last] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? [];
  if (first === undefined) return { bytes: whole, status: 200, head: {} };
  const bytes = whole.subarray(Number(first), last ? Number(last) + 1 : undefined);
  const range = `bytes ${first}-${Number(first) + bytes.length - 1}/${whole.length}`;
  return { bytes, status: 206, head: { 'Content-Range': range } };
}

type Fault = (asked: Asked, response: ServerResponse) => void;

const faults: Record<string, Fault> = {
  'answers 500': (_asked, response) => response.writeHead(500).end('out of order'),
  'answers 404': (_asked, response) => response.writeHead(404).end(),
  'sends a page in place of the file': (_asked, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>maintenance</html>'),
  'sends nothing': (_asked, response) => response.writeHead(200, { 'Content-Length': 0 }).end(),
  'hangs up in the middle': (asked, response) => {
    const { bytes, status, head } = part(asked);
    response.writeHead(status, { ...head, 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  },
  'sends half and says that it is all': (asked, response) => {
    const { bytes, status, head } = part(asked);
    response.writeHead(status, head).end(bytes.subarray(0, bytes.length >> 1));
  },
  'stalls in the middle': (asked, response) => {
    const { bytes, status, head } = part(asked);
    response.writeHead(status, { ...head, 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, bytes.length >> 1));
  },
  'never answers': () => undefined,
  'sends another byte': (asked, response) => {
    const { bytes, status, head } = part(asked);
    const other = Buffer.from(bytes);
    other[other.length >> 1] = (other[other.length >> 1] ?? 0) ^ 1;
    response.writeHead(status, { ...head, 'Content-Length': other.length }).end(other);
  },
  'ignores the range': (asked, response) => response.writeHead(200).end(server.objects.get(asked.key!)),
  'sends it to itself': ({ key }, response) =>
    response.writeHead(302, { Location: `${server.origin}/${ROOT}${key}` }).end(),
};

const policy = { retryLimit: 2, retryWaitMs: 1, timeoutMs: 250 };

/** Loads the state into a new lake; returns what it then has, or what was said. */
async function load(): Promise<{ rows?: unknown; said?: string; files: string[] }> {
  const dir = join(temporaryFolder(), 'lake');
  const lake = await open(dir, { network });
  const store = await openStore([`${server.origin}/${ROOT}`], { policy });
  let said: string | undefined;
  try {
    await ingestState(lake.lake, store);
  } catch (error) {
    expect(error).toBeInstanceOf(LedgerlakeError);
    said = (error as Error).message;
  } finally {
    store.close?.();
  }
  const [row] = await lake.rows(`select (select count(*)::integer from meta.state_baselines) as states,
    (select sum(hash(account_id, balance))::varchar from accounts_current) as accounts`);
  await lake.close();
  const files = filesBelow(dir, dir).filter((path) => /baselines|silver|states|tmp/.test(path));
  return { rows: row, ...(said !== undefined && { said }), files: files.sort() };
}

describe('an archive over HTTP', { timeout: 900_000 }, () => {
  it.each(Object.entries(faults))('that %s is read when that passes, and else refused', async (what, fault) => {
    server.trick = undefined;
    server.asked.length = 0;
    const whole = await load();
    expect(whole.said).toBeUndefined();
    const keys = [...new Set(server.asked.map(({ key }) => key))];
    const some = keys.filter((key, i) => i < 2 || key!.startsWith('bucket/')).slice(0, 4);
    for (const key of some) {
      for (const times of [1, Infinity]) {
        let count = 0;
        server.trick = (asked, response) => {
          if (asked.key !== key || asked.method !== 'GET' || ++count > times) return false;
          fault(asked, response);
          return true;
        };
        const { said, rows, files } = await load();
        const place = { what, key, times };
        if (said === undefined) expect({ place, rows, files }).toEqual({ place, rows: whole.rows, files: whole.files });
        else {
          expect({ place, rows, files }).toEqual({ place, rows: { states: 0, accounts: null }, files: [] });
          expect({ place, said }).toEqual({
            place,
            said: expect.stringMatching(/history-|stellar-history|ledger-|bucket-|^ledger 63: /),
          });
        }
      }
    }
  });
});
