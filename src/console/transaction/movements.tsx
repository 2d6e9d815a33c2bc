/** Who got what from whom, and what each holder had before and after. */
import { Address, Amount, AssetOfKey } from '../parts/names.tsx';
import { Table } from '../parts/table.tsx';
import { grouped } from '../parts/text.tsx';
import type { Explanation } from './explanation.ts';

export const Movements = ({ of: movements }: { of: Explanation['movements'] }) => (
  <Table
    label="Movements"
    rows={movements}
    empty="Nothing moved but fees."
    columns={[
      { title: 'Kind', cell: ({ type }) => type },
      { title: 'From', cell: ({ from }) => <Address id={from} /> },
      { title: 'To', cell: ({ to }) => <Address id={to} /> },
      { title: 'Amount', isNumber: true, cell: (row) => grouped(row.amount ?? row.amount_raw) },
      { title: 'Asset', cell: (row) => <AssetOfKey of={row.asset_key} name={row.asset} /> },
      {
        title: 'Unit',
        cell: (row) => (row.amount === undefined ? 'smallest unit: decimals are unknown' : 'units'),
      },
      {
        title: 'Operation',
        isNumber: true,
        cell: (row) => (row.operation_index === undefined ? '–' : row.operation_index + 1),
      },
    ]}
  />
);

export const BalanceChanges = ({ of: changes }: { of: Explanation['balance_changes'] }) => (
  <Table
    label="Balances before and after"
    rows={changes}
    empty="No balance changed."
    columns={[
      { title: 'Holder', cell: ({ holder }) => <Address id={holder} /> },
      { title: 'Asset', cell: (row) => <AssetOfKey of={row.asset_key} /> },
      { title: 'Before', isNumber: true, cell: ({ before }) => <Amount of={before} /> },
      { title: 'After', isNumber: true, cell: ({ after }) => <Amount of={after} /> },
      { title: 'Reason', cell: ({ reason }) => reason.replaceAll('_', ' ') },
    ]}
  />
);
