/** A ledger: its header, what happened in it, its transactions. */
import type { PageProps } from '../app/page-props.ts';
import { href } from '../app/router.ts';
import { AnswerPanel, ListPanel, SharedPanel, useAnswer } from '../parts/answer.tsx';
import { Outcome } from '../parts/badge.tsx';
import { Fields, Figures, percent } from '../parts/fields.tsx';
import { Address, TransactionLink } from '../parts/names.tsx';
import { Table } from '../parts/table.tsx';
import { grouped, Time } from '../parts/text.tsx';
import { Lineage } from './lineage.tsx';
import { FeeChart, TypeChart } from './charts.tsx';

export const Page = ({ parts: [sequence = ''] }: PageProps) => <Ledger key={sequence} sequence={sequence} />;

function Ledger({ sequence }: { sequence: string }) {
  const number = Number(sequence);
  const answer = useAnswer('/api/v1/silver/ledgers/{sequence}/summary', { sequence: number });
  const { value, error } = answer.loaded;
  return (
    <>
      <h1>Ledger {Number.isSafeInteger(number) ? grouped(number) : sequence}</h1>
      {Number.isSafeInteger(number) && (
        <p class="identity">
          {number > 1 && <a href={href(`/ledger/${number - 1}`)}>← Previous ledger</a>}{' '}
          <a href={href(`/ledger/${number + 1}`)}>Next ledger →</a>
        </p>
      )}
      <SharedPanel title="Summary" of={answer} lines={6}>
        {(ledger) => (
          <Figures
            of={[
              ['Transactions', grouped(ledger.transaction_count)],
              ['Failed', grouped(ledger.failed_transaction_count)],
              ['Success rate', percent(ledger.successful_transaction_count / ledger.transaction_count)],
              ['Operations', grouped(ledger.operation_count)],
              ['Closed', <Time at={ledger.closed_at} />],
            ]}
          />
        )}
      </SharedPanel>
      {error === undefined && (
        <div hidden={value === undefined}>
          <Header sequence={number} />
          <Lineage sequence={number} />
          <div class="panels">
            <SharedPanel title="Operations by type" of={answer} lines={10}>
              {(found) => <TypeChart of={found.operations_by_type} />}
            </SharedPanel>
            <AnswerPanel
              title="Fees charged"
              path="/api/v1/silver/ledgers/{sequence}/fees"
              parameters={{ sequence: number }}
              lines={7}
            >
              {(fees) => <FeeChart of={fees} />}
            </AnswerPanel>
          </div>
          <Soroban sequence={number} />
          <Transactions sequence={number} />
        </div>
      )}
    </>
  );
}

const Header = ({ sequence }: { sequence: number }) => (
  <AnswerPanel
    title="Header"
    path="/api/v1/bronze/ledgers"
    parameters={{ start: sequence, end: sequence, limit: 1 }}
    lines={10}
  >
    {({ data: [row = {}] }) => {
      const text = (name: string) => (row[name] === undefined ? undefined : String(row[name]));
      const code = (name: string) => <code>{text(name)}</code>;
      const number = (name: string, unit = '') => row[name] !== undefined && `${grouped(text(name)!)} ${unit}`;
      return (
        <Fields
          of={[
            ['Hash', code('ledger_hash')],
            ['Previous hash', code('previous_ledger_hash')],
            ['Protocol', text('protocol_version')],
            ['Base fee', number('base_fee', 'stroops')],
            ['Base reserve', number('base_reserve', 'stroops')],
            ['Total coins', number('total_coins', 'stroops')],
            ['Fee pool', number('fee_pool', 'stroops')],
            ['Contract events', number('contract_events_count')],
            ['Evicted entries', number('evicted_keys_count')],
            ['Signed by', text('node_id') && code('node_id')],
          ]}
        />
      );
    }}
  </AnswerPanel>
);

const Soroban = ({ sequence }: { sequence: number }) => (
  <AnswerPanel
    title="Soroban resources"
    path="/api/v1/silver/ledgers/{sequence}/soroban"
    parameters={{ sequence }}
    lines={6}
  >
    {({ transactions, instructions, read_bytes, write_bytes, limits }) => (
      <Table
        label="Soroban resources"
        rows={[
          { name: 'Transactions', used: String(transactions), limit: limits.transactions },
          { name: 'Instructions', used: instructions, limit: limits.instructions },
          { name: 'Bytes to read', used: read_bytes, limit: limits.read_bytes },
          { name: 'Bytes to write', used: write_bytes, limit: limits.write_bytes },
        ]}
        columns={[
          { title: 'Resource', cell: ({ name }) => name },
          { title: 'Declared', isNumber: true, cell: ({ used }) => grouped(used) },
          {
            title: 'Limit of the ledger',
            isNumber: true,
            cell: ({ limit }) => (limit === undefined ? '–' : grouped(limit)),
          },
          {
            title: 'Part',
            isNumber: true,
            cell: ({ used, limit }) => percent(limit === undefined ? undefined : Number(used) / Number(limit)) ?? '–',
          },
        ]}
      />
    )}
  </AnswerPanel>
);

const Transactions = ({ sequence }: { sequence: number }) => (
  <ListPanel
    title="Transactions"
    path="/api/v1/bronze/transactions"
    parameters={{ start: sequence, end: sequence, limit: 25 }}
    empty="The ledger has no transactions."
    columns={[
      { title: 'Transaction', cell: (row) => <TransactionLink hash={String(row['transaction_hash'])} /> },
      { title: 'Outcome', cell: (row) => <Outcome successful={row['successful'] === true} /> },
      { title: 'Source', cell: (row) => <Address id={String(row['account'])} /> },
      { title: 'Operations', isNumber: true, cell: (row) => grouped(String(row['operation_count'])) },
      { title: 'Fee (stroops)', isNumber: true, cell: (row) => grouped(String(row['fee_charged'])) },
    ]}
  />
);
