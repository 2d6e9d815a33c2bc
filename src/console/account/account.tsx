/** An account: what it has, what it did, who signs for it. */
import type { QueryRow } from '../../client/client.ts';
import type { PageProps } from '../app/page-props.ts';
import { AnswerPanel, ListPanel } from '../parts/answer.tsx';
import { Fields, Figures } from '../parts/fields.tsx';
import { Address, Amount, AssetLink, LedgerLink, TransactionLink } from '../parts/names.tsx';
import { Outcome } from '../parts/badge.tsx';
import { Table } from '../parts/table.tsx';
import { grouped, Key, Time } from '../parts/text.tsx';
import { transactionColumns } from '../parts/transactions.tsx';
import { Value } from '../parts/value.tsx';
import { History } from './history.tsx';

export const Page = ({ parts: [id = ''] }: PageProps) => <Account key={id} id={id} />;

const Account = ({ id }: { id: string }) => (
  <>
    <h1>Account</h1>
    <p class="identity">{id}</p>
    <State id={id} />
    <Balances id={id} />
    <History address={id} />
    <Activity id={id} />
    <ListPanel
      title="Transactions"
      path="/api/v1/silver/accounts/{id}/transactions"
      parameters={{ id, limit: 15 }}
      empty="No loaded ledger has a transaction of this account."
      columns={transactionColumns}
    />
    <div class="panels">
      <Offers id={id} />
      <Signers id={id} />
    </div>
    <Contracts id={id} />
  </>
);

const State = ({ id }: { id: string }) => (
  <AnswerPanel title="State" path="/api/v1/silver/accounts/current" parameters={{ account_id: id }} lines={6}>
    {({ account }) => (
      <>
        <Figures
          of={[
            ['XLM', grouped(account.balance)],
            ['Subentries', account.num_subentries],
            ['Sequence number', grouped(account.sequence_number)],
          ]}
        />
        <Fields
          of={[
            ['Home domain', account.home_domain !== undefined && <Value text={account.home_domain} />],
            ['Created', account.created_at && <Time at={account.created_at} />],
            ['Last changed in ledger', <LedgerLink sequence={account.last_modified_ledger} />],
            ['Sponsor', account.sponsor && <Address id={account.sponsor} />],
            ['Flags', flagsOf(account)],
            ['In buying offers', `${grouped(account.buying_liabilities)} XLM`],
            ['In selling offers', `${grouped(account.selling_liabilities)} XLM`],
          ]}
        />
      </>
    )}
  </AnswerPanel>
);

/** Returns the names of the flags of an issuer. */
function flagsOf(account: QueryRow<'/api/v1/silver/accounts'>): string | undefined {
  const flags = {
    'authorization required': account.auth_required,
    'authorization revocable': account.auth_revocable,
    immutable: account.auth_immutable,
    'clawback enabled': account.auth_clawback_enabled,
  };
  const set = Object.entries(flags).filter(([, isSet]) => isSet);
  return set.length === 0 ? undefined : set.map(([name]) => name).join(', ');
}

const Balances = ({ id }: { id: string }) => (
  <ListPanel
    title="Balances"
    path="/api/v1/silver/addresses/{address}/balances"
    parameters={{ address: id, limit: 25 }}
    empty="The lake knows no balance of this account."
    columns={[
      { title: 'Asset', cell: (row) => <Held of={row} /> },
      { title: 'Balance', isNumber: true, cell: (row) => grouped(row.balance ?? row.balance_raw) },
      {
        title: 'Unit',
        cell: ({ balance }) => (balance === undefined ? 'smallest unit: decimals are unknown' : 'units'),
      },
      { title: 'Last changed', isNumber: true, cell: (row) => <LedgerLink sequence={row.last_updated_ledger} /> },
    ]}
  />
);

/** What a balance is of: an asset, shares of a pool, or the token of a contract. */
export function Held({ of: row }: { of: QueryRow<'/api/v1/silver/addresses/{address}/balances'> }) {
  if (row.liquidity_pool_id !== undefined)
    return (
      <>
        shares of pool <Key text={row.liquidity_pool_id} to={`/pool/${row.liquidity_pool_id}`} />
      </>
    );
  if (row.asset_code !== undefined) return <AssetLink code={row.asset_code} issuer={row.asset_issuer} />;
  return (
    <>
      {row.symbol !== undefined && <Value text={row.symbol} most={24} />} <Address id={row.contract_id} />
    </>
  );
}

