/** A liquidity pool: its reserves, its trades. */
import type { QueryAnswer } from '../../client/client.ts';
import type { PageProps } from '../app/page-props.ts';
import { ListPanel, SharedPanel, useAnswer } from '../parts/answer.tsx';
import { Fields, Figures } from '../parts/fields.tsx';
import { Address, AssetLink, LedgerLink, TransactionLink } from '../parts/names.tsx';
import { cut, grouped, Time } from '../parts/text.tsx';
import { ReservesOverTime } from './reserves.tsx';

const PATH = '/api/v1/silver/liquidity-pools/{id}';

export const Page = ({ parts: [id = ''] }: PageProps) => <Pool key={id} id={id} />;

function Pool({ id }: { id: string }) {
  const answer = useAnswer(PATH, { id });
  const found = answer.loaded.value?.liquidity_pool;
  return (
    <>
      <h1>Liquidity pool</h1>
      <p class="identity">{id}</p>
      <SharedPanel title="Reserves" of={answer} lines={8}>
        {({ liquidity_pool }) => <Reserves of={liquidity_pool} />}
      </SharedPanel>
      {found && (
        <>
          <ReservesOverTime pool={found.pool_id} codes={found.reserves.map(({ asset }) => asset.code)} />
          <Trades address={found.pool_address} />
        </>
      )}
    </>
  );
}

const Reserves = ({ of: pool }: { of: QueryAnswer<typeof PATH>['liquidity_pool'] }) => (
  <>
    <Figures
      of={[
        ...pool.reserves.map(({ asset, amount }) => [cut(asset.code, 12), grouped(amount)] as const),
        ['Shares', grouped(pool.total_shares)],
        ['Holders of shares', grouped(pool.trustline_count)],
      ]}
    />
    <Fields
      of={[
        [
          'Assets',
          pool.reserves.flatMap(({ asset }, i) => [
            i > 0 && ' and ',
            <AssetLink code={asset.code} issuer={asset.issuer} />,
          ]),
        ],
        ['Price', price(pool.reserves)],
        ['Fee', `${pool.fee_bp / 100} %`],
        ['Kind', pool.pool_type.replaceAll('_', ' ')],
        ['Address', <code>{pool.pool_address}</code>],
        ['Id', <code>{pool.pool_id}</code>],
        ['Last changed in ledger', <LedgerLink sequence={pool.last_modified_ledger} />],
      ]}
    />
  </>
);

/** Returns the price that the reserves make; of an empty pool there is none. */
function price([one, other]: readonly { asset: { code: string }; amount: string }[]) {
  const [a, b] = [Number(one?.amount), Number(other?.amount)];
  return a > 0 && b > 0
    ? `1 ${cut(one.asset.code, 12)} for about ${(b / a).toPrecision(7)} ${cut(other.asset.code, 12)}`
    : undefined;
}

const Trades = ({ address }: { address: string }) => (
  <ListPanel
    title="Trades with the pool"
    path="/api/v1/silver/trades"
    parameters={{ seller_account: address, limit: 20 }}
    empty="No loaded ledger has a trade with the pool."
    columns={[
      { title: 'Account', cell: ({ buyer }) => <Address id={buyer.account_id} /> },
      { title: 'Gave', isNumber: true, cell: ({ buying }) => grouped(buying.amount) },
      { title: 'Paid with', cell: ({ buying }) => <AssetLink code={buying.asset.code} issuer={buying.asset.issuer} /> },
      { title: 'Got', isNumber: true, cell: ({ selling }) => grouped(selling.amount) },
      {
        title: 'Received',
        cell: ({ selling }) => <AssetLink code={selling.asset.code} issuer={selling.asset.issuer} />,
      },
      { title: 'Transaction', cell: (row) => <TransactionLink hash={row.transaction_hash} /> },
      { title: 'Time', cell: (row) => <Time at={row.timestamp} /> },
    ]}
  />
);
