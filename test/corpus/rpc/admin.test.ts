import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerStore } from '../../../src/datastore/open.ts';
import { passphrases } from '../../../src/ledger/network.ts';
import { createLogger } from '../../../src/server/http/log.ts';
import { startNode, type RunningNode } from '../../../src/server/rpc/start.ts';
import { corpus, hasCorpus } from '../../corpus.ts';
import { recorded, send, stable, type Recorded } from './recorded.ts';
import { patientConfig } from '../../server/node.ts';

let node: RunningNode;
beforeAll(async () => {
  if (!hasCorpus) return;
  node = await startNode({
    config: patientConfig(passphrases.pubnet),
    stores: [await openLedgerStore([join(corpus, 'pubnet-p26/store')])],
    endpoint: '127.0.0.1:0',
    adminEndpoint: '127.0.0.1:0',
    logger: createLogger({ write: () => undefined }),
  });
});
afterAll(() => node?.stop());

const isProfile = ({ name }: Recorded) => /pprof\/(?!nope)/.test(name);

describe.skipIf(!hasCorpus)('recorded admin listener', () => {
  for (const one of recorded('limits-admin').filter(({ name }) => name.startsWith('admin/'))) {
    it(one.name, async () => {
      const { status, headers, body } = await send(node.adminPort!, one);
      // Node has no profiles of goroutines and heaps; it says so.
      if (isProfile(one)) return expect(status).toBe(501);
      expect(status).toBe(one.status);
      expect(stable(headers)).toEqual(stable(one.response_headers));
      if (status === 404) expect(body).toBe(one.response);
    });
  }

  it('counts calls by method and status', async () => {
    const call = (method: string, params?: object) =>
      send(node.port, {
        ...{ name: method, status: 200, response_headers: {}, response: '' },
        request: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        http: { method: 'POST', path: '/', headers: { 'Content-Type': 'application/json' } },
      });
    await call('getHealth');
    await call('getLedgers', { pagination: { cursor: 'x' } });
    await call('simulateTransaction', { transaction: 'x' });
    const page = await send(node.adminPort!, {
      ...{ name: 'metrics', status: 200, response_headers: {}, response: '', request: null },
      http: { method: 'GET', path: '/metrics', headers: {} },
    });
    const count = 'soroban_rpc_json_rpc_request_duration_seconds_count';
    expect(page.body).toContain(`${count}{endpoint="getHealth",status="ok"} 1`);
    expect(page.body).toContain(`${count}{endpoint="getLedgers",status="invalid_parameters"} 1`);
    expect(page.body).toContain(`${count}{endpoint="simulateTransaction",status="error"} 1`);
    expect(page.body).toContain('soroban_rpc_ingest_local_latest_ledger 63092994');
    for (const name of ['transactions_operation_duration_seconds', 'ingest_ledger_ingestion_duration_seconds']) {
      expect(page.body).toContain(`# TYPE soroban_rpc_${name} summary`);
    }
    for (const name of [
      'network_get_ledgers_inflight_requests',
      'network_get_ledgers_execution_threshold_limit',
      'network_get_latest_ledger_execution_threshold_warning',
      'network_global_inflight_requests',
      'network_global_request_execution_duration_threshold_limit',
      'network_global_request_execution_duration_threshold_warning',
    ]) {
      expect(page.body).toContain(`soroban_rpc_${name} 0`);
    }
  });
});
