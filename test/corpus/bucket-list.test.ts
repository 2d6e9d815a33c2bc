/**
 * The bucket list against headers of real networks: complete histories from ledger 2 say in each header what the hash of all
 * buckets must be (protocols 0, 10, 11 and 12, the older ones with shadows).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { Keypair } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { compactChanges } from '../../src/ledger/compact.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { ledgersIn, type Ledger } from '../../src/ledger/ledger.ts';
import { skipLedgerEntry } from '../../src/xdr/generated/skip.ts';
import { LedgerBuckets, type LedgerChanges } from '../../src/simulator/buckets/ledger-buckets.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';

const PASSPHRASE = 'Test SDF Network ; September 2015';
const scenarios = corpusFiles('horizon-scenarios', '.xdr.zst');

describe.skipIf(!hasCorpus)('LedgerBuckets', () => {
  it.each(scenarios.map((path) => [basename(dirname(path)), path]))('has the hash of every header of %s', (_, path) => {
    const buckets = new LedgerBuckets();
    buckets.add({ ledger: 1, protocol: 0, init: [rootEntry()] });
    for (const { ledger } of ledgersIn(decompress(readFileSync(path), { file: path }), path)) {
      const hash = Buffer.from(buckets.add(changesOf(ledger))).toString('hex');
      expect(`${ledger.sequence} ${hash}`).toBe(`${ledger.sequence} ${bucketListHashOf(ledger)}`);
    }
  });
});

function bucketListHashOf({ bytes, header }: Ledger): string {
  return Buffer.from(bytes.subarray(header.bucketListHash, header.bucketListHash + 32)).toString('hex');
}

/** What the ledger changed in all, from its meta. */
function changesOf(ledger: Ledger): LedgerChanges {
  const changes = { init: [] as Uint8Array[], live: [] as Uint8Array[], dead: [] as Uint8Array[] };
  for (const { type, pre, post, change, keyStart, keyEnd } of compactChanges(ledger).flat()) {
    if (post < 0) changes.dead.push(Buffer.concat([int32(type), ledger.bytes.subarray(keyStart, keyEnd)]));
    else changes[change === 0 ? 'init' : 'live'].push(entryAt(ledger, post));
    expect(pre < 0).toBe(change === 0);
  }
  return { ledger: ledger.sequence, protocol: ledger.protocolVersion, ...changes };
}

function entryAt({ bytes, view }: Ledger, start: number): Uint8Array {
  return bytes.subarray(start, skipLedgerEntry(view, start));
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** The account that has all coins in ledger 1 (stellar-core LedgerManagerImpl::startNewLedger). */
function rootEntry(): Uint8Array {
  const seed = createHash('sha256').update(PASSPHRASE).digest();
  const entry = new xdr.LedgerEntry({
    lastModifiedLedgerSeq: 1,
    data: xdr.LedgerEntryData.account(
      new xdr.AccountEntry({
        accountId: Keypair.fromRawEd25519Seed(seed).xdrAccountId(),
        balance: 10n ** 18n,
        seqNum: 0n,
        numSubEntries: 0,
        inflationDest: null,
        flags: 0,
        homeDomain: '',
        thresholds: Uint8Array.of(1, 0, 0, 0),
        signers: [],
        ext: xdr.AccountEntryExt.v0(),
      }),
    ),
    ext: xdr.LedgerEntryExt.v0(),
  });
  return entry.toXdr();
}
