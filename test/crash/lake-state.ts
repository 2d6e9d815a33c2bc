/** What a lake is found to hold after a crash or a fault. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkIndexFiles } from '../../src/history/check-files.ts';
import { openLake } from '../../src/lake/asking/lake.ts';
import { fingerprint as hashesOf } from '../../src/lake/disk/files.ts';
import { repairSnapshot } from '../../src/lake/repair/repair.ts';
import { tables } from '../../src/tables/index.ts';

/** What a lake holds. */
export interface LakeState {
  ledgers: number[];
  /** Files that are not what was committed. */
  problems: string[];
  /** Whether the lake could be read only after `repair`. */
  isRepaired: boolean;
}

/** The state of a lake that is not there. */
export const noLake: LakeState = { ledgers: [], problems: [], isRepaired: false };

/** Returns what a lake holds, after `repair` where it cannot be read before. */
export async function stateOfLake(lake: string): Promise<LakeState> {
  if (!existsSync(join(lake, 'lake.json'))) return noLake;
  try {
    return await read(lake);
  } catch {
    await repairSnapshot(lake);
    return { ...(await read(lake)), isRepaired: true };
  }
}

async function read(lake: string): Promise<LakeState> {
  const opened = await openLake(lake, { tables });
  try {
    const snapshot = await opened.snapshot();
    const segments = await Promise.all(snapshot.segments.map(({ name }) => opened.segment(name)));
    const more = [...snapshot.baselines, ...snapshot.folded].flatMap(({ files }) => files);
    const problems = [];
    for (const { path, sha256 } of [...segments.flatMap(({ files }) => files), ...more]) {
      const is = await hashesOf(join(lake, path)).catch(({ code }: { code: string }) => ({ sha256: code }));
      if (is.sha256 !== sha256) problems.push(`${path}: ${is.sha256}`);
    }
    for await (const { path, fault } of checkIndexFiles(lake))
      if (fault !== undefined) problems.push(`${path}: ${fault}`);
    const ledgers = segments.flatMap((segment) => segment.ledgers.map(({ sequence }) => sequence));
    return { ledgers: ledgers.sort((a, b) => a - b), problems, isRepaired: false };
  } finally {
    await opened.close();
  }
}

/** Numbers from 0 to 1, the same in every run. */
export function randomOf(seed: number): () => number {
  let value = seed;
  return () => (value = (Math.imul(value, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}
