/** `ledgerlake ingest --index-only`: what JSON-RPC needs of ledgers that stay where they are. */
import { indexLedgers, openStore } from '../index.ts';
import type { IngestOptions } from './ingest-options.ts';
import { settleNetwork } from './network.ts';
import { storeOptions } from './options.ts';
import { printJson, say } from './output.ts';
import { plural, ranges } from './text.ts';

/** Indexes the store into the lake's folder, and reports; what the index has is passed over. */
export async function indexOnly(sources: string[], options: IngestOptions, signal: AbortSignal): Promise<void> {
  const { lake, json, network: asked, range } = options;
  const store = await openStore(sources, storeOptions(options));
  const { passphrase } = await settleNetwork(store, { asked, lake });
  try {
    const report = await indexLedgers(lake, store, { passphrase, range, signal, onTrouble: say });
    if (signal.aborted) process.exitCode = 130;
    if (json) return await printJson(report);
    const what = report.ledgers > 0 ? `${plural(report.ledgers, 'ledger')}: ${ranges(report.ranges)}` : 'nothing new';
    say(`indexed ${what}${report.skipped.length > 0 ? `; had ${ranges(report.skipped)}` : ''}`);
  } finally {
    store.close?.();
  }
}
