/** A panel of the rows of a statement; nothing where the server runs no SQL. */
import type { ComponentChildren } from 'preact';
import { useLoaded } from '../app/load.ts';
import { rest, server } from '../app/server.ts';
import { Known } from './answer.tsx';
import { CallShown } from './call-shown.tsx';
import { Panel } from './panel.tsx';

interface SqlPanelProps {
  title: string;
  sql: string;
  /** Lines that the content takes while it loads. */
  lines?: number;
  children(rows: Record<string, unknown>[]): ComponentChildren;
}

export const SqlPanel = (props: SqlPanelProps) => (server.hasSql ? <Rows {...props} /> : null);

function Rows({ title, sql, lines, children }: SqlPanelProps) {
  const loaded = useLoaded(async (signal) => (await rest().sql(sql, { signal })).data, [sql]);
  return (
    <Panel title={title} foot={<CallShown path="/api/v1/sql" method="POST" body={{ sql }} sql={sql} />}>
      <Known of={loaded} lines={lines}>
        {children}
      </Known>
    </Panel>
  );
}
