/** Answers of a network on which someone deployed a token whose contract tells what no token means: decimals and amounts as large as their types. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import type { ServedLake } from '../../../src/server/query/view.ts';
import { tokenContract } from '../../../src/simulator/soroban/contracts/token.ts';
import type { Env } from '../../../src/simulator/soroban/env.ts';
import {
  address,
  addressIn,
  i128,
  scString,
  scStruct,
  scSymbol,
  u32,
  vec,
} from '../../../src/simulator/soroban/values.ts';
import { writeStore } from '../../../src/simulator/store.ts';
import { temporaryFolder } from '../../folder.ts';
import { budget, secret } from './sample-server.ts';

const passphrase = 'Hostile Network';
const network = { seed: 'hostile', passphrase, startLedger: 2, startTime: 1_767_225_600, mix: 'mixed' } as const;
const size = { ledgers: 98, transactionsPerLedger: 6, ledgersPerFile: 100, filesPerPartition: 1000 };
const LARGEST = 2n ** 127n - 1n;

type Row = Record<string, unknown>;
type Values = Parameters<(typeof tokenContract)[string]>[1];

/** Writes ledgers in which the token has these decimals, and what is added to a mint. */
function writeHostile(store: string, decimals: number, added: (env: Env, args: Values) => void): void {
  const { __constructor: construct, mint } = tokenContract;
  const spies = [
    vi.spyOn(tokenContract, '__constructor').mockImplementation((env, args) => {
      const metadata = { decimal: u32(decimals), name: scString('A Token'), symbol: scString('HOSTILE') };
      env.putInInstance(scSymbol('METADATA'), scStruct(metadata));
      return construct(env, args);
    }),
    vi.spyOn(tokenContract, 'mint').mockImplementation((env, args) => {
      const made = mint(env, args);
      added(env, args);
      return made;
    }),
  ];
  writeStore(store, { ...network, ...size });
  for (const spy of spies) spy.mockRestore();
}

/** Everybody who got some has all that there can be, and got it twice, and lost as much and one more. */
function addLargest(env: Env, [to]: Values): void {
  env.put(vec(scSymbol('Balance'), address(addressIn(to))), i128(LARGEST));
  for (const amount of [LARGEST, LARGEST, -LARGEST - 1n]) env.emit([scSymbol('mint'), to], i128(amount));
}

/** Serves such a network while the tests of a group run. */
function serveHostile(decimals: number, added: (env: Env, args: Values) => void) {
  const folder = temporaryFolder();
  let lakes: readonly ServedLake[] = [];
  let listener: Listener;
  const told = { token: '' };
  beforeAll(async () => {
    writeHostile(join(folder, 'store'), decimals, added);
    const lake = await open(join(folder, 'lake'), { network: passphrase });
    await lake.load(join(folder, 'store'));
    const [token] = (
      await lake.query("select contract_id from silver.token_instances where symbol = 'HOSTILE'")
    ).toArray();
    told.token = String(token.contract_id);
    await lake.close();
    lakes = await openLakes([join(folder, 'lake')]);
    listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret, budget })]);
  });
  afterAll(async () => {
    await listener?.close();
    await closeLakes(lakes);
  });
  const ask = async (path: string): Promise<Row> => {
    const answer = await fetch(`${listener.url}lake/v1/local/api/v1${path}`);
    const body = (await answer.json()) as Row;
    expect([path, answer.status, body['error']]).toEqual([path, 200, undefined]);
    return body;
  };
  const rows = async (path: string) => (await ask(path))['data'] as Row[];
  return { told, ask, rows };
}

describe('a token of 2147483647 decimals that moved more than 128 bits hold', () => {
  const { told, ask, rows } = serveHostile(2 ** 31 - 1, addLargest);

  it('is told of in the smallest unit, and others are told of as ever', async () => {
    const { token } = told;
    expect(await ask(`/silver/tokens/${token}`)).toMatchObject({ decimals: 7, decimals_source: 'default' });
    const [event] = await rows(`/silver/tokens/${token}/transfers?event_type=mint`);
    expect(event).toMatchObject({ decimals_source: 'default', amount: String(-LARGEST - 1n) });
    for (const name of ['token_decimals', 'amount_display']) expect(event).not.toHaveProperty(name);
    const [{ tx_hash: hash, to } = {}] = [event];
    for (const path of ['/silver/events', `/semantic/tokens/${token}?address=${String(to)}`, '/silver/transfers/stats'])
      await ask(path);
    for (const part of ['decoded', 'diffs', 'full', 'receipt']) await ask(`/silver/tx/${String(hash)}/${part}`);
  });

  it('has no sums that are too large, and those of each holder exactly', async () => {
    const { token } = told;
    const stats = await rows('/silver/transfers/stats');
    expect(stats.find(({ asset_key: key }) => key === token)).not.toHaveProperty('total_volume');
    expect(stats.find(({ asset_key: key }) => key === 'native')).toHaveProperty('total_volume');
    for (const name of ['total_supply', 'volume_24h_raw'])
      expect(await ask(`/silver/tokens/${token}/stats`)).not.toHaveProperty(name);
    const moved = await rows(`/silver/transfers?contract_id=${token}&limit=1000`);
    const holders = await rows(`/silver/tokens/${token}/balances?limit=200`);
    expect(holders.length).toBeGreaterThan(3);
    for (const { address: holder, total_received, total_sent } of holders) {
      const sumOf = (side: string) =>
        moved.reduce((sum, row) => sum + (row[side] === holder ? BigInt(String(row['amount_raw'])) : 0n), 0n);
      expect([holder, total_received, total_sent].map(String)).toEqual(
        [holder, sumOf('to_account'), sumOf('from_account')].map(String),
      );
    }
  });

  it('has holders of at least an amount of 39 digits', async () => {
    const path = `/silver/tokens/${told.token}/balances?limit=200`;
    const all = await rows(path);
    const most = all.filter(({ balance_raw: raw }) => raw === String(2n ** 127n - 1n));
    expect([most.length > 0, most.length < all.length]).toEqual([true, true]);
    expect(await rows(`${path}&min_balance_raw=${2n ** 127n - 1n}`)).toEqual(most);
  });
});

describe('flows of at least an amount', () => {
  const { told, rows } = serveHostile(2, () => undefined);
  const PLACES = 38;
  const exact = (units: string) => {
    const [whole = '', places = ''] = units.split('.');
    return BigInt(whole + places.padEnd(PLACES, '0'));
  };

  it.each([
    '0',
    '0.0100001',
    '10000',
    '200000000.005',
    '9'.repeat(30),
    String(2n ** 127n - 1n),
    `0.${'0'.repeat(PLACES - 1)}1`,
  ])('are of a token by its own decimals, of assets by seven: %s', async (least) => {
    for (const asked of ['', `contract_id=${told.token}&`, 'asset_code=XLM&']) {
      const path = `/semantic/flows?${asked}limit=200&end_ledger=22`;
      // What is told of a token is in its smallest unit.
      const wanted = (await rows(path)).filter(({ contract_id: id, amount }) => {
        return exact(String(amount)) >= exact(least) * (id === told.token ? 100n : 1n);
      });
      expect(await rows(`${path}&min_amount=${least}`)).toEqual(wanted);
    }
  });
});