const Activity = ({ id }: { id: string }) => (
  <ListPanel
    title="Activity"
    path="/api/v1/silver/accounts/{id}/activity"
    parameters={{ id, limit: 15 }}
    empty="No loaded ledger mentions this account."
    columns={[
      { title: 'What', cell: ({ type }) => type.replaceAll('_', ' ') },
      { title: 'Details', cell: ({ details }) => <Details of={details as ActivityDetails} /> },
      { title: 'Outcome', cell: ({ successful }) => <Outcome successful={successful} /> },
      { title: 'Transaction', cell: (row) => <TransactionLink hash={row.tx_hash} /> },
      { title: 'Time', cell: (row) => <Time at={row.timestamp} /> },
    ]}
  />
);

interface ActivityDetails {
  to?: string;
  from?: string;
  amount?: string;
  asset_code?: string;
  asset_issuer?: string;
  contract_id?: string;
  function?: string;
  type_name?: string;
  operation_type?: string;
}

function Details({ of: details }: { of: ActivityDetails }) {
  const { to, from, amount, asset_code, asset_issuer, contract_id } = details;
  if (amount !== undefined)
    return (
      <>
        <Amount of={amount} /> {asset_code && <AssetLink code={asset_code} issuer={asset_issuer} />}{' '}
        {to !== undefined ? 'to ' : 'from '}
        <Address id={to ?? from} />
      </>
    );
  if (contract_id !== undefined)
    return (
      <>
        <Value text={details.function ?? 'unknown function'} most={32} /> of <Address id={contract_id} />
      </>
    );
  return <>{(details.type_name ?? details.operation_type ?? '').toLowerCase().replaceAll('_', ' ')}</>;
}

const Offers = ({ id }: { id: string }) => (
  <ListPanel
    title="Offers"
    path="/api/v1/silver/accounts/{id}/offers"
    parameters={{ id, limit: 15 }}
    empty="The account has no offers."
    columns={[
      { title: 'Offer', cell: ({ offer_id }) => offer_id },
      { title: 'Sells', isNumber: true, cell: ({ amount }) => grouped(amount) },
      { title: 'Of', cell: ({ selling }) => <AssetLink code={selling.code} issuer={selling.issuer} /> },
      { title: 'For', cell: ({ buying }) => <AssetLink code={buying.code} issuer={buying.issuer} /> },
      { title: 'Price', isNumber: true, cell: ({ price }) => grouped(price) },
    ]}
  />
);

const Signers = ({ id }: { id: string }) => (
  <AnswerPanel title="Signers" path="/api/v1/silver/accounts/signers" parameters={{ account_id: id }}>
    {({ signers, ...thresholds }) => (
      <>
        <Table
          label="Signers"
          rows={signers}
          empty="No key can sign for the account."
          columns={[
            { title: 'Key', cell: ({ key }) => <Address id={key} /> },
            { title: 'Kind', cell: ({ type }) => type.replaceAll('_', ' ') },
            { title: 'Weight', isNumber: true, cell: ({ weight }) => weight },
          ]}
        />
        <p class="faint">
          Weights that operations need: low {thresholds.low_threshold}, medium {thresholds.med_threshold}, high{' '}
          {thresholds.high_threshold}.
        </p>
      </>
    )}
  </AnswerPanel>
);

const Contracts = ({ id }: { id: string }) => (
  <ListPanel
    title="Called contracts"
    path="/api/v1/silver/accounts/{id}/contracts"
    parameters={{ id, limit: 10 }}
    empty="The account called no contract."
    lines={3}
    columns={[
      { title: 'Contract', cell: (row) => <Address id={row.contract_id} /> },
      { title: 'Calls', isNumber: true, cell: (row) => grouped(row.total_calls) },
      { title: 'Most called', cell: (row) => <Value text={row.top_function ?? '–'} most={32} /> },
      { title: 'Last called', cell: (row) => <Time at={row.last_called} /> },
    ]}
  />
);
