/** Movements of classic operations, derived from operation, result and entry changes. */
import { ABSENT } from '../../ledger/transaction.ts';
import { OperationType } from '../../xdr/generated/enums.ts';
import type { Context } from '../context.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import {
  deriveClaimClaimableBalance,
  deriveClawbackClaimableBalance,
  deriveCreateClaimableBalance,
} from './claimable-balances.ts';
import { LumenTally, lumenGain } from './lumen-fault.ts';
import { LUMENS_KEY, type Movement } from './movement.ts';
import { deriveAccountMerge, deriveClawback, deriveCreateAccount, deriveInflation, derivePayment } from './payments.ts';
import { derivePoolDeposit, derivePoolWithdraw } from './pools.ts';
import { deriveRevocation } from './revocation.ts';
import { deriveOffer, derivePathPayment } from './trades.ts';

type Derive = (at: OperationAt, movement: Movement) => void;

/** Operations of other types move nothing. */
const derivations: Partial<Record<number, Derive>> = {
  [OperationType.createAccount]: deriveCreateAccount,
  [OperationType.payment]: derivePayment,
  [OperationType.pathPaymentStrictReceive]: derivePathPayment,
  [OperationType.manageSellOffer]: deriveOffer,
  [OperationType.createPassiveSellOffer]: deriveOffer,
  [OperationType.allowTrust]: deriveRevocation,
  [OperationType.accountMerge]: deriveAccountMerge,
  [OperationType.inflation]: deriveInflation,
  [OperationType.manageBuyOffer]: deriveOffer,
  [OperationType.pathPaymentStrictSend]: derivePathPayment,
  [OperationType.createClaimableBalance]: deriveCreateClaimableBalance,
  [OperationType.claimClaimableBalance]: deriveClaimClaimableBalance,
  [OperationType.clawback]: deriveClawback,
  [OperationType.clawbackClaimableBalance]: deriveClawbackClaimableBalance,
  [OperationType.setTrustLineFlags]: deriveRevocation,
  [OperationType.liquidityPoolDeposit]: derivePoolDeposit,
  [OperationType.liquidityPoolWithdraw]: derivePoolWithdraw,
};

/** The first protocol without the faults that made and lost lumens. */
const SOUND_PROTOCOL = 8;

/**
 * Returns a function that records what a classic operation of a successful transaction moved. It throws DecodeError when
 * the operation did not succeed, or result and changes contradict it.
 */
export function createDerivation(context: Context, movement: Movement): (at: OperationAt) => void {
  const isSound = context.ledger.protocolVersion >= SOUND_PROTOCOL;
  const tally = new LumenTally(context.view);
  return (at) => {
    const derive = derivations[at.type];
    if (!derive) return;
    if (at.success === ABSENT) throw at.fault('no success in the result of a successful transaction', at.result);
    if (isSound) derive(at, movement);
    else deriveUnsound(at, movement, derive, lumenGain(at) - tally.of(at, derive));
  };
}

/** Lumens without a source are minted first; lost ones are burnt last. */
function deriveUnsound(at: OperationAt, movement: Movement, derive: Derive, excess: bigint): void {
  if (excess > 0n) {
    movement.setToSource(at);
    movement.setAmount(excess);
    movement.mint(LUMENS_KEY);
  }
  derive(at, movement);
  if (excess >= 0n) return;
  movement.setFromSource(at);
  movement.setAmount(-excess);
  movement.burn(LUMENS_KEY);
}
