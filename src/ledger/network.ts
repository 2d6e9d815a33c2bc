/** Networks by the names people use. */
import { hash } from 'node:crypto';
import { UsageError } from '../core/errors.ts';

/** The passphrases of the networks that have a short name. */
export const passphrases = {
  pubnet: 'Public Global Stellar Network ; September 2015',
  testnet: 'Test SDF Network ; September 2015',
  local: 'Standalone Network ; February 2017',
} as const;

/** A short name, a passphrase as text, which has a space in it or comes after `passphrase:`, or any passphrase at all. */
export type Network = string | { passphrase: string };

const FORMS = `give ${Object.keys(passphrases).join(', ')} or the passphrase`;
const CONFIRM = 'passphrase:';

/**
 * Returns the passphrase of a network. Throws UsageError for a word that is no network's name: a passphrase without a space, which no known
 * network has, is likelier a slip, so it must be said to be one. Throws it, too, when nothing is given.
 */
export function passphraseOf(network: Network): string {
  const given: unknown = typeof network === 'string' ? network.trim() : network?.passphrase;
  if (typeof given !== 'string' || given === '') throw new UsageError(`no network given: ${FORMS}`);
  if (typeof network !== 'string') return network.passphrase;
  if (given.startsWith(CONFIRM)) return passphraseOf({ passphrase: given.slice(CONFIRM.length) });
  if (given === 'mainnet') return passphrases.pubnet;
  if (Object.hasOwn(passphrases, given)) return passphrases[given as keyof typeof passphrases];
  if (!/\s/.test(given)) {
    throw new UsageError(`unknown network "${given}": ${FORMS}; one without a space is written "${CONFIRM}${given}"`);
  }
  const known = Object.values(passphrases).find((passphrase) => letters(passphrase) === letters(given));
  if (known !== undefined && known !== given) {
    throw new UsageError(
      `the passphrase "${given}" is almost "${known}": give that, or "${CONFIRM}${given}" if it is another`,
    );
  }
  return network;
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Returns the network id: the SHA-256 of the passphrase. */
export function networkId(passphrase: string): Buffer {
  return hash('sha256', passphrase, 'buffer');
}
