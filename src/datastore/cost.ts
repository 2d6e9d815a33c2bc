/** What reading from a store costs the reader. */
import type { Plan } from './plan.ts';
import type { Store } from './store.ts';

/** USD a gigabyte that requester-pays buckets are taken to cost: what Google asks for traffic to the internet. */
const REQUESTER_PAYS_PRICE = 0.12;

const GIGABYTE = 1e9;

/** An estimate, before anything is read. */
export interface Cost {
  /** How many objects are read. */
  objects: number;
  /** Their compressed size in bytes. */
  bytes: number;
  /** USD. */
  pricePerGb: number;
  /** USD, for the bytes alone. */
  usd: number;
}

/** Returns the price of a gigabyte: what the user says, else the usual one where the reader pays, else nothing. */
export function priceOf(store: Store, pricePerGb?: number): number {
  return pricePerGb ?? (store.remote?.requesterPays ? REQUESTER_PAYS_PRICE : 0);
}

/** Returns what so many bytes cost, in USD. */
export function costOf(bytes: number, pricePerGb: number): number {
  return (bytes / GIGABYTE) * pricePerGb;
}

/** Returns what reading the objects costs. */
export function estimateCost(store: Store, objects: readonly { bytes: number }[], pricePerGb?: number): Cost {
  const price = priceOf(store, pricePerGb);
  const bytes = objects.reduce((sum, object) => sum + object.bytes, 0);
  return { objects: objects.length, bytes, pricePerGb: price, usd: costOf(bytes, price) };
}

/** Returns what reading all objects of a plan costs. */
export function costOfPlan(store: Store, { units, files }: Plan, { pricePerGb }: { pricePerGb?: number }): Cost {
  return estimateCost(store, [...units.flatMap(({ objects }) => objects), ...files], pricePerGb);
}
