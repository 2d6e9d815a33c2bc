/** The lake at a glance: its network and ledgers, what happens, who is busy. */
import { useEffect, useRef } from 'preact/hooks';
import { useEvery } from '../app/every.ts';
import { reloadAll, server } from '../app/server.ts';
import { AnswerPanel, ListPanel, useAnswer } from '../parts/answer.tsx';
import { Fields, Figures, percent } from '../parts/fields.tsx';
import { Address, AssetOfKey, LedgerLink } from '../parts/names.tsx';
import { Empty } from '../parts/states.tsx';
import { grouped, Time } from '../parts/text.tsx';
import { transactionColumns } from '../parts/transactions.tsx';
import { Value } from '../parts/value.tsx';
import { Activity } from './activity.tsx';
import { Timeline } from './timeline.tsx';

/** How often the page looks for new ledgers. */
const EVERY = 10_000;

export const Page = () => (
  <>
    <h1>Overview</h1>
    {server.networks.length === 0 ? (
      <Empty>This server has no lake. The pages of entities need one: `ledgerlake serve --lake DIR`.</Empty>
    ) : (
      <Panels />
    )}
  </>
);

/** Asks for the latest ledger again and again; all parts of the page load anew with a new one. */
function useLatest(): void {
  const { loaded } = useAnswer('/api/v1/silver/ledgers/recent', { limit: 1 });
  const latest = loaded.value?.data[0]?.sequence ?? 0;
  const shown = useRef(0);
  useEffect(() => {
    if (shown.current > 0 && latest > shown.current) reloadAll();
    shown.current = latest;
  }, [latest]);
  useEvery(loaded.reload, EVERY);
}

function Panels() {
  useLatest();
  return (
    <>
      <Network />
      <div class="panels">
        <Ledgers />
        <Fees />
      </div>
      <Activity />
      <div class="panels">
        <BusyContracts />
        <BusyAssets />
      </div>
      <LatestLedgers />
      <ListPanel
        title="Latest transactions"
        path="/api/v1/silver/transactions/recent"
        parameters={{ limit: 10 }}
        empty="The lake has no transactions yet."
        columns={transactionColumns}
      />
    </>
  );
}

const Network = () => (
  <AnswerPanel title="Network" path="/api/v1/bronze/stats/network" parameters={{}} lines={5}>
    {({ ledgers, transactions, ...found }) => (
      <Figures
        of={[
          ['Latest ledger', <LedgerLink sequence={ledgers.latest} />],
          ['Closed', <Time at={found.latest_closed_at} />],
          ['Age', age(found.latest_closed_at)],
          ['Ledgers loaded', grouped(ledgers.count)],
          ['Protocol', found.protocol_version],
          ['Transactions', grouped(transactions.total)],
          ['Success rate', percent(transactions.successful / transactions.total) ?? '–'],
          ['Operations', grouped(found.operations)],
          ['Contract events', grouped(found.contract_events)],
          ['Fees (stroops)', grouped(found.fees)],
        ]}
      />
    )}
  </AnswerPanel>
);

/** Returns the time since a ledger closed, in the largest unit that counts at least two. */
function age(at: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000));
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} hours` : `${grouped(Math.floor(seconds / 86_400))} days`;
}

const Ledgers = () => (
  <AnswerPanel title="Ledgers" path="/api/v1/meta" parameters={{}} lines={7}>
    {(found) => (
      <>
        <Timeline ranges={found.ranges} />
        <Fields
          of={[
            ['Network', <Value text={found.network} />],
            ['Passphrase', <Value text={found.network_passphrase} />],
            ['Entries known', found.state_coverage === 'full' ? 'all' : 'only entries that its ledgers changed'],
            ['Rows', grouped(found.tables.reduce((sum, { rows }) => sum + rows, 0))],
          ]}
        />
      </>
    )}
  </AnswerPanel>
);

const Fees = () => (
  <AnswerPanel title="Fees in 24 hours" path="/api/v1/silver/stats/fees" parameters={{}} lines={7}>
    {(fees) => (
      <Fields
        of={[
          ['Transactions', grouped(fees.transactions)],
          ['Smallest', `${grouped(fees.min)} stroops`],
          ['Median', `${grouped(fees.median)} stroops`],
          ['90 % pay at most', `${grouped(fees.p90)} stroops`],
          ['99 % pay at most', `${grouped(fees.p99)} stroops`],
          ['Largest', `${grouped(fees.max)} stroops`],
          ['Ledgers with a surge', `${grouped(fees.surge.ledgers)} (${percent(fees.surge.share) ?? '–'})`],
        ]}
      />
    )}
  </AnswerPanel>
);

const LatestLedgers = () => (
  <ListPanel
    title="Latest ledgers"
    path="/api/v1/silver/ledgers/recent"
    parameters={{ limit: 8 }}
    empty="The lake has no ledgers yet."
    columns={[
      { title: 'Ledger', cell: (row) => <LedgerLink sequence={row.sequence} /> },
      { title: 'Closed', cell: (row) => <Time at={row.closed_at} /> },
      { title: 'Transactions', isNumber: true, cell: (row) => grouped(row.transaction_count) },
      { title: 'Failed', isNumber: true, cell: (row) => grouped(row.failed_transaction_count) },
      { title: 'Operations', isNumber: true, cell: (row) => grouped(row.operation_count) },
    ]}
  />
);

const BusyContracts = () => (
  <ListPanel
    title="Busiest contracts"
    path="/api/v1/silver/contracts/top"
    parameters={{ period: '24h', limit: 8 }}
    empty="No contract was called in the last 24 hours."
    columns={[
      { title: 'Contract', cell: (row) => <Address id={row.contract_id} /> },
      { title: 'Calls in 24 h', isNumber: true, cell: (row) => grouped(row.total_calls) },
      { title: 'Success', isNumber: true, cell: (row) => percent(row.success_rate) ?? '–' },
      { title: 'Most called', cell: (row) => <Value text={row.top_function ?? '–'} most={32} /> },
    ]}
  />
);

const BusyAssets = () => (
  <ListPanel
    title="Busiest assets"
    path="/api/v1/semantic/assets"
    parameters={{ sort: 'transfers', limit: 8 }}
    empty="No asset moved."
    columns={[
      { title: 'Asset', cell: (row) => <AssetOfKey of={row.asset_key} name={row.token_symbol ?? row.asset_code} /> },
      { title: 'Transfers in 24 h', isNumber: true, cell: (row) => grouped(row.transfer_count_24h) },
      {
        title: 'Holders',
        isNumber: true,
        cell: (row) => (row.holder_count === undefined ? '–' : grouped(row.holder_count)),
      },
    ]}
  />
);
