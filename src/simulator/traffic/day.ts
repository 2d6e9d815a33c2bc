/** Varies demand, fees, upgrades and dropped sets from ledger to ledger over a simulated day. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Random } from '../random.ts';
import type { Mix } from './mix-names.ts';

/** What a ledger of the day is like. */
export interface Hour {
  /** How many transactions people want in it. */
  demand: number;
  /** Stroops per operation that get a transaction in. */
  baseFee: number;
  /** Operations that it has room for. */
  room: number;
  upgrades: xdr.LedgerUpgrade[];
  /** Whether validators agree on no transaction set (CAP-83). */
  dropsSet: boolean;
}

/**
 * Returns what the next ledger is like, `index` ledgers after the first. A mixed day is 128 ledgers long: validators fit the room to
 * what people want in its third ledger and widen it in the middle, and towards its end more want in than there is room for. Since protocol 28
 * validators agree on no transaction set in a ledger of 32.
 */
export function dayOf(index: number, average: number, mix: Mix, random: Random, header: xdr.LedgerHeader): Hour {
  const dropsSet = header.ledgerVersion >= FIRST_WITH_EMPTY_SETS && index % dropsEvery === dropsFirst;
  const demand = random.integer(Math.ceil(average * 0.5), Math.floor(average * 1.5));
  const room = header.maxTxSetSize;
  if (mix !== 'mixed') return { demand, baseFee: demand > average * 1.4 ? 200 : 100, room, upgrades: [], dropsSet };
  const fee = surgeFees[(index % dayLength) - surgeStart];
  const upgrades = upgradesAt(index, average);
  const others = { room, upgrades, dropsSet };
  return fee ? { demand: average * 3, baseFee: fee, ...others } : { demand, baseFee: 100, ...others };
}

/** The first protocol in which validators may agree on no set. */
const FIRST_WITH_EMPTY_SETS = 28;
const dropsEvery = 32;
const dropsFirst = 7;
const dayLength = 128;
const surgeStart = 90;
const surgeFees = [150, 300, 600, 1_100, 1_600, 2_000, 1_800, 1_400, 1_000, 600, 350, 200];

function upgradesAt(index: number, average: number): xdr.LedgerUpgrade[] {
  if (index === 2) return [xdr.LedgerUpgrade.ledgerUpgradeMaxTxSetSize(average * 2)];
  if (index !== dayLength / 2) return [];
  return [
    xdr.LedgerUpgrade.ledgerUpgradeMaxTxSetSize(Math.ceil(average * 2.5)),
    xdr.LedgerUpgrade.ledgerUpgradeMaxSorobanTxSetSize(2_500),
  ];
}
