/** Configs with what their placeholders stand for. */
import { PipelineError } from '../../core/errors.ts';
import { faultOf } from '../definition/config.ts';
import { networks, type ComponentEntry, type Definition } from '../definition/definition.ts';
import type { JsonData } from '../yaml/nodes.ts';
import { resolvePlaceholders, type Placeholder } from '../yaml/placeholders.ts';
import { processors } from '../processors/index.ts';
import type { RunOptions } from './options.ts';

type Config = ComponentEntry['config'];

/** Returns the config with what its placeholders stand for, and the names of those that have no value. */
export function resolved(config: Config, secret: RunOptions['secret']): { config: Config; missing: string[] } {
  const missing: string[] = [];
  const valueOf = (placeholder: Placeholder): string => {
    const value = secret?.(placeholder);
    if (value === undefined) missing.push(placeholder.name);
    return value ?? `\${${placeholder.isSecret ? 'secret:' : ''}${placeholder.name}}`;
  };
  const walk = (value: JsonData): JsonData => {
    if (typeof value === 'string') return resolvePlaceholders(value, valueOf);
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, walk(of)]));
  };
  return { config: walk(config) as Config, missing };
}

/**
 * Resolves the placeholders of processors. Throws PipelineError for a missing or invalid value, and for the passphrase of
 * another network.
 */
export function withProcessorValues(definition: Definition, secret: RunOptions['secret']): Definition {
  const { spec } = definition;
  const valued = spec.processors.map(({ type, config: given }) => {
    const { config, missing } = resolved(given, secret);
    if (missing.length > 0) throw missingSecret(type, missing);
    const fault = faultOf(processors.get(type)!.config, config);
    if (fault !== undefined) {
      throw new PipelineError(`${type}: ${fault}`, { code: 'invalid_config', component: type });
    }
    const { network } = spec;
    if ((config['network_passphrase'] ?? networks[network]) !== networks[network]) {
      const what = `${type}: the passphrase of ${network} is "${networks[network]}"`;
      throw new PipelineError(what, { code: 'network_passphrase_mismatch', component: type });
    }
    return { type, config };
  });
  return { ...definition, spec: { ...spec, processors: valued } };
}

/** Returns the error for placeholders without values. */
export function missingSecret(component: string, missing: readonly string[]): PipelineError {
  const names = missing.map((name) => `\${${name}}`).join(', ');
  return new PipelineError(`${component}: ${names} has no value: make the secret, or set the variable`, {
    code: 'missing_secret',
    component,
  });
}
