/** Networks by the names people use. */
import { hash } from 'node:crypto';

/** The passphrases of the networks that have a short name. */
export const passphrases = {
  pubnet: 'Public Global Stellar Network ; September 2015',
  testnet: 'Test SDF Network ; September 2015',
  local: 'Standalone Network ; February 2017',
} as const;

/** Returns the passphrase that a network's name stands for; any other text is a passphrase itself. */
export function passphraseOf(network: string): string {
  return Object.hasOwn(passphrases, network) ? passphrases[network as keyof typeof passphrases] : network;
}

/** Returns the network id: the SHA-256 of the passphrase. */
export function networkId(passphrase: string): Buffer {
  return hash('sha256', passphrase, 'buffer');
}
