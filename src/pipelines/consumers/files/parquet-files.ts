/** Records as Parquet files, one for each table and batch: written under another name, renamed, and then the checkpoint. */
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PipelineError } from '../../../core/errors.ts';
import { makeDurableFolder } from '../../../core/folders.ts';
import { publish, reasonOf, TEMPORARY } from '../../../lake/disk/files.ts';
import { messageOf } from '../../../core/system-errors.ts';
import type { Batch, LedgerMark, RecordTable, Sink, SinkContext } from '../../sink.ts';
import { Copies } from './copies.ts';
import { ownedFiles, writeState } from './state.ts';
import { takeFiles } from './file-claims.ts';

export interface ParquetTarget {
  dir: string;
  compression: string;
  rowsPerFile: number;
}

/** Files of a table are named for their ledgers and, where one batch makes several, numbered. */
const NAME = /^(\d+)-(\d+)(?:_\d+)?\.parquet(\.tmp)?$/;

/** Opens a folder, and removes what a run that was cut off left there behind its checkpoint. Throws PipelineError. */
export async function openParquet(context: SinkContext, target: ParquetTarget): Promise<Sink> {
  const { consumer, inputs } = context;
  const copies = new Copies(inputs);
  const written = new Map<string, number>();
  const fault = (code: string, error: unknown) =>
    new PipelineError(
      `${consumer}: ${target.dir}: ${reasonOf(error) ?? messageOf(error)}`,
      { code, component: consumer },
      error,
    );
  let giveBack: (() => Promise<void>) | undefined;
  try {
    const folders = inputs.map(({ name }) => join(target.dir, name));
    for (const folder of folders) await makeDurableFolder(resolve(folder));
    giveBack = await takeFiles(consumer, folders);
    const state = await ownedFiles(context, folders, hasFiles);
    let { checkpoint } = state;
    for (const folder of folders) await removePartial(folder, checkpoint);
    return {
      kind: 'parquet',
      location: target.dir,
      get checkpoint() {
        return checkpoint;
      },
      async write(batch) {
        try {
          for (const table of inputs) await writeTable(copies, table, batch, target);
          await writeState(context, { ...state, checkpoint: batch.last });
        } catch (error) {
          throw fault('sink_write_failed', error);
        }
        checkpoint = batch.last;
        for (const { name } of inputs)
          written.set(name, (written.get(name) ?? 0) + (batch.rows.get(name)?.numRows ?? 0));
      },
      written: () => written,
      async close() {
        copies.close();
        await giveBack?.();
      },
    };
  } catch (error) {
    await giveBack?.();
    copies.close();
    if (error instanceof PipelineError) throw error;
    throw fault('sink_unreachable', error);
  }
}

async function hasFiles(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((file) => NAME.test(file));
}

async function removePartial(folder: string, checkpoint: LedgerMark | undefined): Promise<void> {
  for (const file of await readdir(folder)) {
    const [, first, , temporary] = NAME.exec(file) ?? [];
    if (first !== undefined && (temporary || Number(first) > (checkpoint?.ledger ?? 0))) await rm(join(folder, file));
  }
}

async function writeTable(
  copies: Copies,
  table: RecordTable,
  { first, last, rows }: Batch,
  { dir, compression, rowsPerFile }: ParquetTarget,
): Promise<void> {
  const batch = rows.get(table.name);
  if (!batch) return;
  for (let start = 0, part = 0; start < batch.numRows; start += rowsPerFile, part++) {
    const isWhole = batch.numRows <= rowsPerFile;
    const path = join(dir, table.name, `${first}-${last.ledger}${isWhole ? '' : `_${part}`}.parquet`);
    const slice = isWhole ? undefined : { start, count: Math.min(rowsPerFile, batch.numRows - start) };
    await copies.write(table, batch, path + TEMPORARY, `format parquet, compression ${compression}`, slice);
    await publish(resolve(path));
  }
}
