/** A claimable balance: what it holds, and who may claim it. */
import type { PageProps } from '../app/page-props.ts';
import { AnswerPanel } from '../parts/answer.tsx';
import { Fields } from '../parts/fields.tsx';
import { Address, AssetLink, LedgerLink } from '../parts/names.tsx';
import { Table } from '../parts/table.tsx';
import { grouped } from '../parts/text.tsx';
import { Decoded } from '../parts/value.tsx';

export const Page = ({ parts: [id = ''] }: PageProps) => (
  <>
    <h1>Claimable balance</h1>
    <p class="identity">{id}</p>
    <AnswerPanel title="Balance" path="/api/v1/silver/claimable-balances/{id}" parameters={{ id }} lines={8}>
      {({ claimable_balance: found }) => (
        <>
          <Fields
            of={[
              ['Amount', grouped(found.amount)],
              ['Asset', <AssetLink code={found.asset.code} issuer={found.asset.issuer} />],
              ['Sponsor', found.sponsor && <Address id={found.sponsor} />],
              ['Address', <code>{found.balance_address}</code>],
              ['Id', <code>{found.balance_id}</code>],
              ['Last changed in ledger', <LedgerLink sequence={found.last_modified_ledger} />],
            ]}
          />
          <Table
            label="Claimants"
            rows={found.claimants}
            empty="Nobody may claim it."
            columns={[
              { title: 'Claimant', cell: ({ destination }) => <Address id={destination} /> },
              { title: 'When', cell: ({ predicate }) => <Decoded of={predicate} /> },
            ]}
          />
        </>
      )}
    </AnswerPanel>
  </>
);
