import { MANIFEST_VERSION, resolveSchema } from '../datastore/manifest.ts';
import type { Store } from '../datastore/store.ts';
import { passphraseOf, type Network } from '../ledger/network.ts';

/**
 * Returns the passphrase of the network that was asked for, else the store's own, if it says one. Throws StoreError when they differ.
 * `onTrouble` takes in words that the store's manifest has a version that is not known.
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
  if (manifest) await resolveSchema(() => Promise.resolve(manifest), { networkPassphrase });
  const passphrase = networkPassphrase ?? manifest?.networkPassphrase;
  return passphrase ? { passphrase } : undefined;
}
