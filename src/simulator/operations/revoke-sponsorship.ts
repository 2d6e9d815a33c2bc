/** Executes RevokeSponsorship: transfers the reserve of an entry or signer to another payer. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { AccountId, Entry, Signer } from '../state/entries.ts';
import { accountOf, signerKeyOf, sdkText } from '../encode/from-xdr.ts';
import { issuerOf } from '../state/keys.ts';
import { readEntryKey, trustedAssetOf } from '../encode/read-entry.ts';
import { isValidAsset, isValidText } from './assets.ts';
import { available } from '../accounts/balances.ts';
import type { OperationContext, OperationKind } from '../context.ts';
import {
  reservesOf,
  sponsoringFailure,
  withSponsored,
  withSponsoring,
  type ReserveFailure,
} from '../accounts/reserves.ts';
import { reserveResult } from './results.ts';

/** RevokeSponsorshipOpFrame.cpp */
export const revokeSponsorship: OperationKind<'revokeSponsorship'> = {
  check({ revokeSponsorshipOp }) {
    if (revokeSponsorshipOp.type === 'revokeSponsorshipSigner' || isValidKey(revokeSponsorshipOp.ledgerKey)) {
      return undefined;
    }
    return result(xdr.RevokeSponsorshipResult.revokeSponsorshipMalformed());
  },

  apply({ revokeSponsorshipOp }, context) {
    if (revokeSponsorshipOp.type === 'revokeSponsorshipLedgerEntry') {
      const entry = context.state.get(readEntryKey(revokeSponsorshipOp.ledgerKey));
      return entry ? moveEntry(context, entry) : missing();
    }
    const { accountId, signerKey } = revokeSponsorshipOp.signer;
    const owner = accountOf(accountId);
    const signer = context.state.account(owner)?.signers.find(({ key }) => key === signerKeyOf(signerKey));
    return signer ? moveSigner(context, owner, signer) : missing();
  },
};

function isValidKey(key: xdr.LedgerKey): boolean {
  switch (key.type) {
    case 'account':
    case 'claimableBalance':
      return true;
    case 'trustline': {
      const { asset, accountId } = key.trustLine;
      if (asset.type === 'assetTypePoolShare') return true;
      const issuer = issuerOf(trustedAssetOf(asset));
      return asset.type !== 'assetTypeNative' && isValidAsset(asset) && issuer !== accountOf(accountId);
    }
    case 'offer':
      return key.offer.offerId > 0n;
    case 'data':
      return key.data.dataName.length > 0 && isValidText(sdkText(key.data.dataName));
    default:
      return false;
  }
}

/** A reserve: who owns what it is for, who pays it now and who shall. */
interface Reserve {
  /** Undefined for a claimable balance, whose reserve is always somebody else's. */
  owner?: AccountId;
  count: number;
  from?: AccountId;
  to?: AccountId;
}

function moveEntry(context: OperationContext, entry: Entry): xdr.OperationResult {
  const { state, source, transaction } = context;
  const from = entry.sponsor ?? undefined;
  const owner = entry.kind === 'claimable_balance' ? from : ownerOf(entry);
  if (source !== (from ?? owner)) return result(xdr.RevokeSponsorshipResult.revokeSponsorshipNotSponsor());
  const begun = transaction.sponsorships.get(source);
  const to = begun === owner ? undefined : begun;
  if (!to && entry.kind === 'claimable_balance') {
    return result(xdr.RevokeSponsorshipResult.revokeSponsorshipOnlyTransferable());
  }
  const isBalance = entry.kind === 'claimable_balance';
  const failure = move(context, { owner: isBalance ? undefined : owner, count: reservesOf(entry), from, to });
  if (failure) return reserveResult(failure, tr(xdr.RevokeSponsorshipResult.revokeSponsorshipLowReserve()));
  const now = state.get(entry.key)!;
  state.put(from || to ? { ...now, sponsor: to ?? null } : now);
  return success();
}

function moveSigner(context: OperationContext, owner: AccountId, signer: Signer): xdr.OperationResult {
  const { state, source, transaction } = context;
  const from = signer.sponsor ?? undefined;
  if (source !== (from ?? owner)) return result(xdr.RevokeSponsorshipResult.revokeSponsorshipNotSponsor());
  const begun = transaction.sponsorships.get(source);
  const to = begun === owner ? undefined : begun;
  const failure = move(context, { owner, count: 1, from, to });
  if (failure) return reserveResult(failure, tr(xdr.RevokeSponsorshipResult.revokeSponsorshipLowReserve()));
  const account = state.account(owner)!;
  const signers = account.signers.map((one) => (one.key === signer.key ? { ...one, sponsor: to ?? null } : one));
  state.put({ ...account, signers });
  return success();
}

// gives a reserve from who pays it to who shall, which is the owner when it is nobody else
function move(context: OperationContext, { owner, count, from, to }: Reserve): ReserveFailure | undefined {
  const { state, view } = context;
  if (!from && !to) return undefined;
  if (to) {
    const failure = sponsoringFailure(context, state.account(to)!, count);
    if (failure) return failure;
  } else if (owner && available(state.account(owner)!, view) < BigInt(count) * view.baseReserve) {
    return 'low_reserve';
  }
  if (from) state.put(withSponsoring(state.account(from)!, -count));
  if (to) state.put(withSponsoring(state.account(to)!, count));
  const change = Number(to !== undefined) - Number(from !== undefined);
  if (owner && change !== 0) state.put(withSponsored(state.account(owner)!, change * count));
  return undefined;
}

function ownerOf(entry: Entry): AccountId | undefined {
  if (entry.kind === 'account') return entry.id;
  if (entry.kind === 'offer') return entry.seller;
  return entry.kind === 'trust_line' || entry.kind === 'data' ? entry.owner : undefined;
}

const tr = (value: xdr.RevokeSponsorshipResult) => xdr.OperationResultTr.revokeSponsorship(value);
const result = (value: xdr.RevokeSponsorshipResult) => xdr.OperationResult.opInner(tr(value));
const success = () => result(xdr.RevokeSponsorshipResult.revokeSponsorshipSuccess());
const missing = () => result(xdr.RevokeSponsorshipResult.revokeSponsorshipDoesNotExist());
