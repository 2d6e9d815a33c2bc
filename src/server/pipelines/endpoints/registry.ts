/** Endpoints of the component registry. */
import { registryOfConsumers, registryOfProcessors, type RegistryEntry } from '../../../pipelines/registry.ts';
import type { PipelineAnswer, PipelineEndpoint } from '../endpoint.ts';

const listOf = (data: RegistryEntry[]): PipelineAnswer => ({ status: 200, body: { data, count: data.length } });

export const registry: readonly PipelineEndpoint[] = [
  {
    method: 'GET',
    path: '/api/v1/flow/registry/processors/',
    summary: 'Lists processors and the schemas of their configs.',
    handle: () => listOf(registryOfProcessors()),
  },
  {
    method: 'GET',
    path: '/api/v1/flow/registry/consumers/',
    summary: 'Lists consumers and the schemas of their configs.',
    handle: () => listOf(registryOfConsumers()),
  },
];
