import * as xdr from '@stellar/stellar-sdk/xdr';
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
export function skipList(old: xdr.Hash[], ledger: number, bucketListHash: Uint8Array): (xdr.Hash | Uint8Array)[] {
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

/** Returns the value that validators agreed on, signed by one of them. */
export function signedValue(
  value: { txSetHash: Uint8Array; closeTime: bigint; upgrades: xdr.LedgerUpgrade[] },
  networkId: Uint8Array,
  validator: Identity,
): xdr.StellarValue {
  const { txSetHash, closeTime, upgrades } = value;
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(closeTime);
  const message = Buffer.concat([networkId, xdr.EnvelopeType.envelopeTypeScpvalue.toXdr(), txSetHash, time]);
  const signature = new xdr.LedgerCloseValueSignature({
    nodeId: validator.accountId,
    signature: signBytes(validator, message),
  });
  return new xdr.StellarValue({
    txSetHash,
    closeTime,
    upgrades: upgrades.map((upgrade) => upgrade.toXdr()),
    ext: xdr.StellarValueExt.stellarValueSigned(signature),
  });
}

const skipSteps: [before: number, step: number][] = [
  [50, 5_000],
  [5_000, 50_000],
  [50_000, 500_000],
];
const zeroHash = new Uint8Array(32);
