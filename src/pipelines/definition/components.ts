/** The lists of processors and consumers: which components exist, what each gets, and who reads whom. */
import type { Consumer, Processor } from '../component.ts';
import { consumers } from '../consumers/index.ts';
import { processors } from '../processors/index.ts';
import { CLASS_NAMES } from './class-names.ts';
import { checkConfig } from './config.ts';
import type { ComponentEntry } from './definition.ts';
import { checkFieldNames, requireKey } from './fields.ts';
import { below, type Findings, type Position } from '../yaml/findings.ts';
import type { MapNode, Node } from '../yaml/nodes.ts';
import type { Placeholder } from '../yaml/placeholders.ts';
import { nearest } from './suggest.ts';

/** A component as a definition names it; without `component` it is none that there is. */
export interface ComponentAt<C extends Processor | Consumer> {
  path: string;
  at: Position;
  typeAt: Position;
  component: C | undefined;
  entry: ComponentEntry;
  /** The config as it is given. */
  given: MapNode | undefined;
  /** Whether the config is as the schema of the component says. */
  isSound: boolean;
}

/** Returns the processors of a definition, undefined for each that names none; undefined where there is no list of them. */
export function checkProcessors(spec: MapNode, knows: (placeholder: Placeholder) => boolean, findings: Findings) {
  return checkList(spec, 'processors', processors, knows, findings);
}

/** Returns the consumers of a definition, undefined for each that names none; undefined where there is no list of them. */
export function checkConsumers(spec: MapNode, knows: (placeholder: Placeholder) => boolean, findings: Findings) {
  return checkList(spec, 'consumers', consumers, knows, findings);
}

/** Each may have a query that DuckDB plans for seconds. */
const MOST_ENTRIES = 100;

function checkList<C extends Processor | Consumer>(
  spec: MapNode,
  name: string,
  known: ReadonlyMap<string, C>,
  knows: (placeholder: Placeholder) => boolean,
  findings: Findings,
): (ComponentAt<C> | undefined)[] | undefined {
  const list = requireKey(spec, 'spec', name, findings);
  if (!list) return undefined;
  const path = below('spec', name);
  if (list.kind !== 'list') {
    findings.error('wrong_type', path, `${name} is a list`, { at: list.at });
    return undefined;
  }
  if (list.items.length > MOST_ENTRIES) {
    findings.error('wrong_type', path, `${name} has at most ${MOST_ENTRIES} entries`, { at: list.at });
    return undefined;
  }
  if (list.items.length === 0) findings.error('missing_field', path, `${name} has at least one entry`, { at: list.at });
  return list.items.map((item, i) => checkEntry(item, below(path, i), known, knows, findings));
}

function checkEntry<C extends Processor | Consumer>(
  item: Node,
  path: string,
  known: ReadonlyMap<string, C>,
  knows: (placeholder: Placeholder) => boolean,
  findings: Findings,
): ComponentAt<C> | undefined {
  if (item.kind !== 'map') {
    findings.error('wrong_type', path, 'an entry has a type and a config', { at: item.at });
    return undefined;
  }
  checkFieldNames(item, path, ['type', 'config'], findings);
  const type = requireKey(item, path, 'type', findings);
  const id = type && idOf(type, path, known, findings);
  const component = id === undefined ? undefined : known.get(id);
  // The config of an unknown component is not checked.
  const given = id === undefined || component ? configOf(item, path, findings) : undefined;
  if (!type || id === undefined) return undefined;
  const named = { path, at: item.at, typeAt: type.at, component };
  if (!component || given === 'wrong') {
    return { ...named, entry: { type: id, config: {} }, given: undefined, isSound: false };
  }
  const before = findings.count;
  const config = checkConfig({ path: below(path, 'config'), schema: component.config, node: given }, knows, findings);
  return { ...named, entry: { type: id, config }, given, isSound: findings.count === before };
}

function configOf(item: MapNode, path: string, findings: Findings): MapNode | undefined | 'wrong' {
  const config = item.entries.get('config')?.value;
  if (!config || config.kind === 'map') return config;
  findings.error('wrong_type', below(path, 'config'), 'config is a mapping', { at: config.at });
  return 'wrong';
}

/** Returns the id of a type; reports an unknown one, and returns it. */
function idOf(type: Node, path: string, known: ReadonlyMap<string, unknown>, findings: Findings): string | undefined {
  const at = type.at;
  const where = below(path, 'type');
  if (type.kind !== 'scalar' || typeof type.value !== 'string') {
    findings.error('wrong_type', where, 'type is the id of a component, as text', { at });
    return undefined;
  }
  const id = type.value;
  if (known.has(id)) return id;
  const allowed = [...known.keys()];
  const meant = CLASS_NAMES.get(id);
  if (meant !== undefined) {
    const message = `${id} is a class of the runtime; the registry has ${meant}`;
    findings.error('runtime_class_name', where, message, { at, value: id, suggestion: meant });
    return id;
  }
  const suggestion = nearest(id, allowed);
  const about = { at, value: id.slice(0, 100), ...(suggestion !== undefined && { suggestion }), allowed };
  findings.error('unknown_component', where, `the registry has no "${id.slice(0, 100)}" here`, about);
  return id;
}
