/** The files that say what a lake has: changed ones are refused by name, or say the same. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LakeError } from '../../../src/core/errors.ts';
import { open } from '../../../src/index.ts';
import { describeLake } from '../../../src/lake/disk/snapshot/description.ts';
import { listManifests, readManifest } from '../../../src/lake/disk/snapshot/manifest.ts';
import { readOmissions } from '../../../src/lake/disk/snapshot/omissions.ts';
import { readSnapshot } from '../../../src/lake/disk/snapshot/read-snapshot.ts';
import type { Target } from '../fuzzer.ts';

const sample = join(import.meta.dirname, '../../../data/sample');
const network = 'Ledgerlake Sample Network ; 2026';

/** An input is the number of a file in its first byte, and then its text. */
export async function snapshotFiles(): Promise<Target> {
  const root = mkdtempSync(join(tmpdir(), 'ledgerlake-fuzz-'));
  const [whole, lake] = [join(root, 'whole'), join(root, 'lake')];
  const loaded = await open(whole, { network });
  await loaded.load(sample, { range: { first: 2, last: 40 }, workers: 1, segmentLedgers: 20 });
  await loaded.close();
  cpSync(whole, lake, { recursive: true });
  const files = readdirSync(lake, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .sort();
  const expected = await readAll(lake);
  const seeds = files.map((path, i) => Uint8Array.from(Buffer.concat([Buffer.of(i), readFileSync(join(lake, path))])));
  return {
    name: 'snapshot',
    seeds,
    tokens: ['{', '}', '[]', ',', '"', '0', '-1', '1e9', 'null', 'true', '"first":', '"last":'].map((text) =>
      Buffer.from(text),
    ),
    async run(input) {
      if (input.length === 0) return;
      const path = files[input[0] % files.length];
      writeFileSync(join(lake, path), input.subarray(1));
      try {
        const found = await readAll(lake).catch((error: unknown) => {
          if (error instanceof LakeError) return expected;
          throw error;
        });
        if (!isDeepStrictEqual(found, expected)) throw new Error(`a changed ${path} says something else`);
      } finally {
        cpSync(join(whole, path), join(lake, path));
      }
    },
    close: () => rmSync(root, { recursive: true }),
  };
}

async function readAll(lake: string): Promise<unknown> {
  const description = await describeLake(lake);
  const { segments, totals, coverage } = await readSnapshot(lake);
  const manifests = [];
  for (const name of await listManifests(lake)) manifests.push(await readManifest(lake, network, name));
  return { description, segments, totals, coverage, manifests, omissions: await readOmissions(lake) };
}
