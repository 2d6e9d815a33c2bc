/** Endpoints that take a definition: validate, apply, create, replace. */
import { invalidText, type Done } from '../../../pipelines/hosting/host.ts';
import { applied, findings } from '../answers.ts';
import { yamlOf } from '../body.ts';
import type { PipelineAnswer, PipelineEndpoint, PipelineRequest } from '../endpoint.ts';

const takes = ['text/yaml', 'application/yaml', 'application/x-yaml', 'application/json'];
const PIPELINES = '/api/v1/flow/pipelines/';
const putQuery = { auto_start: '`true` starts the pipeline.', dry_run: '`true` only tells what would be done.' };

const validate: PipelineEndpoint = {
  method: 'POST',
  path: `${PIPELINES}validate/`,
  summary: 'Validates a definition; nothing is stored.',
  query: { check: '`connections` tries the servers of consumers.' },
  takes,
  shape: 'validated',
  async handle(asked) {
    const { host, team, query } = asked;
    const { errors, warnings, shown, definition } = await host.validate(team, yamlOf(asked), asked.signal);
    const valid = errors.length === 0;
    const isChecked = definition && query.get('check') === 'connections';
    const unreachable = isChecked ? await host.checkConnections(team, definition) : [];
    const body = { valid, ...findings(errors, [...warnings, ...unreachable]), effective_config: shown ?? null };
    return valid ? { status: 200, body } : { status: 400, body: { ...body, error: invalidText(errors) } };
  },
};

const apply: PipelineEndpoint = {
  method: 'POST',
  path: `${PIPELINES}apply/`,
  summary: 'Creates the pipeline of this name, or updates it.',
  query: putQuery,
  takes,
  shape: 'applied',
  async handle(asked) {
    return told(await asked.host.apply(asked.team, yamlOf(asked), putOptions(asked)));
  },
};

const create: PipelineEndpoint = {
  method: 'POST',
  path: PIPELINES,
  summary: 'Creates a pipeline.',
  query: putQuery,
  takes,
  shape: 'applied',
  async handle(asked) {
    return told(await asked.host.create(asked.team, yamlOf(asked), putOptions(asked)));
  },
};

const put: PipelineEndpoint = {
  method: 'PUT',
  path: `${PIPELINES}{uuid}/`,
  summary: 'Updates a pipeline that is not running.',
  takes,
  shape: 'applied',
  async handle(asked) {
    return told(await asked.host.put(asked.team, asked.name, yamlOf(asked), asked.signal));
  },
};

/** Exactly `true` counts (D3). */
function putOptions({ query, signal }: PipelineRequest) {
  return { autoStart: query.get('auto_start') === 'true', dryRun: query.get('dry_run') === 'true', signal };
}

function told(done: Done): PipelineAnswer {
  const body = applied(done);
  if (done.action !== 'created' || !done.record) return { status: 200, body };
  return { status: 201, body, headers: { Location: `${PIPELINES}${done.record.pipeline_id}/` } };
}

export const definitions: readonly PipelineEndpoint[] = [validate, apply, create, put];
