import { Account, Asset, Keypair, Networks, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, type ErrorFields } from '../../src/core/errors.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { decodeJson } from '../../src/xdr/decode.ts';
import { pathAt } from '../../src/xdr/explain.ts';
import { skips } from '../../src/xdr/generated/skip.ts';
import { XdrFault } from '../../src/xdr/reader.ts';
import { words } from '../make/ledger.ts';
import { ledgers } from '../simulator/ledgers.ts';

function expectFault(run: () => unknown, message: string, fields: ErrorFields): void {
  expect(run).toThrow(new DecodeError(message, fields));
}

const decode = (type: string, bytes: Uint8Array) => () => decodeJson(type, bytes, 'x.xdr');
const update = 'a newer protocol may bring it: update ledgerlake';

describe('decodeJson(type, bytes, file)', () => {
  it.each([
    {
      what: 'a close meta of an unknown version',
      ...{ type: 'LedgerCloseMeta', bytes: words(9, 0, 0, 0), offset: 0, path: 'LedgerCloseMeta' },
      message: `LedgerCloseMeta has no arm 9; ${update}`,
    },
    {
      what: 'an unknown arm below others',
      ...{ type: 'ScVal', bytes: words(16, 1, 2, 1, 99), offset: 16, path: 'ScVal.scvVec[1]' },
      message: `ScVal has no arm 99; ${update}`,
    },
    {
      what: 'a negative arm that a result has not',
      ...{ type: 'OperationResult', bytes: words(-99), offset: 0, path: 'OperationResult' },
      message: `OperationResult has no arm -99; ${update}`,
    },
    {
      what: 'an unknown member of an enum',
      ...{ type: 'ScVal', bytes: words(2, 1, 77), offset: 8, path: 'ScVal.scvError.sceWasmVm' },
      message: `ScErrorCode has no member 77; ${update}`,
    },
    {
      what: 'a boolean of 2',
      ...{ type: 'ScVal', bytes: words(0, 2), offset: 4, path: 'ScVal.scvBool' },
      message: 'boolean is 2, expected 0 or 1',
    },
    {
      what: 'a flag of 2 before an optional value',
      ...{ type: 'ScVal', bytes: words(16, 2, 0), offset: 4, path: 'ScVal.scvVec' },
      message: 'boolean is 2, expected 0 or 1',
    },
    {
      what: 'padding that is not zero',
      ...{ type: 'ScVal', bytes: words(14, 1, 0x41000001), offset: 11, path: 'ScVal.scvString' },
      message: 'padding is not zero',
    },
    {
      what: 'a text that is longer than the schema allows',
      ...{ type: 'Memo', bytes: words(1, 4_000_000_000), offset: 4, path: 'Memo.memoText' },
      message: 'length is 4000000000, expected at most 28',
    },
    {
      what: 'a list that counts 4 billion',
      ...{ type: 'ScVal', bytes: words(16, 1, 4_000_000_000, 1, 1, 1), offset: 8, path: 'ScVal.scvVec' },
      message: 'length is 4000000000, but only 12 bytes follow',
    },
    {
      what: 'an opaque of 4 billion bytes',
      ...{ type: 'ScVal', bytes: words(13, 4_000_000_000, 1), offset: 4, path: 'ScVal.scvBytes' },
      message: 'length is 4000000000, but only 4 bytes follow',
    },
    {
      what: 'an opaque of 4 billion bytes before other values',
      ...{ type: 'ScVal', bytes: words(16, 1, 2, 13, 0xffffffff, 1, 1), offset: 16, path: 'ScVal.scvVec[0].scvBytes' },
      message: 'length is 4294967295, but only 8 bytes follow',
    },
    {
      what: 'bytes that end inside a number',
      ...{ type: 'ScVal', bytes: words(5, 1), offset: 8, path: 'ScVal.scvU64' },
      message: 'the bytes end inside a value',
    },
    {
      what: 'no bytes',
      ...{ type: 'ScVal', bytes: words(), offset: 0, path: 'ScVal' },
      message: 'the bytes end inside a value',
    },
    {
      what: 'trailing bytes',
      ...{ type: 'ScVal', bytes: words(1, 1, 1), offset: 4, path: 'ScVal' },
      message: '8 bytes follow the value, expected none',
    },
  ])('names place and value of $what', ({ type, bytes, offset, path, message }) => {
    const text = `x.xdr, byte ${offset}, ${path}: ${message}`;
    expectFault(decode(type, bytes), text, { file: 'x.xdr', offset, path });
  });

  it.each([
    {
      ...{ what: 'a list in a list', type: 'ScVal', inner: words(16, 1, 1), last: words(1), levels: 1500 },
      ...{ json: '{"vec":[', path: `ScVal${'.scvVec[0]'.repeat(25)}.…` },
    },
    {
      // An entry of a map is a level too; its value follows when all keys have ended.
      ...{ what: 'a map in a map', type: 'ScVal', inner: words(17, 1, 1), last: words(1), levels: 750 },
      ...{ json: undefined, path: `ScVal${'.scvMap[0].key'.repeat(16)}.scvMap[0].…` },
    },
    {
      ...{ what: 'not not', type: 'ClaimPredicate', inner: words(3, 1), last: words(0), levels: 1500 },
      ...{ json: '{"not":', path: `ClaimPredicate${'.claimPredicateNot'.repeat(50)}.…` },
    },
  ])('follows $what to 1500 levels and no deeper', ({ type, inner, last, levels, json, path }) => {
    const nested = (levels: number) => Buffer.concat([...Array<Buffer>(levels - 1).fill(inner), last]);
    if (json) expect(decode(type, nested(levels))().split(json)).toHaveLength(levels);
    const offset = levels * inner.length;
    for (const deeper of [levels + 1, levels + 2, 100_000]) {
      const message = `x.xdr, byte ${offset}, ${path}: nesting deeper than 1500 levels`;
      expectFault(decode(type, nested(deeper)), message, { file: 'x.xdr', offset, path });
    }
  });

  it('finds a fault behind values that nest deep', () => {
    const deep = Buffer.concat([...Array<Buffer>(1000).fill(words(16, 1, 1)), words(1)]);
    const bytes = Buffer.concat([words(16, 1, 2), deep, words(99)]);
    const message = `x.xdr, byte 12016, ScVal.scvVec[1]: ScVal has no arm 99; ${update}`;
    expectFault(decode('ScVal', bytes), message, { file: 'x.xdr', offset: 12016, path: 'ScVal.scvVec[1]' });
  });

  const source = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 1));
  const envelope = new TransactionBuilder(new Account(source.publicKey(), '1'), {
    fee: '100',
    networkPassphrase: Networks.TESTNET,
  })
    .addOperation(Operation.payment({ destination: source.publicKey(), asset: Asset.native(), amount: '1' }))
    .addOperation(Operation.manageData({ name: 'name', value: 'text' }))
    .setTimeout(0)
    .build();
  envelope.sign(source);
  const whole = Buffer.from(envelope.toXdr(), 'base64');

  it('reads a whole envelope', () => {
    expect(JSON.parse(decodeJson('TransactionEnvelope', whole))).toEqual(
      xdr.TransactionEnvelope.fromXdr(whole).toJson(),
    );
  });

  it('rejects an envelope that is cut at any byte', () => {
    const cut =
      /^x\.xdr, byte \d+, TransactionEnvelope[\w.[\]]*: (the bytes end inside a value|length is \d+, but only \d+ bytes follow)$/;
    for (let length = 0; length < whole.length; length++) {
      expect(decode('TransactionEnvelope', whole.subarray(0, length)), `cut at ${length}`).toThrow(
        expect.objectContaining({ name: 'DecodeError', message: expect.stringMatching(cut) }),
      );
    }
    const path = 'TransactionEnvelope.envelopeTypeTx.tx.operations[0].body.payment.destination.keyTypeEd25519';
    const message = `x.xdr, byte 100, ${path}: the bytes end inside a value`;
    expectFault(decode('TransactionEnvelope', whole.subarray(0, 100)), message, { file: 'x.xdr', offset: 100, path });
  });

  it('rejects any trailing bytes', () => {
    const message = `byte ${whole.length}, TransactionEnvelope: 4 bytes follow the value, expected none`;
    const fields = { offset: whole.length, path: 'TransactionEnvelope' };
    expectFault(() => decodeJson('TransactionEnvelope', Buffer.concat([whole, words(0)])), message, fields);
  });
});

