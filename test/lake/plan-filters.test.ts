import { describe, expect, it } from 'vitest';
import { OPEN, rangeOf, scansIn } from '../../src/lake/narrow/plan-filters.ts';

describe('rangeOf(filters, column)', () => {
  it.each([
    ['l=5', 5, 5],
    ['optional: l IN (5, 9)', 5, 9],
    ['(CAST(l AS BIGINT) = 5)', 5, 5],
    ['(CAST(l AS BIGINT) < 5)', 0, 4],
    ['(CAST(l AS BIGINT) BETWEEN 5 AND 9)', 5, 9],
    ['(CAST(l AS BIGINT) IN (5, 9))', 5, 9],
    ['(CAST(l AS BIGINT) = 5) OR (CAST(l AS BIGINT) = 900)', OPEN.first, OPEN.last],
    ['(CAST(l AS BIGINT) = CAST(m AS BIGINT))', OPEN.first, OPEN.last],
    ["(CAST(l AS VARCHAR) = '5')", OPEN.first, OPEN.last],
  ])('%s', (filter, first, last) => {
    expect(rangeOf([filter], 'l')).toEqual({ first, last });
  });
});

describe('scansIn(plan)', () => {
  const scan = (...filters: string[]) => ({ extra_info: { Table: 't', Filters: filters }, children: [] });
  const under = (expression: string) => [{ extra_info: { Expression: expression }, children: [scan('id>5')] }];
  const filtersUnder = (expression: string) => [...scansIn(under(expression))].flatMap(({ filters }) => filters);

  it('tells what is asked right above a scan, part by part', () => {
    expect(filtersUnder(`((a = 'x AND (') OR (b = 'y')) AND (c = 1) AND (d AND e)`)).toEqual([
      'id>5',
      `((a = 'x AND (') OR (b = 'y'))`,
      '(c = 1)',
      '(d AND e)',
    ]);
    expect(filtersUnder(`((a = 'it''s') AND (b = 2))`)).toEqual(['id>5', `(a = 'it''s')`, '(b = 2)']);
    expect(filtersUnder(`((a = 1) OR (b = 2))`)).toEqual(['id>5', `(a = 1) OR (b = 2)`]);
  });

  it('leaves alone what AND is in for another reason', () => {
    expect(filtersUnder(`a BETWEEN 1 AND (b = 'x')`)).toEqual(['id>5', `a BETWEEN 1 AND (b = 'x')`]);
  });

  it('takes what stands above something else for no filter of its scans', () => {
    const join = { extra_info: { 'Join Type': 'LEFT' }, children: [scan(), scan('b=1')] };
    const plan = [{ extra_info: { Expression: `(a = 'x')` }, children: [join] }];
    expect([...scansIn(plan)].map(({ filters }) => filters)).toEqual([[], ['b=1']]);
  });
});
