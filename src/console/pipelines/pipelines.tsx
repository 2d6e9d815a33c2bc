/** Pipelines: the list with live state, and a new one. */
import { pipelines } from '../app/server.ts';
import { useLoaded } from '../app/load.ts';
import { href } from '../app/router.ts';
import { Badge } from '../parts/badge.tsx';
import { CallShown } from '../parts/call-shown.tsx';
import { Panel } from '../parts/panel.tsx';
import { Content } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/text.tsx';
import { Definition, FIRST } from './definition.tsx';
import { useEvery } from '../app/every.ts';

export function Page() {
  const loaded = useLoaded((signal) => pipelines().list({ signal }), []);
  useEvery(loaded.reload);
  return (
    <>
      <h1>Pipelines</h1>
      <Panel title="Pipelines of this server" foot={<CallShown path="/api/v1/flow/pipelines/" />}>
        <Content of={loaded}>
          {(all) => (
            <Table
              label="Pipelines"
              rows={all}
              empty="There is no pipeline yet. Apply a definition below."
              columns={[
                {
                  title: 'Name',
                  cell: ({ name, pipeline_id: id }) => (
                    <a href={href(`/pipelines/${id}`)}>
                      <bdi>{name}</bdi>
                    </a>
                  ),
                },
                { title: 'State', cell: ({ status }) => <Status status={status} /> },
                { title: 'Progress', cell: ({ progress }) => <Progress share={progress} /> },
                { title: 'Ledger', cell: ({ current_ledger: ledger }) => ledger ?? '', isNumber: true },
                {
                  title: 'From, to',
                  cell: ({ processors, consumers }) => `${processors.join(', ')} → ${consumers.join(', ')}`,
                },
                { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
              ]}
            />
          )}
        </Content>
      </Panel>
      <Definition text={FIRST} onApplied={loaded.reload} />
    </>
  );
}

const tones: Readonly<Record<string, string>> = {
  running: 'good',
  completed: 'good',
  failed: 'bad',
  deploying: 'warn',
};

/** A state with its tone. */
export function Status({ status }: { status: string }) {
  return <Badge tone={tones[status]}>{status}</Badge>;
}

/** How much of the range is done, if the range has an end. */
export function Progress({ share }: { share: number | null }) {
  if (share === null) return null;
  return (
    <>
      <progress max={1} value={share} aria-label="Progress" /> {Math.floor(share * 100)} %
    </>
  );
}
