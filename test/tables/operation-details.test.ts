import { join } from 'node:path';
import {
  Asset,
  Claimant,
  LiquidityPoolAsset,
  LiquidityPoolId,
  Operation,
  StrKey,
  type xdr,
} from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { extractOperations, historyOperations } from '../../src/tables/operations.ts';
import { LedgerEntryChangeType, LedgerEntryType, OperationType } from '../../src/xdr/generated/enums.ts';
import { corpus, hasCorpus, readText } from '../corpus.ts';
import { expectDocumented } from './documented.ts';
import { operationFault } from './fault.ts';
import { ledgerOf, words } from '../make/ledger.ts';
import { account, envelopeOf, source } from '../make/transaction.ts';
import { useOperationRows } from './operation-rows.ts';

const shown = useOperationRows();

/** The rows of a ledger, their details with each number as it was written. */
async function rowsOf(parts: Parameters<typeof ledgerOf>[0]) {
  const builder = createBuilder(historyOperations);
  extractOperations(new Context(ledgerOf(parts), new Decoder(networkId(passphrases.testnet))), builder.columns);
  const rows = await shown(builder.batch());
  expectDocumented(historyOperations.details!, rows);
  return rows.map(({ details_json, operation_trace_code }) => ({
    details: JSON.parse(details_json, exact as Parameters<typeof JSON.parse>[1]),
    operation_trace_code,
  }));
}

const exact = (_key: string, value: unknown, context: { source: string }) =>
  typeof value === 'number' ? `#${context.source}` : value;

const NO_FEE = [0, 0];
const SUCCESS = 0;
const BAD_AUTH = -1;
const NO_CHANGES = words(2, 0, 0, 0);
const { ledgerEntryState: STATE, ledgerEntryUpdated: UPDATED } = LedgerEntryChangeType;

/** A result of success whose operations have no results of their own. */
const bareResult = (operations: number) =>
  words(...NO_FEE, SUCCESS, operations, ...Array<number>(operations).fill(BAD_AUTH), 0);

describe.skipIf(!hasCorpus)('details of Horizon', () => {
  const amounts = ['amount', 'limit', 'price', 'source_amount', 'source_max', 'starting_balance'];

  /** Horizon writes amounts and prices as texts of seven decimals, an empty path as [], and has no asset ids and strkeys. */
  function horizonForm(details: Record<string, unknown>) {
    const members = Object.entries(details)
      .filter(([name]) => !name.endsWith('asset_id') && !name.endsWith('_strkey'))
      .map(([name, value]) => {
        if (name === 'path') return [name, ((value as Path[] | null) ?? []).map(horizonPath)];
        if (amounts.includes(name) && typeof value === 'string') return [name, sevenDecimals(value)];
        return [name, JSON.parse(JSON.stringify(value).replace(/"#(.*?)"/g, '$1'))];
      });
    return Object.fromEntries(members);
  }

  interface Path {
    asset_type: string;
  }

  const horizonPath = (asset: Path) => (asset.asset_type === 'native' ? { asset_type: 'native' } : asset);

  function sevenDecimals(text: string) {
    const [whole, fraction = ''] = text.replace('#', '').split('.');
    return `${whole}.${fraction.padEnd(7, '0')}`;
  }

  const lines = hasCorpus
    ? readText(join(corpus, 'golden-units/horizon-operation-details.jsonl')).trim().split('\n')
    : [];
  for (const line of lines) {
    const { desc, envelope_xdr, result_xdr, meta_xdr, expected_details } = JSON.parse(line);
    it(desc, async () => {
      const envelope = Buffer.from(envelope_xdr, 'base64');
      // Most of these cases bear the result of another operation; only a path payment's says something.
      const result = desc.startsWith('path') ? Buffer.from(result_xdr, 'base64') : bareResult(1);
      const [row] = await rowsOf({ envelope, result, meta: Buffer.from(meta_xdr, 'base64') });
      expect(horizonForm(row.details)).toEqual(expected_details);
    });
  }
});

const other = account(2);
const usd = new Asset('USD', other);
const poolId = 'dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7';
const poolStrkey = StrKey.encodeLiquidityPool(Buffer.from(poolId, 'hex'));
const balanceId = '00000000da0d57da7d4850e7fc10d2a9d0ebc731f7afb40574c03395b17d49149b91f5be';

async function detailsOf(...operations: xdr.Operation[]) {
  const envelope = envelopeOf(operations);
  const rows = await rowsOf({ envelope, result: bareResult(operations.length), meta: NO_CHANGES });
  return rows.map(({ details }) => details);
}

