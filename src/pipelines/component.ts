/** Declarations of processors and consumers, for the registry, validation and runs. */
import Type, { type TObject, type TSchema } from 'typebox';
import type { ColumnKind } from '../arrow/columns.ts';
import type { ColumnsOf } from '../arrow/table.ts';
import type { Context } from '../tables/context.ts';
import type { JsonData } from './yaml/nodes.ts';
import type { DecimalType, Delivery, FileAt, RecordTable, Sink, SinkContext } from './sink.ts';

interface Component {
  /** The `type` in definitions. */
  id: string;
  name: string;
  description: string;
  /** `local`: not in the hosted registry. */
  origin: 'hosted' | 'local';
  /** A JSON Schema; fields with `x-sensitive` hold secrets. */
  config: TObject;
  /** A definition's entry, as YAML. */
  example: string;
}

/** A processor: makes records from ledgers, or filters those of another processor. */
export interface Processor extends Component {
  kind: 'processor';
  /** The processor whose records this one reads. It runs implicitly if the definition does not name it. */
  reads?: string;
  /** The processors that it filters; a filter makes no records. */
  filters?: readonly string[];
  /** The tables of its records. A config may omit some; a query declares its own. */
  records?: readonly RecordTable[];
  /** Prepares the config before a run. Throws PipelineError for an error that the schema cannot detect, and after `signal`. */
  bind?: (settings: ExtractionSettings, signal?: AbortSignal) => Promise<BoundQuery>;
  /** Returns its extraction. */
  extraction?: (settings: ExtractionSettings) => Extraction;
}

/** Settings of a processor for a run, as plain data. */
export interface ExtractionSettings {
  /** With defaults. */
  config: Readonly<Record<string, JsonData>>;
  passphrase: string;
  /** The contracts that filters let through; undefined for all. */
  contracts?: readonly string[];
  /** The result of `bind`. */
  bound?: BoundQuery;
  /** True if all consumers store JSON as jsonb. Keys are then written in its order, which saves sorting on the server. */
  isJsonb?: boolean;
}

/** Tables that a query reads, and columns that it returns. */
export interface BoundQuery {
  tables: readonly string[];
  columns: readonly BoundColumn[];
}

/** A column of a query, and the kind of values that it becomes. */
export interface BoundColumn {
  name: string;
  kind: ColumnKind;
  json?: true;
  /** The SQL type of digits. */
  decimal?: DecimalType;
}

/** The extraction of a processor: its tables, and the function that writes the rows of one ledger to their columns. */
export interface Extraction {
  tables: readonly RecordTable[];
  extract: (context: Context, out: ReadonlyMap<string, unknown>) => void;
  /** Writes what a database makes of a ledger, once that is extracted; ends early when it is cancelled. Throws PipelineError. */
  ask?: (ledger: number, out: ReadonlyMap<string, unknown>, isCancelled: () => boolean) => Promise<void>;
}

/** Returns an extraction into tables, whose columns `extract` gets under the names that they are given here. */
export function extractionOf<T extends Record<string, RecordTable>>(
  tables: T,
  extract: (context: Context, out: { [K in keyof T]: ColumnsOf<T[K]> }) => void,
): Extraction {
  const entries = Object.entries(tables);
  return {
    tables: Object.values(tables),
    extract(context, columns) {
      const out = Object.fromEntries(entries.map(([as, { name }]) => [as, columns.get(name)]));
      extract(context, out as { [K in keyof T]: ColumnsOf<T[K]> });
    },
  };
}

/** What a consumer gets to remove the output of a pipeline. */
export interface PurgeContext extends SinkContext {
  /** The first ledger that the pipeline has written there. */
  first: number;
}

/** Writes records somewhere. */
export interface Consumer extends Component {
  kind: 'consumer';
  /** The processors whose records it writes. */
  writes: readonly string[] | 'any';
  delivery?: Delivery;
  /** True if a local consumer writes to the host of its config, which `native_sinks` must permit. */
  isRemote?: true;
  /** Checks what the schema of a config cannot. Throws PipelineError with its `field`. Placeholders are unresolved. */
  look?: (id: string, config: SinkContext['config']) => void;
  /** Connects, creates its tables and reads its checkpoint. Throws PipelineError. */
  open?: (context: SinkContext) => Promise<Sink>;
  /** Tests the connection of a config with resolved placeholders. Throws PipelineError. */
  check?: (id: string, config: SinkContext['config'], fileAt?: FileAt) => Promise<void>;
  /** Removes the rows of the pipeline's ledgers from a server, and the checkpoint. Throws PipelineError. */
  purge?: (context: PurgeContext) => Promise<void>;
}

/** The config schema that all processors share, extended with the processor's own fields. */
export function processorConfig(fields: Record<string, TSchema> = {}): TObject {
  const network_passphrase = Type.Optional(
    Type.String({ title: 'Network passphrase', description: 'Passphrase of the network of the pipeline.' }),
  );
  return Type.Object({ ...fields, network_passphrase }, { additionalProperties: false });
}

/** Returns an optional field with the default `absent`. */
export function withDefault<T extends TSchema>(schema: T, absent: unknown): T {
  return Type.Optional({ ...schema, default: absent });
}
