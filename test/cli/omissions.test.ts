import { describe, expect, it } from 'vitest';
import { omissionLines, omissionTeller } from '../../src/cli/text.ts';

const newer = (first: number) => ({
  ...{ first, last: first },
  protocol: 31,
  message: `ledger ${first}: ScVal has no arm 99; the ledger is of protocol 31, those of protocols 0 to 30 are read`,
});
const damaged = { first: 7, last: 8, message: 'the zstd frame is corrupted' };

describe('omissionLines(omissions)', () => {
  it('has one line for all ledgers of a newer protocol', () => {
    expect(omissionLines([newer(5), damaged, newer(9), newer(10)])).toEqual([
      expect.stringMatching(/^omitted 1 ledger \(5\): .*protocol 31/),
      'omitted 2 ledgers (7-8): the zstd frame is corrupted',
      'and 2 more files with ledgers of a newer protocol',
    ]);
    expect(omissionLines([damaged])).toEqual(['omitted 2 ledgers (7-8): the zstd frame is corrupted']);
  });
});

describe('omissionTeller(say)', () => {
  it('tells once of each newer protocol, and each of all else', () => {
    const said: string[] = [];
    const tell = omissionTeller((line) => void said.push(line));
    for (const omission of [newer(5), newer(6), damaged, damaged]) tell(omission);
    expect(said).toEqual([
      expect.stringMatching(/^omitted 1 ledger \(5\)/),
      'further ledgers of protocol 31 are omitted, too, without a line for each',
      'omitted 2 ledgers (7-8): the zstd frame is corrupted',
      'omitted 2 ledgers (7-8): the zstd frame is corrupted',
    ]);
  });
});
