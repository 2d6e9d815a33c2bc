/** Endpoints of existing pipelines: list, read, export, delete. */
import { exportYaml } from '../../../pipelines/hosting/export.ts';
import type { PipelineRecord } from '../../../pipelines/store/record.ts';
import { detailOf, pipelineSummary } from '../answers.ts';
import type { PipelineEndpoint } from '../endpoint.ts';
import { HttpFault } from '../fault.ts';
import { choiceOf, limitOf } from '../query.ts';

const PIPELINES = '/api/v1/flow/pipelines/';
const statuses = ['pending', 'deploying', 'running', 'stopped', 'failed', 'completed'] as const;

const list: PipelineEndpoint = {
  method: 'GET',
  path: PIPELINES,
  summary: 'Lists the pipelines of the team, the newest first.',
  query: {
    status: 'A state.',
    network: '`testnet` or `mainnet`.',
    name: 'The whole name.',
    label: '`key=value`.',
    limit: 'Page size: default 50, at most 200.',
    cursor: 'Cursor from the previous page.',
  },
  handle({ host, team, query }) {
    const limit = limitOf(query, 50, 200);
    const after = readCursor(query.get('cursor'));
    const wanted = filterOf(query);
    const all = host.list(team).filter((record) => wanted(record) && (!after || isAfter(record, after)));
    const page = all.slice(0, limit);
    const last = page.at(-1);
    const hasMore = all.length > page.length;
    const cursor = hasMore && last ? { cursor: writeCursor(last) } : {};
    return { status: 200, body: { data: page.map(pipelineSummary), count: page.length, ...cursor, has_more: hasMore } };
  },
};

function filterOf(query: URLSearchParams): (record: PipelineRecord) => boolean {
  const status = choiceOf(query, 'status', statuses);
  const network = choiceOf(query, 'network', ['testnet', 'mainnet']);
  const name = query.get('name');
  const labels = query.getAll('label').map(labelOf);
  return ({ status: own, definition: { metadata, spec } }) =>
    (status === undefined || own === status) &&
    (network === undefined || spec.network === network) &&
    (name === null || metadata.name === name) &&
    labels.every(
      ([key, value]) => String((metadata['labels'] as Record<string, unknown> | undefined)?.[key]) === value,
    );
}

function labelOf(text: string): [key: string, value: string] {
  const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === '') throw new HttpFault(400, 'invalid label: must be key=value');
  return [key, value];
}

type Cursor = [createdAt: string, id: string];

function writeCursor({ created_at, pipeline_id }: PipelineRecord): string {
  return Buffer.from(`${created_at} ${pipeline_id}`).toString('base64url');
}

function readCursor(text: string | null): Cursor | undefined {
  if (text === null) return undefined;
  const [, createdAt, id] = /^(\S{24}) ([0-9a-f-]{36})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (createdAt === undefined || id === undefined) throw new HttpFault(400, 'invalid cursor');
  return [createdAt, id];
}

function isAfter({ created_at, pipeline_id }: PipelineRecord, [createdAt, id]: Cursor): boolean {
  return created_at < createdAt || (created_at === createdAt && pipeline_id > id);
}

const get: PipelineEndpoint = {
  method: 'GET',
  path: `${PIPELINES}{uuid}/`,
  summary: 'Tells all that is known of a pipeline.',
  handle({ host, team, name }) {
    return { status: 200, body: detailOf(host.get(team, name)) };
  },
};

const remove: PipelineEndpoint = {
  method: 'DELETE',
  path: `${PIPELINES}{uuid}/`,
  summary: 'Deletes a pipeline that is not running.',
  query: {
    force: '`true` stops it first.',
    purge: '`true` removes its rows from servers, and its tables on this machine.',
  },
  async handle({ host, team, name, query }) {
    await host.delete(team, name, { force: query.get('force') === 'true', purge: query.get('purge') === 'true' });
    return { status: 204 };
  },
};

const config: PipelineEndpoint = {
  method: 'GET',
  path: `${PIPELINES}{uuid}/config/`,
  summary: 'Exports the definition as YAML that can be applied again.',
  query: { effective: '`true` writes defaults, too.' },
  handle({ host, team, name, query }) {
    const { definition, literals } = host.get(team, name);
    const body = exportYaml(definition, literals, { effective: query.get('effective') === 'true' });
    const headers = {
      'Content-Type': 'text/yaml; charset=utf-8',
      'Content-Disposition': `inline; filename="${definition.metadata.name}.yaml"`,
    };
    return { status: 200, body, headers };
  },
};

export const pipelines: readonly PipelineEndpoint[] = [list, get, remove, config];
