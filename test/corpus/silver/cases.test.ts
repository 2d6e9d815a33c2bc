/** The cases of the query API replayed as SQL over silver: versions of accounts, balances, transfers, operations, holders, tokens. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import type { Checked } from '../../lake/checked.ts';
import { hasCorpus } from '../../corpus.ts';
import { openSet, readCases, type Case } from '../semantic/cases.ts';
import { differences } from '../semantic/differences.ts';
import { listOf, queryOf } from './answers.ts';

/** What those relations alone do not tell, and what is a server's: the highest limit, parameters without a value. */
const notHere = /[?&](include|participant|include_contract_tokens|nonsense)=|=(&|$)/;
const isHere = ({ name, request, response, response_data_all: all }: Case) =>
  (response?.data ?? all) !== undefined && !notHere.test(request.path) && !name.endsWith('.above-max');

const sets = hasCorpus ? readCases([3, 5, 7, 8, 9, 12, 15]) : new Map<string, Case[]>();
/** Upstream merged these ledgers: their hashes do not fit. */
const isSound = (set: string) => set !== 'loadtest/load-test-ledgers-v22';

/**
 * Cases that expect a value that the ledger contradicts: the administrator of CCA2ZJP5 as the holder of what is minted, and
 * decimals of tokens whose instance these ledgers do not have.
 */
const wrong = /^pubnet-p26(\.7\.(walk-whole-store|walk-soroban|custom-token-1)$|:15:(CCA2ZJP5|CBIJBDNZ) )/;

const chosen = [...sets].filter(([set]) => isSound(set)).map(([set, cases]) => [set, cases.filter(isHere)] as const);

type Row = Record<string, unknown>;

describe.skipIf(!hasCorpus).each(chosen)('%s', (_, cases) => {
  let checked: Checked;
  beforeAll(async () => {
    checked = await openSet([...cases]);
  });
  afterAll(() => checked?.close());

  it.each(cases.map((one): [string, Case] => [one.name, one]))('%s', async (_name, one) => {
    const found = await differencesOf(checked, one);
    if (wrong.test(one.name)) expect(found.length).toBeGreaterThan(0);
    else expect(found.join('\n')).toBe('');
  });
});

async function differencesOf({ connection }: Checked, { endpoint, request, ...one }: Case): Promise<string[]> {
  const list = listOf(Number(endpoint), request.path);
  const { searchParams } = new URL(request.path, 'http://localhost');
  const isWhole = one.response_data_all !== undefined;
  const found = await selectRows(connection, queryOf(list, searchParams, isWhole));
  const rows = found.map(withoutNull);
  const all = (one.response_data_all ?? one.response!.data) as Row[];
  // Of balances only what is held: a line without any has its row in trust_lines_current.
  const held = Number(endpoint) === 5 ? all.filter(({ balance }) => balance !== '0.0000000') : all;
  const told = held.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key in list.fields)));
  return differences(told, rows);
}

const withoutNull = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'bigint' ? Number(value) : value]],
    ),
  );
