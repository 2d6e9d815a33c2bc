/** A served history: the parts put together. */
import type { History } from '../../history/history.ts';
import type { RpcConfig } from './config.ts';
import { FeeWindows } from './fee-windows.ts';
import type { Log, RpcNode } from './node.ts';

export interface NodeOptions {
  log?: Log;
  now?: () => number;
}

/** Returns the node over a history, its fee windows filled from the newest ledgers; throws what reading them throws. */
export async function createNode(history: History, config: RpcConfig, options: NodeOptions = {}): Promise<RpcNode> {
  const { log = () => undefined, now = Date.now } = options;
  const fees = new FeeWindows(config.classicFeeWindow, config.sorobanFeeWindow);
  const window = history.window();
  if (window) {
    const ledgers = Math.max(config.classicFeeWindow, config.sorobanFeeWindow);
    for (let sequence = Math.max(window.first, window.last - ledgers + 1); sequence <= window.last; sequence++) {
      fees.add(await history.transactions(sequence));
    }
  }
  history.onLedger((parts) => fees.add(parts));
  return { history, config, fees, log, now };
}
