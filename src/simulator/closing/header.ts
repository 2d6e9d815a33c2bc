/** Builds ledger headers: genesis header, skip list, signed StellarValue and XDR. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { StellarValueType } from '../../xdr/generated/enums.ts';
import { sdkXdr } from '../encode/sdk.ts';
import { signBytes, type Identity } from '../identity.ts';

/** Returns the header of a ledger before the first one that is closed; all coins exist from here on. */
export function genesisHeader({
  ledger,
  protocol,
  closeTime,
  bucketListHash = zeroHash,
}: {
  ledger: number;
  protocol: number;
  closeTime: bigint;
  bucketListHash?: Uint8Array;
}): xdr.LedgerHeader {
  return new xdr.LedgerHeader({
    ledgerVersion: protocol,
    previousLedgerHash: zeroHash,
    scpValue: new xdr.StellarValue({
      txSetHash: zeroHash,
      closeTime,
      upgrades: [],
      ext: xdr.StellarValueExt.stellarValueBasic(),
    }),
    txSetResultHash: zeroHash,
    bucketListHash,
    ledgerSeq: ledger,
    totalCoins,
    feePool: 0n,
    inflationSeq: 0,
    idPool: 0n,
    baseFee: 100,
    baseReserve: 5_000_000,
    maxTxSetSize: 1000,
    skipList: [zeroHash, zeroHash, zeroHash, zeroHash],
    ext: xdr.LedgerHeaderExt.v0(),
  });
}

/** All the stroops of a network. */
export const totalCoins = 1_000_000_000_000_000_000n;

/** Returns the hashes of earlier ledgers that a header names (stellar-core, `BucketManager::calculateSkipValues`). */
export function headerSkipList(old: xdr.Hash[], ledger: number, bucketListHash: Uint8Array): (xdr.Hash | Uint8Array)[] {
  const list: (xdr.Hash | Uint8Array)[] = [...old];
  if (ledger % 50 !== 0) return list;
  let depth = 0;
  let seen = ledger;
  for (const [before, step] of skipSteps) {
    seen -= before;
    if (seen <= 0 || seen % step !== 0) break;
    depth++;
  }
  for (let i = depth; i > 0; i--) list[i] = list[i - 1]!;
  list[0] = bucketListHash;
  return list;
}

/** What validators agree on for a ledger. */
export interface Agreed {
  txSetHash: Uint8Array;
  /** Milliseconds since 1970; before protocol 30 of a whole second. */
  closeTimeMs: bigint;
  upgrades: readonly xdr.LedgerUpgrade[];
  /** Of a ledger for which they agree on no set (CAP-83): the set that was proposed, and what it was to follow. */
  dropped?: { txSetHash: Uint8Array; previousLedgerHash: Uint8Array };
}

/** A value and how it ends: `ext` is the StellarValueExt as XDR, since the SDK cannot write the arms of protocol 30; `value` has the first arm. */
export interface SignedValue {
  value: xdr.StellarValue;
  ext: Uint8Array;
}

/** The first protocol whose close times have milliseconds (CAP-88), from the ledger after the upgrade on. */
export const FIRST_WITH_MILLISECONDS = 30;

/** Returns the value that validators agreed on, signed by one of them; `protocol` is that of the ledger before. */
export function signedValue(
  { txSetHash, closeTimeMs, upgrades, dropped }: Agreed,
  protocol: number,
  networkId: Uint8Array,
  validator: Identity,
): SignedValue {
  const isInMilliseconds = protocol >= FIRST_WITH_MILLISECONDS;
  const closeTime = closeTimeMs / 1000n;
  const time = long(isInMilliseconds ? closeTimeMs : closeTime);
  const message = Buffer.concat([networkId, xdr.EnvelopeType.envelopeTypeScpvalue.toXdr(), txSetHash, time]);
  const signature = new xdr.LedgerCloseValueSignature({
    nodeId: validator.accountId,
    signature: signBytes(validator, message),
  }).toXdr();
  const version = Buffer.alloc(4);
  version.writeUInt32BE(protocol);
  const proposal = dropped ? [dropped.txSetHash, dropped.previousLedgerHash, version] : [];
  const { stellarValueSigned, stellarValueEmptyTxSet, stellarValueSignedMs, stellarValueEmptyTxSetMs } =
    StellarValueType;
  const arm = isInMilliseconds
    ? [Buffer.of(0, 0, 0, dropped ? stellarValueEmptyTxSetMs : stellarValueSignedMs), time]
    : [Buffer.of(0, 0, 0, dropped ? stellarValueEmptyTxSet : stellarValueSigned)];
  const value = new xdr.StellarValue({
    txSetHash: dropped ? zeroHash : txSetHash,
    closeTime,
    upgrades: upgrades.map((upgrade) => upgrade.toXdr()),
    ext: xdr.StellarValueExt.stellarValueBasic(),
  });
  return { value, ext: Buffer.concat([...arm, ...proposal, signature]) };
}

/** Returns the header as XDR, with the end of its value. */
export function headerXdr(header: xdr.LedgerHeader, ext: Uint8Array): Uint8Array {
  const bytes = sdkXdr(header);
  // Behind version and hash the value, whose last word is its first arm.
  const end = 4 + zeroHash.length + sdkXdr(header.scpValue).length;
  return Buffer.concat([bytes.subarray(0, end - 4), ext, bytes.subarray(end)]);
}

function long(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

const skipSteps: [before: number, step: number][] = [
  [50, 5_000],
  [5_000, 50_000],
  [50_000, 500_000],
];
const zeroHash = new Uint8Array(32);
