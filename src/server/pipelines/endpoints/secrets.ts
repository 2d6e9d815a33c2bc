/** Endpoints of secrets: set, list, delete. No answer contains a value. */
import { secretFault, type GivenSecret } from '../../../pipelines/store/secret-store.ts';
import { bodyMembers } from '../body.ts';
import type { PipelineRequest, PipelineEndpoint } from '../endpoint.ts';
import { HttpFault } from '../fault.ts';

const SECRETS = '/api/v1/secrets/';

const set: PipelineEndpoint = {
  method: 'POST',
  path: SECRETS,
  summary: 'Keeps a secret, or puts another value in its place.',
  takes: ['application/json'],
  async handle(asked) {
    const { host, team } = asked;
    const { action, entry } = await host.kept.secrets.set(team, givenOf(asked), new Date().toISOString());
    const { path, created_at, updated_at } = entry;
    return { status: action === 'created' ? 201 : 200, body: { path, action, created_at, updated_at } };
  },
};

function givenOf(asked: PipelineRequest): GivenSecret {
  const members = bodyMembers(asked);
  const path = textOf(members, 'path', 'path required');
  const value = textOf(members, 'value', 'value required');
  const description = members.get('description') ?? undefined;
  const isText = description === undefined || typeof description === 'string';
  const fault = secretFault({ path, value, ...(isText && description !== undefined && { description }) });
  if (fault !== undefined) throw new HttpFault(400, fault);
  if (!isText) throw new HttpFault(400, 'invalid description: must be a text of at most 1000 letters');
  return description === undefined ? { path, value } : { path, value, description };
}

function textOf(members: ReadonlyMap<string, unknown>, name: string, fault: string): string {
  const found = members.get(name);
  if (typeof found !== 'string' || found === '') throw new HttpFault(400, fault);
  return found;
}

const list: PipelineEndpoint = {
  method: 'GET',
  path: SECRETS,
  summary: 'Lists the paths of secrets.',
  query: { prefix: 'How paths begin.' },
  handle({ host, team, query }) {
    const data = host.kept.secrets.list(team, query.get('prefix') ?? '');
    return { status: 200, body: { data, count: data.length } };
  },
};

const get: PipelineEndpoint = {
  method: 'GET',
  path: `${SECRETS}{path}/`,
  summary: 'Tells whether there is a secret.',
  handle({ host, team, name }) {
    const { path, created_at, updated_at } = host.kept.secrets.get(team, name) ?? missing();
    return { status: 200, body: { path, exists: true, created_at, updated_at } };
  },
};

const remove: PipelineEndpoint = {
  method: 'DELETE',
  path: `${SECRETS}{path}/`,
  summary: 'Deletes a secret.',
  async handle({ host, team, name }) {
    return (await host.kept.secrets.remove(team, name)) ? { status: 204 } : missing();
  },
};

function missing(): never {
  throw new HttpFault(404, 'secret not found');
}

export const secrets: readonly PipelineEndpoint[] = [set, list, get, remove];
