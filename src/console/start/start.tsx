/** The first page: the latest ledgers. */
import { useLoaded } from '../app/load.ts';
import { rest } from '../app/server.ts';
import { CallShown } from '../parts/call-shown.tsx';
import { Chart } from '../parts/chart.tsx';
import { Panel } from '../parts/panel.tsx';
import { Content } from '../parts/states.tsx';

export function Page() {
  const path = '/api/v1/bronze/ledgers';
  const loaded = useLoaded((signal) => rest().get(path, { start: 1, end: 1e6, limit: 200 }, { signal }), []);
  return (
    <>
      <h1>ledgerlake</h1>
      <Content of={loaded} lines={10}>
        {({ data, _meta }) => (
          <Panel
            title="Operations per ledger"
            meta={_meta}
            foot={<CallShown path={`${path}?start=1&end=1000000&limit=200`} />}
          >
            <Chart
              label="Operations of the first 200 ledgers"
              needs={[data]}
              options={(plot) => ({
                marks: [plot.barY(data, { x: 'sequence', y: 'operation_count', fill: 'var(--accent)' })],
                x: { ticks: [] },
                y: { grid: true, label: 'operations' },
              })}
            />
          </Panel>
        )}
      </Content>
    </>
  );
}
