/** Which network ledgers are of, when several places may say it. */
import { describeLake, networkOf, UsageError, type Network, type Store } from '../index.ts';
import { isLake } from './lake.ts';
import { say } from './output.ts';

type Passphrase = Exclude<Network, string>;

/**
 * Returns the passphrase: of the option, else of the store's `.config.json`, else of the lake.
 * Throws StoreError when the store says another than was asked for or holds nothing, UsageError when nothing says it.
 */
export async function settleNetwork(
  store: Store,
  { asked, lake }: { asked?: string; lake?: string },
): Promise<Passphrase> {
  const settled = (await networkOf(store, asked, say)) ?? (lake && (await passphraseAt(lake)));
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

async function passphraseAt(dir: string): Promise<Passphrase | undefined> {
  return (await isLake(dir)) ? { passphrase: (await describeLake(dir)).network_passphrase } : undefined;
}
