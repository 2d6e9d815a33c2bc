/** Which network ledgers are of, when several places may say it. */
import { MANIFEST_VERSION, resolveSchema } from '../datastore/manifest.ts';
import type { Store } from '../datastore/store.ts';
import { UsageError } from '../errors.ts';
import { describeLake } from '../lake/lake.ts';
import { passphraseOf } from '../ledger/network.ts';
import { isLake } from './lake.ts';
import { say } from './output.ts';

/**
 * Returns the passphrase: what was asked for, else what the store's `.config.json` says, else what the lake holds.
 * Throws StoreError when the store says another than was asked for or holds nothing, UsageError when nothing says it.
 */
export async function settleNetwork(store: Store, { asked, lake }: { asked?: string; lake?: string }): Promise<string> {
  const settled = (await networkOf(store, asked)) ?? (lake && (await passphraseAt(lake)));
  if (settled) return settled;
  // Where nothing is, it is not the network that is missing.
  await (store.remote ? store.layout() : store.list());
  const why = (await store.manifest())
    ? `the .config.json of ${store.name} names none`
    : `${store.name} has no .config.json`;
  throw new UsageError(
    `which network are these ledgers of? ${why}; give --network pubnet, testnet, local or "<passphrase>"`,
  );
}

/** Returns the passphrase that was asked for, else the store's own, if it says one. Throws StoreError when they differ. */
export async function networkOf(store: Store, asked: string | undefined): Promise<string | undefined> {
  const manifest = await store.manifest();
  if (manifest && manifest.version !== MANIFEST_VERSION) {
    say(`the .config.json of ${store.name} has version ${manifest.version}, known is ${MANIFEST_VERSION}: reading on`);
  }
  const networkPassphrase = asked === undefined ? undefined : passphraseOf(asked);
  if (manifest) await resolveSchema(() => Promise.resolve(manifest), { networkPassphrase });
  return networkPassphrase ?? manifest?.networkPassphrase;
}

async function passphraseAt(dir: string): Promise<string | undefined> {
  return (await isLake(dir)) ? (await describeLake(dir)).network_passphrase : undefined;
}
