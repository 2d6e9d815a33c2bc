/** Filters of the stream of transactions, against rows that JavaScript filters; and what a stream sends while nothing happens. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { streamEndpoints } from '../../../src/server/query/streams.ts';
import { View } from '../../../src/server/query/view.ts';
import { messagesOf } from './event-stream.ts';
import { authorization, budget, errorOf, secret, serveSample } from './sample-server.ts';

const { ask, lakes, listener } = serveSample({ more: streamEndpoints });

interface Known {
  id: bigint;
  ledger: number;
  successful: boolean;
  source: string;
  payer: string | null;
  participants: Set<string>;
  contracts: Set<string>;
}
const all: Known[] = [];

beforeAll(async () => {
  const rows = (sql: string) => lakes()[0].lake.read((connection) => selectRows(connection, sql));
  const named = async (table: string, column: string) => {
    const byTransaction = new Map<bigint, Set<string>>();
    for (const row of await rows(`select operation_id, ${column} as value from bronze.${table}`)) {
      const id = (BigInt(String(row['operation_id'])) >> 12n) << 12n;
      byTransaction.set(id, (byTransaction.get(id) ?? new Set()).add(String(row['value'])));
    }
    return byTransaction;
  };
  const participants = await named('operation_participants', 'address');
  const contracts = await named('contract_invocations', 'contract_id');
  const known = await rows(
    'select id, ledger_sequence, successful, account, fee_account from bronze.history_transactions order by id',
  );
  for (const row of known) {
    const id = BigInt(String(row['id']));
    all.push({
      id,
      ledger: Number(row['ledger_sequence']),
      successful: row['successful'] === true,
      source: String(row['account']),
      payer: row['fee_account'] as string | null,
      participants: participants.get(id) ?? new Set(),
      contracts: contracts.get(id) ?? new Set(),
    });
  }
});

/** Returns the transactions that a stream sends until it waits for a commit. */
async function sent(query: string): Promise<Record<string, unknown>[]> {
  const url = `${listener().url}lake/v1/local/api/v1/silver/transactions/stream?${query}`;
  let ends = 0;
  // A message without data opens the stream; the next one says that all ledgers are sent.
  const { got } = await messagesOf(url, (_, { data }) => !data && ++ends === 2, undefined, authorization);
  return got.map(({ data }) => data!);
}

/** Returns the value that most transactions have. */
function mostOf(values: (one: Known) => Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const one of all) for (const value of values(one)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0][0];
}

describe('the stream of transactions', () => {
  const account = () => mostOf(({ participants }) => participants);
  const contract = () => mostOf(({ contracts }) => contracts);
  const isOf = (id: string) => (one: Known) => [one.source, one.payer].includes(id) || one.participants.has(id);
  const payer = () =>
    mostOf((one) =>
      one.payer !== null && one.payer !== one.source && !one.participants.has(one.payer) ? [one.payer] : [],
    );
  const calls = (id: string) => (one: Known) => one.contracts.has(id);
  it.each<[string, () => [string, (one: Known) => boolean]]>([
    ['none', () => ['start_ledger=2', () => true]],
    ['an account', () => [`start_ledger=2&account_id=${account()}`, isOf(account())]],
    ['an account that pays for others', () => [`start_ledger=2&account_id=${payer()}`, isOf(payer())]],
    ['a contract', () => [`start_ledger=2&contract_id=${contract()}`, calls(contract())]],
    ['success', () => ['start_ledger=2&successful=true', ({ successful }) => successful]],
    ['failure', () => ['start_ledger=2&successful=false', ({ successful }) => !successful]],
    ['a first ledger', () => ['start_ledger=100', ({ ledger }) => ledger >= 100]],
    [
      'an account, a contract and success',
      () => {
        const [caller, called] = [mostOf((one) => (one.contracts.size > 0 ? [one.source] : [])), contract()];
        const query = `start_ledger=2&account_id=${caller}&contract_id=${called}&successful=true`;
        return [query, (one) => isOf(caller)(one) && calls(called)(one) && one.successful];
      },
    ],
  ])('sends those that match a filter of %s, in order', async (_, make) => {
    const [query, isMeant] = make();
    const expected = all.filter(isMeant);
    expect(expected.length).toBeGreaterThan(0);
    const rows = await sent(query);
    expect(rows.map((row) => String(row['transaction_id']))).toEqual(expected.map(({ id }) => String(id)));
    const outcomes = rows.map(({ successful, source_account: source }) => [successful, source]);
    expect(outcomes).toEqual(expected.map(({ successful, source }) => [successful, source]));
  });

  it.each(['account_id=x', 'contract_id=CA', 'successful=maybe', 'start_ledger=-1'])('refuses %s', async (query) => {
    expect(await errorOf(ask(`/silver/transactions/stream?${query}`))).toEqual([400, expect.any(String)]);
  });
});

describe('a stream without rows', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('sends its place after 15 seconds, again and again', async () => {
    const [served] = lakes();
    const gone = new AbortController();
    const view = new View(served, await served.newest.snapshot(), gone.signal, {});
    const stream = streamEndpoints[2].stream!({ view, given: new Map(), secret, signal: gone.signal, budget });
    const events = await stream;
    let seconds = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
    const looks = vi.spyOn(served.newest, 'later').mockImplementation(async () => {
      seconds++;
      return view.snapshot;
    });
    const opened = (await events.next()).value as string;
    const id = /^id: .*$/m.exec(opened)![0];
    expect(opened).toBe(`retry: 1000\n${id}\n\n`);
    for (const until of [16, 32]) {
      expect((await events.next()).value).toBe(`: nothing new\n${id}\n\n`);
      expect(looks).toHaveBeenCalledTimes(until);
    }
    gone.abort();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});
