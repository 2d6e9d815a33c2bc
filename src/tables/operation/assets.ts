/** The assets that operations name, whether they succeed or not. */
import {
  AssetType,
  ContractIdPreimageType,
  HostFunctionType,
  LedgerEntryType,
  OperationType,
  RevokeSponsorshipType,
} from '../../xdr/generated/enums.ts';
import { assetBytes } from '../asset/assets.ts';
import { muxedEnd, PUBLIC_KEY, type OperationAt } from './operation-at.ts';

const AMOUNT = 8;
const KEY = 32;

/** Takes an asset: the bytes that hold it, and where in them it stands. */
export type AssetVisitor = (view: DataView, bytes: Uint8Array, p: number) => void;

/** Calls `visit` with each Asset that the fields of the operation name, in their order; an asset may come twice. */
export function visitOperationAssets(at: OperationAt, visit: AssetVisitor): void {
  const { view, bytes, body } = at;
  switch (at.type) {
    case OperationType.payment:
      return visit(view, bytes, muxedEnd(view, body));
    case OperationType.pathPaymentStrictReceive:
    case OperationType.pathPaymentStrictSend:
      return visitPath(at, visit);
    case OperationType.manageSellOffer:
    case OperationType.manageBuyOffer:
    case OperationType.createPassiveSellOffer:
      return visitTwo(at, visit, body);
    case OperationType.changeTrust:
      // A pool: its kind stands before the two assets.
      if (view.getInt32(body) === AssetType.assetTypePoolShare) return visitTwo(at, visit, body + 8);
      return visit(view, bytes, body);
    case OperationType.allowTrust:
      return visitOwnAsset(at, visit, body + PUBLIC_KEY);
    case OperationType.createClaimableBalance:
    case OperationType.clawback:
      return visit(view, bytes, body);
    case OperationType.setTrustLineFlags:
      return visit(view, bytes, body + PUBLIC_KEY);
    case OperationType.revokeSponsorship:
      return visitTrustLineKey(at, visit);
    case OperationType.invokeHostFunction:
      return visitContractAsset(at, visit);
  }
}

/** Asset and amount sent, destination, asset and amount received, then the path. */
function visitPath({ view, bytes, body }: OperationAt, visit: AssetVisitor): void {
  visit(view, bytes, body);
  const destination = body + assetBytes(view, body) + AMOUNT;
  const received = muxedEnd(view, destination);
  visit(view, bytes, received);
  let p = received + assetBytes(view, received) + AMOUNT + 4;
  for (let i = view.getUint32(p - 4); i > 0; i--) {
    visit(view, bytes, p);
    p += assetBytes(view, p);
  }
}

function visitTwo({ view, bytes }: OperationAt, visit: AssetVisitor, p: number): void {
  visit(view, bytes, p);
  visit(view, bytes, p + assetBytes(view, p));
}

const own = new Uint8Array(4 + 12 + PUBLIC_KEY);
const ownView = new DataView(own.buffer);

/** The AssetCode at `p`, whose issuer is the operation's source. */
function visitOwnAsset({ view, bytes, sourceKey }: OperationAt, visit: AssetVisitor, p: number): void {
  const issuer = assetBytes(view, p) - PUBLIC_KEY;
  own.set(bytes.subarray(p, p + issuer));
  ownView.setInt32(issuer, 0);
  own.set(bytes.subarray(sourceKey, sourceKey + KEY), issuer + 4);
  visit(ownView, own, 0);
}

function visitTrustLineKey({ view, bytes, body }: OperationAt, visit: AssetVisitor): void {
  if (view.getInt32(body) !== RevokeSponsorshipType.revokeSponsorshipLedgerEntry) return;
  if (view.getInt32(body + 4) !== LedgerEntryType.trustline) return;
  const asset = body + 8 + PUBLIC_KEY;
  if (view.getInt32(asset) !== AssetType.assetTypePoolShare) visit(view, bytes, asset);
}

const { hostFunctionTypeCreateContract, hostFunctionTypeCreateContractV2 } = HostFunctionType;

/** The asset for which the operation creates the contract. */
function visitContractAsset({ view, bytes, body }: OperationAt, visit: AssetVisitor): void {
  const kind = view.getInt32(body);
  if (kind !== hostFunctionTypeCreateContract && kind !== hostFunctionTypeCreateContractV2) return;
  const isFromAsset = view.getInt32(body + 4) === ContractIdPreimageType.contractIdPreimageFromAsset;
  if (isFromAsset) visit(view, bytes, body + 8);
}
