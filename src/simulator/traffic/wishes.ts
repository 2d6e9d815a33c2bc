/** Defines planned operations of every kind and encodes them for an envelope. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { TrafficAsset } from './asset.ts';
import type { Identity } from '../identity.ts';
import { giftXdr, isGift, type GiftWish } from './gift-wishes.ts';
import { tradeXdr, type TradeWish } from './trade-wishes.ts';

/** What an operation is to do; `source` is set when it is not the transaction's. */
export type WishedOperation = { source?: Identity } & (
  | { kind: 'create_account'; destination: Identity; startingBalance: bigint }
  | { kind: 'payment'; destination: Identity; muxedId?: bigint; asset: TrafficAsset; amount: bigint }
  | { kind: 'change_trust'; asset: TrafficAsset; limit: bigint }
  | { kind: 'manage_data'; name: string; value: Uint8Array | null }
  | { kind: 'set_options'; homeDomain: string }
  | ContractWish
  | GiftWish
  | TradeWish
);

/** An operation with contracts, and what its transaction declares for it. */
export interface ContractWish {
  kind: 'contract';
  body: xdr.OperationBody;
  data: xdr.SorobanTransactionData;
}

/** One kind of operation. */
export type OperationOf<K extends WishedOperation['kind']> = Extract<WishedOperation, { kind: K }>;

/** Returns the operation as an envelope holds it. */
export function operationXdr(operation: WishedOperation): xdr.Operation {
  return new xdr.Operation({ sourceAccount: operation.source?.muxed ?? null, body: bodyXdr(operation) });
}

function bodyXdr(operation: WishedOperation): xdr.OperationBody {
  switch (operation.kind) {
    case 'create_account':
      return xdr.OperationBody.createAccount(
        new xdr.CreateAccountOp({
          destination: operation.destination.accountId,
          startingBalance: operation.startingBalance,
        }),
      );
    case 'payment':
      return xdr.OperationBody.payment(
        new xdr.PaymentOp({
          destination: destinationXdr(operation),
          asset: operation.asset.asset,
          amount: operation.amount,
        }),
      );
    case 'change_trust':
      return xdr.OperationBody.changeTrust(
        new xdr.ChangeTrustOp({ line: operation.asset.credit!.change, limit: operation.limit }),
      );
    case 'manage_data':
      return xdr.OperationBody.manageData(
        new xdr.ManageDataOp({ dataName: operation.name, dataValue: operation.value }),
      );
    case 'set_options':
      return xdr.OperationBody.setOptions(setOptionsXdr(operation.homeDomain));
    case 'contract':
      return operation.body;
    default:
      return isGift(operation) ? giftXdr(operation) : tradeXdr(operation);
  }
}

function destinationXdr({ destination, muxedId }: OperationOf<'payment'>): xdr.MuxedAccount {
  if (muxedId === undefined) return destination.muxed;
  return xdr.MuxedAccount.keyTypeMuxedEd25519(
    new xdr.MuxedAccountMed25519({ id: muxedId, ed25519: destination.publicKey }),
  );
}

function setOptionsXdr(homeDomain: string): xdr.SetOptionsOp {
  return new xdr.SetOptionsOp({
    inflationDest: null,
    clearFlags: null,
    setFlags: null,
    masterWeight: null,
    lowThreshold: null,
    medThreshold: null,
    highThreshold: null,
    homeDomain,
    signer: null,
  });
}
