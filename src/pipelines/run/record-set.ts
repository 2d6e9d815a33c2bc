/** The record tables of a pipeline being filled, ledger after ledger: in a worker. */
import type { RecordBatch } from 'apache-arrow';
import { createBuilder, type TableBuilder } from '../../arrow/table.ts';
import { PipelineError } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { networkId } from '../../ledger/network.ts';
import { createContext } from '../../tables/context.ts';
import { Decoder } from '../../tables/decoder.ts';
import type { Extraction, ExtractionSettings } from '../component.ts';
import { processors } from '../processors/index.ts';
import type { RecordTable } from '../sink.ts';

/** A processor that takes part in a run; plain data. */
export interface RunningProcessor extends ExtractionSettings {
  id: string;
}

/** Returns what makes the records of a processor. */
export function extractionFor({ id, ...settings }: RunningProcessor): Extraction {
  const extraction = processors.get(id)?.extraction;
  if (!extraction) {
    throw new PipelineError(`processor ${id} makes no records`, { code: 'not_supported', component: id });
  }
  return extraction(settings);
}

/** Empty tables of processors. */
export class RecordSet {
  readonly #extractions: (Extraction & { columns: ReadonlyMap<string, unknown> })[];
  readonly #builders = new Map<string, TableBuilder>();
  /** Of tables that another processor makes, too: the same rows once more. */
  readonly #repeated: TableBuilder[] = [];
  readonly #decoder: Decoder;
  /** How many rows each table had before the ledger in hand. */
  #before: (readonly [TableBuilder, number])[] = [];

  constructor(running: readonly RunningProcessor[], passphrase: string) {
    this.#decoder = new Decoder(networkId(passphrase));
    this.#extractions = running.map((each) => {
      const extraction = extractionFor(each);
      return { ...extraction, columns: new Map(extraction.tables.map((table) => [table.name, this.#add(table)])) };
    });
  }

  #add(table: RecordTable): unknown {
    const builder = createBuilder(table);
    if (this.#builders.has(table.name)) this.#repeated.push(builder);
    else this.#builders.set(table.name, builder);
    return builder.columns;
  }

  #all(): TableBuilder[] {
    return [...this.#builders.values(), ...this.#repeated];
  }

  /** Writes the records of one ledger; when it throws, none of them. */
  add(ledger: Ledger): void {
    this.#before = this.#all().map((builder) => [builder, builder.rows()] as const);
    try {
      const context = createContext(ledger, this.#decoder);
      for (const { extract, columns } of this.#extractions) extract(context, columns);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
  }

  /** Writes what databases make of the ledger that was added last; when it throws, none of its records. Throws PipelineError. */
  async ask(ledger: number, isCancelled: () => boolean): Promise<void> {
    try {
      for (const { ask, columns } of this.#extractions) await ask?.(ledger, columns, isCancelled);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
  }

  #takeBack(): void {
    for (const [builder, rows] of this.#before) builder.truncate(rows);
  }

  /** Closes what databases there are. */
  close(): void {
    for (const { close } of this.#extractions) close?.();
  }

  /** Returns how many rows all tables have together. */
  rows(): number {
    let rows = 0;
    for (const builder of this.#builders.values()) rows += builder.rows();
    return rows;
  }

  /** Returns the batches of tables that have rows; they share memory with the set until `reset`. */
  batches(): [name: string, batch: RecordBatch][] {
    return [...this.#builders].flatMap(([name, builder]) => (builder.rows() > 0 ? [[name, builder.batch()]] : []));
  }

  /** Empties the tables and keeps their memory. */
  reset(): void {
    for (const builder of this.#all()) builder.reset();
  }
}
