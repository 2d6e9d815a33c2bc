/** Every case of `data/pipelines/validation.jsonl`, asked of a server over HTTP: what `replay_validation.py` beside it checks. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PipelineHost } from '../../../src/pipelines/hosting/host.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { pipelineRooms } from '../../../src/server/pipelines/room.ts';
import { apiKeysOf } from '../../../src/server/query/keys.ts';
import { corpus, hasCorpus, readText } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { untilStopped } from '../../server/pipelines/served.ts';

interface Expected {
  code: string;
  path?: string;
  line?: number | null;
  column?: number | null;
  codes_accepted?: string[];
  suggestion_contains?: string;
  allowed_contains?: string | string[];
}

interface Case {
  id: string;
  area: string;
  env?: { subscription?: string };
  request: {
    method: string;
    endpoint: string;
    path?: string;
    query?: string;
    content_type?: string;
    auth: 'valid' | 'missing' | 'invalid' | 'bearer' | 'other_team';
  };
  yaml?: string;
  body?: string | { repeat: string; bytes: number };
  setup?: { op: string; yaml: string; query?: string; path: string; value: string }[];
  expect: {
    status: number;
    valid?: boolean;
    errors: Expected[];
    warnings_include: Expected[];
    warnings_exclude: string[];
    syntax?: { code: string; line: number | null };
    forbidden_substrings?: string[];
    effective_includes?: Record<string, unknown>;
    action?: string;
    pipeline_status?: string | null;
    error?: string;
    revision?: number;
    pipeline_id?: string | null;
    changes_include?: string[];
    fields?: string[];
    location_header?: boolean;
    allow_header?: string[];
    same_id?: boolean;
    stored?: boolean;
    no_redirect?: boolean;
  };
}

interface Found {
  code: string;
  path: string;
  line?: number;
  column?: number;
  suggestion?: string;
  allowed?: string[];
}

interface Body {
  pipeline_id?: string | null;
  errors?: Found[];
  warnings?: Found[];
  changes?: string[];
  effective_config?: unknown;
  [name: string]: unknown;
}

const lines = hasCorpus ? readText(join(corpus, 'pipelines/validation.jsonl')).trim().split('\n') : [];
const cases = lines.map((line) => JSON.parse(line) as Case);

const paths: Record<string, string> = {
  validate: '/api/v1/flow/pipelines/validate/',
  apply: '/api/v1/flow/pipelines/apply/',
  create: '/api/v1/flow/pipelines/',
};
const authorization = {
  valid: 'Api-Key k1',
  invalid: 'Api-Key no-such-key',
  bearer: 'Bearer k1',
  other_team: 'Api-Key k2',
  missing: undefined,
};

const servers = new Map<string, { host: PipelineHost; listener: Listener }>();
const ids = new Map<string, string>();

async function start(subscription: 'active' | 'none'): Promise<void> {
  const dataDir = join(temporaryFolder(), 'data');
  const host = await PipelineHost.open({
    ...{ dataDir, subscription, nativeSinks: 'loopback' },
    ...{ run: untilStopped, sourceOf: () => ({ store: '' }) },
  });
  const keys = apiKeysOf('k1, k2@others');
  servers.set(subscription, { host, listener: await listen('127.0.0.1:0', pipelineRooms({ host, keys: () => keys })) });
}

async function send(
  base: string,
  method: string,
  path: string,
  body: string | Uint8Array | undefined,
  headers: Record<string, string>,
) {
  const url = new URL(path, base);
  const response = await fetch(url, { method, body, headers, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body };
}

const nameIn = (yaml: string) => /name: "?([^"\n]*)/.exec(yaml)?.[1].trim() ?? '';

async function setUp(base: string, { op, yaml, query = '', path, value }: NonNullable<Case['setup']>[number]) {
  const headers = { Authorization: 'Api-Key k1', 'Content-Type': op === 'secret' ? 'application/json' : 'text/yaml' };
  if (op === 'secret') {
    await send(base, 'POST', '/api/v1/secrets/', JSON.stringify({ path, value }), headers);
    return;
  }
  const { body } = await send(base, 'POST', `${paths[op]}?${query}`, yaml, headers);
  if (body.pipeline_id) ids.set(nameIn(yaml), body.pipeline_id);
}

async function ask({ env, request, setup = [], body, yaml }: Case) {
  const base = servers.get(env?.subscription ?? 'active')!.listener.url;
  for (const one of setup) await setUp(base, one);
  const path = (request.path ?? paths[request.endpoint]).replace(/\{id:([^}]*)\}/, (_all, name: string) =>
    ids.get(name)!,
  );
  const auth = authorization[request.auth];
  const headers = {
    ...(request.content_type && { 'Content-Type': request.content_type }),
    ...(auth && { Authorization: auth }),
  };
  const text = typeof body === 'object' ? body.repeat.repeat(body.bytes).slice(0, body.bytes) : (body ?? yaml);
  const query = request.query ? `?${request.query}` : '';
  const given = text === '' || request.method === 'GET' ? undefined : text && Buffer.from(text);
  return send(base, request.method, path + query, given, headers);
}

/** What a case says of a finding, of the one that was found. */
function asExpected(expected: Expected, found: readonly Found[]) {
  const codes = [expected.code, ...(expected.codes_accepted ?? [])];
  const same = found.find(({ code, path }) => codes.includes(code) && (expected.path ?? path) === path);
  const contained = [expected.allowed_contains ?? []].flat();
  return {
    isThere: same !== undefined,
    ...(expected.line != null && { line: same?.line, column: same?.column }),
    ...(expected.suggestion_contains && { isMeant: same?.suggestion?.includes(expected.suggestion_contains) }),
    isAllowed: contained.every((name) => same?.allowed?.includes(name)),
  };
}

