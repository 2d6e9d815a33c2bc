/** What can go wrong between a store and its reader, and schedules of it that are the same in each run. */
import { Random } from '../../src/simulator/random.ts';

/** What happens to one answer; `at` is the share of the body, from 0 to 1, that still comes as it should. */
export type Fault =
  | { kind: 'latency'; ms: number }
  | { kind: 'status'; status: 403 | 404 | 429 | 500 | 503; retryAfter?: number }
  /** The connection is reset. */
  | { kind: 'reset'; at: number }
  /** The connection is closed in good order before as many bytes have come as were announced. */
  | { kind: 'cut'; at: number }
  /** Fewer bytes than the object has, announced as if they were all. */
  | { kind: 'short'; at: number }
  /** One bit is another. */
  | { kind: 'wrong'; at: number }
  /** Nothing more comes, and the connection stays open. */
  | { kind: 'stall'; at: number };

/** One request as a schedule sees it; `attempt` counts from 0 the requests of this method and path, whatever the query. */
export interface Request {
  method: string;
  target: string;
  attempt: number;
}

export type Schedule = (request: Request) => Fault | undefined;

export const kinds = ['latency', 'status', 'reset', 'cut', 'short', 'wrong', 'stall'] as const;

/** Returns whether the target is a ledger object, however its key is encoded, and not a listing. */
export function isObject(target: string): boolean {
  return /--\d+(-\d+)?\.xdr\.\w+(\?|$)/.test(target);
}

/** Returns what is asked for without the query, in which one request for a thing may differ from the next. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0];
}

/** Returns the schedule in which the first `times` requests of each ledger object meet the fault. */
export function eachObject(fault: Fault, times = 1): Schedule {
  return ({ method, target, attempt }) => (method === 'GET' && isObject(target) && attempt < times ? fault : undefined);
}

/**
 * Returns a schedule in which any of the first `most` requests of a path may meet any fault, the rest none. What a
 * request meets depends on the seed, its path and its attempt alone, not on the order of requests.
 */
export function randomSchedule(seed: string, most: number, percent = percentOf(seed)): Schedule {
  return ({ method, target, attempt }) => {
    const random = new Random(`${seed} ${method} ${pathOf(target)} ${attempt}`);
    return attempt < most && random.chance(percent)
      ? randomFault(random, method === 'GET' && isObject(target))
      : undefined;
  };
}

/** Some schedules are mild, some leave nothing alone. */
function percentOf(seed: string): number {
  return new Random(seed).pick([5, 20, 50, 100]);
}

/** Where in each object of the sample one bit is of what hashes cover; of all single bits about one in ten is not. */
export const COVERED_AT = 0.01;

/**
 * Returns the schedule without what cannot be told of this kind of store. A plain mirror says no hash: an object that is short or
 * wrong, and as long as announced, shows when its ledgers are decoded and verified, if at all: no hash covers their meta.
 */
export function tellable(kind: 'http' | 'gcs' | 's3', schedule: Schedule): Schedule {
  if (kind !== 'http') return schedule;
  return (request) => {
    const fault = schedule(request);
    return fault?.kind === 'short' || fault?.kind === 'wrong' ? undefined : fault;
  };
}

function randomFault(random: Random, ofObject: boolean): Fault {
  const at = random.integer(0, 999) / 1000;
  // A listing that is short or wrong and still parses cannot be told from a true one.
  switch (random.pick(ofObject ? kinds : kinds.filter((kind) => kind !== 'short' && kind !== 'wrong'))) {
    case 'latency':
      return { kind: 'latency', ms: random.integer(1, 30) };
    case 'status':
      return { kind: 'status', status: random.pick([429, 500, 503]), ...(random.chance(20) && { retryAfter: 0 }) };
    case 'reset':
      return { kind: 'reset', at };
    case 'cut':
      return { kind: 'cut', at };
    case 'short':
      return { kind: 'short', at };
    case 'wrong':
      return { kind: 'wrong', at };
    case 'stall':
      return { kind: 'stall', at };
  }
}
