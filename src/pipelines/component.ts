/** What processors and consumers say of themselves: the registry, validation and the engine read the same. */
import Type, { type TObject, type TSchema } from 'typebox';
import type { ColumnKind } from '../arrow/columns.ts';
import type { ColumnsOf } from '../arrow/table.ts';
import type { Context } from '../tables/context.ts';
import type { Json } from './definition/nodes.ts';
import type { DecimalType, Delivery, FileAt, RecordTable, Sink, SinkContext } from './sink.ts';

interface Component {
  /** What `type` of a definition says. */
  id: string;
  name: string;
  description: string;
  /** `local`: only here, not in the hosted registry. */
  origin: 'hosted' | 'local';
  /** A JSON Schema; fields with `x-sensitive` hold secrets. */
  config: TObject;
  /** A definition's entry, as YAML. */
  example: string;
}

/** Makes records of ledgers, or of what another processor made. */
export interface Processor extends Component {
  kind: 'processor';
  /** The processor whose records this one reads. It runs implicitly if the definition does not name it. */
  reads?: string;
  /** The processors whose records it lets through or not; makes none itself. */
  filters?: readonly string[];
  /** The tables of its records; a config may leave out some, and that of a query says its own. */
  records?: readonly RecordTable[];
  /** Finds out, before a run, what its config alone does not say. Throws PipelineError where the config is wrong in a way that no schema tells. */
  bind?: (settings: ExtractionSettings) => Promise<BoundQuery>;
  /** Returns what makes its records. */
  extraction?: (settings: ExtractionSettings) => Extraction;
}

/** What a processor gets when a run begins; plain data. */
export interface ExtractionSettings {
  /** With defaults. */
  config: Readonly<Record<string, Json>>;
  passphrase: string;
  /** The contracts that filters let through; undefined for all. */
  contracts?: readonly string[];
  /** What `bind` found out. */
  bound?: BoundQuery;
  /** Whether all who get the records keep JSON as jsonb: then keys are written in its order, which saves the server sorting them. */
  isJsonb?: boolean;
}

/** What a query was found to read and to give. */
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

/** Makes the records of ledgers: its tables, and what writes the rows of one ledger to their columns, by name. */
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
  /** Looks at a config whose placeholders stand in it as they are. Throws PipelineError with its `field` for what no schema tells. */
  look?: (id: string, config: SinkContext['config']) => void;
  /** Connects, makes what it needs, and finds its checkpoint. Throws PipelineError. */
  open?: (context: SinkContext) => Promise<Sink>;
  /** Connects with a config whose placeholders are resolved, and goes. Throws PipelineError. */
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

/** Returns a field that need not be given: `absent` is taken for it. */
export function withDefault<T extends TSchema>(schema: T, absent: unknown): T {
  return Type.Optional({ ...schema, default: absent });
}
