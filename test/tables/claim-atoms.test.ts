import { Asset, Operation, type xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { OperationAt } from '../../src/tables/operation/operation-at.ts';
import { operationFault } from './fault.ts';
import { ledgerOf, words } from '../make/ledger.ts';
import { envelopeOf, key, source } from '../make/transaction.ts';

const usd = new Asset('USD', source);
const NO_CHANGES = words(2, 0, 0, 0);
const STRICT_SEND = 13;
const SELL = 3;
const PASSIVE = 4;

const native = words(0);
const usdXdr = Buffer.concat([words(1), Buffer.from('USD\0'), words(0), key(9)]);
const v0 = Buffer.concat([words(0), key(1), words(0, 11), native, words(0, 100), usdXdr, words(0, 200)]);
const orderBook = Buffer.concat([words(1, 0), key(2), words(0, 12), usdXdr, words(0, 300), native, words(0, 400)]);
const pool = Buffer.concat([words(2), key(3), usdXdr, words(0, 500), usdXdr, words(0, 600)]);
const payment = Buffer.concat([words(0), key(4), usdXdr, words(0, 700)]);
const offer = Buffer.concat([words(0), key(5), words(0, 13), native, usdXdr, words(0, 800, 1, 2, 0, 0)]);

const send = Operation.pathPaymentStrictSend({
  sendAsset: Asset.native(),
  sendAmount: '1',
  destination: source,
  destAsset: usd,
  destMin: '1',
  path: [],
});
const passive = Operation.createPassiveSellOffer({ selling: usd, buying: Asset.native(), amount: '1', price: '1' });

/** A cursor at an operation whose transaction has the code and whose success, if any, is the given one. */
function operationAt(operation: xdr.Operation, type: number, code: number, ...success: Buffer[]) {
  const inner = success.length > 0 ? [words(0, type, 0), ...success] : [words(0, type, -1)];
  const result = Buffer.concat([words(0, 0, code, 1), ...inner, words(0)]);
  const ledger = ledgerOf({ envelope: envelopeOf([operation]), result, meta: NO_CHANGES });
  const at = new OperationAt(new Context(ledger, new Decoder(networkId(passphrases.testnet))));
  at.move(ledger.transactions[0], 0);
  return at;
}

/** What a fresh cursor finds in the operation. */
function claimsOf(at: OperationAt) {
  const { view, bytes } = at;
  const { claims } = at;
  const found = [];
  const opened = claims.open();
  while (claims.next()) {
    const { index, type, isPool, maker, offerId, soldAsset, soldAmount, boughtAsset, boughtAmount } = claims;
    const sold = [view.getInt32(soldAsset), Number(view.getBigInt64(soldAmount))];
    const bought = [view.getInt32(boughtAsset), Number(view.getBigInt64(boughtAmount))];
    const id = offerId < 0 ? null : Number(view.getBigInt64(offerId));
    found.push({ index, type, isPool, maker: bytes[maker + 31], offerId: id, sold, bought });
  }
  return { opened, claims, found };
}

describe('the claims of an operation', () => {
  it('are read in each of their three forms, with the payment that ends the result', () => {
    const at = operationAt(send, STRICT_SEND, 0, words(3), v0, orderBook, pool, payment);
    const { opened, claims, found } = claimsOf(at);
    expect(opened).toBe(true);
    expect(found).toEqual([
      { index: 0, type: 0, isPool: false, maker: 1, offerId: 11, sold: [0, 100], bought: [1, 200] },
      { index: 1, type: 1, isPool: false, maker: 2, offerId: 12, sold: [1, 300], bought: [0, 400] },
      { index: 2, type: 2, isPool: true, maker: 3, offerId: null, sold: [1, 500], bought: [1, 600] },
    ]);
    expect(at.bytes[claims.destination + 35]).toBe(4);
    expect(at.view.getInt32(claims.paidAsset)).toBe(1);
    expect(at.view.getBigInt64(claims.paidAmount)).toBe(700n);
    expect([claims.offerEffect, claims.offer]).toEqual([-1, -1]);
  });

  it('end with the offer that the taker keeps, also where a passive offer has the result of another type', () => {
    const at = operationAt(passive, SELL, 0, words(1), orderBook, words(1), offer);
    const { claims, found } = claimsOf(at);
    expect(at.type).toBe(PASSIVE);
    expect(found).toHaveLength(1);
    expect(claims.offerEffect).toBe(1);
    expect(at.view.getBigInt64(claims.offer + 36)).toBe(13n);
    expect([claims.destination, claims.paidAsset, claims.paidAmount]).toEqual([-1, -1, -1]);
  });

  it('leave no offer when it was deleted', () => {
    const { claims, found } = claimsOf(operationAt(passive, PASSIVE, 0, words(0), words(2)));
    expect(found).toEqual([]);
    expect([claims.offerEffect, claims.offer]).toEqual([2, -1]);
  });

  it('are none when the transaction failed or the operation cannot trade', () => {
    const failed = operationAt(send, STRICT_SEND, -1, words(1), pool, payment);
    const bump = operationAt(Operation.bumpSequence({ bumpTo: '1' }), 11, 0, Buffer.alloc(0));
    expect(claimsOf(failed)).toMatchObject({ opened: false, found: [] });
    expect(claimsOf(bump)).toMatchObject({ opened: false, found: [] });
  });

  it('are refused when a successful transaction holds a failure or a negative amount', () => {
    const negative = Buffer.concat([words(2), key(3), usdXdr, words(-1, -5), usdXdr, words(0, 600)]);
    expect(() => claimsOf(operationAt(send, STRICT_SEND, 0))).toThrow(
      operationFault('no success in the result of a successful transaction'),
    );
    expect(() => claimsOf(operationAt(send, STRICT_SEND, 0, words(1), negative, payment))).toThrow(
      operationFault('claim 0 has amount -5'),
    );
  });
});
