/** A contract: what it is, its functions and how often they are called, its events, its storage. */
import type { PageProps } from '../app/page-props.ts';
import { ListPanel, SharedPanel, useAnswer } from '../parts/answer.tsx';
import { Badge, Outcome } from '../parts/badge.tsx';
import { Fields, percent } from '../parts/fields.tsx';
import { Address, LedgerLink, TransactionLink } from '../parts/names.tsx';
import { grouped, Time } from '../parts/text.tsx';
import { Decoded, Topics, Value } from '../parts/value.tsx';
import { History } from '../account/history.tsx';
import { Interface, type ContractInterface } from './interface.tsx';
import { Summary } from './summary.tsx';

export const Page = ({ parts: [id = ''] }: PageProps) => <Contract key={id} id={id} />;

function Contract({ id }: { id: string }) {
  const answer = useAnswer('/api/v1/silver/contracts/{id}/interface', { id });
  return (
    <>
      <h1>Contract</h1>
      <p class="identity">{id}</p>
      <Summary id={id} />
      <Functions id={id} />
      <SharedPanel title="Interface" of={answer} lines={8}>
        {(found) => <Interface of={found} />}
      </SharedPanel>
      <Callers id={id} />
      <Calls id={id} />
      <Events id={id} />
      <Storage id={id} />
      <History address={id} />
      <SharedPanel title="Code" of={answer}>
        {(found) => <Code of={found} />}
      </SharedPanel>
    </>
  );
}

const Functions = ({ id }: { id: string }) => (
  <ListPanel
    title="Called functions"
    path="/api/v1/semantic/contracts/functions"
    parameters={{ contract_id: id, period: '30d', include_sub_calls: true, limit: 50 }}
    empty="No function was called in the last 30 days."
    columns={[
      { title: 'Function', cell: (row) => <Value text={row.function_name} most={64} /> },
      { title: 'Calls', isNumber: true, cell: (row) => grouped(row.total_calls) },
      { title: 'Failed', isNumber: true, cell: (row) => grouped(row.failed_calls) },
      { title: 'Success', isNumber: true, cell: (row) => percent(row.success_rate) ?? '–' },
      { title: 'Callers', isNumber: true, cell: (row) => grouped(row.unique_callers) },
      { title: 'Last call', cell: (row) => row.last_called && <Time at={row.last_called} /> },
    ]}
  />
);

const Callers = ({ id }: { id: string }) => (
  <ListPanel
    title="Callers"
    path="/api/v1/silver/contracts/{id}/callers"
    parameters={{ id, limit: 10 }}
    empty="Nobody called the contract."
    columns={[
      { title: 'Caller', cell: (row) => <Address id={row.contract_id} /> },
      { title: 'Calls', isNumber: true, cell: (row) => grouped(row.call_count) },
      { title: 'Functions', cell: (row) => <Value text={row.functions.join(', ')} /> },
      { title: 'Last call', cell: (row) => <Time at={row.last_call} /> },
    ]}
  />
);

const Calls = ({ id }: { id: string }) => (
  <ListPanel
    title="Recent calls"
    path="/api/v1/silver/contracts/{id}/recent-calls"
    parameters={{ id, limit: 15 }}
    empty="No loaded ledger has a call of the contract."
    columns={[
      { title: 'From', cell: ({ from }) => <Address id={from} /> },
      { title: 'To', cell: ({ to }) => <Address id={to} /> },
      { title: 'Function', cell: (row) => <Value text={row.function ?? '–'} most={32} /> },
      { title: 'Outcome', cell: (row) => <Outcome successful={row.successful} /> },
      { title: 'Transaction', cell: (row) => <TransactionLink hash={row.transaction_hash} /> },
      { title: 'Time', cell: (row) => <Time at={row.closed_at} /> },
    ]}
  />
);

const Events = ({ id }: { id: string }) => (
  <ListPanel
    title="Events"
    path="/api/v1/silver/events/contract/{id}"
    parameters={{ id, limit: 15 }}
    empty="The contract emitted no events."
    columns={[
      { title: 'Topics', cell: (row) => <Topics of={row.topics_decoded} /> },
      { title: 'Data', cell: (row) => <Decoded of={row.data_decoded} /> },
      { title: 'Transaction', cell: (row) => <TransactionLink hash={row.transaction_hash} /> },
      { title: 'Ledger', isNumber: true, cell: (row) => <LedgerLink sequence={row.ledger_sequence} /> },
    ]}
  />
);

const Storage = ({ id }: { id: string }) => (
  <ListPanel
    title="Storage"
    path="/api/v1/silver/contracts/{id}/storage"
    parameters={{ id, limit: 15 }}
    empty="The lake knows no entry of the contract."
    columns={[
      { title: 'Key', cell: (row) => <Decoded of={row.key} /> },
      { title: 'Value', cell: (row) => <Decoded of={row.value} /> },
      { title: 'Durability', cell: (row) => row.durability },
      {
        title: 'Lives until',
        isNumber: true,
        cell: (row) => (row.live_until_ledger ? grouped(row.live_until_ledger) : '–'),
      },
      { title: 'Now', cell: (row) => <Life isLive={row.is_live} /> },
    ]}
  />
);

const Life = ({ isLive }: { isLive?: boolean }) =>
  isLive === undefined ? <>unknown</> : <Badge tone={isLive ? 'good' : 'warn'}>{isLive ? 'live' : 'ended'}</Badge>;

const Code = ({ of: { executable, provenance, metadata } }: { of: ContractInterface }) => (
  <Fields
    of={[
      ['Kind', executable.type.replaceAll('_', ' ')],
      ['Code hash', executable.wasm_hash && <code>{executable.wasm_hash}</code>],
      ['Size', executable.wasm_size_bytes !== undefined && `${grouped(executable.wasm_size_bytes)} bytes`],
      ['Hash verified', provenance.is_hash_verified !== undefined && (provenance.is_hash_verified ? 'yes' : 'no')],
      ['Instance lives until', executable.live_until_ledger !== undefined && grouped(executable.live_until_ledger)],
      ...metadata.map(({ key, value }) => [key, <Value text={value} />] as const),
    ]}
  />
);
