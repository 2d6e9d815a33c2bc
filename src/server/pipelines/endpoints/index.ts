/** The endpoints of pipelines, registry and secrets. */
import type { PipelineEndpoint } from '../endpoint.ts';
import { pipelinesOpenApi } from '../openapi.ts';
import { definitions } from './definitions.ts';
import { pipelines } from './pipelines.ts';
import { registry } from './registry.ts';
import { runEndpoints } from './runs.ts';
import { secrets } from './secrets.ts';

const described: readonly PipelineEndpoint[] = [...definitions, ...pipelines, ...runEndpoints, ...registry, ...secrets];

const description: PipelineEndpoint = {
  method: 'GET',
  path: '/api/v1/flow/openapi.json/',
  summary: 'Describes the API in OpenAPI 3.1.',
  handle: () => ({ status: 200, body: pipelinesOpenApi(described) }),
};

export const pipelineEndpoints: readonly PipelineEndpoint[] = [...described, description];
