/** Pipelines over ledgers of the next protocol, of which no record needs what is new. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { temporaryFolder } from '../folder.ts';
import { sampleLedgers, writeObjects } from '../history/cut.ts';
import { withNewerExtension } from '../make/newer.ts';
import { sample } from '../server/node.ts';
import { definitionOf } from './definition.ts';

const [FIRST, LAST] = [120, 129];

let ledgers: Map<number, Uint8Array>;
beforeAll(async () => (ledgers = await sampleLedgers()));

/** Runs a pipeline over a store, and returns the lines that it writes. */
async function linesOf(last: Uint8Array, processor: object): Promise<string[]> {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  writeObjects(store, new Map([...ledgers, [LAST, last]]), { first: FIRST, last: LAST, size: 1 });
  const manifest = JSON.parse(readFileSync(join(sample, '.config.json'), 'utf8')) as object;
  writeFileSync(
    join(store, '.config.json'),
    JSON.stringify({ ...manifest, ledgersPerBatch: 1, batchesPerPartition: 1 }),
  );
  const path = join(folder, 'out.jsonl');
  const range = { start: String(FIRST), end: String(LAST) };
  const definition = definitionOf({
    ...range,
    processors: [processor],
    consumers: [{ type: 'jsonl', config: { path } }],
  });
  await runPipeline(definition, { store, dataDir: folder });
  return readFileSync(path, 'utf8').split('\n');
}

describe('a ledger of the next protocol', () => {
  it.each(['token_transfer', 'ledger_entry_changes'])(
    'whose header ends with an unknown extension has the records of %s',
    async (type) => {
      const last = ledgers.get(LAST)!;
      const found = await linesOf(withNewerExtension(last, 'header'), { type });
      const expected = await linesOf(last, { type });
      expect(expected.length).toBeGreaterThan(1);
      expect(found).toEqual(expected);
    },
  );

  it('with an unknown StellarValue, which may say when it closed, is an error', async () => {
    await expect(linesOf(withNewerExtension(ledgers.get(LAST)!, 'value'), { type: 'contract_event' })).rejects.toThrow(
      /StellarValueExt has no arm 99/,
    );
  });
});
