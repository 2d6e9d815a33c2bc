import { createCast } from './cast.ts';
import { closeLedger, genesisHeader } from './close.ts';
import { signTransaction } from './envelope.ts';
import { sha256, type Identity } from './identity.ts';
import { Random } from './random.ts';
import { State } from './state.ts';
import { planTransactions } from './traffic.ts';

/**
 * What to simulate. `transactionsPerLedger` is an average: ledgers hold half as many to half as many more.
 * `startTime` is the close time of the first ledger in Unix seconds.
 */
export interface SimulationOptions {
  seed: string;
  passphrase: string;
  ledgers: number;
  startLedger?: number;
  transactionsPerLedger?: number;
  startTime?: number;
}

/** One closed ledger: `bytes` is the XDR of its LedgerCloseMeta. */
export interface SimulatedLedger {
  sequence: number;
  closeTime: number;
  hash: Uint8Array;
  bytes: Uint8Array;
}

/** Yields the ledgers that a network of its own closes, five seconds apart; the same options give the same bytes. */
export function* simulate({
  seed,
  passphrase,
  ledgers,
  startLedger = 2,
  transactionsPerLedger = 12,
  startTime = 1_767_225_600,
}: SimulationOptions): Generator<SimulatedLedger> {
  const networkId = sha256(passphrase);
  const random = new Random(seed);
  const cast = createCast(seed, passphrase, transactionsPerLedger);
  const chain = { networkId, validator: cast.validator };
  const genesis = genesisHeader(startLedger - 1, totalCoins, BigInt(startTime - secondsPerLedger));
  let previous = { header: genesis, hash: sha256(genesis.toXdr()) };
  const base = rootState(startLedger - 1, cast.root);
  for (let i = 0; i < ledgers; i++) {
    const closeTime = startTime + i * secondsPerLedger;
    const demand = random.integer(Math.ceil(transactionsPerLedger * 0.5), Math.floor(transactionsPerLedger * 1.5));
    const baseFee = demand > transactionsPerLedger * 1.4 ? 200 : 100;
    const context = { closeTime: BigInt(closeTime), baseFee, native: cast.native };
    const state = new State(startLedger + i, base);
    const plans = planTransactions({ cast, state, random, ...context }, demand);
    const transactions = plans.map((plan) =>
      signTransaction(plan, state.account(plan.source)!.sequence + 1n, networkId),
    );
    const closed = closeLedger(previous, transactions, state, context, chain);
    previous = closed;
    state.commit();
    yield { sequence: startLedger + i, closeTime, hash: closed.hash, bytes: closed.meta.toXdr() };
  }
}

function rootState(ledger: number, owner: Identity): State {
  const state = new State(ledger);
  state.put({
    kind: 'account',
    owner,
    balance: totalCoins,
    sequence: 0n,
    subentries: 0,
    flags: 0,
    homeDomain: '',
    lastModified: ledger,
  });
  return state;
}

const totalCoins = 1_000_000_000_000_000_000n;
const secondsPerLedger = 5;
