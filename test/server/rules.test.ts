/** Rules of the contract that need no ledger: Go's words, and which event a topic filter matches. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody } from '../../src/server/rpc/envelope.ts';
import { isJson } from '../../src/server/rpc/json-text.ts';
import { checkFilters, matches } from '../../src/server/rpc/event-filter.ts';
import { distribute } from '../../src/server/rpc/fee-windows.ts';
import { parseDuration } from '../../src/core/duration.ts';
import { goDuration } from '../../src/server/rpc/go/duration.ts';
import { parseInt64, parseUint32, quote } from '../../src/server/rpc/go/text.ts';
import { decodeScVal } from '../../src/server/rpc/go/xdr.ts';
import { AnswerWriter } from '../../src/server/rpc/writer.ts';

const S = Buffer.from('0000000f000000087472616e73666572', 'hex');
const N = Buffer.from('000000050000000000000040', 'hex');

/** A ContractEvent without contract, of these topics. */
function eventOf(topics: Buffer[]) {
  const head = Buffer.from('000000000000000000000001', 'hex');
  const count = Buffer.alloc(8);
  count.writeUInt32BE(topics.length, 4);
  const bytes = Buffer.concat([head, count, ...topics, Buffer.from('00000001', 'hex')]);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

const value = (letter: string) => (letter === 'S' ? S : letter === 'N' ? N : letter) as Buffer | '*' | '**';
const words = (text: string) => text.split(',').map(value);

describe('topic filters', () => {
  it.each([
    ['S', 'S', 'N S,S'],
    ['*', 'S', 'S,S'],
    ['*,S', 'N,S S,S', 'N N,N S S,N N,S,N S,S,S'],
    ['S,*,N', 'S,N,N S,S,N', 'S N,S S,S,S S,N,S N,N,N'],
    ['S,**', 'S S,S S,N', 'N N,S'],
    ['S,*,**', 'S,N S,S S,S,S', 'S N N,N N,S N,S,N'],
  ])('%s matches %s and not %s', (filter, yes, no) => {
    const filters = checkFilters([{ topics: [words(filter)] }]);
    const isMatch = (topics: string) => {
      const { bytes, view } = eventOf(words(topics) as Buffer[]);
      return matches(filters, bytes, view, 0);
    };
    expect(yes.split(' ').map(isMatch)).not.toContain(false);
    expect(no.split(' ').map(isMatch)).not.toContain(true);
  });
});

describe("Go's words", () => {
  it('reads and writes durations', () => {
    expect(['0', '1.5s', '1h2m3s', '50ms', '-2m', '876000h'].map(parseDuration)).toEqual([
      ...[0, 1500, 3_723_000, 50, -120_000, 3_153_600_000_000],
    ]);
    expect([0, 3_723_000, 3_000_000, 1500, 50].map(goDuration)).toEqual(['0s', '1h2m3s', '50m0s', '1.5s', '50ms']);
    expect(() => parseDuration('30')).toThrow('time: missing unit in duration "30"');
    expect(() => parseDuration('5y')).toThrow('time: unknown unit "y" in duration "5y"');
  });

  it('reads integers', () => {
    expect(parseInt64('-9223372036854775808')).toBe(-(2n ** 63n));
    expect(() => parseInt64('9223372036854775808')).toThrow('value out of range');
    expect(() => parseUint32('+1')).toThrow('strconv.ParseUint: parsing "+1": invalid syntax');
    expect(quote('a"\\\n\u0000é\u200b')).toBe('"a\\"\\\\\\n\\x00é\\u200b"');
  });

  it('tells why a text is no ScVal', () => {
    const why = (text: string) => {
      try {
        return decodeScVal(text);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(decodeScVal('AAAADwAAAAdDT1VOVEVSAA==').length).toBe(16);
    expect(why('AAAAYw==')).toBe("decoding ScValType: decoding ScValType: '99' is not a valid ScValType enum value");
    expect(why('AAAABQAAAAA=')).toMatch(/^decoding Uint64: .*unexpected EOF while decoding 8 bytes/);
    expect(why('AAAACQAAAAAAAAAAAAAAAAAAAAA!')).toBe('decoding ScVal: illegal base64 data at input byte 27');
  });

  it('leaves out what the last four letters say beside the ScVal, as the reader of Go does', () => {
    for (const text of ['AAAADwAAAAh0cmFuc2Zlcg==', 'AAAADwAAAAh0cmFuc2ZlcgA=', 'AAAADwAAAAh0cmFuc2ZlcgAA']) {
      expect(Buffer.from(decodeScVal(text)).toString('hex')).toBe('0000000f000000087472616e73666572');
    }
    expect(() => decodeScVal('AAAADwAAAAh0cmFuc2ZlcgAAAAA=')).toThrow('input not fully consumed');
  });

  it('reads an ScVal of hundreds of kilobytes, and one with line breaks', () => {
    const length = 300_000;
    const head = Buffer.from('0000000d00000000', 'hex');
    head.writeUInt32BE(length, 4);
    const bytes = Buffer.concat([head, Buffer.alloc(length)]);
    expect(bytes.equals(decodeScVal(bytes.toString('base64')))).toBe(true);
    expect(decodeScVal('AAAADwAA\nAAdDT1VO\r\nVEVSAA==').length).toBe(16);
    expect(() => decodeScVal('AAAAAQ==\n')).toThrow('input not fully consumed. expected to read: 9, actual: 8');
  });
});

describe('fees', () => {
  it('are distributed by nearest rank, the mode the smallest of equals', () => {
    const fees = [515, 245, 245, 530, 221, 262, 927].map(BigInt);
    const { max, min, mode, percentiles } = distribute(fees, 1);
    expect([max, min, mode]).toEqual([927n, 221n, 245n]);
    expect(percentiles).toEqual([221, 245, 245, 245, 262, 515, 515, 530, 927, 927, 927].map(BigInt));
    expect(distribute([100n, 1000n], 1)).toMatchObject({ mode: 100n, max: 1000n });
  });
});

describe('AnswerWriter', () => {
  it('escapes what Go does in texts of ledgers, too', () => {
    const w = new AnswerWriter();
    w.from(Buffer.from('xa<b>&"\\\n'));
    w.ascii('[');
    w.escaped(1, 9);
    w.escaped(1, 2);
    expect(Buffer.from(w.result()).toString()).toBe('["a\\u003cb\\u003e\\u0026\\"\\\\\\\\\\\\n""a"');
  });
});

describe('isJson(text)', () => {
  const isParsed = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  it('says what JSON.parse does, of JSON and of what differs from it by some letters', () => {
    const letters = fc.constantFrom(
      ...'{}[]",:\\ \n\t\u0000u0019eE+-.afnrltsé\u2028',
      'true',
      'null',
      '""',
      '"a":',
      '\\u00e9',
    );
    const made = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''));
    const changed = fc.tuple(fc.json(), fc.nat(), fc.nat(3), letters).map(([text, at, gone, letter]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + letter + text.slice(place + gone);
    });
    fc.assert(
      fc.property(fc.oneof(fc.json(), made, changed), (text) => isJson(text) === isParsed(text)),
      { numRuns: 5000 },
    );
  });

  it.each([
    [10_000, true],
    [10_001, false],
  ])('takes what is nested as Go does: %i deep, %s', (depth, taken) => {
    expect(isJson('['.repeat(depth) + ']'.repeat(depth))).toBe(taken);
    expect(isJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBe(taken);
  });
});

describe('envelopes', () => {
  it('keeps an id as it was written, escaped as Go does', async () => {
    expect((await parseBody('{"jsonrpc":"2.0","id": 1.50 ,"method":"x"}'))!.messages[0]).toEqual({
      id: '1.50',
      method: 'x',
    });
    const { messages } = (await parseBody('{"jsonrpc":"2.0","id":"<&>\u2028\\u003c\u2029\\/","method":"x"}'))!;
    expect(messages[0].id).toBe('"\\u003c\\u0026\\u003e\\u2028\\u003c\\u2029\\/"');
    expect(await parseBody('[]')).toEqual({ messages: [], isBatch: true });
    expect(await parseBody('{')).toBeUndefined();
  });
});
