/** The endpoints of pipelines, registry and secrets. */
import type { Endpoint } from '../endpoint.ts';
import { definitions } from './definitions.ts';
import { pipelines } from './pipelines.ts';
import { registry } from './registry.ts';
import { runEndpoints } from './runs.ts';
import { secrets } from './secrets.ts';

export const endpoints: readonly Endpoint[] = [...definitions, ...pipelines, ...runEndpoints, ...registry, ...secrets];
