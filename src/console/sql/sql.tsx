/** SQL: an editor, the result as a table or a chart, downloads. The address has the statement. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TableFormat } from '../../client/client.ts';
import { useLoaded } from '../app/load.ts';
import { go, href, parameter } from '../app/router.ts';
import { isKeyError, lacksKey, onReload, rest, setKey } from '../app/server.ts';
import { CallShown } from '../parts/call-shown.tsx';
import { Editor } from '../parts/editor.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { sqlLanguage } from './completion.ts';
import { examples } from './examples.ts';
import { recentStatements, remember } from './recent.ts';
import { ResultTable } from './result-table.tsx';
import { ResultChart } from './result-chart.tsx';
import { readResult, type Result } from './result.ts';

const limits = [1000, 10_000, 100_000, 1_000_000];

/** A statement that ran, runs or failed. */
interface Run {
  sql: string;
  milliseconds?: number;
  result?: Result;
  error?: unknown;
}

/** Runs one statement at a time; another one ends the one that runs. */
function useRun(limit: number) {
  const [run, setRun] = useState<Run>();
  const controller = useRef<AbortController>(null);
  const start = async (sql: string) => {
    controller.current?.abort();
    if (sql.trim() === '' || lacksKey()) return;
    const own = (controller.current = new AbortController());
    setRun({ sql });
    const began = performance.now();
    try {
      const bytes = await rest().sqlTable(sql, 'arrow', { limit: limit + 1, signal: own.signal });
      const result = readResult(bytes, limit);
      remember(sql);
      if (controller.current === own) setRun({ sql, result, milliseconds: performance.now() - began });
    } catch (error) {
      if (isKeyError(error)) setKey(undefined);
      if (controller.current === own) setRun({ sql, error: own.signal.aborted ? 'Cancelled.' : error });
    }
  };
  const cancel = () => controller.current?.abort();
  useEffect(() => cancel, []);
  return { run, start, cancel };
}

export function Page() {
  const asked = parameter('q');
  const [text, setText] = useState(asked);
  const [limit, setLimit] = useState(limits[0]);
  const { run, start, cancel } = useRun(limit);
  const relations = useLoaded((signal) => rest().relations({ signal }), []);
  const extensions = useMemo(() => [sqlLanguage(relations.value?.data ?? [])], [relations.value]);
  const runText = () => {
    if (text === asked) void start(text);
    else go(href('/sql', { q: text }));
  };
  useEffect(() => {
    setText(asked);
    void start(asked);
    return onReload(() => void start(asked));
  }, [asked]);

  const isRunning = run !== undefined && run.result === undefined && run.error === undefined;
  return (
    <>
      <h1>SQL</h1>
      <Panel
        title="Statement"
        foot={run?.result && <CallShown path="/api/v1/sql" method="POST" body={{ sql: run.sql }} />}
      >
        <Editor label="SQL statement" text={asked} extensions={extensions} onChange={setText} onRun={runText} />
        <Tools
          isRunning={isRunning}
          isEmpty={text.trim() === ''}
          limit={limit}
          onLimit={setLimit}
          onRun={runText}
          onCancel={cancel}
        />
      </Panel>
      {isRunning && <Loading lines={8} />}
      {run?.error !== undefined && <Failure error={run.error} onRetry={() => void start(run.sql)} />}
      {run?.result && <Shown run={run} result={run.result} limit={limit} />}
      {!run && <Empty>Write a statement that reads, or choose an example. Completion opens with Ctrl-Space.</Empty>}
    </>
  );
}

interface ToolsProps {
  isRunning: boolean;
  isEmpty: boolean;
  limit: number;
  onLimit(limit: number): void;
  onRun(): void;
  onCancel(): void;
}

const Tools = ({ isRunning, isEmpty, limit, onLimit, onRun, onCancel }: ToolsProps) => (
  <div class="tools">
    {isRunning ? (
      <button onClick={onCancel}>Cancel</button>
    ) : (
      <button class="main" onClick={onRun} disabled={isEmpty}>
        Run <small>Ctrl-Enter</small>
      </button>
    )}
    <label>
      Rows at most
      <select value={limit} onChange={(event) => onLimit(Number(event.currentTarget.value))}>
        {limits.map((count) => (
          <option value={count}>{count.toLocaleString('en')}</option>
        ))}
      </select>
    </label>
    <Statements title="Examples" statements={examples} />
    <Statements title="Recent" statements={recentStatements().map((sql) => ({ title: sql, sql }))} />
  </div>
);

function Statements({ title, statements }: { title: string; statements: readonly { title: string; sql: string }[] }) {
  if (statements.length === 0) return null;
  const close = (event: MouseEvent) => (event.currentTarget as Element).closest('details')!.removeAttribute('open');
  return (
    <details class="menu">
      <summary>{title}</summary>
      <ul>
        {statements.map((one) => (
          <li>
            <a href={href('/sql', { q: one.sql })} onClick={close}>
              {one.title}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Shown({ run, result, limit }: { run: Run; result: Result; limit: number }) {
  const [isChart, setChart] = useState(false);
  const more = result.hasMore ? ' (more were cut off)' : '';
  return (
    <Panel title="Result">
      <div class="tools">
        <span role="status">
          {result.rows.toLocaleString('en')} rows{more}, {Math.round(run.milliseconds ?? 0)} ms
        </span>
        <span class="choice" role="group" aria-label="Show as">
          <button aria-pressed={!isChart} onClick={() => setChart(false)}>
            Table
          </button>
          <button aria-pressed={isChart} onClick={() => setChart(true)}>
            Chart
          </button>
        </span>
        <Downloads sql={run.sql} limit={limit} />
      </div>
      {isChart ? <ResultChart key={run.sql} result={result} /> : <ResultTable result={result} />}
    </Panel>
  );
}

const files: readonly [title: string, format: TableFormat, ending: string][] = [
  ['CSV', 'csv', 'csv'],
  ['Parquet', 'parquet', 'parquet'],
  ['Arrow', 'arrow', 'arrows'],
];

/** The server runs the statement again and writes the file. */
function Downloads({ sql, limit }: { sql: string; limit: number }) {
  const [fault, setFault] = useState<unknown>();
  const download = async (format: TableFormat, ending: string) => {
    setFault(undefined);
    const bytes = await rest().sqlTable(sql, format, { limit });
    const url = URL.createObjectURL(new Blob([bytes]));
    const link = document.createElement('a');
    link.href = url;
    link.download = `result.${ending}`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <span class="choice" role="group" aria-label="Download">
      {files.map(([title, format, ending]) => (
        <button onClick={() => void download(format, ending).catch(setFault)}>{title} ↓</button>
      ))}
      {fault !== undefined && <Failure error={fault} />}
    </span>
  );
}
