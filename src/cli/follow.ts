/** What `ledgerlake ingest --follow` does: a load that goes on with what comes. */
import { costOfPlan, priceOf } from '../datastore/cost.ts';
import { openStore } from '../datastore/open.ts';
import type { Plan } from '../datastore/plan.ts';
import { untilBegun } from '../workers/beginning.ts';
import { followStore, type FollowCommit } from '../workers/follow.ts';
import { agreeToCost } from './cost.ts';
import type { IngestOptions } from './ingest.ts';
import { withNewLake } from './lake.ts';
import { loadOptions } from './load.ts';
import { reportJson, reportText } from './load-report.ts';
import { settleNetwork } from './network.ts';
import { storeOptions } from './options.ts';
import { printJson, say } from './output.ts';
import { omissionLine, plural } from './text.ts';

/** Follows, with a line for each commit, and reports at the end; being stopped by the signal is how it is meant to end. */
export async function follow(sources: string[], options: IngestOptions, signal: AbortSignal): Promise<void> {
  const { lake: dir, json = false, network: asked } = options;
  const store = await openStore(sources, storeOptions(options));
  if (!(await untilBegun(store, { signal, onTrouble: say }))) {
    store.close?.();
    return say('stopped before the store held anything');
  }
  const network = await settleNetwork(store, { asked, lake: dir });
  const price = priceOf(store, options.pricePerGb);
  let isFirst = true;
  // What is there is agreed to; what comes later is what --follow asks for.
  const agree = async (plan: Plan) => {
    if (isFirst) await agreeToCost(costOfPlan(store, plan, options), options);
    isFirst = false;
  };
  try {
    const report = await withNewLake(dir, { network }, ({ lake }) => {
      return followStore(lake, store, {
        ...loadOptions(options),
        signal,
        agree,
        onCommit: (commit) => (json ? void printJson(asJson(commit)) : say(asText(commit))),
        onOmitted: (omission) => say(omissionLine(omission)),
        onTrouble: say,
      });
    });
    if (json) await printJson({ ...reportJson(report, price), compacted: report.compacted });
    else say(reportText(report, dir, price));
  } finally {
    store.close?.();
  }
}

function asJson({ first, last, ledgers, lagSeconds }: FollowCommit) {
  return { first, last, ledgers, ...(lagSeconds !== undefined && { lag_seconds: lagSeconds }) };
}

function asText({ first, last, ledgers, lagSeconds }: FollowCommit): string {
  const which = first === last ? `ledger ${first}` : `ledgers ${first}-${last} (${plural(ledgers, 'ledger')})`;
  return lagSeconds === undefined ? which : `${which}, ${lagSeconds.toFixed(1)} s after the last was written`;
}
