/** The catalogue: relations with meanings, units, keys, coverage and sample rows. */
import { useState } from 'preact/hooks';
import type { QueryRelation } from '../../client/client.ts';
import { useLoaded } from '../app/load.ts';
import type { PageProps } from '../app/page-props.ts';
import { href } from '../app/router.ts';
import { rest } from '../app/server.ts';
import { Badge } from '../parts/badge.tsx';
import { CallShown } from '../parts/call-shown.tsx';
import { Panel } from '../parts/panel.tsx';
import { Content, Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';

const kinds: Readonly<Record<string, string>> = {
  kept: 'materialised view',
  macro: 'macro',
  view: 'view',
  table: 'table',
};

export function Page({ parts: [schema, name] }: PageProps) {
  const loaded = useLoaded((signal) => rest().relations({ signal }), []);
  return (
    <Content of={loaded} lines={20}>
      {({ data }) => {
        if (schema === undefined) return <Catalogue relations={data} />;
        const found = data.find((relation) => relation.schema === schema && relation.name === name);
        return found ? <One key={fullName(found)} relation={found} /> : <Unknown name={`${schema}.${name}`} />;
      }}
    </Content>
  );
}

const fullName = ({ schema, name }: QueryRelation) => `${schema}.${name}`;

const Unknown = ({ name }: { name: string }) => (
  <>
    <h1>No such relation</h1>
    <p>
      The lake has no relation <code>{name}</code>. <a href={href('/relations')}>All relations</a>
    </p>
  </>
);

/** True if each word is in the name, a column or a meaning. */
function hasWords(relation: QueryRelation, words: readonly string[]): boolean {
  const { columns, grain } = relation;
  const text = [fullName(relation), grain, ...columns.flatMap((column) => [column.name, column.doc])]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

function Catalogue({ relations }: { relations: readonly QueryRelation[] }) {
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/);
  const found = relations.filter((relation) => hasWords(relation, words));
  const schemas = ['gold', 'semantic', 'silver', 'bronze', 'meta'];
  return (
    <>
      <h1>Relations</h1>
      <div class="tools">
        <input
          type="search"
          aria-label="Filter by name, column or meaning"
          placeholder="Filter by name, column or meaning"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        <span class="faint" role="status">
          {found.length} of {relations.length}
        </span>
      </div>
      {found.length === 0 && <Empty>No relation has these words.</Empty>}
      {schemas.map((schema) => {
        const own = found.filter((relation) => relation.schema === schema);
        return own.length > 0 && <SchemaPanel schema={schema} relations={own} />;
      })}
    </>
  );
}

const SchemaPanel = ({ schema, relations }: { schema: string; relations: readonly QueryRelation[] }) => (
  <Panel title={schema}>
    <Table
      label={`Relations of ${schema}`}
      rows={relations}
      columns={[
        {
          title: 'Name',
          cell: ({ name }) => <a href={href(`/relations/${schema}/${encodeURIComponent(name)}`)}>{name}</a>,
        },
        { title: 'One row', cell: ({ grain }) => grain },
        { title: 'Kind', cell: ({ kind }) => kinds[kind] ?? kind },
        { title: 'Columns', cell: ({ columns }) => columns.length, isNumber: true },
      ]}
    />
  </Panel>
);

function One({ relation }: { relation: QueryRelation }) {
  const { kind, grain, key, notes, optional, parameters, columns } = relation;
  const call = kind === 'macro' ? `${fullName(relation)}(${(parameters ?? []).join(', ')})` : fullName(relation);
  return (
    <>
      <p class="faint">
        <a href={href('/relations')}>Relations</a>
      </p>
      <h1>
        {call} <Badge>{kinds[kind] ?? kind}</Badge>
      </h1>
      <p>{grain}</p>
      {notes !== undefined && <p class="faint">{notes}</p>}
      {optional !== undefined && <p class="faint">{optional}</p>}
      <Panel title="Columns">
        <Table
          label="Columns"
          rows={columns}
          columns={[
            {
              title: 'Name',
              cell: ({ name }) => (
                <>
                  <code>{name}</code> {key.includes(name) && <Badge>key</Badge>}
                </>
              ),
            },
            { title: 'Type', cell: ({ type }) => <code>{type.toLowerCase()}</code> },
            { title: 'Unit', cell: ({ unit }) => unit },
            { title: 'Meaning', cell: ({ doc }) => doc },
          ]}
        />
      </Panel>
      {kind === 'macro' ? (
        <p>
          <a href={href('/sql', { q: `select * from ${call}` })}>Write a call in the editor</a>
        </p>
      ) : (
        <Sample name={fullName(relation)} />
      )}
    </>
  );
}

const SAMPLE = 10;

function Sample({ name }: { name: string }) {
  const sql = `select * from ${name} limit ${SAMPLE}`;
  const loaded = useLoaded((signal) => rest().sql(sql, { signal }), [sql]);
  const coverage = useLoaded((signal) => rest().sql('select * from meta.coverage', { signal }), []);
  return (
    <Panel
      title="Sample rows"
      meta={coverageOf(coverage.value?.data)}
      foot={<CallShown path="/api/v1/sql" method="POST" body={{ sql }} sql={sql} />}
    >
      <Content of={loaded} lines={SAMPLE}>
        {({ data }) => (
          <Table
            label="Sample rows"
            rows={data}
            empty="The lake has no row of this relation."
            columns={Object.keys(data[0] ?? {}).map((title) => ({
              title,
              isNumber: data.some((row) => typeof row[title] === 'number'),
              cell: (row: Record<string, unknown>) => <span class="value sample">{shown(row[title])}</span>,
            }))}
          />
        )}
      </Content>
    </Panel>
  );
}

/** The ranges of ledgers in the lake; more than one means gaps between them. */
function coverageOf(ranges: readonly Record<string, unknown>[] | undefined) {
  if (!ranges) return undefined;
  const texts = ranges.map((range) => `${String(range['first_ledger'])}–${String(range['last_ledger'])}`);
  const warnings = ranges.length > 1 ? [`The lake has gaps. Its ledgers are ${texts.join(', ')}.`] : [];
  return { state_coverage: String(ranges.at(-1)?.['state_coverage'] ?? 'full'), warnings };
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
