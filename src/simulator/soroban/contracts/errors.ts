/** Defines the error codes with which the simulator's contracts fail. */
import { HostError } from '../host-error.ts';

/** Errors of the asset contract, by the names of rs-soroban-env contract_error.rs; our token has the same. */
export const contractErrors = {
  notSupported: 2,
  alreadyInitialized: 3,
  accountMissing: 6,
  negativeAmount: 8,
  allowance: 9,
  balance: 10,
  deauthorized: 11,
  overflow: 12,
  trustlineMissing: 13,
  lowReserve: 14,
  tooManySubentries: 15,
} as const;

/** Returns the error by which a contract stops. */
export const fault = (code: number, message: string): HostError => new HostError('contract', code, message);

/** Throws HostError for an amount below zero. */
export function mustNotBeNegative(amount: bigint): void {
  if (amount < 0n) throw fault(contractErrors.negativeAmount, 'negative amount is not allowed');
}
