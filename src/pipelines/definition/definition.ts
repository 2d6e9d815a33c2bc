/** A definition whose every part is known to be right, with defaults filled in. */
import type { Json } from './nodes.ts';

export const networks = {
  mainnet: 'Public Global Stellar Network ; September 2015',
  testnet: 'Test SDF Network ; September 2015',
} as const;

export type NetworkName = keyof typeof networks;

export interface ComponentEntry {
  type: string;
  config: Readonly<Record<string, Json>>;
}

/** A pipeline definition: the parsed YAML with its defaults. */
export interface Definition {
  apiVersion: string;
  kind: 'Pipeline';
  metadata: { readonly name: string; readonly [key: string]: Json };
  spec: {
    network: NetworkName;
    /** Digits, `latest` or `genesis`. */
    startLedger: string;
    /** Digits; absent where it goes on. */
    endLedger?: string;
    processors: readonly ComponentEntry[];
    consumers: readonly ComponentEntry[];
  };
}
