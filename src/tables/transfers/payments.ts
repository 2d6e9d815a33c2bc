/** Movements of operations that pay an account, or take from one. */
import { strkeyVersion } from '../../xdr/strkey.ts';
import { assetBytes } from '../asset/assets.ts';
import { muxedEnd, PUBLIC_KEY, type OperationAt } from '../operation/operation-at.ts';
import { LUMENS_KEY, type Movement } from './movement.ts';

export function deriveCreateAccount(at: OperationAt, movement: Movement): void {
  movement.setFromSource(at);
  // A PublicKey has the form of a MuxedAccount without an id.
  movement.setToDestination(at.body, at);
  movement.setAmountAt(at.body + PUBLIC_KEY);
  movement.move(LUMENS_KEY);
}

export function derivePayment(at: OperationAt, movement: Movement): void {
  const { view, body } = at;
  const asset = muxedEnd(view, body);
  movement.setFromSource(at);
  movement.setToDestination(body, at);
  movement.setAmountAt(asset + assetBytes(view, asset));
  movement.move(asset);
}

/** The result says what the merged account had. */
export function deriveAccountMerge(at: OperationAt, movement: Movement): void {
  movement.setFromSource(at);
  movement.setToDestination(at.body, at);
  movement.setAmountAt(at.success);
  movement.move(LUMENS_KEY);
}

/** Each payout is minted. */
export function deriveInflation({ view, success }: OperationAt, movement: Movement): void {
  let p = success + 4;
  for (let i = view.getUint32(success); i > 0; i--) {
    movement.setTo(strkeyVersion.account, p + 4);
    movement.setAmountAt(p + PUBLIC_KEY);
    movement.mint(LUMENS_KEY);
    p += PUBLIC_KEY + 8;
  }
}

export function deriveClawback({ view, body }: OperationAt, movement: Movement): void {
  const from = body + assetBytes(view, body);
  movement.setFrom(strkeyVersion.account, view.getInt32(from) === 0 ? from + 4 : from + 12);
  movement.setAmountAt(muxedEnd(view, from));
  movement.record('clawback', body);
}
