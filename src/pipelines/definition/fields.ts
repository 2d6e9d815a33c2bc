/** Keys that a mapping has to have, and those that it may have. */
import { below, type Findings } from '../yaml/findings.ts';
import type { MapNode, Node } from '../yaml/nodes.ts';
import { nearest } from './suggest.ts';

/** Returns the value of a key; where it is absent the findings say so. */
export function requireKey(node: MapNode, path: string, name: string, findings: Findings): Node | undefined {
  const value = node.entries.get(name)?.value;
  const why = node.empty.has(name) ? ', and has no value: null without quotes is none' : '';
  if (!value) findings.error('missing_field', below(path, name), `${name} is required${why}`, { at: node.at });
  return value;
}

/** Tells of keys that there are not. */
export function checkFieldNames(
  node: MapNode,
  path: string,
  known: readonly string[],
  findings: Findings,
  level: 'error' | 'warn' = 'error',
): void {
  for (const [name, { key }] of node.entries) {
    if (known.includes(name)) continue;
    const suggestion = nearest(name, known);
    const about = { at: key, ...(suggestion !== undefined && { suggestion }), allowed: known };
    findings[level](
      'unknown_field',
      below(path, name),
      `there is no field ${name.slice(0, 100)} here; there are ${known.join(', ')}`,
      about,
    );
  }
}

/** Returns a mapping; reports any other value. */
export function mapping(node: Node | undefined, path: string, findings: Findings): MapNode | undefined {
  if (!node || node.kind === 'map') return node;
  findings.error('wrong_type', path, `${path} is a mapping`, { at: node.at });
  return undefined;
}

/** Returns a text; reports any other value. */
export function textField(node: Node | undefined, path: string, findings: Findings): string | undefined {
  if (!node) return undefined;
  if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
  findings.error('wrong_type', path, `${path} is a text`, { at: node.at });
  return undefined;
}
