/** One pipeline: state, runs, components, outputs, log, definition; start and stop. */
import { useState } from 'preact/hooks';
import type { PipelineDetail, PipelineLogLine } from '../../client/client.ts';
import { useLoaded } from '../app/load.ts';
import type { PageProps } from '../app/page-props.ts';
import { go, href } from '../app/router.ts';
import { pipelines } from '../app/server.ts';
import { CallShown } from '../parts/call-shown.tsx';
import { Panel } from '../parts/panel.tsx';
import { Content, Failure } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/text.tsx';
import { Definition } from './definition.tsx';
import { useEvery } from '../app/every.ts';
import { Progress, Status } from './pipelines.tsx';

export function Page({ parts: [id = ''] }: PageProps) {
  const loaded = useLoaded((signal) => pipelines().get(id, { signal }), [id]);
  const logs = useLoaded((signal) => pipelines().logs(id, { signal }), [id]);
  const definition = useLoaded((signal) => pipelines().config(id, { signal }), [id]);
  const reload = () => {
    loaded.reload();
    logs.reload();
  };
  useEvery(loaded.reload);
  useEvery(logs.reload);
  const path = `/api/v1/flow/pipelines/${id}/`;
  return (
    <>
      <p class="faint">
        <a href={href('/pipelines')}>Pipelines</a>
      </p>
      <Content of={loaded} lines={16}>
        {(pipeline) => (
          <>
            <h1>
              <bdi>{pipeline.name}</bdi> <Status status={pipeline.status} />
            </h1>
            <Actions pipeline={pipeline} onDone={reload} />
            <Runs pipeline={pipeline} path={path} />
          </>
        )}
      </Content>
      <Panel title="Log" foot={<CallShown path={`${path}logs/`} />}>
        <Content of={logs}>{(lines) => <Log lines={lines} />}</Content>
      </Panel>
      <Content of={definition}>{(text) => <Definition text={text} onApplied={reload} />}</Content>
    </>
  );
}

function Actions({ pipeline, onDone }: { pipeline: PipelineDetail; onDone(): void }) {
  const { pipeline_id: id, status, progress, current_ledger: ledger, error } = pipeline;
  const [fault, setFault] = useState<unknown>();
  const isAtWork = status === 'running' || status === 'deploying';
  const act = (work: () => Promise<unknown>) => () => {
    setFault(undefined);
    void work().then(onDone, setFault);
  };
  const remove = async () => {
    if (!confirm(`Delete the pipeline ${pipeline.name}? Its output stays.`)) return;
    await pipelines().remove(id);
    go(href('/pipelines'));
  };
  return (
    <>
      <div class="tools">
        {isAtWork ? (
          <button onClick={act(() => pipelines().stop(id))}>Stop</button>
        ) : (
          <>
            <button class="main" onClick={act(() => pipelines().start(id))}>
              Start
            </button>
            <button onClick={act(() => pipelines().start(id, 'start'))}>Start at the first ledger</button>
            <button onClick={act(remove)}>Delete</button>
          </>
        )}
        <Progress share={progress} />
        {ledger !== null && <span class="faint">ledger {ledger}</span>}
      </div>
      {fault !== undefined && <Failure error={fault} />}
      {error !== null && <Failure error={error} />}
    </>
  );
}

function Runs({ pipeline: { runs, components, outputs, warnings }, path }: { pipeline: PipelineDetail; path: string }) {
  return (
    <>
      <Panel title="Runs" foot={<CallShown path={`${path}runs/`} />}>
        <Table
          label="Runs"
          rows={runs}
          empty="It has not run yet."
          columns={[
            { title: 'Run', cell: ({ number }) => number, isNumber: true },
            { title: 'State', cell: ({ status }) => <Status status={status} /> },
            { title: 'Began', cell: ({ started_at: at }) => <Time at={at} /> },
            { title: 'Ledgers', cell: ({ ledgers_processed: count }) => count, isNumber: true },
            { title: 'Written', cell: ({ records_out: count }) => count, isNumber: true },
            { title: 'Errors', cell: ({ errors }) => errors, isNumber: true },
            { title: 'Last error', cell: ({ last_error: text }) => <bdi>{text}</bdi> },
          ]}
        />
      </Panel>
      <div class="panels">
        <Panel title="Components">
          <Table
            label="Components"
            rows={components}
            empty="No run has counted anything yet."
            columns={[
              { title: 'Component', cell: ({ type }) => type },
              { title: 'Role', cell: ({ role }) => role },
              { title: 'In', cell: (one) => one.records_in, isNumber: true },
              { title: 'Out', cell: (one) => one.records_out, isNumber: true },
              { title: 'Errors', cell: ({ errors }) => errors, isNumber: true },
            ]}
          />
        </Panel>
        <Panel title="Outputs">
          <Table
            label="Outputs"
            rows={outputs}
            empty="Nothing was written yet."
            columns={[...new Set(outputs.flatMap((output) => Object.keys(output)))].map((title) => ({
              title,
              cell: (output: Record<string, unknown>) => <span class="value">{textOf(output[title])}</span>,
            }))}
          />
        </Panel>
      </div>
      {warnings.length > 0 && (
        <Panel title="Warnings">
          <ul>
            {warnings.map(({ message }) => (
              <li>
                <bdi>{message}</bdi>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function Log({ lines }: { lines: readonly PipelineLogLine[] }) {
  return (
    <Table
      label="Log"
      rows={lines.toReversed()}
      empty="The log is empty."
      columns={[
        { title: 'Time', cell: ({ time }) => <Time at={time} /> },
        { title: 'Level', cell: ({ level }) => level },
        { title: 'Message', cell: ({ message }) => <bdi class="value">{message}</bdi> },
      ]}
    />
  );
}
