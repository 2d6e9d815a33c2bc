/** Answers for agents: bounded, whole with their cursors, with their grounds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Answers, MOST_CHARACTERS, shortened, type Told } from '../../src/mcp/answer.ts';

const grounds = { available_ledgers: { oldest: 2, latest: 9 }, gaps: [[4, 5]], warnings: ['some'] };

function walk(answers: Answers, first: Told): unknown[] {
  const rows: unknown[] = [];
  for (
    let told: Told | undefined = first;
    told;
    told = told.cursor === undefined ? undefined : answers.after(told.cursor)
  ) {
    expect(told.rows).toMatchObject({ from: rows.length });
    rows.push(...(told.ledger_data as unknown[]));
  }
  return rows;
}

describe('shortened', () => {
  it('leaves alone what fits, and is valid JSON of at most about so many characters', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 100, max: 2000 }), (value, most) => {
        const size = JSON.stringify(value).length;
        const short = JSON.stringify(shortened(value, most)).length;
        if (size <= most) expect(shortened(value, most)).toBe(value);
        else expect(short).toBeLessThan(Math.max(size + 60, 0));
      }),
    );
    const large = {
      list: Array.from({ length: 5000 }, (_, i) => ({ i, text: 'x'.repeat(i) })),
      one: 1,
      word: 'w'.repeat(1e6),
    };
    const short = shortened(large, 4000) as typeof large;
    expect(JSON.stringify(short).length).toBeLessThan(4000);
    expect(short.one).toBe(1);
    expect(short.word).toMatch(/^w+\.\.\. \(1000000 characters\)$/);
    expect(short.list.at(-1)).toEqual({ left_out: expect.any(Number) });
    expect(Number((short.list.at(-1) as unknown as { left_out: number }).left_out) + short.list.length - 1).toBe(5000);
  });
});

describe('rows', () => {
  it('go on with cursors to the last, none lost or doubled, each with what they rest on', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: fc.string({ maxLength: 3000 }), b: fc.integer() }), { maxLength: 60 }),
        (rows) => {
          const answers = new Answers('local', 'ledgerlake verify');
          const first = answers.of({ data: rows, grounds, call: 'select 1' });
          expect(walk(answers, first)).toEqual(rows);
          expect(first.coverage).toEqual({ network: 'local', ...grounds });
          expect(JSON.stringify(first).length).toBeLessThan(MOST_CHARACTERS + 1500);
        },
      ),
    );
  });

  it('that are wider than an answer are shortened, one an answer', () => {
    const answers = new Answers('local', 'ledgerlake verify');
    const rows = Array.from({ length: 3 }, (_, i) => ({ i, text: 'y'.repeat(100_000) }));
    const walked = walk(answers, answers.of({ data: rows, grounds, call: '' })) as typeof rows;
    expect(walked.map(({ i }) => i)).toEqual([0, 1, 2]);
    expect(walked[0].text).toMatch(/\(100000 characters\)$/);
  });

  it('say that a limit cut them off', () => {
    const answers = new Answers('local', 'v');
    expect(answers.of({ data: [1], grounds, call: '', isCut: true }).rows).toEqual({
      from: 0,
      shown: 1,
      found: 1,
      are_all: false,
    });
  });

  it('are kept within bounds: the oldest cursors end', () => {
    const answers = new Answers('local', 'v');
    const large = Array.from({ length: 40 }, () => 'z'.repeat(1_000_000));
    const cursors = [1, 2, 3].map(() => answers.of({ data: large, grounds, call: '' }).cursor!);
    expect(cursors.map((cursor) => answers.after(cursor) !== undefined)).toEqual([false, false, true]);
    for (const cursor of ['', '1', '3-', '3-40', '3-99999999999999999999', '-1-2', 'x-1', '3-1e3'])
      expect(answers.after(cursor)).toBeUndefined();
  });
});
