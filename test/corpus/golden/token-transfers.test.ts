import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus, corpusFiles, hasCorpus } from '../../corpus.ts';
import {
  byOperation,
  inOrder,
  ourMovements,
  referenceMovements,
  type Movement,
  type OurMovement,
} from './movements.ts';
import { goldenLines, goldenSets, placeOf, type GoldenSet } from './sets.ts';

const folder = 'expected/token_transfers_derived';

/** A set and the movements that the reference derived for it; those of one network when its file holds several. */
interface DerivedSet extends GoldenSet {
  reference: string;
  scenario?: string;
  /** How many movements the reference has, of all ledgers together (README-token-transfers.md). */
  count: number;
}

const counts: Record<string, number> = {
  'pubnet-p26': 8399,
  'pubnet-eras': 2685,
  'pubnet-etl-golden': 488,
  'testnet-galexie-bucket': 23,
  'testnet-ledgers': 26,
  'core-lcm': 5605,
  'load-test-ledgers-v27': 3936,
  'load-test-ledgers-v25-standalone': 2064,
  'load-test-ledgers-v24': 2400,
  'load-test-ledgers-v22': 2400,
  account_merge: 6,
  base: 2,
  failed_transactions: 14,
  kahuna: 135,
  operation_fee_stats_1: 26,
  order_books_310: 51,
  pathed_payment: 27,
  paths_strict_send: 26,
};

const loadTests: GoldenSet[] = [
  { name: 'load-test-ledgers-v25-standalone', network: 'Standalone Network ; February 2017', ledgers: 4 },
  { name: 'load-test-ledgers-v24', network: 'load test network', verify: false as const },
].map((set) => ({ ...set, files: corpusFiles('loadtest', `${set.name}.xdr.zst`), expected: 'loadtest/expected/' }));

const scenarios: GoldenSet[] = !hasCorpus
  ? []
  : readdirSync(join(corpus, 'horizon-scenarios'))
      .filter((name) => name !== 'expected')
      .map((name) => ({
        name,
        network: 'testnet',
        files: corpusFiles(`horizon-scenarios/${name}`, '.xdr.zst'),
        expected: 'horizon-scenarios/expected/',
      }));

const sets: DerivedSet[] = [...goldenSets, ...loadTests, ...scenarios].map((set) => {
  const of = set.expected.split('/')[0];
  const parts = of === 'loadtest' ? [of, folder, set.name] : [of, folder];
  const reference = join(corpus, ...parts, 'events.jsonl.zst');
  return { ...set, reference, count: counts[set.name], ...(of === 'horizon-scenarios' && { scenario: set.name }) };
});

describe.skipIf(!hasCorpus).each(sets)('movements that the reference derives for $name', (set) => {
  it('equal ours, in their order where ours are derived', () => {
    const reference = referenceMovements(set.reference, set.scenario);
    const ours = ourMovements(set);
    const refused = refusedLedgers(set);
    expect([...reference.values()].flat().length).toBe(set.count);
    expect([...reference.keys()].filter((place) => !ours.has(place))).toEqual([]);
    for (const [place, movements] of ours) {
      if (refused.has(place)) continue;
      expect(movements.map(({ event_index }) => event_index)).toEqual(movements.map((_, i) => i));
      const lines = isDerived(movements) ? inOrder : byOperation;
      expect(lines(movements)).toEqual(lines(reference.get(place) ?? []));
    }
  });
});

const withEvents = ['pubnet-p26', 'pubnet-eras', 'pubnet-etl-golden', 'testnet-ledgers', 'core-lcm'];
const eventSets = sets.filter(({ name }) => withEvents.includes(name));

describe.skipIf(!hasCorpus).each(eventSets)('movements derived for $name in spite of its events', (set) => {
  it('equal those of the reference in their order', () => {
    const reference = referenceMovements(set.reference);
    for (const [place, movements] of ourMovements(set, { withFeeEvents: false }))
      expect(inOrder(movements)).toEqual(inOrder(reference.get(place) ?? []));
  });
});

const isDerived = (movements: OurMovement[]) =>
  movements.every(({ event_type, origin }) => event_type !== 'fee' || origin === 'derived');

/** The reference does not read meta V1 of protocols below 10. */
function refusedLedgers({ reference, scenario }: DerivedSet): Set<string> {
  if (!scenario) return new Set();
  const errors = goldenLines(join(dirname(reference), 'errors.jsonl.zst')).map(
    (line) => JSON.parse(line) as { network: string; ledger_sequence: number },
  );
  return new Set(
    errors.filter(({ network }) => network === scenario).map((error) => placeOf(error.ledger_sequence, undefined)),
  );
}

