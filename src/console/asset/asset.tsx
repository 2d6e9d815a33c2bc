/** An asset: how much there is, who holds it, how it moves, what it costs. */
import type { PageProps } from '../app/page-props.ts';
import { AnswerPanel, ListPanel } from '../parts/answer.tsx';
import { Fields, Figures, percent } from '../parts/fields.tsx';
import { Address, Amount, LedgerLink, slugOf, TransactionLink } from '../parts/names.tsx';
import { grouped, Key, Time } from '../parts/text.tsx';
import { Value } from '../parts/value.tsx';
import { Prices } from './prices.tsx';

export const Page = ({ parts: [slug = ''] }: PageProps) => <Asset key={slug} slug={slug} />;

function Asset({ slug }: { slug: string }) {
  const [code = '', issuer] = slug.split(':');
  return (
    <>
      <h1>
        Asset <Value text={code} most={40} />
      </h1>
      {issuer !== undefined && (
        <p class="identity">
          issued by <Address id={issuer} />
        </p>
      )}
      <Supply asset={slug} />
      <Prices asset={slug} />
      <Holders asset={slug} />
      <Transfers code={code} issuer={issuer} />
      <Pools asset={slug} />
    </>
  );
}

const Supply = ({ asset }: { asset: string }) => (
  <AnswerPanel title="Supply" path="/api/v1/silver/assets/{asset}/stats" parameters={{ asset }} lines={8}>
    {({ stats, supply, flags, contract_id }) => (
      <>
        <Figures
          of={[
            ['In circulation', <Amount of={stats.circulating_supply} />],
            ['Holders', <Amount of={stats.total_holders} />],
            ['Top ten hold', percent(stats.top_10_concentration) ?? '–'],
            ['Transfers in 24 h', grouped(stats.transfers_24h)],
            ['Moved in 24 h', grouped(stats.volume_24h)],
            ['Accounts in 24 h', grouped(stats.unique_accounts_24h)],
          ]}
        />
        <Fields
          of={[
            ['In claimable balances', part(supply.claimable_balances_amount, supply.num_claimable_balances)],
            ['In pools', part(supply.liquidity_pools_amount, supply.num_liquidity_pools)],
            ['In contracts', part(supply.contracts_amount, supply.num_contracts)],
            ['Of unauthorized holders', part(supply.balances.unauthorized, supply.accounts.unauthorized)],
            ['Contract', <Address id={contract_id} />],
            [
              'Flags of the issuer',
              flags &&
                (Object.entries(flags)
                  .filter(([, isSet]) => isSet)
                  .map(([name]) => name.replace('auth_', '').replaceAll('_', ' '))
                  .join(', ') ||
                  'none'),
            ],
          ]}
        />
      </>
    )}
  </AnswerPanel>
);

const part = (amount?: string, count?: number) =>
  amount !== undefined && `${grouped(amount)}${count === undefined ? '' : ` (${grouped(count)} of them)`}`;

const Holders = ({ asset }: { asset: string }) => (
  <ListPanel
    title="Holders"
    path="/api/v1/silver/assets/{asset}/holders"
    parameters={{ asset, limit: 15 }}
    empty="The lake knows no holder."
    columns={[
      { title: '#', isNumber: true, cell: ({ rank }) => rank },
      { title: 'Account', cell: (row) => <Address id={row.account_id} /> },
      { title: 'Balance', isNumber: true, cell: ({ balance }) => grouped(balance) },
      {
        title: 'Part',
        isNumber: true,
        cell: (row) => (row.percent_of_supply === undefined ? '–' : `${row.percent_of_supply} %`),
      },
      { title: 'Last changed', isNumber: true, cell: (row) => <LedgerLink sequence={row.last_modified_ledger} /> },
    ]}
  />
);

const Transfers = ({ code, issuer }: { code: string; issuer?: string }) => (
  <ListPanel
    title="Transfers"
    path="/api/v1/semantic/flows"
    parameters={{ asset_code: code, asset_issuer: issuer, limit: 15 }}
    empty="Nothing moved in the loaded ledgers."
    columns={[
      { title: 'Kind', cell: (row) => row.flow_type },
      { title: 'From', cell: (row) => <Address id={row.from_account} /> },
      { title: 'To', cell: (row) => <Address id={row.to_account} /> },
      { title: 'Amount', isNumber: true, cell: ({ amount }) => grouped(amount) },
      { title: 'Transaction', cell: (row) => <TransactionLink hash={row.transaction_hash} /> },
      { title: 'Time', cell: (row) => <Time at={row.timestamp} /> },
    ]}
  />
);

const Pools = ({ asset }: { asset: string }) => (
  <ListPanel
    title="Pools"
    path="/api/v1/silver/liquidity-pools"
    parameters={{ asset, limit: 10 }}
    empty="The lake knows no pool of this asset."
    lines={3}
    columns={[
      { title: 'Pool', cell: (row) => <Key text={row.pool_id} to={`/pool/${row.pool_id}`} /> },
      { title: 'Reserves', cell: (row) => <Value text={row.reserves.map(reserve).join(' and ')} /> },
      { title: 'Shares', isNumber: true, cell: (row) => grouped(row.total_shares) },
      { title: 'Holders', isNumber: true, cell: (row) => grouped(row.trustline_count) },
    ]}
  />
);

const reserve = ({ amount, asset }: { amount: string; asset: { code: string } }) =>
  `${grouped(amount)} ${slugOf({ code: asset.code })}`;
