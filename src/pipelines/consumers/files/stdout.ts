/** Records on standard output: the one consumer that prints. */
import { once } from 'node:events';
import type { Sink, SinkContext } from '../../sink.ts';
import { readFileState, writeState } from './state.ts';
import { csvText, jsonLines } from './texts.ts';

/** Opens standard output, for lines of JSON or a table whose columns tabs part. */
export async function openStdout(context: SinkContext): Promise<Sink> {
  const { inputs, config } = context;
  const encoding = config['format'] === 'table' ? csvText(inputs, '\t') : jsonLines(inputs, false);
  const written = new Map<string, number>();
  let checkpoint = (await readFileState(context))?.checkpoint;
  return {
    kind: 'stdout',
    location: 'standard output',
    get checkpoint() {
      return checkpoint;
    },
    async write(batch) {
      for (const table of inputs) {
        const rows = batch.rows.get(table.name);
        if (!rows) continue;
        const head = written.has(table.name) ? new Uint8Array() : await encoding.head(table);
        const bytes = Buffer.concat([head, await encoding.encode(table, rows)]);
        if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
        written.set(table.name, (written.get(table.name) ?? 0) + rows.numRows);
      }
      checkpoint = batch.last;
      await writeState(context, { checkpoint, lengths: {} });
    },
    written: () => written,
    close: () => Promise.resolve(encoding.close()),
  };
}
