/** Files and folders that consumers write to: each is of one consumer, but for a DuckDB file, whose tables several may fill. */
import { resolve } from 'node:path';
import type { Consumer, Processor } from '../component.ts';
import type { ComponentAt } from './components.ts';
import { fieldsOf } from './config.ts';
import { below, type Findings } from '../yaml/findings.ts';
import { placeholders } from '../yaml/placeholders.ts';

/** What Linux allows in a path, and in each of its names, in bytes. */
const [LONGEST_PATH, LONGEST_NAME] = [4095, 255];

/** Returns why no file can have this path; undefined where one can. */
export function pathFault(path: string): string | undefined {
  const isShort = path.length <= LONGEST_PATH && Buffer.byteLength(path) <= LONGEST_PATH;
  if (isShort && path.split('/').every((name) => Buffer.byteLength(name) <= LONGEST_NAME)) return undefined;
  const most = `a path has at most ${LONGEST_PATH} bytes, and each name in it ${LONGEST_NAME}`;
  return `${JSON.stringify(`${path.slice(0, 40)}…`)} is too long: ${most}`;
}

/** Reports paths that are too long, and files that two consumers write. The start of a run checks paths with placeholders. */
export function checkFiles(
  processors: readonly ComponentAt<Processor>[],
  consumers: readonly ComponentAt<Consumer>[],
  findings: Findings,
): void {
  const made = processors.flatMap(({ component }) => (component && !component.filters ? component : []));
  // A query makes one table.
  const isOneTable = made.reduce((sum, { records }) => sum + (records?.length ?? 1), 0) === 1;
  const writers = new Map<string, ComponentAt<Consumer>>();
  for (const entry of consumers) {
    const isDuckDB = entry.component?.id === 'duckdb';
    for (const [field, value] of filesOf(entry)) {
      const at = entry.given?.entries.get(field)?.value.at;
      const fault = pathFault(value);
      if (fault !== undefined) {
        findings.error('invalid_config', below(below(entry.path, 'config'), field), fault, { at });
        continue;
      }
      const hasFilePerTable = field === 'path' && !isDuckDB && !isOneTable;
      const file = resolve(value) + (hasFilePerTable ? ' of each table' : '');
      const other = writers.get(file);
      if (!other) writers.set(file, entry);
      else if (!isDuckDB || other.component?.id !== 'duckdb') {
        const message = `${other.path} writes to ${value}, too: each would write over the other; name a file or folder of its own`;
        findings.error('invalid_config', below(below(entry.path, 'config'), field), message, { at, value });
      }
    }
  }
}

function filesOf({ component, entry: { config } }: ComponentAt<Consumer>): [field: string, value: string][] {
  if (!component) return [];
  return [...fieldsOf(component.config)].flatMap(([name, field]): [string, string][] => {
    const value = config[name];
    if (!field['x-file'] || typeof value !== 'string' || placeholders(value).length > 0) return [];
    return [[name, value]];
  });
}
