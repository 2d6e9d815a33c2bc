/** A lake of extremes, served: every endpoint answers for what the lake holds, and none fails. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import type { Endpoint } from '../../../src/server/query/endpoint.ts';
import { queryRoom, type QueryRoomOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { mediaTypes } from '../../../src/server/query/tables.ts';
import { poisonLake } from '../../make/poison-store.ts';
import { secret } from './sample-server.ts';

/** How many values of a parameter are asked for, and how many pages of each answer. */
const VALUES = 12;
const PAGES = 3;

/** What the lake has for parameters, by their names. */
const drawn: [names: RegExp, sql: string][] = [
  [/^(hash|tx_hash|hashes)$/, 'select transaction_hash from history_transactions'],
  [/^(contract_id|contract)$/, 'select distinct contract_id from contract_data'],
  [/^(sequence|ledger|ledger_sequence|start|end|start_ledger|end_ledger)$/, 'select sequence from history_ledgers'],
  [/^(asset|selling|buying|selling_asset|buying_asset|base|counter)$/, 'select distinct asset_key from history_assets'],
  [/^(asset_code)$/, 'select distinct asset_code from history_assets'],
  [/issuer$/, 'select distinct asset_issuer from history_assets where asset_issuer is not null'],
  [
    /^(function_name|function_any)$/,
    `select distinct function_name from contract_invocations where function_name != ''`,
  ],
  [/^key_hash$/, 'select distinct ledger_key_hash from contract_data'],
  [/^key$/, 'select distinct ledger_key from transaction_changes'],
  [/^topic\d$/, 'select distinct topic0 from history_contract_events where topic0 is not null'],
  [/^home_domain$/, `select distinct home_domain from accounts where home_domain != ''`],
  [/^(timestamp|start_time|end_time|after|before)$/, `select strftime(closed_at, '%xT%H:%M:%SZ') from history_ledgers`],
  [/^(start_date|end_date)$/, `select strftime(closed_at, '%x') from history_ledgers`],
  [/^(min_balance|min_amount|min_balance_raw|min_volume_24h|min_holders|within_ledgers)$/, `select '1'`],
  [/^(search|q)$/, 'select asset_code from history_assets union select account_id from accounts'],
  [
    /^(account|account_id|addr|address|address_[ab]|from_account|to_account|participant|sponsor|deployer|claimant)$/,
    'select account_id from accounts union select contract_id from contract_data union select address from operation_participants',
  ],
  [/_account$|^seller_id$/, 'select account_id from accounts'],
];

const values = new Map<string, string[]>();
let lakes: QueryRoomOptions['lakes'] = [];
let listener: Listener;
const logged: string[] = [];

beforeAll(async () => {
  const folder = await poisonLake();
  const lake = await open(folder, { readOnly: true });
  for (const [, sql] of drawn) {
    const rows = await lake.rows(
      `select cast(value as varchar) as value from (${sql}) as t(value) order by hash(value)`,
    );
    values.set(
      sql,
      rows.slice(0, VALUES).map(({ value }) => String(value)),
    );
  }
  await lake.close();
  lakes = await openLakes([folder]);
  const log = (level: string, message: string, fields?: Record<string, unknown>) => {
    if (level === 'error') logged.push(`${message} ${JSON.stringify(fields)}`);
  };
  listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget: 600_000, log })]);
});
afterAll(async () => {
  await listener?.close();
  await closeLakes(lakes);
});

/** Returns values for a parameter; none where the lake has nothing to ask for. */
function valuesOf({ path, parameters }: Endpoint, name: string): string[] {
  const schema = parameters[name];
  const words = (Reflect.get(schema, 'enum') ?? Reflect.get(Reflect.get(schema, 'items') ?? {}, 'enum')) as string[];
  if (words) return words;
  if (Reflect.get(schema, 'type') === 'boolean') return ['true', 'false'];
  const isContract = name === 'id' && /contract/.test(path);
  const like = name === 'id' ? (isContract ? 'contract_id' : 'account_id') : name;
  const found = drawn.find(([names]) => names.test(like));
  return found ? (values.get(found[1]) ?? []) : [];
}

/** Returns requests for an endpoint: with what it needs, and with each other parameter, too. */
function pathsOf(endpoint: Endpoint): string[] {
  const names = Object.keys(endpoint.parameters).filter((name) => !['cursor', 'explain', 'limit'].includes(name));
  const needed = names.filter((name) => endpoint.path.includes(`{${name}}`) || isNeeded(name));
  const others = names.filter((name) => !needed.includes(name));
  const paths: string[] = [];
  const add = (at: number, other?: string, value?: string) => {
    let path = endpoint.path.replace('/api/v1', '');
    const query = new URLSearchParams();
    for (const name of needed) {
      const all = valuesOf(endpoint, name);
      const given = all[at % all.length] ?? '1';
      if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(given) || 'x');
      else query.set(name, given);
    }
    if (other !== undefined) query.set(other, value ?? '');
    paths.push(`${path}?${String(query)}`);
  };
  for (let at = 0; at < VALUES; at++) add(at);
  for (const name of others) for (const value of valuesOf(endpoint, name).slice(0, 4)) add(0, name, value);
  return [...new Set(paths)];
}

const isNeeded = (name: string) => /^(start|end|asset|account_id|contract_id|q|selling|buying)/.test(name);

async function answerOf(path: string, accept: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${listener.url}lake/v1/local/api/v1${path}`, { headers: { accept } });
  return { status: answer.status, text: await answer.text() };
}

describe('a server of a lake of extremes', () => {
  const gets = endpoints.filter(({ method, isOutside }) => method === undefined && isOutside !== true);

  it.each(gets.map((endpoint) => [endpoint.path.replace('/api/v1', ''), endpoint] as const))(
    'answers GET %s',
    async (_, endpoint) => {
      const faults: unknown[] = [];
      for (const path of pathsOf(endpoint)) {
        let next = path;
        for (let page = 0; page < PAGES && next !== ''; page++) {
          const { status, text } = await answerOf(next, mediaTypes.json);
          if (status >= 500) faults.push([next, status, logged.splice(0).join(), text.slice(0, 200)]);
          const { cursor } = (status === 200 && text.startsWith('{') ? JSON.parse(text) : {}) as { cursor?: string };
          next = cursor === undefined ? '' : `${path}&cursor=${encodeURIComponent(cursor)}`;
        }
      }
      expect(faults).toEqual([]);
    },
  );

  it.each(gets.filter(({ table }) => table).map((one) => [one.path.replace('/api/v1', ''), one] as const))(
    'answers GET %s with tables',
    async (_, endpoint) => {
      const faults: unknown[] = [];
      for (const path of pathsOf(endpoint).slice(0, VALUES)) {
        for (const accept of Object.values(mediaTypes).slice(1)) {
          const { status, text } = await answerOf(path, accept);
          if (status >= 500) faults.push([path, accept, status, logged.splice(0).join(), text.slice(0, 200)]);
        }
      }
      expect(faults).toEqual([]);
    },
  );
});
