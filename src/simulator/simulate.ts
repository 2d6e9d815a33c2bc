/** Simulates a network with traffic: plans, applies and closes ledger after ledger from a seed. */
import { ArchiveWriter } from '../archive/archive-writer.ts';
import { decoderVersion } from '../version.ts';
import { LedgerBuckets } from './buckets/ledger-buckets.ts';
import { LAST_LEDGER, mustBeWithin, ClosingNetwork, possibleOptions } from './closing/network.ts';
import { sha256 } from './identity.ts';
import { Random } from './random.ts';
import { createCast } from './traffic/cast.ts';
import { Claims } from './traffic/claims.ts';
import { Contracts } from './traffic/contracts.ts';
import { dayOf } from './traffic/day.ts';
import { Market } from './traffic/market.ts';
import type { Mix } from './traffic/mix-names.ts';
import { signTransaction, type TransactionPlan } from './traffic/plan.ts';
import { planTransactions } from './traffic/traffic.ts';

/**
 * What to simulate. `transactionsPerLedger` is an average: ledgers hold half as many to half as many more.
 * `startTime` is the close time of the first ledger in Unix seconds.
 */
export interface SimulationOptions {
  /** Any text; accounts, traffic and prices follow from it. */
  seed: string;
  /** Passphrase of the network; that of a public network needs `asPublicNetwork`. */
  passphrase: string;
  /** How many ledgers to close, 1 or more. */
  ledgers: number;
  /** Sequence of the first ledger, 2 or more; 2 by default. */
  startLedger?: number;
  /** Average number of transactions, 1 to 10,000; 12 by default. */
  transactionsPerLedger?: number;
  /** Close time of the first ledger in Unix seconds; 1767225600 (2026-01-01) by default. */
  startTime?: number;
  /** Protocol version: 20 to 30 without 29; 26 by default. */
  protocol?: number;
  /** Seconds from ledger to ledger, since protocol 30 to the millisecond; 5 unless given. */
  interval?: number;
  /** Allows the passphrase of a public network. */
  asPublicNetwork?: boolean;
  /**
   * A folder to which the checkpoint of every 64 ledgers is written, as a history archive.
   */
  archive?: string;
  /** What people do; `payments` unless given. */
  mix?: Mix;
}

/** One closed ledger: `bytes` is the XDR of its LedgerCloseMeta. */
export interface SimulatedLedger {
  /** Number of the ledger. */
  sequence: number;
  /** Unix seconds; since protocol 30 with milliseconds. */
  closeTime: number;
  /** SHA-256 of the ledger header, 32 bytes. */
  hash: Uint8Array;
  /** XDR of the LedgerCloseMeta, without a frame; `decodeTables` reads it. */
  bytes: Uint8Array;
}

/** Throws UsageError for what cannot be simulated. */
export function checkSimulation(options: Omit<SimulationOptions, 'ledgers'> & { ledgers?: number }): void {
  const { ledgers = 1, startLedger = 2, transactionsPerLedger = 12 } = options;
  possibleOptions(options);
  mustBeWithin('last ledger', startLedger + ledgers - 1, startLedger, LAST_LEDGER);
  mustBeWithin('number of transactions per ledger', transactionsPerLedger, 1, 10_000);
}

/** Yields the ledgers that a network of its own closes; the same options give the same bytes. */
export function* simulate({
  seed,
  passphrase,
  ledgers,
  startLedger = 2,
  transactionsPerLedger = 12,
  startTime = 1_767_225_600,
  protocol,
  interval,
  asPublicNetwork,
  archive,
  mix = 'payments',
}: SimulationOptions): Generator<SimulatedLedger> {
  const random = new Random(seed);
  const cast = createCast(seed, passphrase, transactionsPerLedger);
  // what is signed here needs no check of more than its hint
  const buckets = new LedgerBuckets();
  const options = { seed, passphrase, asPublicNetwork, protocol, startLedger, startTime, interval };
  const network = new ClosingNetwork(options, { buckets, verify: () => true });
  const published = archive === undefined ? undefined : archiveOf(network, archive, passphrase);
  const { state, networkId } = network;
  const market = new Market(cast.native, cast.assets, new Random(`${seed}/market`));
  const contracts = new Contracts(seed, networkId, cast);
  const claims = new Claims();
  for (let i = 0; i < ledgers; i++) {
    const hour = dayOf(i, transactionsPerLedger, mix, random, network.header);
    const { demand, baseFee, upgrades, room } = hour;
    const droppedSet = hour.dropsSet ? sha256(`${seed}/dropped/${i}`) : undefined;
    market.move();
    const scene = { cast, state, random, view: network.nextView(), baseFee, market, networkId, contracts, claims };
    const plans = droppedSet ? [] : fitting(planTransactions(scene, demand, mix), room);
    const frames = plans.map((plan) =>
      network.frame(signTransaction(plan, state.account(plan.source.id)!.sequence + 1n, networkId)),
    );
    const closed = network.closeWith({ frames, baseFee: BigInt(baseFee), sorobanBaseFee: 100n, upgrades, droppedSet });
    const { header, hash, bytes } = closed;
    claims.note(closed);
    published?.add(bytes, buckets.published());
    yield { sequence: header.ledgerSeq, closeTime: Number(network.closeTimeMs) / 1000, hash, bytes };
  }
}

// transactions of classic operations that a ledger has room for; those with contracts have their own
function fitting(plans: readonly TransactionPlan[], room: number): TransactionPlan[] {
  let left = room;
  return plans.filter(({ operations, sponsor }) => {
    if (operations[0]?.kind === 'contract') return true;
    const paid = operations.length + (sponsor ? 1 : 0);
    if (paid > left) return false;
    left -= paid;
    return true;
  });
}

function archiveOf({ header, hash }: ClosingNetwork, folder: string, networkPassphrase: string): ArchiveWriter {
  const writer = new ArchiveWriter(folder, { networkPassphrase, server: decoderVersion });
  writer.addHeader(header.toXdr(), hash);
  return writer;
}
