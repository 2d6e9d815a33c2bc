/** What `ledgerlake ingest --follow` does: a load that goes on with what comes. */
import {
  costOfPlan,
  followStore,
  openStore,
  priceOf,
  redact,
  startScrub,
  untilBegun,
  UsageError,
  type FollowCommit,
  type Plan,
  type ScrubOptions,
} from '../index.ts';
import { agreeToCost } from './cost.ts';
import { loadOptions, type IngestOptions } from './ingest-options.ts';
import { withNewLake } from './lake.ts';
import { reportJson, reportText } from './load-report.ts';
import { settleNetwork } from './network.ts';
import { scrubRateOf, storeOptions } from './options.ts';
import { printJson, say } from './output.ts';
import { showProgress } from './progress.ts';
import { omissionTeller, plural } from './text.ts';

/** Follows, with a line for each commit, and reports at the end; being stopped by the signal is how it is meant to end. */
export async function follow(sources: string[], options: IngestOptions, signal: AbortSignal): Promise<void> {
  const { lake: dir, json = false, network: asked } = options;
  if (sources.length > 1) throw new UsageError(`--follow takes one store, not ${sources.map(redact).join(' ')}`);
  const store = await openStore(sources, storeOptions(options));
  if (!(await untilBegun(store, { signal, onTrouble: say }))) {
    store.close?.();
    return say('stopped before the store held anything');
  }
  const network = await settleNetwork(store, { asked, lake: dir });
  const price = priceOf(store, options.pricePerGb);
  const progress = showProgress(json ? 'none' : process.stderr.isTTY ? 'bar' : 'lines');
  let isFirst = true;
  let isLoaded = false;
  const caughtUp = () => {
    if (!isLoaded) progress.end();
    isLoaded = true;
  };
  // The user agreed to the existing objects; --follow covers later ones.
  const agree = async (plan: Plan) => {
    if (isFirst) await agreeToCost(costOfPlan(store, plan, options), options);
    isFirst = false;
  };
  try {
    const report = await withNewLake(dir, { network }, async ({ lake }) => {
      const rate = scrubRateOf(options);
      const scrub = rate === 0 ? undefined : startScrub(lake, { ...scrubTeller, ...(rate !== undefined && { rate }) });
      return followStore(lake, store, {
        ...loadOptions(options),
        signal,
        agree,
        onProgress: (step) => {
          if (!isLoaded) progress.update(step);
        },
        onCommit(commit) {
          caughtUp();
          if (json) void printJson(asJson(commit));
          else say(asText(commit));
        },
        onWaiting(ledger) {
          caughtUp();
          if (!json) say(`waiting for ledger ${ledger}; Ctrl-C ends it`);
        },
        onOmitted: omissionTeller(say),
        onTrouble: say,
      })
        .finally(() => scrub?.stop())
        .finally(caughtUp);
    });
    if (json) await printJson(reportJson(report, price));
    else say(reportText(report, dir, price, 'nothing new came'));
  } finally {
    store.close?.();
  }
}

/** Says once of each damaged file what to do. */
const scrubTeller: ScrubOptions = {
  onDamage: ({ where, check, found, expected }, advice) =>
    say(`damaged: ${where}: ${check} is ${found}, expected ${expected}; ${advice}`),
  onTrouble: say,
};

function asJson({ first, last, ledgers, lagSeconds }: FollowCommit) {
  return { first, last, ledgers, ...(lagSeconds !== undefined && { lag_seconds: lagSeconds }) };
}

function asText({ first, last, ledgers, lagSeconds }: FollowCommit): string {
  const which = first === last ? `ledger ${first}` : `ledgers ${first}-${last} (${plural(ledgers, 'ledger')})`;
  return lagSeconds === undefined ? which : `${which}, ${lagSeconds.toFixed(1)} s after the last was written`;
}