function asGiven({ line, column, suggestion_contains: suggestion }: Expected) {
  return {
    isThere: true,
    ...(line != null && { line, column }),
    ...(suggestion && { isMeant: true }),
    isAllowed: true,
  };
}

const pairs = (list: readonly { code: string; path?: string }[]) =>
  [...new Set(list.map(({ code, path }) => `${code} ${path}`))].sort();

function at(tree: unknown, path: string): unknown {
  const keys = path.replaceAll('[', '.').replaceAll(']', '').split('.');
  return keys.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], tree);
}

function checkFindings({ errors = [], warnings = [] }: Body, want: Case['expect']): void {
  if (want.syntax) {
    const { code, line } = want.syntax;
    expect(errors[0]?.code).toBe(code);
    if (line !== null) expect(Math.abs((errors[0]?.line ?? 0) - line)).toBeLessThanOrEqual(1);
  } else if (want.valid !== undefined && want.errors.every(({ codes_accepted }) => !codes_accepted)) {
    expect(pairs(errors)).toEqual(pairs(want.errors));
  }
  expect(want.errors.map((one) => asExpected(one, errors))).toEqual(want.errors.map(asGiven));
  expect(want.warnings_include.map((one) => asExpected(one, warnings))).toEqual(want.warnings_include.map(asGiven));
  expect(warnings.map(({ code }) => code).filter((code) => want.warnings_exclude.includes(code))).toEqual([]);
}

const renamed = {
  action: 'action',
  pipeline_status: 'status',
  error: 'error',
  revision: 'revision',
  valid: 'valid',
} as const;

function checkFields(
  { headers, body, text }: Awaited<ReturnType<typeof ask>>,
  want: Case['expect'],
  name: string,
): void {
  for (const [field, told] of Object.entries(renamed)) {
    if (field in want) expect({ [told]: body[told] }).toEqual({ [told]: want[field as keyof typeof renamed] });
  }
  expect((want.forbidden_substrings ?? []).filter((secret) => text.includes(secret))).toEqual([]);
  for (const [path, value] of Object.entries(want.effective_includes ?? {})) {
    expect(at(body.effective_config, path)).toEqual(value);
  }
  expect(body).toMatchObject(
    Object.fromEntries((want.fields ?? []).map((field) => [field, expect.anything() as unknown])),
  );
  expect(body.changes ?? []).toEqual(expect.arrayContaining(want.changes_include ?? []));
  if (want.pipeline_id === 'uuid') expect(body.pipeline_id).toMatch(/^[0-9a-f-]{36}$/);
  if (want.pipeline_id === null) expect(body.pipeline_id).toBeNull();
  if (want.same_id) expect(body.pipeline_id).toBe(ids.get(name));
  if (want.same_id === false) expect([...ids.values()]).not.toContain(body.pipeline_id);
  if (want.location_header) expect(headers.get('location')).toContain(body.pipeline_id);
  for (const method of want.allow_header ?? []) expect(headers.get('allow')).toContain(method);
}

describe.skipIf(!hasCorpus)('cases of the corpus over HTTP', () => {
  beforeAll(async () => {
    await start('active');
    await start('none');
  });
  afterAll(async () => {
    for (const { host, listener } of servers.values()) {
      await listener.close();
      await host.close();
    }
  });

  it.each(cases)('$id, $area', async (given) => {
    const told = await ask(given);
    const { expect: want, yaml = '' } = given;
    expect(told.status).toBe(want.status);
    checkFindings(told.body, want);
    checkFields(told, want, nameIn(yaml));
    if (want.stored === false) {
      const all = servers.get('active')!.host.list('local');
      expect(all.filter(({ definition }) => definition.metadata.name === nameIn(yaml))).toEqual([]);
    }
  });

  it('has 255 cases', () => expect(cases.length).toBe(255));
});
