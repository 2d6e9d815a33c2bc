/** Finds swaps in the movements of a transaction: one address gave one asset and received another. */
import { unitsOf } from '../../tokens.ts';
import type { MovementRow } from './transaction-events.ts';

/** What moved of one asset, and an event of it. */
export interface Side {
  /** In units; null where no decimals are known. */
  amount: string | null;
  /** In the smallest unit. */
  raw: string;
  event: MovementRow;
}

export interface Swap {
  trader: string;
  sold: Side;
  bought: Side;
  /** Whether it is the net of more than two transfers, as routers make them. */
  isInferred: boolean;
}

/**
 * Returns the swap that movements are, undefined where they are none. The trader is the operation's source when that is one of the
 * parties, else the first who sent.
 */
export function netSwap(movements: readonly MovementRow[], source?: string): Swap | undefined {
  const transfers = movements.filter(({ event_type: type }) => type === 'transfer');
  if (transfers.length < 2 || transfers.length !== movements.length) return undefined;
  const senders = new Set(transfers.flatMap(({ from }) => from ?? []));
  const candidates = [...(source === undefined ? [] : [source]), ...senders];
  for (const trader of candidates) {
    const swap = ofTrader(transfers, trader);
    if (swap) return { ...swap, trader, isInferred: transfers.length > 2 };
  }
  return undefined;
}

function ofTrader(transfers: readonly MovementRow[], trader: string): Pick<Swap, 'sold' | 'bought'> | undefined {
  const nets = [...netsOf(transfers, trader).values()].filter(({ net }) => net !== 0n);
  const sold = nets.filter(({ net }) => net < 0n);
  const bought = nets.filter(({ net }) => net > 0n);
  if (sold.length !== 1 || bought.length !== 1) return undefined;
  return { sold: sideOf(sold[0]), bought: sideOf(bought[0]) };
}

interface Net {
  net: bigint;
  event: MovementRow;
}

/** What an address gained and lost, by token. */
function netsOf(transfers: readonly MovementRow[], trader: string): Map<string, Net> {
  const nets = new Map<string, Net>();
  for (const event of transfers) {
    const { from, to, contract_id: token, asset_code: code, asset_issuer: issuer, amount } = event;
    const change = (to === trader ? BigInt(amount) : 0n) - (from === trader ? BigInt(amount) : 0n);
    const key = token ?? `${code}:${String(issuer)}`;
    nets.set(key, { net: (nets.get(key)?.net ?? 0n) + change, event });
  }
  return nets;
}

function sideOf({ net, event }: Net): Side {
  const raw = String(net < 0n ? -net : net);
  return { amount: unitsOf(raw, event['token_decimals']), raw, event };
}
