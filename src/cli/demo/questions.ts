/** The questions that a person would ask first. */
import { plural } from '../text.ts';
import type { Question, TextRow } from './question.ts';
import { assetCode, groupedDigits, share, short } from './words.ts';

const whoMovedWhat: Question = {
  title: 'Who moved what?',
  sql: 'who_moved_what',
  chart: {
    sql: 'who_moved_what',
    caption: 'Transfers by sender and token',
    draw: (plot, rows, width) =>
      plot.plot({
        width,
        marginLeft: 96,
        x: { label: 'transfers', grid: true },
        y: { label: null },
        color: { legend: true, scheme: 'tableau10' },
        marks: [
          plot.barX(rows, {
            x: 'transfers',
            // The page has this function alone, not what the file imports.
            y: (row: (typeof rows)[number]) => `${String(row.sender).slice(0, 4)}...${String(row.sender).slice(-4)}`,
            fill: 'token',
            channels: { sender: 'sender', receivers: 'receivers', amount: 'amount' },
            sort: { y: '-x' },
            tip: true,
          }),
          plot.ruleX([0]),
        ],
      }),
  },
  say: ([{ sender, token, transfers, receivers, amount }]) =>
    `${short(sender)} sent ${token} most often: ${plural(Number(transfers), 'transfer')} to ` +
    `${plural(Number(receivers), 'receiver')}, ${groupedDigits(amount)} ${token} in all.`,
  nothing: 'Nobody: these ledgers hold no transfer.',
};

const bestTradedPair: Question = {
  title: 'Which pair was traded most, and where did its price go?',
  sql: 'traded_pairs',
  chart: {
    sql: 'price_path',
    caption: 'Average price of the pair that was traded most, by ledgers',
    inTerminal: { column: 'price', caption: 'Average price of the pair that was traded most' },
    draw: (plot, rows, width) =>
      plot.plot({
        width,
        height: 300,
        marginLeft: 64,
        x: { type: 'utc', label: null },
        y: { label: 'price', grid: true, nice: true },
        marks: [
          plot.lineY(rows, { x: 'closed_at', y: 'price', stroke: 'var(--line)', strokeWidth: 1.75 }),
          plot.dot(rows, {
            x: 'closed_at',
            y: 'price',
            r: 'trades',
            fill: 'var(--line)',
            fillOpacity: 0.35,
            channels: { trades: 'trades', amount: 'base_amount', ledger: 'ledger_sequence' },
            tip: true,
          }),
        ],
      }),
  },
  say: ([{ base, quote, trades, in_pools: inPools }], drawn) => {
    const [first, last] = [drawn.at(0), drawn.at(-1)].map((row) => groupedDigits(String(row?.price), 4));
    return (
      `${assetCode(base)} against ${assetCode(quote)}: ${plural(Number(trades), 'trade')}, ` +
      `${groupedDigits(inPools)} of them with pools. One ${assetCode(base)} went from ${first} to ${last} ${assetCode(quote)}.`
    );
  },
  nothing: 'None: these ledgers hold no trade.',
};

const busiestContract: Question = {
  title: 'Which contract was busiest?',
  sql: 'busiest_contracts',
  chart: {
    sql: 'contract_functions',
    caption: 'Calls of the functions of the contract that was called most',
    draw: (plot, rows, width) =>
      plot.plot({
        width,
        marginLeft: 128,
        x: { label: 'calls', grid: true },
        y: { label: null },
        color: { legend: true, domain: ['succeeded', 'failed'], range: ['var(--good)', 'var(--bad)'] },
        marks: [
          plot.barX(
            rows.flatMap((row) => ['succeeded', 'failed'].map((ended) => ({ ...row, ended, calls: row[ended] }))),
            { x: 'calls', y: 'function_name', fill: 'ended', sort: { y: '-x' }, tip: true },
          ),
          plot.ruleX([0]),
        ],
      }),
  },
  say: ([{ contract_id: contract, token, calls, functions, failed, transactions }]) =>
    `${token ? `The token ${token}, ` : ''}${short(contract)}: ${plural(Number(calls), 'call')} of ` +
    `${plural(Number(functions), 'function')} in ${plural(Number(transactions), 'transaction')}; ` +
    `${share(Number(failed), Number(calls))} failed.`,
  nothing: 'None: no contract was called in these ledgers.',
};

const feesInTheSurge: Question = {
  title: 'What did a transaction cost when the ledgers were full?',
  sql: 'fee_surge',
  chart: {
    sql: 'fees',
    caption:
      'Stroops that classic transactions paid for an operation: the median, and a band from the least to what nine in ten paid at most',
    inTerminal: { column: 'high_fee', caption: 'Stroops that nine in ten operations paid at most' },
    draw: (plot, rows, width) =>
      plot.plot({
        width,
        height: 280,
        marginLeft: 64,
        x: { type: 'utc', label: null },
        y: { label: 'stroops', grid: true, zero: true, nice: true },
        marks: [
          plot.areaY(rows, {
            x: 'closed_at',
            y1: 'least_fee',
            y2: 'high_fee',
            curve: 'step-after',
            fill: 'var(--bad)',
            fillOpacity: 0.2,
          }),
          plot.lineY(rows, { x: 'closed_at', y: 'median_fee', curve: 'step-after', stroke: 'var(--bad)' }),
          plot.tip(
            rows,
            plot.pointerX({
              x: 'closed_at',
              y: 'median_fee',
              channels: {
                least: 'least_fee',
                'nine in ten': 'high_fee',
                operations: 'operations',
                ledger: 'ledger_sequence',
              },
            }),
          ),
          plot.ruleY([0]),
        ],
      }),
  },
  say: sayFees,
  nothing: 'Nothing: these ledgers hold no classic transaction.',
};

function sayFees(rows: readonly TextRow[]): string {
  const [quiet, surge] = ['quiet', 'in surge'].map((name) => rows.find((row) => row.ledgers_that_were === name));
  if (!surge) {
    return `Never more than it had to: in each of ${plural(Number(quiet?.ledgers), 'ledger')} some operation paid the base fee alone.`;
  }
  const of = plural(Number(surge.ledgers), 'ledger');
  const before = quiet
    ? `, against ${groupedDigits(quiet.median_fee)} in the ${groupedDigits(quiet.ledgers)} others`
    : '';
  return (
    `In ${of} every operation paid more than the base fee: ${groupedDigits(surge.median_fee)} stroops at the median${before}, ` +
    `${groupedDigits(surge.most_fee)} at most.`
  );
}

const oneTransaction: Question = {
  title: 'What happens in a transaction?',
  sql: 'one_transaction',
  hidden: ['transaction_hash', 'ledger_sequence', 'closed_at', 'sentence'],
  say: (rows) => {
    const [{ transaction_hash: hash, ledger_sequence: ledger, closed_at: at, sentence }] = rows;
    const operations = new Set(rows.map(({ operation }) => operation).filter((operation) => operation !== '0')).size;
    const paid = rows.filter(({ operation }) => operation === '0').reduce((sum, { amount }) => sum + Number(amount), 0);
    return (
      `${sentence}. ${short(hash)} closed in ledger ${ledger} at ${at.slice(11, 19)} UTC with ${plural(operations, 'operation')}. ` +
      `In the end it cost ${groupedDigits(paid.toFixed(7), 7)} XLM.`
    );
  },
  nothing: 'Nothing yet: these ledgers hold no transaction that ended well.',
};

export const questions: readonly Question[] = [
  whoMovedWhat,
  bestTradedPair,
  busiestContract,
  feesInTheSurge,
  oneTransaction,
];
