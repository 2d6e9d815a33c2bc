/** JSON-RPC as OpenAPI: one operation for each method. The fragment of a path names the method; browsers do not send it. */
import { server } from '../app/server.ts';
import type { Operation } from './openapi.ts';

const paged = { startLedger: 2, pagination: { limit: 2 } };

/** Methods with parameters to begin with. */
const methods: readonly [name: string, summary: string, params?: object][] = [
  ['getHealth', 'Ledgers that the server has'],
  ['getNetwork', 'Passphrase and protocol version'],
  ['getVersionInfo', 'Version of the server'],
  ['getLatestLedger', 'The latest ledger'],
  ['getLedgers', 'Ledgers by page', paged],
  ['getTransactions', 'Transactions by page', paged],
  ['getTransaction', 'A transaction by its hash', { hash: '' }],
  ['getEvents', 'Events by ledgers, contracts and topics', { ...paged, filters: [] }],
  ['getLedgerEntries', 'Ledger entries by their keys', { keys: [] }],
  ['getFeeStats', 'Fees of recent ledgers'],
  ['simulateTransaction', 'Checks its input; no core is attached', { transaction: '' }],
  ['sendTransaction', 'Checks its input; no core is attached', { transaction: '' }],
];

/** The description of JSON-RPC. */
export const rpcDescription = {
  openapi: '3.1.0',
  info: { title: 'JSON-RPC', version: server.version, description: 'The methods of stellar-rpc, as POST /.' },
  servers: [{ url: location.origin }],
  tags: [{ name: 'methods' }],
  paths: Object.fromEntries(
    methods.map(([name, summary, params]) => [`/#${name}`, { post: operation(name, summary, params) }]),
  ),
};

function operation(name: string, summary: string, params?: object): Operation {
  const example = { jsonrpc: '2.0', id: 1, method: name, ...(params && { params }) };
  return {
    operationId: name,
    summary,
    tags: ['methods'],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' }, example } } },
    responses: { 200: { description: 'The result or an error, as JSON-RPC 2.0', content: { 'application/json': {} } } },
  };
}
