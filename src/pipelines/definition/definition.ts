/** A definition whose every part is known to be right, with defaults filled in. */
import type { JsonData } from '../yaml/nodes.ts';

export const networks = {
  mainnet: 'Public Global Stellar Network ; September 2015',
  testnet: 'Test SDF Network ; September 2015',
} as const;

export type NetworkName = keyof typeof networks;

export interface ComponentEntry {
  type: string;
  config: Readonly<Record<string, JsonData>>;
}

/** A pipeline definition: the parsed YAML with its defaults. */
export interface Definition {
  /** API group and version, such as `flow.obsrvr.com/v1`. */
  apiVersion: string;
  /** The only kind of definition. */
  kind: 'Pipeline';
  /** `name` identifies the pipeline among those of a `dataDir`; other keys are kept as they are. */
  metadata: { readonly name: string; readonly [key: string]: JsonData };
  /** Network, range of ledgers, and components with their configs. */
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
