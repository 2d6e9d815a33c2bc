/** A served history: the parts put together. */
import { DecodeError } from '../../errors.ts';
import type { History } from '../../history/history.ts';
import type { RpcConfig } from './config.ts';
import { FeeWindows } from './fee-windows.ts';
import { unreadable, type Log, type RpcNode } from './node.ts';

export interface NodeOptions {
  log?: Log;
  now?: () => number;
}

/** Returns the node over a history, its fee windows filled from the newest ledgers; throws what `fillFees` throws. */
export async function createNode(history: History, config: RpcConfig, options: NodeOptions = {}): Promise<RpcNode> {
  const { log = () => undefined, now = Date.now } = options;
  const fees = new FeeWindows(config.classicFeeWindow, config.sorobanFeeWindow);
  const node = { history, config, fees, log, now };
  const window = history.window();
  if (window) {
    const ledgers = Math.max(config.classicFeeWindow, config.sorobanFeeWindow);
    for (let sequence = Math.max(window.first, window.last - ledgers + 1); sequence <= window.last; sequence++) {
      await fillFees(node, sequence);
    }
  }
  history.onLedger((parts) => fees.add(parts));
  return node;
}

/**
 * Takes a ledger into the fee windows. One that is damaged is logged and stands there without fees, to be read again when they
 * are asked for; throws what else reading throws, and DecodeError when its transactions are another network's.
 */
async function fillFees(node: RpcNode, sequence: number): Promise<void> {
  const { history, fees } = node;
  const parts = await history.ledger(sequence).catch((error: unknown) => {
    if (!(error instanceof DecodeError)) throw error;
    unreadable(node, sequence, error);
  });
  if (parts) fees.add(parts.pairEnvelopes(history.networkId));
  else fees.lack(sequence);
}
