/** Kept relations and the index, brought up to what is loaded. */
import { indexKeys } from '../ingest/index-keys.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { knownOptions } from '../options/known-options.ts';
import * as kind from '../options/kinds.ts';
import {
  refreshParts,
  type PartRefreshOptions as PartOptions,
  type PartRefreshReport as Parts,
} from '../lake/writing/refresh.ts';

/** Options of `refreshLake`. */
export interface RefreshOptions extends PartOptions {
  /** Takes in words what went wrong with files of the index and does not end it. */
  onTrouble?: (message: string) => void;
}

const OPTIONS: Record<keyof RefreshOptions, kind.Kind> = {
  relations: kind.texts,
  signal: kind.signal,
  onSegment: kind.call,
  onTrouble: kind.call,
};

/** What `refreshLake` did. */
export interface RefreshReport extends Parts {
  /** The ledgers whose accounts, contracts and the like were not in the index, and are now. */
  indexed: number;
}

/**
 * Adds missing parts of materialised relations, all or the named ones; without names, also missing keys of the index. After an
 * interruption, the same call continues. Throws UsageError for an unknown name, LakeError if the lake cannot be written or a
 * file is damaged, StoreError if the index cannot be written.
 */
export async function refreshLake(lake: Lake, options: RefreshOptions = {}): Promise<RefreshReport> {
  options = knownOptions('refreshLake', options, OPTIONS);
  const { onTrouble, ...ofParts } = options;
  const report = await refreshParts(lake, ofParts);
  const isAll = (options.relations ?? []).length === 0;
  return { ...report, indexed: isAll ? await indexKeys(lake, { signal: options.signal, onTrouble }) : 0 };
}
