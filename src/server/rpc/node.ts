/** A node: a history that is served, and what is known of it. */
import { DecodeError } from '../../core/errors.ts';
import type { History } from '../../history/history.ts';
import type { LedgerIndex } from '../../history/ledger-index.ts';
import { paired } from '../../history/paired.ts';
import type { Window } from '../../history/window.ts';
import { messageOf } from '../../core/system-errors.ts';
import { Strkeys } from '../../xdr/strkey.ts';
import type { Log } from '../http/log.ts';
import type { RpcConfig } from './rpc-config.ts';
import { EMPTY, errorFields, internalError } from './errors.ts';
import { FeeWindows } from './fee-windows.ts';

export interface RpcNode {
  history: History;
  /** Tells which ledgers have an account or a contract, where a lake is served. */
  index?: LedgerIndex;
  config: RpcConfig;
  fees: FeeWindows;
  /** Texts of keys, for answers in JSON. */
  keys: Strkeys;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Returns the node over a history, its fee windows filled from the newest ledgers; throws what `fillFees` throws. */
export async function createNode(
  history: History,
  config: RpcConfig,
  { log = () => undefined, now = Date.now, index }: Partial<Pick<RpcNode, 'log' | 'now' | 'index'>> = {},
): Promise<RpcNode> {
  const fees = new FeeWindows(config.classicFeeWindow, config.sorobanFeeWindow);
  const node = { history, index, config, fees, keys: new Strkeys(), log, now };
  const window = history.window();
  if (window) {
    const ledgers = Math.max(config.classicFeeWindow, config.sorobanFeeWindow);
    for (let sequence = Math.max(window.first, window.last - ledgers + 1); sequence <= window.last; sequence++) {
      await fillFees(node, sequence);
    }
  }
  history.onLedger((ledger) => fees.add(ledger));
  return node;
}

/**
 * Takes a ledger into the fee windows. A damaged one is logged and stands there without fees, to be read again when they
 * are asked for; throws what else reading throws, and DecodeError when its transactions are another network's.
 */
async function fillFees(node: RpcNode, sequence: number): Promise<void> {
  const { history, fees } = node;
  const ledger = await history.rawLedger(sequence).catch((error: unknown) => {
    if (!(error instanceof DecodeError)) throw error;
    unreadable(node, sequence, error);
  });
  if (ledger) fees.add(ledger.fault ? ledger : paired(ledger, history.networkId));
  else fees.lack(sequence);
}

/** Returns the window; throws the reference's error while there are no ledgers. */
export function windowOf({ history }: RpcNode, prefix = ''): Window {
  const window = history.window();
  if (!window) throw internalError(prefix + EMPTY);
  return window;
}

/** Logs why a ledger cannot be read, with its file, and returns the error that the caller gets. */
export function unreadable({ log }: Pick<RpcNode, 'log'>, ledger: number, error: unknown, prefix = ''): Error {
  const why = messageOf(error);
  log('error', `cannot read ledger ${ledger}`, { ledger, error: why, ...errorFields(error) });
  return internalError(prefix + why);
}
