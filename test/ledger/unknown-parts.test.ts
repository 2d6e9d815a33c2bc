/** Ledgers of the next protocol, each with one part that no schema has. */
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/core/errors.ts';
import { isOfNewerProtocol } from '../../src/ledger/frames.ts';
import { ledgersIn, readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { decodeJson } from '../../src/xdr/decode.ts';
import { lenientJson } from '../../src/xdr/lenient.ts';
import { skipContractEvent } from '../../src/xdr/generated/skip.ts';
import { NEWEST_PROTOCOL } from '../../src/xdr/schema/whole.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { words } from '../make/ledger.ts';
import { rehash } from '../make/newer.ts';

const ARM = 99;
const PROTOCOL = NEWEST_PROTOCOL + 1;
const key = 'FFFFFFFF--0.xdr.zst';

const options = { seed: 'parts', passphrase: 'Parts Network', ledgers: 40, transactionsPerLedger: 10, protocol: 30 };
const ledgers = Array.from(simulate({ ...options, mix: 'mixed' }), ({ bytes }) => readLedger(bytes));

/** Returns where the first event of an operation has its body, of a ledger that has one. */
function eventBody({ view, transactions }: Ledger): number | undefined {
  for (const { operationEvents } of transactions) {
    for (const list of operationEvents) {
      if (view.getUint32(list) === 0) continue;
      // Extension, contract, kind.
      const contract = view.getUint32(list + 8) === 0 ? 4 : 36;
      expect(skipContractEvent(view, list + 4)).toBeGreaterThan(list + 4);
      return list + 4 + 4 + contract + 4;
    }
  }
  return undefined;
}

/** Returns where the entry of the first change of an operation has its kind. */
function entryData({ transactions, changes }: Ledger): number | undefined {
  for (const { operationChanges } of transactions) {
    if (operationChanges[0] < operationChanges.at(-1)!) return changes.start(operationChanges[0]) + 8;
  }
  return undefined;
}

function errorOf(batch: Buffer): unknown {
  try {
    return [...ledgersIn(batch, key)];
  } catch (thrown) {
    return thrown;
  }
}

const parts: { part: string; path: RegExp; union: string; at: (ledger: Ledger) => number | undefined }[] = [
  {
    part: 'a StellarValue',
    path: /\.ledgerHeader\.header\.scpValue\.ext/,
    union: 'StellarValueExt',
    at: ({ scpValue }) => scpValue.ext,
  },
  {
    part: 'a header',
    path: /\.ledgerHeader\.header\.ext/,
    union: 'LedgerHeaderExt',
    at: ({ header }) => header.ext,
  },
  {
    part: 'transaction meta',
    path: /\.txProcessing\[\d+\]\.txApplyProcessing/,
    union: 'TransactionMeta',
    at: ({ transactions }) => transactions[0]?.meta,
  },
  {
    part: 'an entry',
    path: /\.txProcessing\[\d+\]\.txApplyProcessing\.v4\.operations\[\d+\]\.changes\[0\]\.\w+\.data/,
    union: 'LedgerEntryData',
    at: entryData,
  },
  {
    part: 'an event',
    path: /\.txProcessing\[\d+\]\.txApplyProcessing\.v4\.operations\[\d+\]\.events\[0\]\.body/,
    union: 'ContractEventBody',
    at: eventBody,
  },
];

describe.each(parts)('$part with an unknown arm', ({ path, union, at }) => {
  const ledger = ledgers.find((each) => at(each) !== undefined)!;
  const offset = at(ledger)!;
  const bytes = Buffer.from(ledger.bytes);
  bytes.writeUInt32BE(PROTOCOL, ledger.header.ledgerVersion);
  bytes.writeUInt32BE(ARM, offset);
  rehash(bytes, ledger);
  const { sequence } = ledger;
  const batch = Buffer.concat([words(sequence, sequence, 1), bytes]);

  it('is an error with object, ledger, byte, path, arm and protocol', () => {
    const error = errorOf(batch);
    expect(error).toBeInstanceOf(DecodeError);
    const { message, fields } = error as DecodeError;
    const found = `LedgerCloseMeta\\.v2${path.source}`;
    const why = `${union} has no arm ${ARM}; the ledger is of protocol ${PROTOCOL}, those of protocols 0 to ${NEWEST_PROTOCOL} are read`;
    expect(message).toMatch(
      new RegExp(`^${key}, ledger ${sequence}, byte ${offset + 12}, ${found}: ${why}: update ledgerlake$`),
    );
    expect(fields).toMatchObject({ file: key, ledger: sequence, offset: offset + 12, protocol: PROTOCOL });
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
      .replace('"ledger_version":30', `"ledger_version":${PROTOCOL}`)
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
      `^${key}, byte ${ledger.scpValue.ext + 4}, LedgerCloseMeta.*: closeTimeMs 253402300800000 is after year 9999$`,
    ),
  );
});
