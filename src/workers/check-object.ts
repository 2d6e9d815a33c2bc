/** The worker thread that verifies objects without a stored hash. */
import '../core/v8-flags.ts';
import { DecodeError, plainError, type PlainError } from '../core/errors.ts';
import { linkOf, type Link } from '../ledger/chain.ts';
import { networkId } from '../ledger/network.ts';
import { checkFollows, checkHashes, checkLedger } from '../ledger/verify.ts';
import { ledgersOf } from './read.ts';

/** An object as it came, and the ledgers that its name says. */
export interface UnhashedObject {
  key: string;
  first: number;
  last: number;
  bytes: Uint8Array;
  /** Of the network, if it is known: transaction hashes depend on it. */
  passphrase?: string;
}

/** What was found: what is wrong with an object, or that it is of a newer protocol, so that nobody here can tell. */
export interface Checked {
  wrong?: PlainError;
  newer?: number;
}

/** Returns what is wrong with an object, as data, since classes do not survive the way between threads. */
export function checkObject(object: UnhashedObject): Checked {
  try {
    verifyObject(object);
    return {};
  } catch (error) {
    const newer = error instanceof DecodeError ? error.fields['protocol'] : undefined;
    return typeof newer === 'number' ? { newer } : { wrong: plainError(error) };
  }
}

/**
 * Decompresses an object and checks its ledgers as a load does: every byte against the schema, the range, the hashes, and the
 * chain from ledger to ledger. Throws DecodeError and VerifyError.
 */
function verifyObject({ passphrase, ...object }: UnhashedObject): void {
  const id = passphrase === undefined ? undefined : networkId(passphrase);
  let before: Link | undefined;
  for (const ledger of ledgersOf(object, object)) {
    if (id) checkLedger(ledger, id);
    else checkHashes(ledger);
    const link = linkOf(ledger);
    checkFollows(before, ledger, link);
    before = link;
  }
}
