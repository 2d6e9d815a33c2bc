/**
 * Lets one actor at a time run, and a seed choose which: at each asynchronous call of `node:fs` and each wait an actor stands still
 * until it is chosen. What an actor does between two such calls happens at once, as seen by the others.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** Returns a whole number from 0 up to, and without, the given one. */
type Random = (below: number) => number;
type Call = (...args: unknown[]) => Promise<unknown>;
type Calls = Record<string, Call>;

/** An actor that waits to be chosen. */
interface Waiting {
  name: string;
  go: () => void;
}

/** An actor that waits for another one has not come to a turn by then; with all that DuckDB does a turn takes far less. */
const STUCK_MS = 2000;

const actorNow = new AsyncLocalStorage<string>();
let turns: Turns | undefined;

class Turns {
  /** Who was chosen for what. */
  readonly trace: string[] = [];
  readonly #random: Random;
  readonly #waiting: Waiting[] = [];
  #left: number;
  /** How many run: one, or more where one waits for another. */
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(random: Random, actors: number) {
    this.#random = random;
    this.#left = actors;
  }

  /** Returns when the actor is chosen. */
  take(name: string, what: string, isFirst = false): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.trace.push(`${name} ${what}`);
        resolve();
      };
      this.#waiting.push({ name, go });
      if (!isFirst) this.#running--;
      this.#choose();
    });
  }

  end(): void {
    this.#left--;
    this.#running--;
    this.#choose();
  }

  /** Chooses once nobody runs, and all who are left wait or one who runs is stuck. */
  #choose(isStuck = false): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0 || (this.#running > 0 && !isStuck)) return;
    if (this.#running <= 0 && this.#waiting.length < this.#left && !isStuck) return this.#watch();
    // Actors come in an order of their own; the seed alone decides.
    this.#waiting.sort((a, b) => (a.name < b.name ? -1 : 1));
    const [chosen] = this.#waiting.splice(this.#random(this.#waiting.length), 1);
    this.#running++;
    chosen.go();
    this.#watch();
  }

  #watch(): void {
    this.#timer = setTimeout(() => this.#choose(true), STUCK_MS);
  }
}

/** Runs the actors together, in the order that the numbers say; returns who was chosen for what. Throws what the first one throws. */
export async function inTurns(actors: Record<string, () => Promise<void>>, random: Random): Promise<string[]> {
  const order = new Turns(random, Object.keys(actors).length);
  turns = order;
  const all = Object.entries(actors).map(([name, act]) =>
    actorNow.run(name, async () => {
      try {
        await order.take(name, 'begins', true);
        await act();
      } finally {
        order.end();
      }
    }),
  );
  const ended = await Promise.allSettled(all);
  turns = undefined;
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return order.trace;
}

/** Waits for a turn of the actor that calls; who is none goes on. */
async function turn(what: string): Promise<void> {
  const name = actorNow.getStore();
  if (name !== undefined && turns) await turns.take(name, what);
}

const promises = fs.promises as unknown as Calls;
for (const name of [
  'access',
  'copyFile',
  'link',
  'mkdir',
  'open',
  'readFile',
  'readdir',
  'rename',
  'rm',
  'stat',
  'unlink',
  'utimes',
  'writeFile',
]) {
  const call = promises[name];
  promises[name] = async (...args) => {
    await turn(name);
    return call(...args);
  };
}
// Time does not pass: who waits takes a turn.
const waits = timers as unknown as Calls;
for (const [name, value] of [
  ['setTimeout', 1],
  ['setImmediate', 0],
] as const) {
  const call = waits[name];
  waits[name] = async (...args) => {
    if (actorNow.getStore() === undefined || !turns) return call(...args);
    await turn(name);
    return args[value];
  };
}
syncBuiltinESMExports();
