/** The balance of one asset over time, as a chart. */
import { useState } from 'preact/hooks';
import type { QueryRow } from '../../client/client.ts';
import { AnswerPanel } from '../parts/answer.tsx';
import { Chart, UTC } from '../parts/chart.tsx';
import { Empty } from '../parts/states.tsx';

const PATH = '/api/v1/silver/addresses/{address}/balances/history';

type Row = QueryRow<typeof PATH>;

export function History({ address }: { address: string }) {
  const [chosen, setChosen] = useState<string>();
  return (
    <AnswerPanel title="Balance over time" path={PATH} parameters={{ address, limit: 1000, order: 'desc' }} lines={10}>
      {({ data, has_more }) => {
        const byAsset = Map.groupBy(data, assetOf);
        const asset = chosen !== undefined && byAsset.has(chosen) ? chosen : [...byAsset.keys()][0];
        if (asset === undefined) return <Empty>No loaded ledger changed a balance of this address.</Empty>;
        return (
          <>
            <label>
              Asset{' '}
              <select value={asset} onChange={(event) => setChosen(event.currentTarget.value)}>
                {[...byAsset.keys()].map((key) => (
                  <option value={key}>{key.slice(0, 40)}</option>
                ))}
              </select>
            </label>
            <Steps asset={asset} rows={byAsset.get(asset)!} />
            {has_more && <p class="faint">The chart begins with the last 1 000 changes.</p>}
          </>
        );
      }}
    </AnswerPanel>
  );
}

const assetOf = (row: Row): string => {
  if (row.liquidity_pool_id !== undefined) return `shares of pool ${row.liquidity_pool_id.slice(0, 8)}…`;
  if (row.asset_code !== undefined) return row.asset_issuer ? `${row.asset_code}:${row.asset_issuer}` : row.asset_code;
  return row.symbol ?? row.contract_id ?? row.asset_type;
};

function Steps({ asset, rows }: { asset: string; rows: readonly Row[] }) {
  // A step holds until the next change: the earliest comes first.
  const points = rows.toReversed().map((row) => ({
    at: new Date(row.closed_at),
    balance: row.deleted ? 0 : Number(row.balance ?? row.balance_raw),
  }));
  return (
    <Chart
      label={`Balance of ${asset.slice(0, 40)} after each of ${points.length} changes`}
      needs={[rows]}
      options={(plot) => ({
        marginLeft: 90,
        x: { type: 'utc', ...UTC },
        y: { grid: true, label: null, nice: true },
        marks: [
          plot.lineY(points, { x: 'at', y: 'balance', stroke: 'var(--accent)', strokeWidth: 2, curve: 'step-after' }),
          plot.dot(points, { x: 'at', y: 'balance', fill: 'var(--accent)', r: 2.5 }),
        ],
      })}
    />
  );
}
