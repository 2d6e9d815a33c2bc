/** The manifests of baselines: states of the ledger that were read whole. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNamesIn } from '../../../core/folders.ts';
import { writeDurably } from '../files.ts';
import { sealedText, unsealed } from '../sealed.ts';
import type { SegmentFile } from './manifest.ts';

/** A state of the ledger. */
export interface Baseline {
  /** The ledger after which the state is this. */
  ledger: number;
  /** Hash of its header, hex. */
  hash: string;
  /** Where the state was read. */
  source: string;
  /** Whether it has every entry. */
  complete: boolean;
  files: SegmentFile[];
}

const FOLDER = 'baselines';

function manifestPath(ledger: number): string {
  return `${FOLDER}/${ledger}.json`;
}

/** Writes the manifest of a baseline durably. */
export async function writeBaseline(lake: string, baseline: Baseline): Promise<void> {
  await writeDurably(join(lake, manifestPath(baseline.ledger)), sealedText(baseline));
}

/** Returns the baselines that manifests of the lake describe; damaged manifests are left out. */
export async function readBaselines(lake: string): Promise<Baseline[]> {
  const names = await fileNamesIn(join(lake, FOLDER));
  const texts = await Promise.all(
    names.filter((name) => /^\d+\.json$/.test(name)).map((name) => readFile(join(lake, FOLDER, name), 'utf8')),
  );
  return texts.flatMap((text) => (unsealed(text) as Baseline | undefined) ?? []);
}
