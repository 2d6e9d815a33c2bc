/** A ledger: its header, what happened in it, its transactions. */
import type { PageProps } from '../app/page-props.ts';
import { href } from '../app/router.ts';
import { AnswerPanel, Known, useAnswer } from '../parts/answer.tsx';
import { CallShown } from '../parts/call-shown.tsx';
import { Fields, Figures, percent } from '../parts/fields.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { grouped, Time } from '../parts/text.tsx';
import { transactionColumns } from '../parts/transactions.tsx';
import { Lineage } from './lineage.tsx';
import { FeeChart, TypeChart, type WholeLedger } from './charts.tsx';

const PATH = '/api/v1/silver/ledgers/{sequence}/full';

export const Page = ({ parts: [sequence = ''] }: PageProps) => <Ledger key={sequence} sequence={sequence} />;

function Ledger({ sequence }: { sequence: string }) {
  const number = Number(sequence);
  const { loaded, call } = useAnswer(PATH, { sequence: sequence as unknown as number });
  const found = loaded.value;
  const shown = <CallShown path={call} />;
  return (
    <>
      <h1>Ledger {Number.isSafeInteger(number) ? grouped(number) : sequence}</h1>
      {Number.isSafeInteger(number) && (
        <p class="identity">
          {number > 1 && <a href={href(`/ledger/${number - 1}`)}>← Previous ledger</a>}{' '}
          <a href={href(`/ledger/${number + 1}`)}>Next ledger →</a>
        </p>
      )}
      <Panel title="Summary" meta={found?._meta} foot={shown}>
        <Known of={loaded} lines={6}>
          {({ ledger, fees }) => (
            <Figures
              of={[
                ['Transactions', grouped(ledger.transaction_count)],
                ['Failed', grouped(ledger.failed_transaction_count)],
                ['Success rate', percent(ledger.successful_transaction_count / ledger.transaction_count)],
                ['Operations', grouped(ledger.operation_count)],
                ['Fees (stroops)', grouped(fees.total)],
                ['Closed', <Time at={ledger.closed_at} />],
              ]}
            />
          )}
        </Known>
      </Panel>
      {found && (
        <>
          <Header sequence={found.ledger.sequence} />
          <Lineage sequence={found.ledger.sequence} />
          <div class="panels">
            <Panel title="Operations by type" foot={shown}>
              <TypeChart of={found.operations_by_type} />
            </Panel>
            <Panel title="Fees charged" foot={shown}>
              <FeeChart of={found.fees} />
            </Panel>
          </div>
          <Soroban of={found.soroban} call={call} />
          <Panel title="Transactions" foot={shown}>
            <Table
              label="Transactions"
              rows={found.transactions}
              columns={transactionColumns}
              empty="The ledger has no transactions."
            />
            {found.ledger.transaction_count > found.transactions.length && (
              <p class="faint">The first {grouped(found.transactions.length)} are shown.</p>
            )}
          </Panel>
        </>
      )}
    </>
  );
}

function Header({ sequence }: { sequence: number }) {
  return (
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
}

function Soroban({ of: soroban, call }: { of: WholeLedger['soroban']; call: string }) {
  if (soroban.transactions === 0) return null;
  const rows = [
    { name: 'Transactions', used: String(soroban.transactions), limit: soroban.limits.transactions },
    { name: 'Instructions', used: soroban.instructions, limit: soroban.limits.instructions },
    { name: 'Bytes to read', used: soroban.read_bytes, limit: soroban.limits.read_bytes },
    { name: 'Bytes to write', used: soroban.write_bytes, limit: soroban.limits.write_bytes },
  ];
  return (
    <Panel title="Soroban resources" foot={<CallShown path={call} />}>
      <Table
        label="Soroban resources"
        rows={rows}
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
    </Panel>
  );
}
