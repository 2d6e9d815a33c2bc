/** The record tables of a pipeline being filled, ledger after ledger: in a worker. */
import type { RecordBatch } from 'apache-arrow';
import { createBuilder, type TableBuilder } from '../../arrow/table.ts';
import { PipelineError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { networkId } from '../../ledger/network.ts';
import { Context } from '../../tables/context.ts';
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

/** A table of a processor, being filled. */
interface Filled {
  processor: number;
  builder: TableBuilder;
}

/** Empty tables of processors. */
export class RecordSet {
  readonly #extractions: (Extraction & { columns: ReadonlyMap<string, unknown> })[];
  readonly #filled: Filled[] = [];
  readonly #decoder: Decoder;
  /** How many rows each table had before the ledger in hand. */
  #before: number[] = [];

  constructor(running: readonly RunningProcessor[], passphrase: string) {
    this.#decoder = new Decoder(networkId(passphrase));
    this.#extractions = running.map((each, processor) => {
      const extraction = extractionFor(each);
      return { ...extraction, columns: this.#columnsFor(processor, extraction.tables) };
    });
  }

  #columnsFor(processor: number, tables: readonly RecordTable[]): ReadonlyMap<string, unknown> {
    return new Map(
      tables.map((table) => {
        const builder = createBuilder(table);
        this.#filled.push({ processor, builder });
        return [table.name, builder.columns];
      }),
    );
  }

  /** Writes the records of one ledger; when it throws, none of them. */
  add(ledger: Ledger): void {
    this.#before = this.#filled.map(({ builder }) => builder.rows());
    try {
      const context = new Context(ledger, this.#decoder);
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
    this.#filled.forEach(({ builder }, i) => builder.truncate(this.#before[i]));
  }

  /** Returns how many rows all tables have together. */
  rows(): number {
    return this.#filled.reduce((sum, { builder }) => sum + builder.rows(), 0);
  }

  /** Returns the non-empty batches, each with the position of its processor. They share memory with the set until `reset`. */
  batches(): [table: string, batch: RecordBatch, processor: number][] {
    return this.#filled.flatMap(({ builder, processor }) =>
      builder.rows() > 0 ? [[builder.spec.name, builder.batch(), processor]] : [],
    );
  }

  /** Empties the tables and keeps their memory. */
  reset(): void {
    for (const { builder } of this.#filled) builder.reset();
  }
}
