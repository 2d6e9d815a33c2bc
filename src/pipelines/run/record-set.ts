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
    throw new PipelineError(`processor ${id} is only validated: this version cannot run it`, {
      code: 'not_supported',
      component: id,
    });
  }
  return extraction(settings);
}

/** Empty tables of processors. */
export class RecordSet {
  readonly #extractions: Extraction[];
  readonly #builders = new Map<string, TableBuilder>();
  readonly #columns = new Map<string, unknown>();
  readonly #decoder: Decoder;

  constructor(running: readonly RunningProcessor[], passphrase: string) {
    this.#decoder = new Decoder(networkId(passphrase));
    this.#extractions = running.map(extractionFor);
    for (const table of this.#extractions.flatMap(({ tables }) => tables)) this.#add(table);
  }

  #add(table: RecordTable): void {
    const builder = createBuilder(table);
    this.#builders.set(table.name, builder);
    this.#columns.set(table.name, builder.columns);
  }

  /** Writes the records of one ledger; when it throws, none of them. */
  add(ledger: Ledger): void {
    const before = [...this.#builders.values()].map((builder) => [builder, builder.rows()] as const);
    try {
      const context = createContext(ledger, this.#decoder);
      for (const { extract } of this.#extractions) extract(context, this.#columns);
    } catch (error) {
      for (const [builder, rows] of before) builder.truncate(rows);
      throw error;
    }
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
    for (const builder of this.#builders.values()) builder.reset();
  }
}
