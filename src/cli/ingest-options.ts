/** What the command line says of a load. */
import { decodeOptions, type LoadOptions, type Shard } from '../index.ts';
import type { CostFlags } from './cost.ts';
import type { AnchorOptions, ReadFlags, ScrubFlags, StoreFlags } from './options.ts';
import { say } from './output.ts';
import { plural } from './text.ts';

/** The options of `ledgerlake ingest`. */
export interface IngestOptions extends ReadFlags, StoreFlags, CostFlags, ScrubFlags {
  lake: string;
  workers?: number;
  anchor?: AnchorOptions;
  silver?: boolean;
  compact?: boolean;
  iceberg?: boolean;
  follow?: boolean;
  dry?: boolean;
  json?: boolean;
  indexOnly?: boolean;
  shard?: Shard;
}

/** Returns what a load takes of the command line. */
export function loadOptions(options: IngestOptions): LoadOptions {
  const onFewerWorkers = (started: number, asked: number) =>
    say(`--workers ${asked}: ${plural(started, 'worker')} started; more would have nothing to do, or no core`);
  const { range, workers, verify, allowGaps, skipUndecodable, anchor, silver, compact, iceberg, shard } = options;
  const asked = { range, workers, verify, allowGaps, skipUndecodable, anchor, silver, compact, iceberg, shard };
  return { ...decodeOptions(options), ...asked, onFewerWorkers };
}
