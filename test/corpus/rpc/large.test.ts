import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passphrases } from '../../../src/ledger/network.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { send, type Recorded } from './recorded.ts';
import { serve, type Served } from './served.ts';

const FIRST = 63092982;

let served: Served;
beforeAll(async () => {
  if (hasCorpus) served = await serve({ sources: [join(corpus, 'pubnet-p26/store')], passphrase: passphrases.pubnet });
});
afterAll(() => served?.close());

function getLedgers(startLedger: number, limit: number) {
  const params = { startLedger, pagination: { limit }, xdrFormat: 'json' };
  return send(served.port, {
    ...{ name: 'getLedgers', status: 200, response_headers: {}, response: '' },
    request: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLedgers', params }),
    http: { method: 'POST', path: '/', headers: { 'Content-Type': 'application/json' } },
  } satisfies Recorded);
}

describe.skipIf(!hasCorpus)('an answer too large to be held', () => {
  it('is sent in parts that make the same ledgers', async () => {
    const { headers, body } = await getLedgers(FIRST, 200);
    expect(headers['transfer-encoding']).toBe('chunked');
    expect(body.length).toBeGreaterThan(32 * 1024 * 1024);
    const { result } = JSON.parse(body) as { result: { ledgers: unknown[]; cursor: string } };
    expect(result.ledgers).toHaveLength(13);
    expect(result.cursor).toBe('63092994');
    for (const index of [0, 11, 12]) {
      const one = JSON.parse((await getLedgers(FIRST + index, 1)).body) as { result: { ledgers: unknown[] } };
      expect(result.ledgers[index]).toEqual(one.result.ledgers[0]);
    }
  });
});