describe('details of operations that the corpus lacks', () => {
  it('names the reserve that is no longer sponsored', async () => {
    const seller = { seller: other, offerId: '9007199254740993' };
    expect(
      await detailsOf(
        Operation.revokeAccountSponsorship({ account: other }),
        Operation.revokeTrustlineSponsorship({ account: other, asset: usd }),
        Operation.revokeTrustlineSponsorship({ account: other, asset: new LiquidityPoolId(poolId) }),
        Operation.revokeOfferSponsorship(seller),
        Operation.revokeDataSponsorship({ account: other, name: 'a "b"\\' }),
        Operation.revokeClaimableBalanceSponsorship({ balanceId }),
        Operation.revokeLiquidityPoolSponsorship({ liquidityPoolId: poolId }),
        Operation.revokeSignerSponsorship({ account: other, signer: { ed25519PublicKey: source } }),
      ),
    ).toEqual([
      { account_id: other },
      { trustline_account_id: other, trustline_asset: `USD:${other}` },
      {
        trustline_account_id: other,
        trustline_liquidity_pool_id: poolId,
        trustline_liquidity_pool_id_strkey: poolStrkey,
      },
      { offer_id: '#9007199254740993' },
      { data_account_id: other, data_name: 'a "b"\\' },
      {
        claimable_balance_id: balanceId,
        claimable_balance_id_strkey: StrKey.encodeClaimableBalance(Buffer.from(balanceId.slice(6), 'hex')),
      },
      { liquidity_pool_id: poolId, liquidity_pool_id_strkey: poolStrkey },
      { signer_account_id: other, signer_key: source },
    ]);
  });

  it('finds who began the sponsorship that an operation ends', async () => {
    const begin = Operation.beginSponsoringFutureReserves({ sponsoredId: other, source });
    const details = await detailsOf(begin, Operation.endSponsoringFutureReserves({ source: other }));
    expect(details).toEqual([{ sponsored_id: other }, { begin_sponsor: source }]);
  });

  it('gives every form of a claim predicate', async () => {
    const { predicateAnd, predicateNot, predicateOr } = Claimant;
    const late = Claimant.predicateBeforeAbsoluteTime('9223372036854775807');
    const soon = Claimant.predicateBeforeRelativeTime('60');
    const predicate = predicateAnd(predicateNot(late), predicateOr(soon, Claimant.predicateUnconditional()));
    const claimants = [new Claimant(other, predicate)];
    expect(
      await detailsOf(Operation.createClaimableBalance({ asset: usd, amount: '922337203685.4775807', claimants })),
    ).toEqual([
      {
        asset: `USD:${other}`,
        amount: '#922337203685.4775807',
        claimants: [
          {
            destination: other,
            predicate: {
              and: [
                { not: { abs_before: '+292277026596-12-04T15:30:07Z', abs_before_epoch: '9223372036854775807' } },
                { or: [{ rel_before: '60' }, { unconditional: true }] },
              ],
            },
          },
        ],
      },
    ]);
  });

  it('gives null for data that is removed, and nothing for inflation', async () => {
    expect(await detailsOf(Operation.manageData({ name: 'n', value: null }), Operation.inflation({}))).toEqual([
      { name: 'n', value: null },
      {},
    ]);
  });

  it('takes what left a pool from the change of its entry', async () => {
    const withdraw = Operation.liquidityPoolWithdraw({
      liquidityPoolId: poolId,
      amount: '2',
      minAmountA: '0.5',
      minAmountB: '0',
    });
    const [native, fee, shares] = [0, 30, 0];
    const pool = (a: number, b: number) =>
      Buffer.concat([
        words(1, LedgerEntryType.liquidityPool),
        Buffer.from(poolId, 'hex'),
        words(0, native, native, fee, 0, a, 0, b, 0, shares, 0, 1, 0),
      ]);
    const changes = [words(2), words(STATE), pool(9_000_000, 7), words(UPDATED), pool(1_000_000, 0)];
    const meta = Buffer.concat([words(2, 0, 1), ...changes, words(0)]);
    const result = words(...NO_FEE, SUCCESS, 1, 0, OperationType.liquidityPoolWithdraw, 0, 0);
    const [row] = await rowsOf({ envelope: envelopeOf([withdraw]), result, meta });
    expect(row.details).toMatchObject({
      reserve_a_asset_type: 'native',
      reserve_a_min_amount: '#0.5',
      reserve_a_withdraw_amount: '#0.8',
      reserve_b_withdraw_amount: '#0.0000007',
      shares: '#2',
    });
    expect(row.operation_trace_code).toBe('LiquidityPoolWithdrawResultCodeLiquidityPoolWithdrawSuccess');
  });

  it('trusts the shares of a pool', async () => {
    const asset = new LiquidityPoolAsset(Asset.native(), usd, 30);
    const [details] = await detailsOf(Operation.changeTrust({ asset, limit: '1' }));
    expect(details).toMatchObject({ asset_type: 'liquidity_pool_shares', trustor: source, limit: '#1' });
  });
});

describe('an operation that contradicts its ledger', () => {
  it('without a result names ledger, transaction and operation', async () => {
    const payment = Operation.payment({ destination: other, asset: usd, amount: '1' });
    await expect(rowsOf({ envelope: envelopeOf([payment]), result: bareResult(0), meta: NO_CHANGES })).rejects.toThrow(
      operationFault('0 operation results, expected 1'),
    );
  });
});
