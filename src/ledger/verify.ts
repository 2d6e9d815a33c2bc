/**
 * What hashes prove of a ledger. The header's hash covers the transaction set and the results; transaction meta,
 * changes of upgrades, SCP messages and the list of evicted keys are covered by no hash.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { copyWords, Scratch } from '../core/bytes.ts';
import { VerifyError } from '../core/errors.ts';
import { brokenLink, hashAt, isNext, linkOf, type Link } from './chain.ts';
import { hasEmptySet } from './close-value.ts';
import { HashMap } from './hash-map.ts';
import type { Ledger } from './ledger.ts';
import type { Envelope, LedgerTransaction } from './transaction.ts';

/** The checks that a ledger can pass, each a bit. */
export const check = {
  headerHash: 1,
  previousLedgerHash: 2,
  txSetHash: 4,
  txSetResultHash: 8,
  transactionHashes: 16,
  objectRange: 32,
  anchor: 64,
} as const;

/** Name of a check of a ledger's hashes: a key of `check`. */
export type CheckName = keyof typeof check;

/** What a load found out about one ledger. */
export interface LedgerFacts extends Link {
  /** Milliseconds since 1970. */
  closeTimeMs: number;
  protocolVersion: number;
  /** Bits of `check` that were made and passed. */
  checked: number;
}

/** What no hash in a ledger covers; named wherever we say "verified". */
export const unverifiable = ['transaction meta', 'changes of upgrades', 'SCP messages', 'evicted keys'] as const;

/**
 * Pairs each transaction of the ledger with its envelope by hash and returns the facts of the ledger.
 * With `verify`, the hashes of header, transaction set and result set are recomputed too.
 * Throws VerifyError, with file, ledger, check, found and expected, when one does not hold.
 */
export function checkLedger(ledger: Ledger, networkId: Uint8Array, { verify = true } = {}): LedgerFacts {
  checkEnvelopes(ledger, networkId);
  const facts: LedgerFacts = {
    ...linkOf(ledger),
    closeTimeMs: ledger.closeTimeMs,
    protocolVersion: ledger.protocolVersion,
    checked: 0,
  };
  if (!verify) return facts;
  checkHashes(ledger);
  facts.checked = check.headerHash | check.txSetHash | check.txSetResultHash;
  // Without transactions nothing in a ledger depends on the network's passphrase.
  if (ledger.transactions.length > 0) facts.checked |= check.transactionHashes;
  return facts;
}

/**
 * Returns whether `before` is the ledger right before this one, so that the check could be made. Throws VerifyError when it has another
 * hash than this one names.
 */
export function checkFollows(before: Link | undefined, ledger: Ledger, link: Link): boolean {
  const broken = brokenLink(before, link);
  if (broken) throw verifyError(ledger, 'previousLedgerHash', broken.found, broken.expected);
  return isNext(before, link);
}

/**
 * Returns the CRC-32 of a close meta without its SCP messages, which differ from validator to validator. Two files with the same
 * ledger hash may still tell of the ledger in other words, since no hash covers transaction meta.
 */
export function metaChecksum({ bytes, scpInfo, scpInfoEnd }: Pick<Ledger, 'bytes' | 'scpInfo' | 'scpInfoEnd'>): number {
  return crc32(bytes.subarray(scpInfoEnd), crc32(bytes.subarray(0, scpInfo)));
}

/** Recomputes the hashes of a ledger that need no network: of header, transaction set and result set. Throws VerifyError. */
export function checkHashes(ledger: Ledger): void {
  const { bytes, header } = ledger;
  expectHash(ledger, 'headerHash', sha256(bytes, ledger.headerStart, ledger.headerEnd), ledger.hash);
  checkTxSet(ledger);
  expectHash(ledger, 'txSetResultHash', resultSetHash(ledger), header.txSetResultHash);
}

function checkTxSet(ledger: Ledger): void {
  const { bytes, view, header, scpValue, txSet, envelopes } = ledger;
  if (!hasEmptySet(view, scpValue.ext)) {
    return expectHash(ledger, 'txSetHash', txSetHash(ledger), scpValue.txSetHash);
  }
  // CAP-83: validators agreed on no set, so the header names none; the set that was applied is the empty one.
  const follows = txSet + 4;
  if (envelopes.length > 0) throw emptySetError(ledger, `${envelopes.length} transactions`, 'an empty set');
  if (same(bytes, follows, bytes, header.previousLedgerHash)) return;
  throw emptySetError(
    ledger,
    `a set after ${hashAt(bytes, follows)}`,
    `one after ${hashAt(bytes, header.previousLedgerHash)}`,
  );
}

function emptySetError(ledger: Ledger, found: string, expected: string): VerifyError {
  const message = `the ledger is damaged: validators agreed on no transaction set, but it has ${found}, not ${expected} ${anyway('txSetHash')}`;
  return verifyError(ledger, 'txSetHash', found, expected, message);
}

function expectHash(ledger: Ledger, name: CheckName, found: Uint8Array, at: number): void {
  if (same(found, 0, ledger.bytes, at)) return;
  throw verifyError(ledger, name, Buffer.from(found).toString('hex'), hashAt(ledger.bytes, at));
}

/** Names the check for readers of reports, and says what to do. */
const anyway = (name: CheckName): string => `(${name}; --no-verify loads it anyway)`;