describe('pathAt(type, view, offset)', () => {
  const bytes = words(16, 1, 3, 1, 14, 5, 0x41424344, 0x45000000, 3, 7);
  const path = (offset: number, of = bytes) =>
    pathAt('ScVal', new DataView(of.buffer, of.byteOffset, of.length), offset);

  it('names the outermost value that starts there', () => {
    expect([0, 4, 12, 16, 20, 32].map((offset) => path(offset))).toEqual([
      ...['ScVal', 'ScVal.scvVec', 'ScVal.scvVec[0]', 'ScVal.scvVec[1]', 'ScVal.scvVec[1].scvString'],
      'ScVal.scvVec[2]',
    ]);
  });

  it('names the innermost that holds it', () => {
    expect([8, 24, 31].map((offset) => path(offset))).toEqual([
      ...['ScVal.scvVec', 'ScVal.scvVec[1].scvString', 'ScVal.scvVec[1].scvString'],
    ]);
  });

  it('goes as far as the bytes are such a value', () => {
    expect(path(32, words(16, 1, 3, 1, 99, 5, 5, 5, 3, 7))).toBe('ScVal.scvVec[1]');
    expect(path(60)).toBe('ScVal');
  });
});

describe('readFrames(bytes, file)', () => {
  /** Ledgers of which the last has an event whose first topic is of an unknown type. */
  const [first, second, third] = ledgers.slice(5, 8);
  const broken = Buffer.from(third.bytes);
  const topic = broken.indexOf(Buffer.concat([words(15, 8), Buffer.from('transfer')]));
  broken.writeInt32BE(99, topic);
  const record = (body: Uint8Array) => Buffer.concat([words(0x80000000 + body.length), body]);
  const path = 'LedgerCloseMeta.v2.txProcessing[0].txApplyProcessing.v4.operations[0].events[0].body.v0.topics[0]';

  it.each([
    {
      form: 'a batch',
      before: [words(first.sequence, third.sequence, 3), first.bytes, second.bytes],
      last: broken,
    },
    { form: 'a stream of records', before: [record(first.bytes), words(0x80000000 + broken.length)], last: broken },
    { form: 'a bare ledger', before: [], last: broken },
  ])('names ledger, place and value of an unknown arm in an event in $form', ({ before, last }) => {
    const bytes = Buffer.concat([...before, last]);
    const offset = bytes.length - broken.length + topic;
    const message = `x.xdr, ledger ${third.sequence}, byte ${offset}, ${path}: ScVal has no arm 99; ${update}`;
    const fields = { file: 'x.xdr', ledger: third.sequence, offset, path, transaction: 1, operation: 0 };
    expectFault(() => [...readFrames(bytes, 'x.xdr')], message, fields);
  });

  it('names the ledger of a batch whose version is unknown', () => {
    const bytes = Buffer.concat([words(first.sequence, second.sequence, 2), first.bytes, words(9, 0, 0, 0)]);
    const offset = 12 + first.bytes.length;
    const message = `x.xdr, ledger ${second.sequence}, byte ${offset}, LedgerCloseMeta: LedgerCloseMeta has no arm 9; ${update}`;
    const fields = { file: 'x.xdr', ledger: second.sequence, offset, path: 'LedgerCloseMeta' };
    expectFault(() => [...readFrames(bytes, 'x.xdr')], message, fields);
  });

  it('names no ledger when the fault stands before its sequence', () => {
    const bytes = Buffer.from(first.bytes);
    const entry = skips.LedgerCloseMetaExt(new DataView(bytes.buffer, bytes.byteOffset), 4);
    const offset = entry + 32 + 36 + 40;
    bytes.writeInt32BE(7, offset);
    const path = 'LedgerCloseMeta.v2.ledgerHeader.header.scpValue.upgrades';
    const message = `x.xdr, byte ${offset}, ${path}: length is 7, expected at most 6`;
    expectFault(() => [...readFrames(bytes, 'x.xdr')], message, { file: 'x.xdr', offset, path });
  });
});

