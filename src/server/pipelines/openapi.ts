/** The description of pipelines, registry and secrets in OpenAPI 3.1, from the list of endpoints. */
import { readFileSync } from 'node:fs';
import { decoderVersion } from '../../version.ts';
import type { PipelineEndpoint } from './endpoint.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const refused = json({ $ref: '#/components/schemas/Error' });

/** Descriptions of error statuses. */
const refusals = {
  400: 'The request, the YAML or the definition is wrong.',
  402: 'A new pipeline needs an active subscription.',
  403: 'The key is wrong, or of another team.',
  404: 'There is no such pipeline or secret.',
  409: 'The name is taken, or the pipeline is running.',
  500: 'The server failed.',
  503: 'The request took too long.',
};

/** A definition that runs on the sample. */
const example = readFileSync(new URL('../../../data/pipelines/events.yaml', import.meta.url), 'utf8');

/** Returns the description of endpoints. */
export function pipelinesOpenApi(endpoints: readonly PipelineEndpoint[]): object {
  const paths = [...new Set(endpoints.map(({ path }) => path))];
  return {
    openapi: '3.1.0',
    info: { title: 'Pipeline management API', version: decoderVersion },
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      paths.map((path) => {
        const own = endpoints.filter((endpoint) => endpoint.path === path);
        return [path, Object.fromEntries(own.map((one) => [one.method.toLowerCase(), operationOf(one)]))];
      }),
    ),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Api-Key <API_KEY>' },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string' },
    errors: { type: 'array', items: { type: 'object' } },
    warnings: { type: 'array', items: { type: 'object' } },
  },
};

function operationOf({ method, path, summary, takes, query = {} }: PipelineEndpoint): object {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  const format = name === 'uuid' ? { format: 'uuid' } : {};
  const inPath =
    name === undefined ? [] : [{ name, in: 'path', required: true, schema: { type: 'string', ...format } }];
  const inQuery = Object.entries(query).map(([key, description]) => {
    return { name: key, in: 'query', description, schema: { type: 'string' } };
  });
  const content = Object.fromEntries(
    (takes ?? []).map((type) => [
      type,
      { schema: { type: ['object', 'string'] }, ...(type === 'text/yaml' && { example }) },
    ]),
  );
  const refusedWith = Object.entries(refusals).map(([status, description]) => [status, { description, ...refused }]);
  return {
    operationId: `${method.toLowerCase()}_${path.split('/').filter(Boolean).slice(2).join('_').replaceAll(/[{}]/g, '')}`,
    summary,
    tags: [path.split('/').find((part) => !['', 'api', 'v1', 'flow'].includes(part))],
    parameters: [...inPath, ...inQuery],
    ...(takes && { requestBody: { required: true, content } }),
    responses: { '2XX': { description: summary }, ...(Object.fromEntries(refusedWith) as object) },
  };
}
