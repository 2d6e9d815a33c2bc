/** A transaction: what happened in words, why it failed, and all that it did. */
import type { ComponentChildren } from 'preact';
import type { PageProps } from '../app/page-props.ts';
import { Known, ListPanel, useAnswer } from '../parts/answer.tsx';
import { CallShown } from '../parts/call-shown.tsx';
import { Fields } from '../parts/fields.tsx';
import { Lineage } from '../ledger/lineage.tsx';
import { Address, LedgerLink } from '../parts/names.tsx';
import { Outcome } from '../parts/badge.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/text.tsx';
import { Decoded, Topics, Value } from '../parts/value.tsx';
import { Calls, type Call } from './calls.tsx';
import { Cost } from './cost.tsx';
import { FULL, PATH, type Explanation } from './explanation.ts';
import { Flow } from './flow.tsx';
import { BalanceChanges, Movements } from './movements.tsx';
import { StateChanges } from './state-changes.tsx';
import { Xdr } from './xdr.tsx';

export const Page = ({ parts: [hash = ''] }: PageProps) => <Transaction key={hash} hash={hash} />;

function Transaction({ hash }: { hash: string }) {
  const { loaded, call } = useAnswer(PATH, { hash });
  const found = loaded.value;
  const whole = useAnswer(FULL, { hash });
  const shown = <CallShown path={call} />;
  return (
    <>
      <h1>Transaction</h1>
      <p class="identity">{hash}</p>
      <Panel title="What happened" meta={found?._meta} foot={shown}>
        <Known of={loaded} lines={8}>
          {(explanation) => <Summary of={explanation} />}
        </Known>
      </Panel>
      {loaded.error === undefined && (
        <div hidden={!found}>
          {found && <Told of={found} shown={shown} />}
          <StateChanges of={whole} />
          <Events hash={found?.transaction_hash ?? hash} />
          <Cost of={whole} fees={found?.fees} />
          {found && <Lineage sequence={found.ledger_sequence} />}
          <Xdr hash={hash} />
        </div>
      )}
    </>
  );
}

/** What the explanation has beside its summary. */
const Told = ({ of: found, shown }: { of: Explanation; shown: ComponentChildren }) => (
  <>
    <Panel title="Operations" foot={shown}>
      <Operations of={found.operations} />
    </Panel>
    {found.calls.length > 0 && (
      <Panel title="Contract calls" foot={shown}>
        <Calls of={found.calls as Call[]} />
      </Panel>
    )}
    <Panel title="Movements" foot={shown}>
      <Flow of={found.movements} />
      <Movements of={found.movements} />
    </Panel>
    <Panel title="Balances before and after" foot={shown}>
      <BalanceChanges of={found.balance_changes} />
    </Panel>
  </>
);

const Summary = ({ of: found }: { of: Explanation }) => (
  <>
    <p class="sentence">
      <Outcome successful={found.successful} /> <Value text={found.sentence} most={400} />
    </p>
    {found.reason !== undefined && (
      <p class="reason">
        Why it failed: <Value text={found.reason} most={400} />
      </p>
    )}
    <Fields
      of={[
        ['Ledger', <LedgerLink sequence={found.ledger_sequence} />],
        ['Time', <Time at={found.closed_at} />],
        ['Source account', <Address id={found.source_account} />],
        ['Fee paid by', <Address id={found.fees.payer} />],
        ['Memo', found.memo !== undefined && <Memo type={found.memo_type} text={found.memo} />],
        ['Inner transaction', found.inner_transaction_hash && <code>{found.inner_transaction_hash}</code>],
      ]}
    />
  </>
);

const Memo = ({ type, text }: { type: string; text: string }) => (
  <>
    <Value text={text} /> <small>({type})</small>
  </>
);

const Operations = ({ of: operations }: { of: Explanation['operations'] }) => (
  <Table
    label="Operations"
    rows={operations}
    empty="The transaction has no operations."
    columns={[
      { title: '#', isNumber: true, cell: ({ index }) => index + 1 },
      { title: 'Type', cell: ({ type }) => type },
      { title: 'Source', cell: (row) => <Address id={row.source_account} /> },
      { title: 'What it does', cell: ({ action }) => <Value text={action} most={240} /> },
      { title: 'Outcome', cell: ({ outcome }) => outcome.replace('_', ' ') },
      { title: 'Why', cell: ({ reason }) => (reason === undefined ? '' : <Value text={reason} />) },
    ]}
  />
);

const Events = ({ hash }: { hash: string }) => (
  <ListPanel
    title="Events"
    path="/api/v1/silver/events/generic"
    parameters={{ tx_hash: hash, limit: 50, order: 'asc' }}
    empty="The transaction emitted no events."
    columns={[
      { title: 'Contract', cell: (row) => <Address id={row.contract_id} /> },
      { title: 'Kind', cell: (row) => row.event_type },
      { title: 'Topics', cell: (row) => <Topics of={row.topics_decoded} /> },
      { title: 'Data', cell: (row) => <Decoded of={row.data_decoded} /> },
      {
        title: 'When',
        cell: (row) => row.stage?.replaceAll('_', ' ') ?? `operation ${(row.operation_index ?? 0) + 1}`,
      },
    ]}
  />
);