describe.skipIf(!hasCorpus)('ledgers that the reference refuses', () => {
  it.each(['base', 'paths_strict_send'])('of %s have the fees and new accounts of Horizon', (name) => {
    const rows = (table: string) =>
      goldenLines(join(corpus, 'horizon-scenarios', name, 'expected/horizon', `${table}.jsonl`))
        .map((line) => JSON.parse(line) as { id: string; fee_charged: string; details: Record<string, string> })
        .filter(({ id }) => BigInt(id) >> 32n === 2n);
    const fees = rows('history_transactions').map(({ fee_charged }) => fee_charged);
    const created = rows('history_operations').map(({ details: { funder, account, starting_balance } }) => [
      ...['transfer', funder, account, starting_balance.replace('.', '')],
    ]);
    const ours = ourMovements(sets.find((set) => set.name === name)!).get(placeOf(2, undefined))!;
    expect(ours.slice(0, fees.length).map(({ amount }) => amount)).toEqual(fees);
    const moved = ours.slice(fees.length).map(({ event_type, from, to, amount }) => [event_type, from, to, amount]);
    expect(moved).toEqual(created);
  });
});

/** An event as earlier versions of the reference wrote it. */
interface EarlyEvent {
  event_type: string;
  meta: { ledgerSequence: number; txHash: string; operationIndex?: number };
}

interface StoredEvent extends EarlyEvent {
  [kind: string]: unknown;
}

interface Body {
  from?: string;
  to?: string;
  amount: string;
  asset: { native?: true; issuedAsset?: { assetCode: string; issuer: string } };
}

const assetName = ({ native, issuedAsset }: Body['asset']) =>
  native ? 'native' : `${issuedAsset!.assetCode}:${issuedAsset!.issuer}`;

/** What the earlier versions have of a movement: one net fee per transaction right before its movements, no memo. */
function earlyForm(movements: Movement[]): unknown[] {
  const hashes = [...new Set(movements.map(({ transaction_hash }) => transaction_hash))];
  return hashes.flatMap((hash) => {
    const own = movements.filter(({ transaction_hash }) => transaction_hash === hash);
    const fees = own.filter(({ event_type }) => event_type === 'fee');
    const net = { ...fees[0], amount: String(fees.reduce((sum, { amount }) => sum + BigInt(amount), 0n)) };
    return [net, ...own.filter(({ event_type }) => event_type !== 'fee')].map(earlyRow);
  });
}

function earlyRow({ transaction_hash, operation_index, event_type, from, to, amount, asset }: Movement): unknown {
  return [transaction_hash, operation_index, event_type, from, to, amount, asset];
}

describe.skipIf(!hasCorpus)('events that earlier versions of the reference stored', () => {
  const eras = sets.find(({ name }) => name === 'pubnet-eras')!;
  const stored = (name: string) => corpusFiles(`pubnet-eras/expected/${name}`, '.jsonl');

  it('equal ours without memo, with one net fee', () => {
    const ours = ourMovements(eras);
    for (const path of stored('token_transfer_events')) {
      const events = goldenLines(path).map((line) => JSON.parse(line) as StoredEvent);
      const rows = events.map(({ event_type, meta, ...event }) => {
        const { from = null, to = null, amount, asset } = event[event_type] as Body;
        return [meta.txHash, meta.operationIndex ?? null, event_type, from, to, amount, assetName(asset)];
      });
      expect(rows).toEqual(earlyForm(ours.get(placeOf(events[0].meta.ledgerSequence, undefined))!));
    }
  });

  it('equal ours in their first format, too', () => {
    const ours = ourMovements(eras);
    for (const path of stored('token_transfer_events_early_format')) {
      const events = goldenLines(path).map((line) => JSON.parse(line) as FirstEvent);
      const rows = events.map(({ event_type, meta, asset, fee, transfer }) => {
        const { from, to, amount } = (transfer ?? fee)!;
        const operation = meta.operationIndex === undefined ? null : meta.operationIndex + 1;
        const stroops = String(BigInt(amount.replace('.', '')));
        const parties = [from.account.strKey, to?.account.strKey ?? null];
        return [meta.txHash, operation, event_type.toLowerCase(), ...parties, stroops, assetName(asset)];
      });
      expect(rows).toEqual(earlyForm(ours.get(placeOf(events[0].meta.ledgerSequence, undefined))!));
    }
  });
});

interface FirstBody {
  from: { account: { strKey: string } };
  to?: { account: { strKey: string } };
  amount: string;
}

interface FirstEvent extends EarlyEvent {
  asset: Body['asset'];
  fee?: FirstBody;
  transfer?: FirstBody;
}
