import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Asset } from './asset.ts';
import type { Identity } from './identity.ts';

/** A movement of an asset, as CAP-67 reports it. */
export interface Transfer {
  asset: Asset;
  from: Identity;
  to: Identity;
  amount: bigint;
  /** The destination's multiplexed id or the memo, where the operation lets it through. */
  toMuxedId?: xdr.ScVal;
}

/** Returns the CAP-67 event of a movement: mint from the issuer, burn to the issuer, otherwise transfer. */
export function transferEvent({ asset, from, to, amount, toMuxedId }: Transfer): xdr.ContractEvent {
  const issuer = asset.credit?.issuer;
  const name = xdr.ScVal.scvString(asset.name);
  if (from === issuer && to !== issuer) {
    return contractEvent(asset, [symbol('mint'), address(to), name], amountData(amount, toMuxedId));
  }
  if (to === issuer && from !== issuer) {
    return contractEvent(asset, [symbol('burn'), address(from), name], i128(amount));
  }
  return contractEvent(asset, [symbol('transfer'), address(from), address(to), name], amountData(amount, toMuxedId));
}

/** Returns the CAP-67 event of a fee that was charged before all transactions. */
export function feeEvent(native: Asset, payer: Identity, fee: bigint): xdr.TransactionEvent {
  return new xdr.TransactionEvent({
    stage: xdr.TransactionEventStage.transactionEventStageBeforeAllTxs,
    event: contractEvent(native, [symbol('fee'), address(payer)], i128(fee)),
  });
}

/** Returns what a memo contributes to a payment's `to_muxed_id`. */
export function memoMuxedId(memo: xdr.Memo): xdr.ScVal | undefined {
  switch (memo.type) {
    case 'memoText':
      return xdr.ScVal.scvString(memo.text);
    case 'memoId':
      return xdr.ScVal.scvU64(memo.id);
    case 'memoHash':
      return xdr.ScVal.scvBytes(memo.hash.toBytes());
    case 'memoReturn':
      return xdr.ScVal.scvBytes(memo.retHash.toBytes());
    case 'memoNone':
      return undefined;
  }
}

function contractEvent(asset: Asset, topics: xdr.ScVal[], data: xdr.ScVal): xdr.ContractEvent {
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId: asset.contractId,
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
  });
}

function amountData(amount: bigint, toMuxedId?: xdr.ScVal): xdr.ScVal {
  if (!toMuxedId) return i128(amount);
  return xdr.ScVal.scvMap([
    new xdr.ScMapEntry({ key: symbol('amount'), val: i128(amount) }),
    new xdr.ScMapEntry({ key: symbol('to_muxed_id'), val: toMuxedId }),
  ]);
}

const symbol = (text: string) => xdr.ScVal.scvSymbol(text);
const address = (identity: Identity) => xdr.ScVal.scvAddress(xdr.ScAddress.scAddressTypeAccount(identity.accountId));
const i128 = (amount: bigint) => xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: 0n, lo: amount }));