/** The text of a failed check: which side is computed, which is recorded, and what to do. */
const messages: Record<CheckName, (found: string, expected: string) => string> = {
  headerHash: (found, expected) =>
    `the ledger is damaged: its header hashes to ${found}, but its record says ${expected} ${anyway('headerHash')}`,
  txSetHash: (found, expected) =>
    `the ledger is damaged: its transaction set hashes to ${found}, but its header says ${expected} ${anyway('txSetHash')}`,
  txSetResultHash: (found, expected) =>
    `the ledger is damaged: its results hash to ${found}, but its header says ${expected} ${anyway('txSetResultHash')}`,
  previousLedgerHash: (found, expected) =>
    `it names ${found} as the ledger before, but the hash of that one is ${expected}: one of the two is of another chain (previousLedgerHash)`,
  transactionHashes: (found) =>
    `no envelope hashes to ${found}, the transaction of a result: check the passphrase of the network; if it is right, the ledger is damaged (transactionHashes)`,
  objectRange: (found, expected) =>
    `the object holds ${found}, but its name says ${expected}: it is misnamed or damaged; put the right one in its place (objectRange)`,
  anchor: (found, expected) =>
    `its hash is ${found}, but the anchor says ${expected}: the anchor is wrong, or the ledger is of another chain (anchor)`,
};

/** Returns the error for a check that failed. */
export function verifyError(
  ledger: { file?: string; sequence?: number },
  name: CheckName,
  found: string,
  expected: string,
  message = messages[name](found, expected),
): VerifyError {
  const { file, sequence } = ledger;
  const where = [...(file ? [file] : []), ...(sequence === undefined ? [] : [`ledger ${sequence}`])].join(', ');
  return new VerifyError(`${where}: ${message}`, { file, ledger: sequence, check: name, found, expected });
}

/** A plain set hashes to the previous ledger's hash and the envelopes without their count, a generalized one to its XDR. */
function txSetHash(ledger: Ledger): Uint8Array {
  const { bytes, txSet, txSetEnd } = ledger;
  if (ledger.version !== 0) return sha256(bytes, txSet, txSetEnd);
  const joined = new Uint8Array(txSetEnd - txSet - 4);
  joined.set(bytes.subarray(txSet, txSet + 32));
  joined.set(bytes.subarray(txSet + 36, txSetEnd), 32);
  return sha256(joined, 0, joined.length);
}

/** The TransactionResultSet is the count and the result pairs, which the close meta holds apart. */
function resultSetHash(ledger: Ledger): Uint8Array {
  const { view, transactions } = ledger;
  const size = transactions.reduce((sum, { pair, pairEnd }) => sum + pairEnd - pair, 4);
  const joined = new DataView(new ArrayBuffer(size));
  joined.setUint32(0, transactions.length);
  let at = 4;
  for (const { pair, pairEnd } of transactions) at = copyWords(joined, at, view, pair, pairEnd);
  return sha256(new Uint8Array(joined.buffer), 0, size);
}

function checkEnvelopes(ledger: Ledger, networkId: Uint8Array): void {
  const { bytes, envelopes, transactions } = ledger;
  if (envelopes.length !== transactions.length) {
    const [found, expected] = [`${envelopes.length} envelopes`, `${transactions.length} results`];
    const message = `the ledger is damaged: it has ${found} and ${expected} (transactionHashes)`;
    throw verifyError(ledger, 'transactionHashes', found, expected, message);
  }
  const unpaired = pairEnvelopes(ledger, networkId);
  if (!unpaired) return;
  const expected = 'the hash of an envelope in the transaction set';
  throw verifyError(ledger, 'transactionHashes', hashAt(bytes, unpaired.pair), expected);
}

/**
 * Gives each transaction its envelope, which is found by its hash: the set is in another order. Returns the first transaction whose
 * envelope is not in the set, if there is one: the network is another's.
 */
export function pairEnvelopes(ledger: Ledger, networkId: Uint8Array): LedgerTransaction | undefined {
  const { view, envelopes, transactions } = ledger;
  const byHash = new HashMap<Envelope>(envelopes.length);
  for (const envelope of envelopes) byHash.set(transactionHash(view, envelope, networkId), envelope);
  for (const transaction of transactions) {
    const envelope = byHash.get(view, transaction.pair);
    if (!envelope) return transaction;
    transaction.envelope = envelope;
  }
  ledger.isPaired = true;
}

const scratch = new Scratch();

/**
 * Returns the transaction's hash, a character a byte: network id, envelope type and signed transaction. The first form is hashed as if it
 * were the second (stellar-core, CAP-15), whose source has a key type before the key.
 */
export function transactionHash(
  view: DataView,
  envelope: Pick<Envelope, 'signed' | 'signedEnd' | 'isFeeBump' | 'isV0'>,
  networkId: Uint8Array,
): string {
  const { signed, signedEnd, isFeeBump, isV0 } = envelope;
  const prefix = isV0 ? 40 : 36;
  const size = prefix + signedEnd - signed;
  const preimage = scratch.first(size);
  const { view: to } = scratch;
  preimage.set(networkId);
  to.setUint32(32, isFeeBump ? 5 : 2);
  if (isV0) to.setUint32(36, 0);
  copyWords(to, prefix, view, signed, signedEnd);
  // As text it is 2.5x faster to get than as a buffer.
  return hash('sha256', preimage, 'binary');
}

function sha256(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return hash('sha256', bytes.subarray(start, end), 'buffer');
}

function same(a: Uint8Array, atA: number, b: Uint8Array, atB: number): boolean {
  for (let i = 0; i < 32; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
