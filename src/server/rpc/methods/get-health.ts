/** Answers `getHealth`: reports the retained ledgers, and an error if the newest one is too old. */
import { subtractRanges } from '../../../datastore/spans.ts';
import { decodeParams, struct } from '../params.ts';
import { EMPTY, internalError } from '../errors.ts';
import { goSeconds } from '../go/duration.ts';
import type { Method } from '../call.ts';

const request = struct('GetHealthRequest', {});

/** Whether the newest ledger is young enough, and the window. */
export const getHealth: Method = async ({ node, params }, w) => {
  await decodeParams(request, params);
  const { history, config } = node;
  const window = history.window();
  if (!window) throw internalError(`[-32603] data stores are not initialized: ${EMPTY}`);
  const age = node.now() - window.lastCloseTime * 1000;
  const limit = config.maxHealthyLatency;
  if (limit !== undefined && age > limit) {
    const times = `latency (${goSeconds(age)}) since last known ledger closed is too high (>${goSeconds(limit)})`;
    throw internalError(`[-32603] ${times}`);
  }
  w.ascii('{"status":"healthy","latestLedger":');
  w.integer(window.last);
  w.ascii(',"latestLedgerCloseTime":');
  w.quotedInteger(window.lastCloseTime);
  w.ascii(',"oldestLedger":');
  w.integer(window.first);
  w.ascii(',"oldestLedgerCloseTime":');
  w.quotedInteger(window.firstCloseTime);
  w.ascii(',"ledgerRetentionWindow":');
  w.integer(config.retentionWindow);
  if (config.extras.coverage) {
    const ranges = history.coverage();
    const whole = { first: ranges[0].first, last: ranges.at(-1)!.last };
    w.ascii(',"ranges":');
    w.value(ranges);
    w.ascii(',"gaps":');
    w.value(subtractRanges(whole, ranges));
  }
  w.ascii('}');
};
