/** What a network begins with. */
export interface NetworkOptions {
  /** Any text; the key of the validator follows from it. */
  seed: string;
  /** Passphrase of the network; that of a public network needs `asPublicNetwork`. */
  passphrase: string;
  /** Allows the passphrase of a public network, whose ledgers simulated ones could be taken for. */
  asPublicNetwork?: boolean;
  /** Protocol version: 20 to 30 without 29; 26 by default. */
  protocol?: number;
  /** Sequence of the first ledger that is closed, 2 or more; 2 by default. */
  startLedger?: number;
  /** Close time of the first ledger in Unix seconds; 1767225600 (2026-01-01) by default. */
  startTime?: number;
  /** Seconds from ledger to ledger, 5 by default; since protocol 30 to the millisecond, such as 0.6. */
  interval?: number;
}
