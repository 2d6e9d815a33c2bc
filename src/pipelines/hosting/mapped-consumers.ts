/** Hosted consumers that will write to a DuckDB file whatever their server says (contract 11.5, `sink: auto`). */
import { join } from 'node:path';
import { consumers } from '../consumers/index.ts';
import type { Definition } from '../definition/definition.ts';
import type { Finding } from '../definition/findings.ts';
import type { Placeholder } from '../definition/placeholders.ts';
import { modeOf } from '../run/mode.ts';
import { resolved } from '../run/open-sinks.ts';
import type { NativeSinks } from '../run/options.ts';
import { Redactor } from './redact.ts';

/** Returns a warning for each, which names the file and why; nothing is connected to. */
export function mappedConsumers(
  { metadata, spec }: Definition,
  dataDir: string,
  secret: (placeholder: Placeholder) => string | undefined,
  nativeSinks?: NativeSinks,
): Finding[] {
  const redactor = new Redactor();
  const told = (placeholder: Placeholder) => {
    const value = secret(placeholder);
    if (value !== undefined) redactor.add(value);
    return value;
  };
  const file = join(dataDir, 'pipelines', `${metadata.name}.duckdb`);
  return spec.consumers.flatMap(({ type, config }, i) => {
    const component = consumers.get(type);
    if (component?.origin !== 'hosted') return [];
    const { mode, why = '' } = modeOf(resolved(config, told), nativeSinks);
    if (mode !== 'mapped') return [];
    const message = redactor.text(`${type} will write to ${file}: ${why}`);
    return [{ code: 'mapped_consumer' as const, path: `spec.consumers[${i}]`, message }];
  });
}
