/** Requests that try to hold a server: to SQL, pipelines, JSON-RPC, and all ledger queries. */
import { endpoints } from '../../src/server/query/endpoints/index.ts';

export interface HostileRequest {
  name: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** SQL that is long, deep or wide. */
const sql: Record<string, string> = {
  nestedJson: "select json_structure(repeat('[',100000)||'1'||repeat(']',100000))::varchar",
  columnsOfOneName: `select ${Array(10_000).fill('1 as a').join()}`,
  ctes: `with a0 as (select 1 as x), ${names(22)
    .map((i) => `a${i + 1} as (select * from a${i} union all select * from a${i})`)
    .join()} select count(*) from a22`,
  brackets: `select ${'('.repeat(5000)}1${')'.repeat(5000)}`,
  sum: `select ${Array(20_000).fill('1').join('+')}`,
  comment: `select 1 -- ${'x'.repeat(900_000)}`,
  text: `select '${'a'.repeat(900_000)}'`,
  unions: Array(2000).fill('select 1').join(' union all '),
  joins: `select 1 from ${names(60)
    .map((i) => `history_ledgers l${i}`)
    .join()} where false`,
  wide: 'select * from history_operations limit 10000',
};

const yaml: Record<string, string> = {
  comments: `# ${'x'.repeat(98)}\n`.repeat(9000),
  blank: '\n'.repeat(900_000),
  deep: `a: ${'['.repeat(5000)}${']'.repeat(5000)}`,
  deepShort: `a: ${'['.repeat(70)}${']'.repeat(70)}`,
  aliases: `a: &a [1,1,1,1]\n${names(20)
    .map(
      (i) =>
        `b${i}: &b${i} [${Array(4)
          .fill(i === 0 ? '*a' : `*b${i - 1}`)
          .join()}]`,
    )
    .join('\n')}`,
  keys: names(50_000)
    .map((i) => `k${i}: 1`)
    .join('\n'),
  keysShort: names(1500)
    .map((i) => `k${i}: 1`)
    .join('\n'),
  address: pipelineWith(`postgres://${'a:'.repeat(400_000)}`),
  addressShort: pipelineWith(`postgres://${'a:'.repeat(7000)}`),
  placeholders: pipelineWith(`postgres://${'${A}'.repeat(200_000)}`),
  placeholdersOfManyNames: pipelineWith(
    `postgres://${names(90_000)
      .map((i) => `\${k${i}}`)
      .join('')}`,
  ),
  quotes: `a: "${'\\'.repeat(15_000)}`,
};

const manyKeys = `{${names(85_000)
  .map((i) => `"k${i}":1`)
  .join()}}`;

/** JSON of many values, to whatever takes JSON. */
const json: Record<string, string> = {
  keys: manyKeys,
  nested: `{"sql":"select 1","x":${'['.repeat(490_000)}${']'.repeat(490_000)}}`,
  parameters: `{"sql":"select 1","parameters":[${Array(490_000).fill(1).join()}]}`,
  named: `{"sql":"select 1","parameters":${manyKeys}}`,
};

const rpc = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
const page = (limit: number, xdrFormat = 'base64') => ({ startLedger: 1, pagination: { limit }, xdrFormat });
const jsonRpc: Record<string, unknown> = {
  ledgers: rpc('getLedgers', page(200)),
  ledgersAsJson: rpc('getLedgers', page(200, 'json')),
  transactions: rpc('getTransactions', page(200)),
  transactionsAsJson: rpc('getTransactions', page(200, 'json')),
  events: rpc('getEvents', page(10_000)),
  eventsAsJson: rpc('getEvents', page(10_000, 'json')),
  filters: rpc('getEvents', { ...page(10_000), filters: Array(5).fill({ topics: Array(5).fill(['*', '**']) }) }),
  keys: rpc('getLedgerEntries', { keys: Array(200).fill('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA') }),
  manyNames: rpc('getEvents', Object.fromEntries(names(46_000).map((i) => [`k${i}`, 1]))),
  manyFilters: rpc('getEvents', { filters: Array(46_000).fill({ k: 1 }) }),
  manyTopics: rpc('getEvents', { filters: [{ topics: Array(46_000).fill(['*']) }] }),
  manySegments: rpc('getEvents', { filters: [{ topics: [Array(18_000).fill('AAAADwAAAAh0cmFuc2Zlcg==')] }] }),
  manyKeys: rpc('getLedgerEntries', { keys: Array(120_000).fill('A') }),
  extraNames: { ...rpc('getHealth'), ...Object.fromEntries(names(46_000).map((i) => [`k${i}`, 1])) },
  batch: names(1000).map(() => rpc('getLatestLedger')),
  batchOfNumbers: Array(250_000).fill(1),
  batchOfObjects: Array(170_000).fill({}),
  batchOfPages: names(20).map(() => rpc('getTransactions', page(200))),
  sent: rpc('sendTransaction', { transaction: 'A'.repeat(400_000) }),
  simulated: rpc('simulateTransaction', { transaction: `AAAAAgAA${'A'.repeat(400_000)}` }),
  text: rpc('getHealth', { a: 'x'.repeat(400_000) }),
};

function names(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function pipelineWith(address: string): string {
  return `apiVersion: flowctl/v1\nkind: Pipeline\nmetadata: {name: x}\nspec: {sinks: [{type: contract_events_postgres, config: {database_url: "${address}"}}]}\n`;
}

/** Returns the corpus, for a network of ledger queries of the sample. */
export function hostileRequests(network: string): HostileRequest[] {
  const headers = { 'Content-Type': 'application/json' };
  const queries = `/lake/v1/${network}`;
  const deep = `{"jsonrpc":"2.0","id":1,"method":"getHealth","params":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const nested = `{"jsonrpc":"2.0","id":1,"method":"getHealth","params":[${Array(26)
    .fill(`${'['.repeat(9000)}${']'.repeat(9000)}`)
    .join()}]}`;
  return [
    ...entries(sql, (text) => ({
      path: `${queries}/api/v1/sql`,
      headers,
      body: JSON.stringify({ sql: text, limit: 10_000 }),
    })),
    ...entries(yaml, (body) => ({
      path: '/api/v1/flow/pipelines/validate/',
      headers: { 'Content-Type': 'text/yaml' },
      body,
    })),
    ...[`${queries}/api/v1/sql`, '/api/v1/secrets/'].flatMap((path) =>
      entries(json, (body) => ({ path, headers, body })),
    ),
    ...entries(jsonRpc, (body) => ({ path: '/', headers, body: JSON.stringify(body) })),
    { name: 'deep', path: '/', headers, body: deep },
    { name: 'nested', path: '/', headers, body: nested },
    ...places.map((path) => ({ name: `console ${path.slice(0, 40)}`, path, headers: { Accept: 'text/html' } })),
    ...endpoints.filter(({ method }) => method === undefined).flatMap((endpoint) => largest(queries, endpoint)),
  ];
}

/** Addresses of the console and its files that name no page: traversal, encodings, long and odd ones. */
const places = [
  ...['/console/../package.json', '/console/..%2f..%2fpackage.json', '/console/%2e%2e/%2e%2e/etc/passwd', '/console/'],
  ...['/console/main.js%00.css', '/console/main.js/..', '/console/%', '/console/.env', '/docs/../openapi.json'],
  ...[
    '/sql/%c0%ae%c0%ae/',
    '/tx/%00',
    '/search?q=%ff%fe',
    `/search?q=${'a'.repeat(60_000)}`,
    `/tx/${'%2f'.repeat(5000)}`,
  ],
  ...['/relations/<script>', '//evil.example/', '/pipelines/..;/', '/docs?api=__proto__', '/account/%F0%9F%98%80'],
];

function entries<T>(of: Record<string, T>, request: (value: T) => Omit<HostileRequest, 'name'>): HostileRequest[] {
  return Object.entries(of).map(([name, value]) => ({ name, ...request(value) }));
}

const given: Partial<Record<string, string>> = { start: '1', end: '128', q: 'G' };

/** The most that an endpoint lists, as JSON and as tables, and with a text of 8 kB for each parameter. */
function largest(queries: string, { path, parameters, table }: (typeof endpoints)[number]): HostileRequest[] {
  const [most, long] = [new URLSearchParams(), new URLSearchParams()];
  let url = path;
  for (const [name, schema] of Object.entries(parameters)) {
    const [example] = (Reflect.get(schema, 'examples') as string[] | undefined) ?? [];
    const value = given[name] ?? example;
    const isInPath = url.includes(`{${name}}`);
    if (isInPath) url = url.replace(`{${name}}`, encodeURIComponent(value ?? 'x'));
    else if (name === 'limit') most.set(name, String(Reflect.get(schema, 'x-maximum') ?? 200));
    else if (value !== undefined && needed.test(name)) most.set(name, value);
    if (!isInPath) long.set(name, 'ab1%_'.repeat(1600));
  }
  const accepts = ['application/json', ...(table ? ['text/csv', 'application/vnd.apache.parquet'] : [])];
  const at = (query: URLSearchParams) => `${queries}${url}?${String(query)}`;
  return [
    ...accepts.map((Accept) => ({ name: `${path} as ${Accept}`, path: at(most), headers: { Accept } })),
    { name: `${path} with long texts`, path: at(long) },
  ];
}

/** Parameters without which many endpoints answer 400. */
const needed = /^(start|end|q|asset|account_id|contract_id|token|selling|buying|pair|date|period)/;
