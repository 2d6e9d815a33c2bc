import { describe, expect, it } from 'vitest';
import { coveredRuns } from '../../../src/lake/disk/snapshot/coverage.ts';

const whole = (ledger: number) => ({ ledger, complete: true });

describe('coveredRuns', () => {
  it.each([
    ['begins with the network', [{ first: 1, last: 9 }], [], [1]],
    ['lacks the first ledger alone', [{ first: 2, last: 9 }], [whole(7)], [2]],
    ['begins later', [{ first: 3, last: 9 }], [], [undefined]],
    ['follows a state', [{ first: 128, last: 200 }], [whole(127)], [127]],
    ['has a gap after a state', [{ first: 129, last: 200 }], [whole(127)], [undefined]],
    ['passes states', [{ first: 100, last: 200 }], [whole(127), whole(191), whole(255)], [127]],
    ['passes a state that is not whole', [{ first: 100, last: 200 }], [{ ledger: 127, complete: false }], [undefined]],
    [
      'comes after a gap',
      [
        { first: 2, last: 9 },
        { first: 20, last: 30 },
      ],
      [whole(5)],
      [2, undefined],
    ],
  ])('knows from where every entry is known in a run that %s', (_, ranges, baselines, expected) => {
    expect(coveredRuns(ranges, baselines).map(({ fullFrom }) => fullFrom)).toEqual(expected);
  });
});
