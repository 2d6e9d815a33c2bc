import { expect, it } from 'vitest';
import { Ahead } from '../../src/pipelines/run/source.ts';

it('begins one task at a time for who takes results more slowly than one worker makes them', () => {
  const ahead = new Ahead(9);
  ahead.waited(60_000); // the first result: its worker starts
  for (let i = 0; i < 1000; i++) ahead.waited(1.9);
  expect(ahead.tasks).toBe(1);
});

it('begins twice as many each time that results were waited for two seconds, up to the limit', () => {
  const ahead = new Ahead(9);
  ahead.waited(500);
  const tasks = Array.from({ length: 10 }, () => {
    ahead.waited(1000);
    return ahead.tasks;
  });
  expect(tasks).toEqual([1, 2, 2, 4, 4, 8, 8, 9, 9, 9]);
});
