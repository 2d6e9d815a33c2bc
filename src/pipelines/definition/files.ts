/** Files and folders that consumers write to: each is of one consumer, but for a DuckDB file, whose tables several may fill. */
import { resolve } from 'node:path';
import type { Consumer } from '../component.ts';
import type { Entry } from './components.ts';
import { fieldsOf } from './config.ts';
import { below, type Findings } from './findings.ts';
import { placeholders } from './placeholders.ts';

/** Tells of each file that a consumer before writes to as well; of those that placeholders name the start of a run does. */
export function checkFiles(consumers: readonly Entry<Consumer>[], findings: Findings): void {
  const writers = new Map<string, Entry<Consumer>>();
  for (const entry of consumers) {
    for (const [field, value] of filesOf(entry)) {
      const file = resolve(value);
      const other = writers.get(file);
      if (!other) writers.set(file, entry);
      else if (entry.component?.id !== 'duckdb' || other.component?.id !== 'duckdb') {
        const message = `${other.path} writes to ${value}, too: each would write over the other; name a file or folder of its own`;
        const at = entry.given?.entries.get(field)?.value.at;
        findings.error('invalid_config', below(below(entry.path, 'config'), field), message, { at, value });
      }
    }
  }
}

function filesOf({ component, entry: { config } }: Entry<Consumer>): [field: string, value: string][] {
  if (!component) return [];
  return [...fieldsOf(component.config)].flatMap(([name, field]): [string, string][] => {
    const value = config[name];
    if (!field['x-file'] || typeof value !== 'string' || placeholders(value).length > 0) return [];
    return [[name, value]];
  });
}
