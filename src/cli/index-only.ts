/** `ledgerlake ingest --index-only`: what JSON-RPC needs of ledgers that stay where they are. */
import { join } from 'node:path';
import { openStore } from '../datastore/open.ts';
import { indexStore } from '../history/index-store.ts';
import { Lookup, LOOKUP_FOLDER } from '../history/lookup.ts';
import type { IngestOptions } from './ingest.ts';
import { settleNetwork } from './network.ts';
import { storeOptions } from './options.ts';
import { printJson, say } from './output.ts';
import { plural, ranges } from './text.ts';

/** Indexes the store into the lake's folder, and reports; what the index has is passed over. */
export async function indexOnly(sources: string[], options: IngestOptions, signal: AbortSignal): Promise<void> {
  const { lake, json, network: asked, range } = options;
  const store = await openStore(sources, storeOptions(options));
  const passphrase = await settleNetwork(store, { asked, lake });
  const lookup = new Lookup(join(lake, LOOKUP_FOLDER));
  const started = performance.now();
  try {
    const report = await indexStore(store, { passphrase, lookup, range, signal });
    const seconds = (performance.now() - started) / 1000;
    if (json) return await printJson({ ...report, seconds });
    const what = report.ledgers > 0 ? `${plural(report.ledgers, 'ledger')}: ${ranges(report.ranges)}` : 'nothing new';
    say(`indexed ${what}${report.skipped.length > 0 ? `; had ${ranges(report.skipped)}` : ''}`);
  } finally {
    lookup.close();
    store.close?.();
  }
  if (signal.aborted) process.exitCode = 130;
}