describe('skip and decodeJson of any bytes', () => {
  const types = [
    'ScVal',
    'TransactionEnvelope',
    'LedgerEntry',
    'LedgerCloseMeta',
    'ClaimPredicate',
    'TransactionMeta',
  ] as const;
  const small = fc.oneof(fc.integer({ min: -1, max: 20 }), fc.constantFrom(-1, 0x7fffffff, 0xffffffff, 4_000_000_000));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.array(small, { maxLength: 100 }).map((values) => new Uint8Array(words(...values))),
  );

  it.each(types)('throw nothing but what says that they are no %s', (type) => {
    fc.assert(
      fc.property(bytes, (value) => {
        const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
        try {
          skips[type](view, 0);
        } catch (error) {
          if (!(error instanceof XdrFault || error instanceof RangeError)) throw error;
        }
        try {
          decodeJson(type, value);
        } catch (error) {
          if (!(error instanceof DecodeError)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('decodeJson of any ScVal', () => {
  const { ScVal } = xdr;
  const unsigned = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
  const signed = (bits: number) => fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n });
  const bytes = fc.uint8Array({ maxLength: 40 });
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const low = unsigned(64);
  const address = fc.oneof(
    hash.map((key) => xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(key))),
    hash.map((id) => xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(id))),
  );
  const leaf = fc.oneof(
    fc.boolean().map((value) => ScVal.scvBool(value)),
    fc.constant(ScVal.scvVoid()),
    unsigned(32).map((value) => ScVal.scvError(xdr.ScError.sceContract(Number(value)))),
    unsigned(32).map((value) => ScVal.scvU32(Number(value))),
    signed(32).map((value) => ScVal.scvI32(Number(value))),
    unsigned(64).map((value) => ScVal.scvU64(value)),
    signed(64).map((value) => ScVal.scvI64(value)),
    unsigned(64).map((value) => ScVal.scvTimepoint(value)),
    unsigned(64).map((value) => ScVal.scvDuration(value)),
    fc.tuple(low, low).map(([hi, lo]) => ScVal.scvU128(new xdr.Uint128Parts({ hi, lo }))),
    fc.tuple(signed(64), low).map(([hi, lo]) => ScVal.scvI128(new xdr.Int128Parts({ hi, lo }))),
    fc
      .tuple(low, low, low, low)
      .map(([hiHi, hiLo, loHi, loLo]) => ScVal.scvU256(new xdr.Uint256Parts({ hiHi, hiLo, loHi, loLo }))),
    fc
      .tuple(signed(64), low, low, low)
      .map(([hiHi, hiLo, loHi, loLo]) => ScVal.scvI256(new xdr.Int256Parts({ hiHi, hiLo, loHi, loLo }))),
    bytes.map((value) => ScVal.scvBytes(value)),
    bytes.map((value) => ScVal.scvString(value)),
    fc.string({ unit: 'binary', maxLength: 20 }).map((value) => ScVal.scvString(value)),
    fc.stringMatching(/^\w{0,32}$/).map((value) => ScVal.scvSymbol(value)),
    address.map((value) => ScVal.scvAddress(value)),
    fc.constant(ScVal.scvLedgerKeyContractInstance()),
    signed(64).map((nonce) => ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce }))),
  );
  const { value } = fc.letrec<{ value: xdr.ScVal; entries: xdr.ScMapEntry[] }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.option(fc.array(tie('value'), { maxLength: 5 })).map((values) => ScVal.scvVec(values)),
      fc.option(tie('entries')).map((entries) => ScVal.scvMap(entries)),
      fc.tuple(hash, fc.option(tie('entries'))).map(([wasm, storage]) => {
        const executable = xdr.ContractExecutable.contractExecutableWasm(wasm);
        return ScVal.scvContractInstance(new xdr.ScContractInstance({ executable, storage }));
      }),
    ),
    entries: fc.array(
      fc.tuple(tie('value'), tie('value')).map(([key, val]) => new xdr.ScMapEntry({ key, val })),
      { maxLength: 4 },
    ),
  }));

  it("equals the SDK's", () => {
    fc.assert(
      fc.property(value, (value) => {
        expect(JSON.parse(decodeJson('ScVal', value.toXdr()))).toEqual(value.toJson());
      }),
      { numRuns: 1000 },
    );
  });
});
