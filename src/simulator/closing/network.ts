import type * as xdr from '@stellar/stellar-sdk/xdr';
import { UsageError } from '../../errors.ts';
import { passphrases } from '../../ledger/network.ts';
import { LedgerBuckets } from '../buckets/ledger-buckets.ts';
import { entryXdr } from '../encode/entry.ts';
import { assetContracts } from '../events/asset-contracts.ts';
import { identityOf, sha256 } from '../identity.ts';
import type { LedgerView } from '../operations/context.ts';
import { newAccount } from '../operations/create-account.ts';
import { initialSettings } from '../soroban/initial-settings.ts';
import { readSettings, settingEntry } from '../soroban/settings.ts';
import { LedgerState } from '../state/ledger-state.ts';
import { frameOf, type Frame } from '../transactions/frame.ts';
import type { Verify } from '../transactions/signatures.ts';
import type { BucketList } from './bucket-list.ts';
import { closeLedger, type Chain, type ClosedLedger, type HeaderWithHash, type LedgerPlan } from './close.ts';
import { genesisHeader, totalCoins } from './header.ts';
import { NEWEST_PROTOCOL } from './upgrades.ts';

/** What a network begins with. */
export interface NetworkOptions {
  /** What its validator's key is made of. */
  seed: string;
  passphrase: string;
  /** Allows the passphrase of a public network, whose ledgers simulated ones could be taken for. */
  asPublicNetwork?: boolean;
  /** From 20 to 26. */
  protocol?: number;
  /** The first ledger that is closed. */
  startLedger?: number;
  /** Its close time in Unix seconds. */
  startTime?: number;
  /** Seconds from ledger to ledger. */
  interval?: number;
}

/** What a network is made of beside its options. */
export interface NetworkParts {
  buckets?: BucketList;
  verify?: Verify;
}

/** A chain of ledgers with the state behind its last one. All lumens begin in the account whose secret is the network id. */
export class Network {
  readonly networkId: Uint8Array;
  readonly state: LedgerState;
  readonly #chain: Chain;
  readonly #interval: bigint;
  #last: HeaderWithHash;

  /** Throws UsageError for options that no network can have. */
  constructor(options: NetworkOptions, { buckets = new LedgerBuckets(), verify }: NetworkParts = {}) {
    const { seed, passphrase, protocol, startLedger, startTime, interval } = possibleOptions(options);
    this.networkId = sha256(passphrase);
    this.#interval = BigInt(interval);
    const ledger = startLedger - 1;
    this.state = new LedgerState(ledger);
    const root = { ...newAccount(identityOf(this.networkId).id, totalCoins, this.state), sequence: 0n };
    this.state.put(root);
    for (const data of initialSettings(protocol)) this.state.put(settingEntry(data, ledger));
    const bucketListHash = buckets.begin?.(ledger, protocol, Array.from(this.state.entries(), entryXdr));
    const header = genesisHeader({ ledger, protocol, closeTime: BigInt(startTime - interval), bucketListHash });
    this.#last = { header, hash: sha256(header.toXdr()) };
    const validator = identityOf(sha256(`${seed}/validator`));
    const contractOf = assetContracts(this.networkId);
    this.#chain = { networkId: this.networkId, validator, contractOf, buckets, verify };
  }

  get header(): xdr.LedgerHeader {
    return this.#last.header;
  }

  /** The hash of the last ledger's header. */
  get hash(): Uint8Array {
    return this.#last.hash;
  }

  /** Returns the ledger that comes next, as transactions see it. */
  nextView(): LedgerView {
    const { ledgerSeq, ledgerVersion, baseFee, baseReserve, scpValue } = this.header;
    return {
      ledger: ledgerSeq + 1,
      closeTime: scpValue.closeTime + this.#interval,
      protocol: ledgerVersion,
      baseFee,
      baseReserve: BigInt(baseReserve),
      highestSequence: () => undefined,
      soroban: readSettings(this.state),
      verify: this.#chain.verify,
    };
  }

  /** Returns the frame of an envelope on this network. */
  frame(envelope: xdr.TransactionEnvelope): Frame {
    return frameOf(envelope, this.networkId);
  }

  /** Closes the next ledger with these transactions, valid or not; their payers must be there. */
  closeWith(plan: Omit<LedgerPlan, 'closeTime'> & { closeTime?: bigint }): ClosedLedger {
    const closeTime = plan.closeTime ?? this.header.scpValue.closeTime + this.#interval;
    const closed = closeLedger(this.#last, { ...plan, closeTime }, this.state, this.#chain);
    this.#last = closed;
    return closed;
  }
}

/** The last ledger in which an account can be made: its first sequence number is the ledger's times 2^32 (`getStartingSequenceNumber`). */
export const LAST_LEDGER = 0x7fffffff;

/** Returns the options with what is taken for those that are not given. Throws UsageError for options that no network can have. */
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
        'say so twice, by --as-public-network (asPublicNetwork)',
    );
  }
  mustBeWithin('protocol', protocol, 20, NEWEST_PROTOCOL);
  mustBeWithin('first ledger', startLedger, 2, LAST_LEDGER);
  mustBeWithin('interval', interval, 1, 86_400);
  mustBeWithin('start time', startTime, interval, Number.MAX_SAFE_INTEGER);
  return { seed, passphrase, asPublicNetwork, protocol, startLedger, startTime, interval };
}

/** Throws UsageError when a number is no integer from `low` to `high`. */
export function mustBeWithin(name: string, value: number, low: number, high: number): void {
  if (Number.isInteger(value) && value >= low && value <= high) return;
  throw new UsageError(`the ${name} is ${value}, expected an integer from ${low} to ${high}`);
}
