/** Determines a store's network passphrase from its manifest and the user's option. */
import { MANIFEST_VERSION } from '../datastore/manifest.ts';
import type { Store } from '../datastore/store.ts';
import { StoreError } from '../core/errors.ts';
import { passphraseOf, type Network } from '../ledger/network.ts';

/**
 * Returns the requested passphrase, or the store's own. Throws StoreError if they differ. `onTrouble` reports an unknown
 * manifest version.
 */
export async function networkOf(
  store: Store,
  asked: Network | undefined,
  onTrouble?: (message: string) => void,
): Promise<{ passphrase: string } | undefined> {
  const manifest = await store.manifest();
  if (manifest && manifest.version !== MANIFEST_VERSION) {
    onTrouble?.(
      `the .config.json of ${store.name} has version ${manifest.version}, known is ${MANIFEST_VERSION}: reading on`,
    );
  }
  const networkPassphrase = asked === undefined ? undefined : passphraseOf(asked);
  if (manifest && networkPassphrase !== undefined && networkPassphrase !== manifest.networkPassphrase) {
    throw new StoreError(
      `${store.name} holds ledgers of "${manifest.networkPassphrase}", but "${networkPassphrase}" was requested: ` +
        'leave out the network, or give a store of the network that you mean',
      { store: store.name },
    );
  }
  const passphrase = networkPassphrase ?? manifest?.networkPassphrase;
  return passphrase ? { passphrase } : undefined;
}
