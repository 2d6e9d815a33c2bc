/** Ledger entries before and after the transaction: the fields that changed. */
import { SharedPanel, type Answer } from '../parts/answer.tsx';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Decoded, simplified, Value } from '../parts/value.tsx';
import type { FullTransaction } from './explanation.ts';

type Change = NonNullable<FullTransaction['diffs']>['state_changes'][number];

const tones: Readonly<Record<string, string>> = { created: 'good', removed: 'bad', restored: 'warn' };

export const StateChanges = ({ of: answer }: { of: Answer<FullTransaction> }) => (
  <SharedPanel title="State changes" of={answer}>
    {({ diffs }) =>
      diffs === undefined || diffs.state_changes.length === 0 ? (
        <Empty>{diffs ? 'No ledger entry changed.' : 'The lake does not have the changes.'}</Empty>
      ) : (
        <div class="changes">
          {diffs.state_changes.map((change) => (
            <OneChange of={change} />
          ))}
        </div>
      )
    }
  </SharedPanel>
);

function OneChange({ of: change }: { of: Change }) {
  const where =
    change.operation_index === undefined ? change.phase.replace('_', ' ') : `operation ${change.operation_index + 1}`;
  return (
    <details>
      <summary>
        <Badge tone={tones[change.type]}>{change.type}</Badge> {change.entry_type.replaceAll('_', ' ')}{' '}
        <code class="value">{shortened(JSON.stringify(simplified(change.key)))}</code> <small>{where}</small>
      </summary>
      <Table
        label={`Fields of ${change.entry_type}`}
        rows={fieldsOf(change)}
        empty="No field differs."
        columns={[
          { title: 'Field', cell: ({ name }) => <Value text={name} /> },
          { title: 'Before', cell: ({ before }) => <Decoded of={before} /> },
          { title: 'After', cell: ({ after }) => <Decoded of={after} /> },
        ]}
      />
    </details>
  );
}

const shortened = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

/** Of a created or removed entry all fields are shown. */
function fieldsOf({ before, after, changed_fields }: Change) {
  const [was, is] = [recordOf(before), recordOf(after)];
  const names = before && after ? changed_fields : Object.keys({ ...was, ...is });
  return names.map((name) => ({ name, before: was[name], after: is[name] }));
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
