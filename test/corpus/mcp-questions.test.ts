/** Fifty questions about real ledgers, which an agent's tools answer as other decoders do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open } from '../../src/index.ts';
import { corpus, hasCorpus } from '../corpus.ts';
import { temporaryFolder } from '../folder.ts';
import { agentOf, type Agent } from '../mcp/agent.ts';

interface Ledger {
  ledger_sequence: number;
  ledger_hash: string;
  close_time: number;
  protocol_version: number;
  tx_count: number;
  successful_tx_count: number;
  failed_tx_count: number;
  operation_count: number;
  op_types: Record<string, number>;
  fee_bump_tx_count: number;
  fee_charged_total: string;
}

interface Transaction {
  ledger_sequence: number;
  transaction_hash: string;
  successful: boolean;
  fee_charged: string;
  source_account: string;
  operation_count: number;
}

type Row = Record<string, string | number | boolean | null>;
/** A question, the tool and what it is given, and where in `ledger_data` the answer is. */
type Question = [question: string, tool: string, given: object, pick: (data: never) => unknown, answer: unknown];

const linesOf = <T>(name: string) =>
  readFileSync(join(corpus, 'pubnet-p26/expected', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

function questionsOf(ledgers: readonly Ledger[], transactions: readonly Transaction[]): Question[] {
  const total = (of: (ledger: Ledger) => number) => ledgers.reduce((sum, ledger) => sum + of(ledger), 0);
  const first = ([row]: Row[]) => row;
  const value = (rows: Row[]) => Object.values(rows[0])[0];
  const types = Object.groupBy(
    ledgers.flatMap(({ op_types }) => Object.entries(op_types)),
    ([type]) => type,
  );
  const [oldest, latest] = [ledgers[0], ledgers.at(-1)!];
  const fees = transactions.map(({ fee_charged }) => Number(fee_charged));
  const busiest = ledgers.toSorted((a, b) => b.tx_count - a.tx_count)[0];
  const sql = (question: string, text: string, answer: unknown): Question => [
    question,
    'query',
    { sql: text },
    value,
    answer,
  ];
  return [
    ...ledgers.map((ledger): Question => [
      `How many transactions of ledger ${ledger.ledger_sequence} failed, and what is its hash?`,
      'entity',
      { id: String(ledger.ledger_sequence) },
      ({ ledger: found }: { ledger: Row }) => [found['failed_transaction_count'], found['ledger_hash']],
      [ledger.failed_tx_count, ledger.ledger_hash],
    ]),
    ...Object.entries(types).map(([type, counts]): Question => [
      `How many operations ${type} are there?`,
      'question',
      { name: 'operations_by_type' },
      (rows: Row[]) => Number(rows.find(({ type_string }) => type_string === type)?.['operations']),
      counts!.reduce((sum, [, count]) => sum + count, 0),
    ]),
    ...[0, 77, 500, 1234, 2001, 2900, 3445].map((i): Question => {
      const { transaction_hash: hash, ledger_sequence: ledger, successful, fee_charged: fee } = transactions[i];
      return [
        `Which ledger has transaction ${hash.slice(0, 8)}, did it succeed, and what did it cost in stroops?`,
        'transaction',
        { hash },
        ({ transaction }: { transaction: Row & { fees: Row } }) => [
          transaction['ledger_sequence'],
          transaction['successful'],
          transaction.fees['charged'],
        ],
        [ledger, successful, fee],
      ];
    }),
    [
      'How many transactions were there?',
      'question',
      { name: 'fees' },
      (rows: Row[]) => Number(first(rows)['transactions']),
      transactions.length,
    ],
    [
      'What were all fees?',
      'question',
      { name: 'fees' },
      (rows: Row[]) => first(rows)['total'],
      String(fees.reduce((a, b) => a + b)),
    ],
    [
      'What was the largest fee?',
      'question',
      { name: 'fees' },
      (rows: Row[]) => Number(first(rows)['most']),
      Math.max(...fees),
    ],
    [
      'What was the smallest fee?',
      'question',
      { name: 'fees' },
      (rows: Row[]) => Number(first(rows)['least']),
      Math.min(...fees),
    ],
    [
      'How many transactions failed?',
      'question',
      { name: 'failures_by_result' },
      (rows: Row[]) => rows.reduce((sum, { transactions: count }) => sum + Number(count), 0),
      total(({ failed_tx_count: failed }) => failed),
    ],
    [
      'How many transactions succeeded in the hour from 2026-06-19 00:00?',
      'question',
      { name: 'activity_by_period' },
      (rows: Row[]) => Number(first(rows)['succeeded']),
      total(({ successful_tx_count: succeeded }) => succeeded),
    ],
    [
      'Which ledgers are there, and are any missing?',
      'question',
      { name: 'missing_ledgers' },
      (rows: Row[]) => [rows.length, first(rows)['first_ledger'], first(rows)['last_ledger']],
      [1, oldest.ledger_sequence, latest.ledger_sequence],
    ],
    [
      'Which network is this?',
      'coverage',
      {},
      (data: Row) => data['network_passphrase'],
      'Public Global Stellar Network ; September 2015',
    ],
    [
      'Who sent most transactions?',
      'question',
      { name: 'busiest_accounts', parameters: { limit: 1 } },
      (rows: Row[]) => Number(first(rows)['transactions']),
      Math.max(...Object.values(Object.groupBy(transactions, (one) => one.source_account)).map((own) => own!.length)),
    ],
    sql(
      'Which ledger has most transactions?',
      'select sequence from history_ledgers order by successful_transaction_count + failed_transaction_count desc limit 1',
      busiest.ledger_sequence,
    ),
    sql('Which protocol is it?', 'select max(protocol_version) from history_ledgers', latest.protocol_version),
    sql(
      'When did the last ledger close?',
      'select epoch(max(closed_at))::bigint from history_ledgers',
      String(latest.close_time),
    ),
    sql(
      'How many fee bumps were there?',
      'select count(*) from history_transactions where inner_transaction_hash is not null',
      String(total(({ fee_bump_tx_count: bumps }) => bumps)),
    ),
    sql(
      'Which transaction has most operations, and how many?',
      'select max(operation_count) from history_transactions',
      Math.max(...transactions.map(({ operation_count: count }) => count)),
    ),
    sql(
      'How many different accounts sent transactions?',
      'select count(distinct account) from history_transactions',
      String(new Set(transactions.map((one) => one.source_account)).size),
    ),
    sql(
      'How many operations were there?',
      'select count(*) from history_operations',
      String(total(({ operation_count: count }) => count)),
    ),
  ];
}

describe.skipIf(!hasCorpus)('questions of an agent', () => {
  const questions = hasCorpus ? questionsOf(linesOf('ledgers.jsonl'), linesOf('transactions.jsonl')) : [];
  let agent: Agent;
  beforeAll(async () => {
    const folder = join(temporaryFolder(), 'lake');
    const lake = await open(folder, { network: 'mainnet' });
    await lake.load(join(corpus, 'pubnet-p26/store'));
    await lake.close();
    agent = await agentOf(folder);
  });
  afterAll(() => agent.close());

  it('are fifty', () => expect(questions.length).toBeGreaterThanOrEqual(50));

  it.each(questions)('%s', async (_question, tool, given, pick, answer) => {
    const { told } = await agent.ask(tool, { ...given });
    expect(pick(told.ledger_data as never)).toEqual(answer);
    expect(told.coverage.available_ledgers).toEqual({ oldest: 63_092_982, latest: 63_092_994 });
  });
});
