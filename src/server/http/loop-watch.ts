/** Watches the event loop of a server: while a request holds it, no other is answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Histogram, Registry } from 'prom-client';
import type { Log } from './log.ts';

/** The most processor time, in milliseconds, that the loop may take between two turns. */
const MOST_HELD_MS = 50;
const TICK_MS = 10;
const MOST_NAMED = 5;
const MOST_LETTERS = 200;

export interface LoopWatch {
  /** Takes in a request, until its answer ends. */
  enters(request: IncomingMessage, response: ServerResponse): void;
  /** Returns how often and how long the loop was held, in the format of Prometheus. */
  page(): Promise<string>;
}

/**
 * Returns a watch, which logs the requests in hand when the loop was held for more than 50 ms.
 * It counts the processor time of its thread, so that a busy machine is no hold, and runs only while requests are in hand.
 */
export function watchLoop(log: Log): LoopWatch {
  const registers = [new Registry()];
  const held = new Histogram({
    name: 'ledgerlake_event_loop_held_seconds',
    help: 'processor time for which the event loop was held, where that was more than 0.05 s',
    registers,
    buckets: [0.1, 0.2, 0.5, 1, 2, 5, 10],
  });
  const inHand = new Map<ServerResponse, string>();
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  const look = () => {
    const now = threadMilliseconds();
    const milliseconds = now - last;
    last = now;
    if (milliseconds <= MOST_HELD_MS) return;
    held.observe(milliseconds / 1000);
    const requests = [...inHand.values()].slice(0, MOST_NAMED).join(', ');
    const more = Math.max(0, inHand.size - MOST_NAMED) || undefined;
    log('warn', 'the event loop was held', { milliseconds: Math.round(milliseconds), requests, more });
  };
  return {
    enters(request, response) {
      inHand.set(response, nameOf(request));
      if (timer === undefined) {
        last = threadMilliseconds();
        timer = setInterval(look, TICK_MS).unref();
      }
      response.once('close', () => {
        look();
        inHand.delete(response);
        if (inHand.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    },
    page: () => registers[0].metrics(),
  };
}

/** Returns method and path of a request; what follows `?` may be a key. */
function nameOf({ method, url = '/' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1);
  return `${method} ${path.slice(0, MOST_LETTERS)}`;
}

/** Returns the processor time of this thread; before Node 23.9 the time for which its event loop was active. */
function threadMilliseconds(): number {
  if (!('threadCpuUsage' in process)) return performance.eventLoopUtilization().active;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
