/** The registry: all processors and consumers, as the API lists them. */
import type { TObject } from 'typebox';
import type { ColumnSpec } from '../arrow/table.ts';
import { UsageError } from '../core/errors.ts';
import type { Consumer, Processor } from './component.ts';
import { consumers } from './consumers/index.ts';
import { writesOf } from './definition/compatibility.ts';
import { nearest } from './definition/suggest.ts';
import { processors } from './processors/index.ts';
import type { Delivery, RecordTable } from './sink.ts';

/** A table of records, in the types of DuckDB. */
export interface RegistryRecord {
  record: string;
  columns: { name: string; type: string; nullable: boolean }[];
}

/** An entry of the registry. */
export interface RegistryEntry {
  /** What definitions write as `type`, such as `contract_event`. */
  id: string;
  /** A processor extracts records from ledgers; a consumer writes them. */
  kind: 'processor' | 'consumer';
  /** Name for people. */
  name: string;
  /** What the component does, in a sentence or two. */
  description: string;
  /** JSON Schema 2020-12. */
  config_schema: object;
  /** Ids of the consumers that take its records; absent for a consumer. */
  compatible_consumers?: string[];
  /** Ids of the processors whose records it takes; absent for a processor. */
  compatible_processors?: string[];
  /** The records that a processor makes; empty where its config says them. */
  output?: RegistryRecord[];
  /** The records that a consumer writes; empty where it writes any. */
  input?: RegistryRecord[];
  /** `hosted`: also in the hosted registry; `local`: only in this program. */
  origin: 'hosted' | 'local';
  /** `native`: runs here; `mapped`: runs into a DuckDB file; `validate_only`: definitions validate, runs fail. */
  supported: 'native' | 'mapped' | 'validate_only';
  /** `transaction`: rows and checkpoint in one; `key`: repetitions are harmless; `once-or-more`: a message may come again. */
  delivery?: Delivery;
  /** YAML. */
  example: string;
}

/** Returns the processors, by id. */
export function registryOfProcessors(): RegistryEntry[] {
  return [...processors.values()].sort(byId).map((processor) => ({
    ...common(processor),
    compatible_consumers: [...consumers.values()]
      .filter((one) => takes(one, processor))
      .map(idOf)
      .sort(),
    output: recordsOf(processor),
    supported: processor.extraction || processor.filters ? 'native' : 'validate_only',
  }));
}

/** Returns the consumers, by id. */
export function registryOfConsumers(): RegistryEntry[] {
  return [...consumers.values()].sort(byId).map((consumer) => {
    const { writes, delivery } = consumer;
    return {
      ...common(consumer),
      compatible_processors: [...processors.values()]
        .filter((one) => takes(consumer, one))
        .map(idOf)
        .sort(),
      input: writes === 'any' ? [] : writes.flatMap((id) => recordsOf(processors.get(id))),
      supported: consumer.open ? 'native' : 'validate_only',
      ...(delivery && { delivery }),
    };
  });
}

/** Returns all of the registry, or the one entry of a name. Throws UsageError for a name that is none, with one that is near. */
export function registryEntries(name?: string): RegistryEntry[] {
  const all = [...registryOfProcessors(), ...registryOfConsumers()];
  const found = name === undefined ? all : all.filter(({ id }) => id === name);
  if (name === undefined || found.length > 0) return found;
  const meant = nearest(name, all.map(idOf));
  const question = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw new UsageError(`no component ${name}${question}; "ledgerlake pipeline components" lists them`);
}

/** A filter stands before the consumers of what it lets through. */
function takes(consumer: Consumer, processor: Processor): boolean {
  const { filters = [] } = processor;
  if (consumer.writes === 'any') return true;
  return writesOf(consumer, processor) || filters.some((id) => consumer.writes.includes(id));
}

function common({ id, kind, name, description, config, origin, example }: Processor | Consumer) {
  return { id, kind, name, description, config_schema: schemaOf(id, config), origin, example };
}

const TYPES: Record<ColumnSpec['kind'], string> = {
  int32: 'INTEGER',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
  utf8: 'VARCHAR',
  binary: 'BLOB',
};

function recordsOf(processor: Processor | undefined): RegistryRecord[] {
  return (processor?.records ?? []).map((table) => ({ record: table.name, columns: columnsOf(table) }));
}

function columnsOf({ columns, json = [], zoned = [] }: RecordTable): RegistryRecord['columns'] {
  return Object.entries(columns).map(([name, { kind, nullable }]) => ({
    name,
    type: json.includes(name) ? 'JSON' : zoned.includes(name) ? 'TIMESTAMPTZ' : TYPES[kind],
    nullable,
  }));
}

type Schema = Readonly<Record<string, unknown>>;

/** Returns a schema for readers of JSON: with its dialect, and a title and type for each field. */
function schemaOf(id: string, config: TObject): object {
  const { properties, required = [], ...rest } = JSON.parse(JSON.stringify(config)) as Schema;
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, field]) => [
    name,
    { title: titleOf(name), ...typeOf(field), ...field },
  ]);
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { $schema, $id: `ledgerlake:${id}`, ...rest, properties: Object.fromEntries(fields) as object, required };
}

/** What is one of some texts says so by those alone. */
function typeOf({ type, enum: values }: Schema): Schema {
  return type === undefined && Array.isArray(values) ? { type: 'string' } : {};
}

function titleOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const idOf = ({ id }: { id: string }) => id;

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
