import { expect, it } from 'vitest';
import { terminalChart } from '../../src/cli/demo/terminal-chart.ts';

const ends = ['00:00', '00:05'] as const;

it('draws the first value at the left, the last at the right, and labels the greatest and the least', () => {
  const lines = ['4 ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⡏⠉', '  ┤⠀⠀⠀⠀⠀⠀⡖⠒⠒⠒⠃⠀', '  ┤⠀⠀⡤⠤⠤⠤⠇⠀⠀⠀⠀⠀', '1 ┤⣀⣀⡇⠀⠀⠀⠀⠀⠀⠀⠀⠀', '   00:00  00:05', ''];
  expect(terminalChart([1, 2, 3, 4], { width: 12, height: 4, ends })).toBe(lines.join('\n'));
});

it('draws values that are all one in the middle, labelled once', () => {
  expect(terminalChart([100, 100], { width: 10, height: 3, ends })).toBe(
    '    ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀\n100 ┤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤\n    ┤⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀\n     00:00 00:05\n',
  );
});
