/** From a definition to what runs: which processors make records, and which consumers get them. */
import { writesOf } from '../definition/compatibility.ts';
import type { ComponentEntry, Definition } from '../definition/definition.ts';
import { consumers } from '../consumers/index.ts';
import { PipelineError } from '../../core/errors.ts';
import { processors } from '../processors/index.ts';
import type { Consumer, Processor } from '../component.ts';
import type { RecordTable } from '../sink.ts';
import { extractionFor, type RunningProcessor } from './record-set.ts';

/** A consumer that takes part in a run. */
export interface RunningConsumer {
  /** As `consumerName` tells it. */
  name: string;
  /** Its place in the definition. */
  path: string;
  component: Consumer;
  entry: ComponentEntry;
  inputs: readonly RecordTable[];
}

export interface Wiring {
  processors: readonly RunningProcessor[];
  consumers: readonly RunningConsumer[];
  /** By name. */
  tables: ReadonlyMap<string, RecordTable>;
}

/** Returns what runs of a definition that is valid; processors that nobody reads do not. Throws PipelineError. */
export async function wire({ spec }: Definition, passphrase: string): Promise<Wiring> {
  const named = spec.processors.map((entry) => ({ entry, component: processors.get(entry.type)! }));
  const writing = spec.consumers.map((entry) => ({ entry, component: consumers.get(entry.type)! }));
  const contracts = contractsOf(named);
  const settings = named.flatMap(({ entry, component }) => {
    const isRead = writing.some((consumer) => writesOf(consumer.component, component));
    if (component.filters || !isRead) return [];
    const isFiltered = contracts && isFilteredBy(named, component);
    return { id: component.id, config: entry.config, passphrase, ...(isFiltered && { contracts }) };
  });
  const running = await Promise.all(settings.map(bound));
  const tablesOf = new Map(running.map((each) => [each, extractionFor(each).tables] as const));
  for (const each of running) if (each.bound) checkName(each, tablesOf);
  const tables = new Map([...tablesOf.values()].flat().map((table) => [table.name, table]));
  const inputsOf = (consumer: Consumer) =>
    running
      .filter(({ id }) => writesOf(consumer, processors.get(id)!))
      .flatMap((each) => tablesOf.get(each) ?? [])
      .filter(({ name }, i, all) => all.findIndex((table) => table.name === name) === i);
  return {
    processors: running,
    consumers: writing.map(({ entry, component }, i) => {
      return {
        name: consumerName(spec.consumers, i),
        path: `spec.consumers[${i}]`,
        component,
        entry,
        inputs: inputsOf(component),
      };
    }),
    tables,
  };
}

/** Returns what tells a consumer apart from the others: its type, and its place from the second of a type on. */
export function consumerName(entries: readonly ComponentEntry[], i: number): string {
  const { type } = entries[i];
  const before = entries.slice(0, i).filter((entry) => entry.type === type).length;
  return before === 0 ? type : `${type}-${before + 1}`;
}

/** What a query gives is no table of another processor, nor of another query. Throws PipelineError. */
function checkName(query: RunningProcessor, tablesOf: ReadonlyMap<RunningProcessor, readonly RecordTable[]>): void {
  const own = new Set(tablesOf.get(query)?.map(({ name }) => name));
  for (const [other, tables] of tablesOf) {
    const taken = other === query ? undefined : tables.find(({ name }) => own.has(name));
    if (!taken) continue;
    const what = `${query.id}: ${other.id} makes records called ${taken.name}, too: give its config another name`;
    throw new PipelineError(what, { code: 'invalid_config', component: query.id });
  }
}

async function bound(running: RunningProcessor): Promise<RunningProcessor> {
  const found = await processors.get(running.id)?.bind?.(running);
  return found ? { ...running, bound: found } : running;
}

interface Named {
  entry: ComponentEntry;
  component: Processor;
}

/** The contracts that every filter lets through; undefined without a filter. */
function contractsOf(named: readonly Named[]): string[] | undefined {
  const lists = named
    .filter(({ component }) => component.filters)
    .map(({ entry }) => (entry.config['contract_ids'] as readonly string[] | undefined) ?? []);
  return lists[0]?.filter((contract) => lists.every((list) => list.includes(contract)));
}

function isFilteredBy(named: readonly Named[], { id, reads }: Processor): boolean {
  return named.some(
    ({ component: { filters } }) => filters?.includes(id) || (reads !== undefined && filters?.includes(reads)),
  );
}
