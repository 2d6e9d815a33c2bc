/** Public stores by short names. */
import type { StoreSpec } from './address.ts';

export interface KnownStore {
  name: string;
  network: 'pubnet' | 'testnet';
  spec: StoreSpec;
  /** Who may read it, and who pays. */
  access: string;
  /** Where that is written. */
  source: string;
}

const PROVIDERS = 'stellar-docs docs/data/indexers/build-your-own/galexie/providers.mdx';
const aws = (network: 'pubnet' | 'testnet'): StoreSpec => ({
  kind: 's3',
  bucket: 'aws-public-blockchain',
  prefix: `v1.1/stellar/ledgers/${network}`,
  region: 'us-east-2',
  anonymous: true,
});
const sdf = (network: 'pubnet' | 'testnet'): StoreSpec => ({
  kind: 'gcs',
  bucket: 'sdf-ledger-close-meta',
  prefix: `v1/ledgers/${network}`,
});

/** The table of public stores. */
export const knownStores: readonly KnownStore[] = [
  { name: 'pubnet@aws', network: 'pubnet', spec: aws('pubnet'), access: 'anonymous, free', source: PROVIDERS },
  { name: 'testnet@aws', network: 'testnet', spec: aws('testnet'), access: 'anonymous, free', source: PROVIDERS },
  {
    name: 'pubnet@lightsail',
    network: 'pubnet',
    spec: { kind: 'http', url: 'https://galexie.lightsail.network/v1/' },
    access: 'anonymous, free; cannot be listed',
    source: PROVIDERS,
  },
  {
    name: 'pubnet@gcs',
    network: 'pubnet',
    spec: sdf('pubnet'),
    access: 'credentials and --user-project; you pay',
    source: 'stellar-etl internal/utils, default of datastore-path',
  },
  {
    name: 'testnet@gcs',
    network: 'testnet',
    spec: sdf('testnet'),
    access: 'credentials and --user-project; you pay',
    source: 'a test of another program that reads it; unconfirmed',
  },
];
