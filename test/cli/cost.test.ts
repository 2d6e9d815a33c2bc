import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { agreeToCost } from '../../src/cli/cost.ts';
import { Interrupted } from '../../src/cli/interrupt.ts';
import { StoreError } from '../../src/core/errors.ts';

const cost = { objects: 3, bytes: 20e9, pricePerGb: 0.12, usd: 2.4 };
const asked = 'to read from the store: 3 objects, 20.0 GB, about 2.40 USD at 0.12 USD per GB, more than --max-cost 1';

/** What looks like a terminal to whoever asks. */
function terminal({ isTTY = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY, columns: 200 });
  return { input, output, streams: { input, output } };
}

describe('agreeToCost', () => {
  const answered = async (typed: string | undefined) => {
    const { input, output, streams } = terminal();
    const agreed = agreeToCost(cost, { maxCost: 1 }, streams);
    if (typed === undefined) input.end();
    else input.write(typed);
    await agreed.finally(() => expect(String(output.read())).toContain(`${asked}. Read it? [y/N] `));
  };

  it.each(['y\n', 'yes\n', 'Y\r\n', ' YES \n'])('takes %j for yes', (typed) => answered(typed));

  it.each(['n\n', '\n', 'yikes\n', '\u0004', undefined])('takes %j for no', async (typed) => {
    await expect(answered(typed)).rejects.toThrow(new StoreError('nothing was read', { bytes: cost.bytes }));
  });

  it('is stopped by Ctrl-C', async () => {
    await expect(answered('\u0003')).rejects.toThrow(Interrupted);
  });

  it('refuses where there is nobody to ask', async () => {
    const { output, streams } = terminal({ isTTY: false });
    await expect(agreeToCost(cost, { maxCost: 1 }, streams)).rejects.toThrow(
      `${asked}; give --yes or a higher --max-cost, or a smaller --range`,
    );
    expect(output.read()).toBeNull();
  });

  it.each([
    ['what costs no more than --max-cost', { maxCost: 2.4 }],
    ['what --yes allows', { maxCost: 1, yes: true }],
  ])('does not ask for %s', async (_title, flags) => {
    const { output, streams } = terminal();
    await agreeToCost(cost, flags, streams);
    expect(output.read()).toBeNull();
  });
});
