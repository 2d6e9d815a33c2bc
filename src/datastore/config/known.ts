/** Public stores by short names. */
import type { AccessOptions } from './access.ts';

export interface KnownStore {
  name: string;
  network: 'pubnet' | 'testnet';
  address: string;
  /** What goes with the address. */
  options?: AccessOptions;
  /** Who may read it, and who pays. */
  access: string;
  /** Where that is written. */
  source: string;
}

const PROVIDERS = 'stellar-docs docs/data/indexers/build-your-own/galexie/providers.mdx';
const aws = (network: 'pubnet' | 'testnet') => ({
  address: `s3://aws-public-blockchain/v1.1/stellar/ledgers/${network}`,
  options: { region: 'us-east-2', anonymous: true },
});
const sdf = (network: 'pubnet' | 'testnet') => `gs://sdf-ledger-close-meta/v1/ledgers/${network}`;

/** The table of public stores. */
export const knownStores: readonly KnownStore[] = [
  { name: 'pubnet@aws', network: 'pubnet', ...aws('pubnet'), access: 'anonymous, free', source: PROVIDERS },
  { name: 'testnet@aws', network: 'testnet', ...aws('testnet'), access: 'anonymous, free', source: PROVIDERS },
  {
    name: 'pubnet@lightsail',
    network: 'pubnet',
    address: 'https://galexie.lightsail.network/v1/',
    access: 'anonymous, free; cannot be listed',
    source: PROVIDERS,
  },
  {
    name: 'pubnet@gcs',
    network: 'pubnet',
    address: sdf('pubnet'),
    access: 'credentials and --user-project; you pay',
    source: 'stellar-etl internal/utils, default of datastore-path',
  },
  {
    name: 'testnet@gcs',
    network: 'testnet',
    address: sdf('testnet'),
    access: 'credentials and --user-project; you pay',
    source: 'unconfirmed; named in a test of another program',
  },
];
