/** What the log and the metrics tell of a request that holds the event loop. */
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../src/server/http/listener.ts';
import { watchLoop } from '../../src/server/http/loop-watch.ts';

const lines: unknown[] = [];
const watch = watchLoop((level, message, fields) => lines.push([level, message, fields]));
const spin = (milliseconds: number) => {
  const { user, system } = process.threadCpuUsage();
  let spent = 0;
  while (spent < milliseconds) {
    const now = process.threadCpuUsage({ user, system });
    spent = (now.user + now.system) / 1000;
  }
  return { spent: Math.round(spent) };
};
const listener = await listen(
  '127.0.0.1:0',
  [
    {
      prefix: '',
      add(server) {
        server.get('/spin', () => spin(80));
        server.get('/quick', () => ({ spent: 0 }));
      },
    },
  ],
  { watch },
);
afterAll(() => listener.close());

it('names the requests in hand by method and path, without what may be a key, and counts the hold', async () => {
  await fetch(`${listener.url}quick`);
  await fetch(`${listener.url}spin?api_key=ll_secret`);
  const held = lines.filter((line) => JSON.stringify(line).includes('GET /spin'));
  expect(held).toEqual([
    [
      'warn',
      'the event loop was held',
      { milliseconds: expect.any(Number) as number, requests: 'GET /spin', more: undefined },
    ],
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
  const page = await watch.page();
  expect(Number(/held_seconds_count (\d+)/.exec(page)?.[1])).toBe(lines.length);
  expect(Number(/held_seconds_sum ([\d.]+)/.exec(page)?.[1])).toBeGreaterThanOrEqual(0.08);
});
