/** What `ledgerlake ingest` does: a load, or the plan of one. */
import {
  costOfPlan,
  loadStore,
  openStore,
  planLoad,
  priceOf,
  type LakeHandle,
  type LoadOptions,
  type Plan,
} from '../index.ts';
import { agreeToCost, costJson, costText } from './cost.ts';
import { loadOptions, type IngestOptions } from './ingest-options.ts';
import { isLake, withLake, withNewLake } from './lake.ts';
import { reportJson, reportText } from './load-report.ts';
import { settleNetwork } from './network.ts';
import { storeOptions } from './options.ts';
import { print, printJson, say } from './output.ts';
import { planJson, planText } from './plan-report.ts';
import { showProgress } from './progress.ts';

/** Loads, and reports in words or as JSON; sets exit code 130 when the signal stopped it. */
export async function load(
  sources: string[],
  options: IngestOptions,
  run: Required<Pick<LoadOptions, 'signal' | 'pool'>>,
): Promise<void> {
  const { lake: dir, json = false, network: asked } = options;
  const store = await openStore(sources, storeOptions(options));
  const network = await settleNetwork(store, { asked, lake: dir });
  const price = priceOf(store, options.pricePerGb);
  const report = await withNewLake(dir, { network }, async ({ lake }) => {
    const agree = (plan: Plan) => agreeToCost(costOfPlan(store, plan, options), options);
    const progress = showProgress(json ? 'none' : process.stderr.isTTY ? 'bar' : 'lines');
    try {
      const told = { agree, onProgress: progress.update, onTrouble: say };
      return await loadStore(lake, store, { ...loadOptions(options), ...run, ...told });
    } finally {
      progress.end();
      store.close?.();
    }
  });
  if (report.stoppedAfter !== undefined) process.exitCode = 130;
  if (json) await printJson(reportJson(report, price));
  else say(reportText(report, dir, price));
}

/** Prints what a load would read; makes and writes nothing. */
export async function dryRun(sources: string[], options: IngestOptions, signal: AbortSignal): Promise<void> {
  const { lake: dir, json = false, network: asked } = options;
  const store = await openStore(sources, storeOptions(options));
  const network = await settleNetwork(store, { asked, lake: dir });
  const plan = (lake?: LakeHandle) => planLoad(lake?.lake, store, { ...loadOptions(options), signal });
  const planned = (await isLake(dir)) ? await withLake(dir, { network, readOnly: true }, plan) : await plan();
  store.close?.();
  const cost = costOfPlan(store, planned.plan, options);
  if (json) await printJson({ ...planJson(planned.plan), ...(store.remote && { cost: costJson(cost) }) });
  else await print(`${planText(planned.plan)}${store.remote ? `${costText(cost)}\n` : ''}`);
}
