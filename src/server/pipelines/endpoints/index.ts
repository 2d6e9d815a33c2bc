/** The endpoints of pipelines, registry and secrets. */
import type { Endpoint } from '../endpoint.ts';
import { openApi } from '../openapi.ts';
import { definitions } from './definitions.ts';
import { pipelines } from './pipelines.ts';
import { registry } from './registry.ts';
import { runEndpoints } from './runs.ts';
import { secrets } from './secrets.ts';

const described: readonly Endpoint[] = [...definitions, ...pipelines, ...runEndpoints, ...registry, ...secrets];

const description: Endpoint = {
  method: 'GET',
  path: '/api/v1/flow/openapi.json/',
  summary: 'Describes the API in OpenAPI 3.1.',
  handle: () => ({ status: 200, body: openApi(described) }),
};

export const endpoints: readonly Endpoint[] = [...described, description];
