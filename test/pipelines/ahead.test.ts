import { expect, it } from 'vitest';
import { SourceReadAhead } from '../../src/pipelines/run/source.ts';

/** Returns what measures, from time to time, so many cores idle: a second passes from one time to the next. */
function coresIdle(cores: number) {
  let seconds = 0;
  return () => ({ now: 1000 * seconds, idle: cores * 1000 * seconds++ });
}

it('begins one task at a time for who takes results more slowly than one worker makes them', () => {
  const ahead = new SourceReadAhead(9, coresIdle(1));
  ahead.waited(60_000); // the first result: its worker starts
  for (let i = 0; i < 1000; i++) ahead.waited(1.9);
  expect(ahead.tasks).toBe(1);
});

it('begins twice as many each time that results were waited for two seconds, up to the limit', () => {
  const ahead = new SourceReadAhead(9, coresIdle(0.6));
  ahead.waited(500);
  const tasks = Array.from({ length: 10 }, () => {
    ahead.waited(1000);
    return ahead.tasks;
  });
  expect(tasks).toEqual([1, 2, 2, 4, 4, 8, 8, 9, 9, 9]);
});

it('begins no more while all cores are busy, which others cannot do sooner either', () => {
  let cores = 0.4;
  let idle = 0;
  let now = 0;
  const ahead = new SourceReadAhead(9, () => ({ now: (now += 1000), idle: (idle += 1000 * cores) }));
  const waitedTenSeconds = () => {
    for (let i = 0; i < 10; i++) ahead.waited(1000);
    return ahead.tasks;
  };
  expect(waitedTenSeconds()).toBe(1);
  cores = 1;
  expect(waitedTenSeconds()).toBeGreaterThan(1);
});
