/** Transactions of the sample in words: the library, REST and SQL say the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, type Explanation, type LakeHandle } from '../../src/index.ts';
import { explanationText } from '../../src/cli/explanation-text.ts';
import { temporaryFolder } from '../folder.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { bodyOf, errorOf, serveSample } from '../server/query/sample-server.ts';

const { ask } = serveSample();
let lake: LakeHandle;
beforeAll(async () => {
  lake = await open(await makeSampleLake(), { readOnly: true });
});
afterAll(() => lake.close());

const unknown = '0'.repeat(64);

async function hashOf(condition: string): Promise<string> {
  const [row] = await lake.rows(`
    select transaction_hash as hash from bronze.history_operations_raw_v1
    where ${condition} order by id limit 1`);
  return String(row['hash']);
}

const explained = async (condition: string) => lake.explain(await hashOf(condition));

/** Fields without a value are absent in REST. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(given.map(([name, inner]) => [name, withoutNulls(inner)]));
}

describe('explain', () => {
  it.each([
    'type = 1 and transaction_successful',
    `operation_trace_code like '%PaymentUnderfunded'`,
    `operation_trace_code like '%StrictReceiveTooFewOffers'`,
    'type = 13 and transaction_successful',
    'type = 3 and not transaction_successful',
    'type = 24 and transaction_successful',
    'type = 24 and not transaction_successful',
  ])('says of %s what REST and SQL say', async (condition) => {
    const hash = await hashOf(condition);
    const { calls, ...found } = await lake.explain(hash);
    const { calls: ofRest, ...rest } = await bodyOf(ask(`/silver/tx/${hash}/explanation`));
    delete rest['_meta'];
    expect(rest).toEqual(withoutNulls(found));
    expect(ofRest).toEqual(calls);
    const [{ sentence, reason }] = await lake.rows(
      `select sentence, reason from semantic.explained_transactions where transaction_hash = '${hash}'`,
    );
    expect([sentence, reason]).toEqual([found.sentence, found.reason]);
    expect(found.reason === null).toBe(found.successful);
  });

  it('explains every type of operation of the sample without gaps', async () => {
    const types = await lake.rows('select distinct type from bronze.history_operations_raw_v1 order by type');
    for (const { type } of types) {
      const found = await explained(`type = ${String(type)}`);
      expect(found.operations.length).toBeGreaterThan(0);
      for (const { action, sentence, outcome } of found.operations) {
        expect(sentence).toContain(action.slice(1));
        expect(['applied', 'failed', 'undone', 'not_run']).toContain(outcome);
      }
      expect(explanationText(found, { isFull: false })).not.toMatch(/null|undefined|NaN|\[object/);
    }
    expect(types.length).toBeGreaterThan(20);
  });

  it('nests calls, and writes their arguments as text', async () => {
    const [{ hash }] = await lake.rows(`
      select transaction_hash as hash
      from bronze.contract_invocations_raw_v1 as calls
      inner join bronze.history_transactions_raw_v1 as transactions on transactions.id = calls.transaction_id
      where calls.depth = 2 and in_call_tree order by calls.operation_id limit 1`);
    const { calls } = await lake.explain(String(hash));
    const inner = calls[0].calls.flatMap((call) => call.calls);
    expect(inner.length).toBeGreaterThan(0);
    expect(inner[0]).toMatchObject({ operation_index: 0, successful: true, calls: [] });
    expect(inner[0].arguments.every((text) => !text.startsWith('{"'))).toBe(true);
  });

  it('finds a fee bump by either hash, and any by the beginning', async () => {
    const [{ outer, inner }] = await lake.rows(`
      select transaction_hash as outer, inner_transaction_hash as inner
      from bronze.history_transactions_raw_v1 where inner_transaction_hash is not null order by id limit 1`);
    const found = await lake.explain(String(outer));
    expect(found.sentence).toMatch(/; fee bump by G\w{3}\.\.\.\w{4}$/);
    expect(await lake.explain(String(inner))).toEqual(found);
    expect(await lake.explain(String(outer).slice(0, 12).toUpperCase())).toEqual(found);
  });

  it('balances what moved: fees are charged to the payer', async () => {
    const found: Explanation = await explained('type = 1 and transaction_successful');
    const fees = found.balance_changes.filter(({ reason }) => reason === 'fee');
    expect(fees.map(({ holder }) => holder)).toEqual([found.fees.payer]);
    const [{ before, after }] = fees;
    expect(Math.round((Number(before) - Number(after)) * 1e7)).toBe(Number(found.fees.charged));
    expect(found.state_changes?.[0]).toMatchObject({ type: 'updated', entry_type: 'account', phase: 'fee' });
  });
});

describe('a hash that is not found', () => {
  it('says which ledgers the lake has', async () => {
    const text = `the lake ${lake.lake.path} has no transaction ${unknown}: it has ledgers 2-129`;
    await expect(lake.explain(unknown)).rejects.toThrow(text);
    await expect(lake.explain('00000000')).rejects.toThrow(
      /no transaction that begins with 00000000: it has ledgers 2-129$/,
    );
    expect(await errorOf(ask(`/silver/tx/${unknown}/explanation`))).toEqual([404, 'transaction not found']);
  });

  it('says so of an empty lake', async () => {
    const empty = await open(temporaryFolder(), { network: 'testnet' });
    await expect(empty.explain(unknown)).rejects.toThrow(/: it has no ledgers$/);
    await empty.close();
  });

  it.each([
    ['', '"" is not a transaction hash: expected 64 hexadecimal digits, or the first ones'],
    ['x'.repeat(64), `"${'x'.repeat(64)}" is not a transaction hash`],
    [`${unknown}0`, `"${unknown}0" is not a transaction hash`],
    ['abc', 'the hash "abc" has 3 digits; give 6 of its digits or more'],
    [undefined as unknown as string, 'undefined is not a transaction hash'],
    [5 as unknown as string, '5 is not a transaction hash'],
  ])('refuses %j', async (hash, text) => {
    await expect(lake.explain(hash)).rejects.toThrow(text);
  });

  it('stops when its signal does', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(lake.explain(unknown, { signal })).rejects.toThrow('stopped');
    await expect(lake.explain(unknown, { signl: signal } as never)).rejects.toThrow(/explain.*signl/);
  });
});
