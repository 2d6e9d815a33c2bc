/** Panels of one answer of the REST API: an object, or a list with its pages. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  QueryApiError,
  type ListPath,
  type QueryAnswer,
  type QueryParameters,
  type QueryPath,
  type QueryRow,
} from '../../client/client.ts';
import { pathWith } from '../../client/requests.ts';
import { useLoaded, type Loaded } from '../app/load.ts';
import { rest } from '../app/server.ts';
import type { Coverage } from './badge.tsx';
import { CallShown } from './call-shown.tsx';
import { Panel } from './panel.tsx';
import { Content, Empty } from './states.tsx';
import { Table, type Column } from './table.tsx';

/** What an endpoint answers, and the call in words. */
export interface Answer<T> {
  loaded: Loaded<T>;
  call: string;
}

/** Asks an endpoint when the part appears, and again when a parameter changes. */
export function useAnswer<Path extends QueryPath>(
  path: Path,
  parameters: QueryParameters<Path>,
): Answer<QueryAnswer<Path>> {
  const call = pathWith(path, parameters);
  return { loaded: useLoaded((signal) => rest().get(path, parameters, { signal }), [call]), call };
}

interface KnownProps<T> {
  of: Loaded<T>;
  lines?: number;
  children: (value: T) => ComponentChildren;
}

/** Shows what is loaded. A lake without ledgers, and an entity that the lake does not have, are no failures. */
export function Known<T>({ of, lines, children }: KnownProps<T>) {
  const error = of.isLoading ? undefined : of.error;
  if (error instanceof QueryApiError) {
    if (error.message === 'no ledgers are loaded') return <Empty>The lake has no ledgers yet.</Empty>;
    if (error.status === 404) return <Empty>The lake does not have this: {error.message}.</Empty>;
  }
  return (
    <Content of={of} lines={lines}>
      {children}
    </Content>
  );
}

interface AnswerPanelProps<Path extends QueryPath> extends Omit<SharedPanelProps<QueryAnswer<Path>>, 'of'> {
  path: Path;
  parameters: QueryParameters<Path>;
}

/** A panel of one answer. */
export function AnswerPanel<Path extends QueryPath>({ path, parameters, ...props }: AnswerPanelProps<Path>) {
  return <SharedPanel {...props} of={useAnswer(path, parameters)} />;
}

interface SharedPanelProps<T> {
  title: string;
  of: Answer<T>;
  /** Lines that the content takes, at least. */
  lines?: number;
  children: (answer: T) => ComponentChildren;
}

/** A panel of an answer that other panels show, too. */
export function SharedPanel<T>({ title, of: { loaded, call }, lines = 4, children }: SharedPanelProps<T>) {
  return (
    <Panel title={title} meta={metaOf(loaded)} foot={<CallShown path={call} />}>
      <Known of={loaded} lines={lines}>
        {children}
      </Known>
    </Panel>
  );
}

interface ListPanelProps<Path extends ListPath> {
  title: string;
  path: Path;
  parameters: QueryParameters<Path>;
  columns: readonly Column<QueryRow<Path>>[];
  /** Said of a list without rows. */
  empty: string;
  /** Lines that the content takes while it loads. */
  lines?: number;
}

interface List<Row> {
  data: Row[];
  cursor?: string;
  _meta?: Coverage;
}

/** A panel of a list: one page at a time, with buttons for the others. */
export function ListPanel<Path extends ListPath>(props: ListPanelProps<Path>) {
  const { title, path, parameters, columns, empty, lines = 6 } = props;
  const list = pathWith(path, parameters);
  const [opened, setOpened] = useState<{ list: string; cursors: string[] }>({ list, cursors: [] });
  const cursors = opened.list === list ? opened.cursors : [];
  const { loaded, call } = useAnswer(path, { ...parameters, cursor: cursors.at(-1) });
  const next = (loaded.value as List<QueryRow<Path>> | undefined)?.cursor;
  return (
    <Panel title={title} meta={metaOf(loaded)} foot={<CallShown path={call} />}>
      <Known of={loaded} lines={lines}>
        {(answer) => (
          <Table
            label={title}
            columns={columns}
            rows={(answer as unknown as List<QueryRow<Path>>).data}
            empty={empty}
          />
        )}
      </Known>
      {(cursors.length > 0 || next !== undefined) && (
        <div class="pages">
          <button
            aria-label={`Previous page of ${title}`}
            disabled={cursors.length === 0}
            onClick={() => setOpened({ list, cursors: cursors.slice(0, -1) })}
          >
            ← Previous
          </button>
          <span class="faint">Page {cursors.length + 1}</span>
          <button
            aria-label={`Next page of ${title}`}
            disabled={next === undefined || loaded.isLoading}
            onClick={() => setOpened({ list, cursors: [...cursors, next!] })}
          >
            Next →
          </button>
        </div>
      )}
    </Panel>
  );
}

const metaOf = (loaded: Loaded<unknown>) => (loaded.value as { _meta?: Coverage } | undefined)?._meta;
