import { describe, expect, it } from 'vitest';
import { parseRange } from '../../src/datastore/range.ts';
import { UsageError } from '../../src/core/errors.ts';

const syntax =
  'a range is FIRST:LAST (both included), FIRST:+COUNT, FIRST:, :LAST, one ledger, or -COUNT: for the newest; numbers ' +
  'may have _ between digits and end in k, M or G, as in 63092982:63092994, 50M:50_001_000, 1.5M:+1000, 5k:, -1000:';

describe('parseRange(text)', () => {
  it.each([
    ['63092982:63092994', { first: 63092982, last: 63092994 }],
    ['50M:+1000', { first: 50_000_000, last: 50_000_999 }],
    ['50M:50_001_000', { first: 50_000_000, last: 50_001_000 }],
    ['5k:', { first: 5000 }],
    [':1000', { last: 1000 }],
    ['7', { first: 7, last: 7 }],
    ['1.5M:+1k', { first: 1_500_000, last: 1_500_999 }],
    ['1.1M:1.10M', { first: 1_100_000, last: 1_100_000 }],
    ['0.5k:2g', { first: 500, last: 2_000_000_000 }],
    [' 5 : 9 ', { first: 5, last: 9 }],
    ['0:63', { first: 2, last: 63 }],
    ['1:', { first: 2 }],
    ['-1000:', { newest: 1000 }],
    [' -1.5k ', { newest: 1500 }],
    ['4294967295', { first: 4294967295, last: 4294967295 }],
    ['4294967295:+1', { first: 4294967295, last: 4294967295 }],
  ])('reads %s', (text, range) => {
    expect(parseRange(text)).toEqual(range);
  });

  it.each([
    '',
    ':',
    'a',
    '5:b',
    '1:2:3',
    '-5:9',
    '-5:+2',
    '-',
    '-:',
    '--5',
    '5-9',
    '5..9',
    '1__0',
    '_1',
    '1e6',
    '5:+',
    '0x10',
    '1,000',
    '5T',
  ])('rejects %s as no range', (text) => {
    expect(() => parseRange(text)).toThrow(new UsageError(`range "${text}" cannot be read: ${syntax}`));
  });

  it.each([
    ['1.2345k', 'range "1.2345k": 1.2345k is not a whole number'],
    ['1.5', 'range "1.5": 1.5 is not a whole number'],
    ['10:9', 'range "10:9": the first ledger 10 is above the last ledger 9'],
    ['4294967296', 'range "4294967296": ledger 4294967296 is above the highest possible, 4294967295'],
    ['4G:+1G', 'range "4G:+1G": ledger 4999999999 is above the highest possible, 4294967295'],
    ['5G:', 'range "5G:": ledger 5000000000 is above the highest possible, 4294967295'],
    [':+5', 'range ":+5": +COUNT needs a first ledger before the colon'],
    ['5:+0', 'range "5:+0": +COUNT must be at least 1'],
    ['-0:', 'range "-0:": -COUNT must be at least 1'],
    ['0', 'range "0": no file holds ledger 0, the first with close meta is 2'],
    [':1', 'range ":1": no file holds ledger 1, the first with close meta is 2'],
  ])('rejects %s', (text, message) => {
    expect(() => parseRange(text)).toThrow(new UsageError(message));
  });
});
