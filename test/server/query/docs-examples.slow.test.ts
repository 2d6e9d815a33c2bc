/** Examples on the page of the API: a server of the sample gives the answers, and `UPDATE=1` writes the file. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { rows as rowsOf } from '../../../src/lake/asking/query/rows.ts';
import { docsExamples, examplesFile, type DocsExample } from '../../../src/server/query/docs/docs-examples.ts';
import type { Endpoint } from '../../../src/server/query/endpoint.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { urlOf } from './plain/check.ts';
import type { Given, PlainAnswer } from './plain/answer.ts';
import { plainAnswers } from './plain/index.ts';
import { authorization, serveSample } from './sample-server.ts';

const { ask, lakes, listener } = serveSample();
const API = '/api/v1';
/** So many requests are tried until one finds something. */
const TRIES = 8;
const LETTERS = 100;
const GENERATED = '2026-01-01T00:11:00Z';

const transaction = 'select min_by(transaction_hash, id) as hash from history_transactions where successful';
const code = 'select min(contract_id) as id from contract_invocations where depth = 1';
const issued = `select asset_code || ':' || asset_issuer as asset from history_assets where asset_issuer != '' order by all limit 1`;

const ledgers = 'select 10 as start, 20 as "end"';

/** Requests for endpoints that the plain answers do not ask: SQL for their parameters. */
const others: Readonly<Record<string, string>> = {
  '/silver/tx/{hash}/diffs': transaction,
  '/silver/tx/{hash}/explanation': `select transaction_hash as hash from semantic.explained_transactions where reason like 'too few offers%' order by all limit 1`,
  '/silver/contracts/{id}/interface': code,
  '/silver/contracts/{id}/wasm': code,
  '/silver/decode/scval': `select 'AAAAAwAAAAU=' as xdr`,
  '/silver/accounts/history': 'select min(account_id) as account_id from accounts',
  '/bronze/ledgers': ledgers,
  '/bronze/transactions': ledgers,
  '/bronze/effects': ledgers,
};

/** Returns values for the parameters of an endpoint, those of the first requests that the sample has. */
async function givenFor({ path }: Endpoint): Promise<[PlainAnswer, Given][]> {
  const below = path.slice(API.length);
  const plain = plainAnswers.filter((answer) => answer.path === below);
  const asked =
    plain.length > 0 ? plain : [{ path: below, requests: others[below] ?? listRequest(below), members: () => ({}) }];
  const found: [PlainAnswer, Given][] = [];
  for (const answer of asked) {
    if (answer.requests === undefined) {
      found.push([answer, {}]);
      continue;
    }
    const sql = `select * from (${answer.requests}) order by all limit ${TRIES}`;
    for (const row of await rowsOf(lakes()[0].lake, sql, { integers: 'text', times: 'iso' })) {
      const given = Object.entries(row).filter(([, value]) => value !== null);
      found.push([answer, Object.fromEntries(given.map(([name, value]) => [name, String(value)]))]);
    }
  }
  return found;
}

/** Lists of one account, contract, asset or transaction are asked for one that the sample has. */
function listRequest(path: string): string | undefined {
  const sql: Record<string, string> = {
    hash: transaction,
    tx_hash: `select hash as tx_hash from (${transaction})`,
    contract_id:
      'select contract_id from contract_invocations group by all order by count(*) desc, contract_id limit 1',
    id: /contracts/.test(path)
      ? 'select contract_id as id from contract_invocations group by all order by count(*) desc, contract_id limit 1'
      : 'select min(account_id) as id from accounts',
    address: 'select min(account_id) as address from accounts',
    addr: 'select min(account_id) as addr from accounts',
    account_id: 'select min(account_id) as account_id from accounts',
    asset: issued,
    sequence: 'select 100 as sequence',
  };
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  return name === undefined ? undefined : sql[name];
}

async function exampleOf(endpoint: Endpoint): Promise<DocsExample | undefined> {
  let empty: DocsExample | undefined;
  for (const [answer, given] of await givenFor(endpoint)) {
    const url = urlOf(answer, given, 'limit' in endpoint.parameters ? 1 : undefined).replace(/\?$/, '');
    const sent = endpoint.method === 'POST' ? (answer.body?.(given) ?? given) : undefined;
    const body = sent === undefined ? undefined : JSON.stringify(sent);
    const got =
      body === undefined
        ? await ask(url)
        : await fetch(`${listener().url}lake/v1/local${API}${url}`, { method: 'POST', headers: authorization, body });
    if (got.status !== 200 || !String(got.headers.get('content-type')).includes('json')) continue;
    const read = (await got.json()) as Record<string, unknown>;
    const example = { request: API + url, ...(body !== undefined && { body }), answer: cut(read) };
    const isEmpty = Object.values(read).some((value) => Array.isArray(value) && value.length === 0);
    if (!isEmpty) return example;
    empty ??= example;
  }
  return empty;
}

/** Returns a value with one item of each list, and without the ends of long texts. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(cut);
  if (typeof value === 'string') return value.length > LETTERS ? `${value.slice(0, LETTERS)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  // The only time of an answer that is the server's own.
  const given = Object.entries(value).map(([name, inner]) => [name, name === 'generated_at' ? GENERATED : cut(inner)]);
  return Object.fromEntries(given) as unknown;
}

describe('examples', () => {
  let made: Record<string, DocsExample> = {};
  beforeAll(async () => {
    for (const endpoint of endpoints) {
      const example = await exampleOf(endpoint);
      if (example) made = { ...made, [`${endpoint.method ?? 'GET'} ${endpoint.path}`]: example };
    }
    if (process.env['UPDATE'] !== '1') return;
    mkdirSync(new URL('.', examplesFile), { recursive: true });
    writeFileSync(examplesFile, `${JSON.stringify(made, null, 1)}\n`);
  });

  it('are what a server of the sample answers', () => {
    expect(docsExamples()).toEqual(JSON.parse(JSON.stringify(made)));
  });

  it('are there for every endpoint but those of archives, which nothing made, and of code', () => {
    const without = endpoints.filter(({ method = 'GET', path }) => !made[`${method} ${path}`]);
    expect(without.map(({ path }) => path.slice(API.length))).toEqual([
      '/gold/compliance/archive/{id}',
      '/gold/compliance/archive/{id}/download/{artifact}',
      '/silver/contracts/{id}/wasm',
    ]);
  });

  it('are short', () => {
    expect(readFileSync(examplesFile).length).toBeLessThan(300_000);
  });
});
