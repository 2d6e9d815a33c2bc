/** Ledgers of the next protocol, each with one part that no schema has. */
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/core/errors.ts';
import { isOfNewerProtocol } from '../../src/ledger/frames.ts';
import { ledgersIn, readLedger } from '../../src/ledger/ledger.ts';
import { decodeJson } from '../../src/xdr/decode.ts';
import { lenientJson } from '../../src/xdr/lenient.ts';
import { NEWEST_PROTOCOL } from '../../src/xdr/schema/whole.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { words } from '../make/ledger.ts';
import { NEXT_PROTOCOL } from '../make/newer.ts';
import { ARM, parts, withArm } from '../make/newer-parts.ts';

const key = 'FFFFFFFF--0.xdr.zst';

const options = { seed: 'parts', passphrase: 'Parts Network', ledgers: 40, transactionsPerLedger: 10, protocol: 30 };
const ledgers = Array.from(simulate({ ...options, mix: 'mixed' }), ({ bytes }) => readLedger(bytes));

function errorOf(batch: Buffer): unknown {
  try {
    return [...ledgersIn(batch, key)];
  } catch (thrown) {
    return thrown;
  }
}

describe.each(parts)('$part with an unknown arm', ({ path, union, at }) => {
  const ledger = ledgers.find((each) => at(each) !== undefined)!;
  const offset = at(ledger)!;
  const bytes = withArm(ledger, offset);
  const { sequence } = ledger;
  const batch = Buffer.concat([words(sequence, sequence, 1), bytes]);

  it('is an error with object, ledger, byte, path, arm and protocol', () => {
    const error = errorOf(batch);
    expect(error).toBeInstanceOf(DecodeError);
    const { message, fields } = error as DecodeError;
    const found = `LedgerCloseMeta\\.v2${path.source}`;
    const why = `${union} has no arm ${ARM}; the ledger is of protocol ${NEXT_PROTOCOL}, those of protocols 0 to ${NEWEST_PROTOCOL} are read`;
    expect(message).toMatch(
      new RegExp(`^${key}, ledger ${sequence}, byte ${offset + 12}, ${found}: ${why}: update ledgerlake$`),
    );
    expect(fields).toMatchObject({ file: key, ledger: sequence, offset: offset + 12, protocol: NEXT_PROTOCOL });
  });

  it('is damage where the hash of the header does not hold', () => {
    const damaged = Buffer.from(batch);
    damaged[12 + ledger.hash] ^= 1;
    expect(isOfNewerProtocol(errorOf(batch))).toBe(true);
    expect(isOfNewerProtocol(errorOf(damaged))).toBe(false);
  });

  it('is printed as far as it can be read, and the rest as hex', () => {
    const text = lenientJson('LedgerCloseMeta', bytes);
    const rest = /\{"undecoded":"([0-9a-f]+)"\}/.exec(text)?.[1];
    expect(rest).toBe(bytes.subarray(offset).toString('hex'));
    const hashOf = (of: Uint8Array) => Buffer.from(of.subarray(ledger.hash, ledger.hash + 32)).toString('hex');
    const known = decodeJson('LedgerCloseMeta', ledger.bytes)
      .replace('"ledger_version":30', `"ledger_version":${NEXT_PROTOCOL}`)
      .replace(hashOf(ledger.bytes), hashOf(bytes));
    // Up to there it is as that of a ledger that can be read.
    expect(known.startsWith(text.slice(0, text.indexOf('{"undecoded"')))).toBe(true);
  });
});

it('a close time after year 9999 is an error that names its field', () => {
  const [ledger] = ledgers.slice(-1);
  const bytes = Buffer.from(ledger.bytes);
  bytes.writeBigUInt64BE(253_402_300_799n, ledger.scpValue.closeTime);
  bytes.writeBigUInt64BE(253_402_300_800_000n, ledger.scpValue.ext + 4);
  expect(() => readLedger(bytes, key)).toThrow(
    new RegExp(
      `^${key}, byte ${ledger.scpValue.ext + 4}, LedgerCloseMeta.v2.ledgerHeader.header.scpValue.ext.stellarValueEmptyTxSetMs: closeTimeMs 253402300800000 is after year 9999$`,
    ),
  );
});
