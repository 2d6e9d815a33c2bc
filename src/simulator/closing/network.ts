/** Keeps a simulated network's chain and state, checks its options and closes its ledgers. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { UsageError } from '../../core/errors.ts';
import { passphrases } from '../../ledger/network.ts';
import { LedgerBuckets } from '../buckets/ledger-buckets.ts';
import { entryXdr } from '../encode/entry.ts';
import { assetContracts } from '../events/asset-contracts.ts';
import { identityOf, sha256 } from '../identity.ts';
import type { LedgerView } from '../context.ts';
import { newAccount } from '../accounts/new-account.ts';
import { initialSettings } from '../soroban/initial-settings.ts';
import { readNetworkSettings, settingEntry } from '../soroban/settings.ts';
import { LedgerState } from '../encode/ledger-state.ts';
import { frameOf, type Frame } from '../transactions/frame.ts';
import type { Verify } from '../accounts/signatures.ts';
import type { BucketList } from './bucket-list.ts';
import { closeLedger, type Chain, type ClosedLedger, type HeaderWithHash, type LedgerPlan } from './close.ts';
import { FIRST_WITH_MILLISECONDS, genesisHeader, totalCoins } from './header.ts';
import type { NetworkOptions } from './network-options.ts';
import { mustExist, NEWEST_UPGRADE } from './upgrades.ts';

/** What a network is made of beside its options. */
export interface NetworkParts {
  buckets?: BucketList;
  verify?: Verify;
}

/** A chain of ledgers with the state behind its last one. All lumens begin in the account whose secret is the network id. */
export class ClosingNetwork {
  readonly networkId: Uint8Array;
  readonly state: LedgerState;
  readonly #chain: Chain;
  /** In milliseconds. */
  readonly #interval: bigint;
  #closeTimeMs: bigint;
  #last: HeaderWithHash;

  /** Throws UsageError for options that no network can have. */
  constructor(options: NetworkOptions, { buckets = new LedgerBuckets(), verify }: NetworkParts = {}) {
    const { seed, passphrase, protocol, startLedger, startTime, interval } = possibleOptions(options);
    this.networkId = sha256(passphrase);
    this.#interval = millisecondsOf(interval);
    this.#closeTimeMs = millisecondsOf(startTime) - this.#interval;
    const ledger = startLedger - 1;
    this.state = new LedgerState(ledger);
    const root = { ...newAccount(identityOf(this.networkId).id, totalCoins, this.state), sequence: 0n };
    this.state.put(root);
    for (const data of initialSettings(protocol)) this.state.put(settingEntry(data, ledger));
    const bucketListHash = buckets.begin?.(ledger, protocol, Array.from(this.state.entries(), entryXdr));
    const header = genesisHeader({ ledger, protocol, closeTime: this.#closeTimeMs / 1000n, bucketListHash });
    this.#last = { header, hash: sha256(header.toXdr()) };
    const validator = identityOf(sha256(`${seed}/validator`));
    const contractOf = assetContracts(this.networkId);
    this.#chain = { networkId: this.networkId, validator, contractOf, buckets, verify };
  }

  /** The header of the last ledger, but for the end of its StellarValue, which the SDK does not know in all protocols. */
  get header(): xdr.LedgerHeader {
    return this.#last.header;
  }

  /** The hash of the last ledger's header. */
  get hash(): Uint8Array {
    return this.#last.hash;
  }

  /** When the last ledger closed, in milliseconds since 1970. */
  get closeTimeMs(): bigint {
    return this.#closeTimeMs;
  }

  /** When the next ledger closes by default. */
  get nextCloseTimeMs(): bigint {
    return this.#closeTimeMs + this.#interval;
  }

  /** Returns the ledger that comes next, as transactions see it. */
  nextView(): LedgerView {
    const { ledgerSeq, ledgerVersion, baseFee, baseReserve } = this.header;
    return {
      ledger: ledgerSeq + 1,
      closeTime: this.nextCloseTimeMs / 1000n,
      protocol: ledgerVersion,
      baseFee,
      baseReserve: BigInt(baseReserve),
      highestSequence: () => undefined,
      soroban: readNetworkSettings(this.state),
      verify: this.#chain.verify,
    };
  }

  /** Returns the frame of an envelope on this network. */
  frame(envelope: xdr.TransactionEnvelope): Frame {
    return frameOf(envelope, this.networkId);
  }

  /** Closes the next ledger with these transactions, valid or not; their payers must be there. */
  closeWith(plan: Omit<LedgerPlan, 'closeTimeMs'> & { closeTimeMs?: bigint }): ClosedLedger {
    const closeTimeMs = plan.closeTimeMs ?? this.nextCloseTimeMs;
    const closed = closeLedger(this.#last, { ...plan, closeTimeMs }, this.state, this.#chain);
    this.#last = closed;
    this.#closeTimeMs = closeTimeMs;
    return closed;
  }
}

/** The last ledger in which an account can be made: its first sequence number is the ledger's times 2^32 (`getStartingSequenceNumber`). */
export const LAST_LEDGER = 0x7fffffff;

/** Returns the options with their defaults. Throws UsageError for options that no network can have. */
export function possibleOptions(options: NetworkOptions): Required<NetworkOptions> {
  const { seed, passphrase, asPublicNetwork = false, protocol = 26 } = options;
  const { startLedger = 2, startTime = 1_767_225_600, interval = 5 } = options;
  if (typeof seed !== 'string' || seed === '') throw new UsageError('a simulated network needs a seed');
  if (typeof passphrase !== 'string' || passphrase === '')
    throw new UsageError('a simulated network needs a passphrase');
  const isPublic = Object.values<string>(passphrases).includes(passphrase);
  if (isPublic && !asPublicNetwork) {
    throw new UsageError(
      `"${passphrase}" is a public network: simulated ledgers under its passphrase look like real ones; ` +
        '--as-public-network (asPublicNetwork) allows it',
    );
  }
  mustBeWithin('protocol', protocol, 20, NEWEST_UPGRADE);
  mustExist(protocol);
  mustBeWithin('first ledger', startLedger, 2, LAST_LEDGER);
  if (protocol < FIRST_WITH_MILLISECONDS) mustBeWithin('interval in seconds', interval, 1, 86_400);
  else mustBeWithin('interval in milliseconds', Number(millisecondsOf(interval)), 1, 86_400_000);
  mustBeWithin('start time', startTime, Math.ceil(interval), LAST_TIME);
  return { seed, passphrase, asPublicNetwork, protocol, startLedger, startTime, interval };
}

/** The last second of year 9999. */
const LAST_TIME = 253_402_300_799;

/** Returns seconds as milliseconds. */
export const millisecondsOf = (seconds: number): bigint => BigInt(Math.round(seconds * 1000));

/** Throws UsageError when a number is no integer from `low` to `high`. */
export function mustBeWithin(name: string, value: number, low: number, high: number): void {
  if (Number.isInteger(value) && value >= low && value <= high) return;
  throw new UsageError(`the ${name} is ${value}, expected an integer from ${low} to ${high}`);
}
