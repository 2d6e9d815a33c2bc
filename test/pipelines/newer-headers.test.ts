/** Pipelines over ledgers of the next protocol, of which no record needs what is new. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLedger } from '../../src/ledger/ledger.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { NEWEST_PROTOCOL } from '../../src/xdr/schema/whole.ts';
import { temporaryFolder } from '../folder.ts';
import { sampleLedgers, writeObjects } from '../history/cut.ts';
import { words } from '../make/ledger.ts';
import { sample } from '../server/node.ts';
import { definitionOf } from './definition.ts';

const [FIRST, LAST] = [120, 129];

/** Returns a ledger of the next protocol with another extension in the place of what the header has there; the hash of its header holds. */
function newer(bytes: Uint8Array, start: 'ext' | 'scpValue'): Buffer {
  const { header, headerStart, headerEnd, hash, scpValue } = readLedger(bytes);
  const [from, to] = start === 'ext' ? [header.ext, headerEnd] : [scpValue.ext, header.txSetResultHash];
  const extension = Buffer.concat([words(99), Buffer.alloc(20, 0xab)]);
  const changed = Buffer.concat([bytes.subarray(0, from), extension, bytes.subarray(to)]);
  changed.writeUInt32BE(NEWEST_PROTOCOL + 1, header.ledgerVersion);
  const end = headerEnd - (to - from) + extension.length;
  createHash('sha256').update(changed.subarray(headerStart, end)).digest().copy(changed, hash);
  return changed;
}

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
      const found = await linesOf(newer(last, 'ext'), { type });
      const expected = await linesOf(last, { type });
      expect(expected.length).toBeGreaterThan(1);
      expect(found).toEqual(expected);
    },
  );

  it('with an unknown StellarValue, which may say when it closed, is an error', async () => {
    await expect(linesOf(newer(ledgers.get(LAST)!, 'scpValue'), { type: 'contract_event' })).rejects.toThrow(
      /StellarValueExt has no arm 99/,
    );
  });
});
