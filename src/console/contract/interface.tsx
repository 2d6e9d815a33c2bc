/** What the code of a contract says of its functions, types, errors and events. */
import type { QueryAnswer } from '../../client/client.ts';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Value } from '../parts/value.tsx';

/** The interface of a contract and its code. */
export type ContractInterface = QueryAnswer<'/api/v1/silver/contracts/{id}/interface'>;

type Spec = ContractInterface['interface'];

export function Interface({ of: { interface: spec, executable } }: { of: ContractInterface }) {
  const { functions } = spec;
  const types = typesOf(spec);
  if (functions.length === 0 && types.length === 0)
    return (
      <Empty>
        {executable.type === 'stellar_asset'
          ? 'The contract of an asset has the functions of every asset.'
          : 'The code of this contract does not say its interface.'}
      </Empty>
    );
  return (
    <>
      <Table
        label="Functions"
        rows={functions}
        empty="The code declares no functions."
        columns={[
          { title: 'Function', cell: ({ name }) => <Value text={name} /> },
          {
            title: 'Arguments',
            cell: ({ inputs }) =>
              inputs.length === 0 ? '–' : <Value text={inputs.map(typed).join(', ')} most={240} />,
          },
          {
            title: 'Returns',
            cell: ({ outputs }) => (outputs.length === 0 ? '–' : <Value text={outputs.join(', ')} />),
          },
          { title: 'Documentation', cell: ({ doc }) => (doc ? <Value text={doc} /> : '') },
        ]}
      />
      {types.length > 0 && (
        <details>
          <summary>Types, errors and events: {types.length}</summary>
          <Table
            label="Types, errors and events"
            rows={types}
            columns={[
              { title: 'Kind', cell: ({ kind }) => kind },
              { title: 'Name', cell: ({ name }) => <Value text={name} /> },
              { title: 'Parts', cell: ({ parts }) => <Value text={parts} most={240} /> },
            ]}
          />
        </details>
      )}
    </>
  );
}

const typed = ({ name, type }: { name: string; type: string }) => `${name}: ${type}`;
const numbered = ({ name, value }: { name: string; value: number }) => `${name} = ${value}`;

function typesOf({ structs, unions, enums, errors, events }: Spec) {
  const listed = (parts: readonly string[]) => parts.join(', ');
  return [
    ...structs.map(({ name, fields }) => ({ kind: 'struct', name, parts: listed(fields.map(typed)) })),
    ...unions.map(({ name, cases }) => ({
      kind: 'union',
      name,
      parts: listed(cases.map((one) => (one.values.length === 0 ? one.name : `${one.name}(${listed(one.values)})`))),
    })),
    ...enums.map(({ name, cases }) => ({ kind: 'enum', name, parts: listed(cases.map(numbered)) })),
    ...errors.map(({ name, cases }) => ({ kind: 'error', name, parts: listed(cases.map(numbered)) })),
    ...events.map(({ name, params }) => ({ kind: 'event', name, parts: listed(params.map(typed)) })),
  ];
}
