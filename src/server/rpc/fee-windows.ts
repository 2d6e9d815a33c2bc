/** Inclusion fees of the newest ledgers, and how they are distributed (feewindow of stellar-rpc). */
import type { DecodeError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isSorobanOperation } from '../../ledger/soroban.ts';
import { ABSENT, type LedgerTransaction } from '../../ledger/transaction.ts';

/** Fees in stroops; `ledgerCount` counts ledgers without fees too, unless no ledger has any. */
export interface Distribution {
  max: bigint;
  min: bigint;
  mode: bigint;
  percentiles: bigint[];
  transactionCount: number;
  ledgerCount: number;
}

/** The percentiles of an answer. */
export const PERCENTILES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];

/** The windows of classic and Soroban fees. */
export class FeeWindows {
  readonly classic: FeeWindow;
  readonly soroban: FeeWindow;

  constructor(classicLedgers: number, sorobanLedgers: number) {
    this.classic = new FeeWindow(classicLedgers);
    this.soroban = new FeeWindow(sorobanLedgers);
  }

  /** Takes in the next ledger; its envelopes must be paired, unless it is of a newer protocol. */
  add(ledger: Ledger): void {
    const { sequence, fault } = ledger;
    const { classic, soroban } = fault ? {} : feesOf(ledger);
    this.classic.add({ sequence, fees: classic, fault });
    this.soroban.add({ sequence, fees: soroban, fault });
  }

  /** Takes in the next ledger when it is damaged. */
  lack(sequence: number): void {
    this.classic.add({ sequence });
    this.soroban.add({ sequence });
  }

  /** Returns the damaged ledgers in the windows, which may be repaired since. */
  lacking(): number[] {
    return [...new Set([...this.classic.lacking(), ...this.soroban.lacking()])];
  }

  /** Takes in a ledger that was damaged before; its envelopes must be paired. */
  fill(ledger: Ledger): void {
    const { classic, soroban } = feesOf(ledger);
    this.classic.fill(ledger.sequence, classic);
    this.soroban.fill(ledger.sequence, soroban);
  }
}

/** The fees of a ledger; none if it is damaged, or of a newer protocol: then `fault` says so. */
interface LedgerFees {
  sequence: number;
  fees?: bigint[];
  fault?: DecodeError;
}

/** The fees of the newest ledgers, of one kind of transaction. */
export class FeeWindow {
  readonly #size: number;
  readonly #ledgers: LedgerFees[] = [];
  #distribution?: Distribution;

  constructor(size: number) {
    this.#size = size;
  }

  add(ledger: LedgerFees): void {
    this.#ledgers.push(ledger);
    if (this.#ledgers.length > this.#size) this.#ledgers.shift();
    this.#distribution = undefined;
  }

  lacking(): number[] {
    return this.#ledgers.filter(({ fees, fault }) => !fees && !fault).map(({ sequence }) => sequence);
  }

  fill(sequence: number, fees: bigint[]): void {
    const ledger = this.#ledgers.find((one) => one.sequence === sequence);
    if (ledger) ledger.fees = fees;
    this.#distribution = undefined;
  }

  /** Returns the distribution over all ledgers but those of a newer protocol. Throws DecodeError if there are no others. */
  distribution(): Distribution {
    const read = this.#ledgers.filter(({ fault }) => !fault);
    const newest = this.#ledgers.at(-1)?.fault;
    if (newest && read.length === 0) throw newest;
    return (this.#distribution ??= distribute(
      read.flatMap(({ fees }) => fees ?? []),
      read.length,
    ));
  }
}

/** Returns the distribution of fees: percentiles by nearest rank, of equally frequent fees the smallest. */
export function distribute(fees: bigint[], ledgerCount: number): Distribution {
  if (fees.length === 0) {
    const percentiles = PERCENTILES.map(() => 0n);
    return { max: 0n, min: 0n, mode: 0n, percentiles, transactionCount: 0, ledgerCount: 0 };
  }
  const sorted = BigUint64Array.from(fees).sort();
  return {
    max: sorted.at(-1)!,
    min: sorted[0],
    mode: modeOf(sorted),
    percentiles: PERCENTILES.map((p) => sorted[Math.ceil((p * sorted.length) / 100) - 1]),
    transactionCount: fees.length,
    ledgerCount,
  };
}

function modeOf(sorted: BigUint64Array): bigint {
  let mode = sorted[0];
  let most = 0;
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    if (end - start > most) {
      most = end - start;
      mode = sorted[start]!;
    }
    start = end;
  }
  return mode;
}

/** Returns the fee per operation of classic transactions and the inclusion fee of Soroban ones. */
function feesOf({ view, transactions }: Ledger): { classic: bigint[]; soroban: bigint[] } {
  const fees: { classic: bigint[]; soroban: bigint[] } = { classic: [], soroban: [] };
  for (const transaction of transactions) {
    const { operations } = transaction.envelope;
    const charged = view.getBigInt64(transaction.result);
    if (operations.length === 0) continue;
    if (operations.length > 1 || !isSorobanOperation(view, operations[0])) {
      fees.classic.push(charged / BigInt(operations.length));
      continue;
    }
    const resources = resourceFee(view, transaction);
    if (resources !== undefined) fees.soroban.push(BigInt.asUintN(64, charged - resources));
  }
  return fees;
}

/** Returns the charged resource fee, refundable and not; undefined when the meta does not tell it. */
function resourceFee(view: DataView, { sorobanMeta: meta }: LedgerTransaction): bigint | undefined {
  if (meta === ABSENT || view.getInt32(meta) !== 1) return undefined;
  return view.getBigInt64(meta + 8) + view.getBigInt64(meta + 16);
}
