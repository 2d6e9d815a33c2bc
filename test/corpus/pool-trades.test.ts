/** Trades with liquidity pools of all ledgers of the corpus, computed anew by CAP-38 from what the SDK reads of the ledger. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { networkId, passphraseOf } from '../../src/ledger/network.ts';
import { createTables } from '../../src/tables/index.ts';
import { hasCorpus } from '../corpus.ts';
import { goldenSets, readSet, type GoldenSet } from './golden/sets.ts';
import { successes, witnesses, type Witness } from './witness.ts';

const WHOLE = 10_000n;

interface Pool {
  assets: string[];
  reserves: bigint[];
  fee: bigint;
}

const text = (value: { toXdr(): Uint8Array }) => Buffer.from(value.toXdr()).toString('hex');

/** The pools of an operation as they were before it, by their ids. */
function poolsBefore(changes: readonly xdr.LedgerEntryChange[]): Map<string, Pool> {
  const pools = new Map<string, Pool>();
  for (const change of changes) {
    if (change.type !== 'ledgerEntryState' || change.state.data.type !== 'liquidityPool') continue;
    const { liquidityPoolId, body } = change.state.data.liquidityPool;
    const { params, reserveA, reserveB } = body.constantProduct;
    const assets = [text(params.assetA), text(params.assetB)];
    pools.set(text(liquidityPoolId), { assets, reserves: [reserveA, reserveB], fee: BigInt(params.fee) });
  }
  return pools;
}

/** The claims of a path payment in the order in which they were made: strict receive walks its path backwards. */
function claimsOf(result: xdr.OperationResult): { claims: readonly xdr.ClaimAtom[]; isReceive: boolean } | undefined {
  if (result.type !== 'opInner') return undefined;
  const { tr } = result;
  if (tr.type === 'pathPaymentStrictReceive' && tr.value.type === 'pathPaymentStrictReceiveSuccess')
    return { claims: tr.value.success.offers.toReversed(), isReceive: true };
  if (tr.type === 'pathPaymentStrictSend' && tr.value.type === 'pathPaymentStrictSendSuccess')
    return { claims: tr.value.success.offers, isReceive: false };
  return undefined;
}

/** Percentages by which rounding changed each trade with a pool; fails where CAP-38 gives other amounts than the ledger. */
function* slippages(witness: Witness): Generator<bigint> {
  for (const [index, result] of successes(witness).entries()) {
    const found = claimsOf(result);
    if (!found) continue;
    const pools = poolsBefore(witness.operations[index] ?? []);
    for (const claim of found.claims) {
      if (claim.type !== 'claimAtomTypeLiquidityPool') continue;
      const { liquidityPoolId, assetSold, amountSold, amountBought } = claim.liquidityPool;
      const { assets, reserves, fee } = pools.get(text(liquidityPoolId))!;
      const sold = assets.indexOf(text(assetSold));
      const [x, y] = [reserves[1 - sold], reserves[sold]];
      // As fractions: what the pool pays for the deposit, and what it asks for the payout.
      const [above, below] = found.isReceive
        ? [WHOLE * x * amountSold, (y - amountSold) * (WHOLE - fee)]
        : [(WHOLE - fee) * y * amountBought, WHOLE * x + (WHOLE - fee) * amountBought];
      const rounded = found.isReceive ? (above + below - 1n) / below : above / below;
      expect(rounded).toBe(found.isReceive ? amountBought : amountSold);
      const error = rounded * below - above;
      yield (100n * (error < 0n ? -error : error)) / above;
      reserves[1 - sold] = x + amountBought;
      reserves[sold] = y - amountSold;
    }
  }
}

/** The slippages that the table has. */
function ours(set: GoldenSet): bigint[] {
  const tables = createTables(networkId(passphraseOf(set.network)), { only: ['history_trades'] });
  const found: bigint[] = [];
  for (const { ledger } of readSet(set)) {
    tables.add(ledger);
    for (const row of tables.batches().get('history_trades')!)
      if (row['trade_type'] === 2) found.push(row['rounding_slippage']);
    tables.reset();
  }
  return found;
}

describe.skipIf(!hasCorpus).each(goldenSets)('trades with pools of $name', (set) => {
  it('moved what CAP-38 says, and have the slippage of that', () => {
    const expected = [...witnesses(set)].flatMap((witness) => [...slippages(witness)]);
    expect(ours(set).sort()).toEqual(expected.sort());
  });
});
