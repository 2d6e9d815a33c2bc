/** Ledgers whose transactions are paired with their envelopes. */
import { DecodeError } from '../core/errors.ts';
import { hashAt } from '../ledger/chain.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { pairEnvelopes } from '../ledger/verify.ts';

/**
 * Returns the ledger with its envelopes paired, once. Throws DecodeError of the check `network` if an envelope is missing:
 * the passphrase is of another network.
 */
export function paired(ledger: Ledger, networkId: Uint8Array): Ledger {
  if (ledger.isPaired) return ledger;
  const unpaired = pairEnvelopes(ledger, networkId);
  if (!unpaired) return ledger;
  const { bytes, file, sequence } = ledger;
  const message = `unknown tx hash in LedgerCloseMeta: ${hashAt(bytes, unpaired.pair)}`;
  throw new DecodeError(message, { file, ledger: sequence, check: 'network' });
}
