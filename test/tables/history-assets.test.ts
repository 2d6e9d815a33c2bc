import { Asset, Claimant, LiquidityPoolAsset, Operation, type xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { openScratch } from '../../src/lake/asking/query/scratch.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { extractHistoryAssets, historyAssets } from '../../src/tables/history-assets.ts';
import { tables } from '../../src/tables/index.ts';
import { ledgerOf, words } from '../make/ledger.ts';
import { account, envelopeOf, source } from '../make/transaction.ts';

const NO_CHANGES = words(2, 0, 0, 0);
const BAD_AUTH = -1;
const issuer = account(2);
const native = Asset.native();
const asset = (code: string) => new Asset(code, issuer);
const amounts = { amount: '1', price: '1' };
const path = { destination: source, destAsset: asset('DEST'), path: [asset('HOP1'), native, asset('LONGERHOP')] };

/** A ledger with a transaction of the operations, which failed, in which no entry changed. */
function ledgerWith(...operations: xdr.Operation[]) {
  const results = operations.map(() => words(BAD_AUTH));
  return ledgerOf({
    envelope: envelopeOf(operations),
    result: Buffer.concat([words(0, 0, -1, operations.length), ...results, words(0)]),
    meta: NO_CHANGES,
  });
}

const id = networkId(passphrases.testnet);

function codesOf(operation: xdr.Operation) {
  const table = createBuilder(historyAssets);
  extractHistoryAssets(new Context(ledgerWith(operation), new Decoder(id)), table.columns);
  return table
    .batch()
    .toArray()
    .map((row) => `${row.asset_code}:${row.asset_issuer}`);
}

const name = (code: string) => (code === '' ? ':' : `${code}:${issuer}`);

describe('assets', () => {
  it.each([
    ['payment', Operation.payment({ destination: source, asset: asset('USD'), amount: '1' }), ['USD']],
    [
      'path payment strict send',
      Operation.pathPaymentStrictSend({ ...path, sendAsset: asset('SENT'), sendAmount: '1', destMin: '1' }),
      ['SENT', 'DEST', 'HOP1', '', 'LONGERHOP'],
    ],
    [
      'path payment strict receive',
      Operation.pathPaymentStrictReceive({ ...path, sendAsset: native, sendMax: '1', destAmount: '1' }),
      ['', 'DEST', 'HOP1', 'LONGERHOP'],
    ],
    [
      'manage sell offer',
      Operation.manageSellOffer({ selling: asset('SELL'), buying: native, ...amounts }),
      ['SELL', ''],
    ],
    [
      'manage buy offer',
      Operation.manageBuyOffer({ selling: asset('SELL'), buying: asset('BUY'), buyAmount: '1', price: '1' }),
      ['SELL', 'BUY'],
    ],
    [
      'create passive sell offer',
      Operation.createPassiveSellOffer({ selling: asset('SELL'), buying: asset('LONGERBUY'), ...amounts }),
      ['SELL', 'LONGERBUY'],
    ],
    ['change trust', Operation.changeTrust({ asset: asset('USD') }), ['USD']],
    [
      'change trust of a pool',
      Operation.changeTrust({ asset: new LiquidityPoolAsset(asset('A'), asset('B'), 30) }),
      ['A', 'B'],
    ],
    [
      'allow trust',
      Operation.allowTrust({ trustor: source, assetCode: 'OWN', authorize: true, source: issuer }),
      ['OWN'],
    ],
    [
      'allow trust',
      Operation.allowTrust({ trustor: source, assetCode: 'OWNLONG', authorize: true, source: issuer }),
      ['OWNLONG'],
    ],
    [
      'create claimable balance',
      Operation.createClaimableBalance({ asset: asset('USD'), amount: '1', claimants: [new Claimant(source)] }),
      ['USD'],
    ],
    ['clawback', Operation.clawback({ asset: asset('USD'), amount: '1', from: source }), ['USD']],
    [
      'set trust line flags',
      Operation.setTrustLineFlags({ trustor: source, asset: asset('USD'), flags: { authorized: true } }),
      ['USD'],
    ],
    ['revoke sponsorship', Operation.revokeTrustlineSponsorship({ account: source, asset: asset('USD') }), ['USD']],
    ['create contract', Operation.createStellarAssetContract({ asset: asset('USD') }), ['USD']],
    ['bump sequence', Operation.bumpSequence({ bumpTo: '2' }), []],
  ])('are found in %s', (_, operation, codes) => {
    expect(codesOf(operation)).toEqual(codes.map(name));
  });

  it('have the ids that the SDK gives their contracts', () => {
    const table = createBuilder(historyAssets);
    const all = [native, asset('USD'), asset('LONGERCODE')];
    const payments = all.map((sent) => Operation.payment({ destination: source, asset: sent, amount: '1' }));
    extractHistoryAssets(new Context(ledgerWith(...payments), new Decoder(id)), table.columns);
    const ids = table
      .batch()
      .toArray()
      .map((row) => row.contract_id as string);
    expect(ids).toEqual(all.map((sent) => sent.contractId(passphrases.testnet)));
  });

  it('come once in a batch, and again in the next', () => {
    const table = createBuilder(historyAssets);
    const add = (code: string) => {
      const ledger = ledgerWith(Operation.payment({ destination: source, asset: asset(code), amount: '1' }));
      extractHistoryAssets(new Context(ledger, new Decoder(id)), table.columns);
    };
    for (const code of ['A', 'B', 'A']) add(code);
    expect(table.batch().getChild('asset_code')!.toArray()).toEqual(['A', 'B']);
    table.reset();
    add('B');
    expect(table.batch().getChild('asset_code')!.toArray()).toEqual(['B']);
  });

  it('come once in a batch, however many they are', () => {
    const table = createBuilder(historyAssets);
    // Seven assets an operation, 700 a ledger: more in all than are kept with their texts.
    const ledgers = Array.from({ length: 13 }, (_, ledger) => {
      const operations = Array.from({ length: 100 }, (_, operation) => {
        const [sendAsset, destAsset, ...path] = Array.from({ length: 7 }, (_, i) =>
          asset(`A${(ledger * 100 + operation) * 7 + i}`),
        );
        return Operation.pathPaymentStrictSend({
          ...{ sendAsset: sendAsset, destAsset: destAsset, path },
          ...{ sendAmount: '1', destMin: '1', destination: source },
        });
      });
      return ledgerWith(...operations);
    });
    for (const ledger of [...ledgers, ledgers[0]])
      extractHistoryAssets(new Context(ledger, new Decoder(id)), table.columns);
    const codes = Array.from(table.batch().getChild('asset_code')!);
    expect(codes.length).toBe(9100);
    expect(new Set(codes).size).toBe(9100);
  });

  it('are shown at their first sight, whatever order ledgers were loaded in', async () => {
    const scratch = await openScratch({ tables });
    for (const [ledger, codes] of [
      [30, ['A', 'B']],
      [10, ['B', 'C']],
      [20, ['A', 'C']],
    ] as const) {
      const table = createBuilder(historyAssets);
      const payments = codes.map((code) => Operation.payment({ destination: source, asset: asset(code), amount: '1' }));
      const at = Object.assign(ledgerWith(...payments), { sequence: ledger, closeTimeMs: ledger * 1000 });
      extractHistoryAssets(new Context(at, new Decoder(id)), table.columns);
      await scratch.append('history_assets', table.batch());
    }
    const { connection, release } = await scratch.session();
    const sql =
      'select asset_code, ledger_sequence, epoch(closed_at)::bigint as closed from history_assets order by asset_code';
    const rows = await selectRows(connection, sql);
    await release();
    scratch.close();
    expect(rows.map(Object.values)).toEqual([
      ['A', 20, 20n],
      ['B', 10, 10n],
      ['C', 10, 10n],
    ]);
  });
});
