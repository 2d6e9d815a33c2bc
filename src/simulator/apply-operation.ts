import * as xdr from '@stellar/stellar-sdk/xdr';
import type { Asset } from './asset.ts';
import { transferEvent } from './events.ts';
import type { Identity } from './identity.ts';
import type { Operation, OperationOf } from './operations.ts';
import type { Account, State } from './state.ts';

/** Stroops that an account must hold per base entry and per subentry. */
export const baseReserve = 5_000_000n;

/** Where an operation runs: its layer of the state, its source, and what CAP-67 needs to know. */
export interface OperationContext {
  state: State;
  source: Identity;
  native: Asset;
  memoMuxedId?: xdr.ScVal;
}

/** What became of an operation; events are empty when it failed. */
export interface OperationOutcome {
  succeeded: boolean;
  result: xdr.OperationResult;
  events: xdr.ContractEvent[];
}

/** Runs one operation on its layer of the state and returns its outcome; a failed one may leave changes to be dropped. */
export function applyOperation(operation: Operation, context: OperationContext): OperationOutcome {
  switch (operation.kind) {
    case 'create_account':
      return createAccount(operation, context);
    case 'payment':
      return pay(operation, context);
    case 'change_trust':
      return changeTrust(operation, context);
    case 'manage_data':
      return manageData(operation, context);
    case 'set_options':
      return setOptions(operation, context);
    default:
      return operation satisfies never;
  }
}

function createAccount(
  { destination, startingBalance }: OperationOf<'create_account'>,
  { state, source, native }: OperationContext,
): OperationOutcome {
  const outcome = (result: xdr.CreateAccountResult, events: xdr.ContractEvent[] = []) =>
    inner(xdr.OperationResultTr.createAccount(result), result.type === 'createAccountSuccess', events);
  if (state.account(destination)) return outcome(xdr.CreateAccountResult.createAccountAlreadyExist());
  if (startingBalance < 2n * baseReserve) return outcome(xdr.CreateAccountResult.createAccountLowReserve());
  const payer = state.account(source)!;
  if (spendable(payer) < startingBalance) return outcome(xdr.CreateAccountResult.createAccountUnderfunded());
  state.put({ ...payer, balance: payer.balance - startingBalance });
  state.put({
    kind: 'account',
    owner: destination,
    balance: startingBalance,
    sequence: BigInt(state.ledger) << 32n,
    subentries: 0,
    flags: 0,
    homeDomain: '',
    lastModified: state.ledger,
  });
  const transfer = { asset: native, from: source, to: destination, amount: startingBalance };
  return outcome(xdr.CreateAccountResult.createAccountSuccess(), [transferEvent(transfer)]);
}

function pay(operation: OperationOf<'payment'>, context: OperationContext): OperationOutcome {
  const { asset, destination, muxedId, amount } = operation;
  const failure = credit(operation, context.state) ?? debit(operation, context);
  if (failure) return inner(xdr.OperationResultTr.payment(failure), false);
  const toMuxedId = muxedId === undefined ? context.memoMuxedId : xdr.ScVal.scvU64(muxedId);
  const event = transferEvent({ asset, from: context.source, to: destination, amount, toMuxedId });
  return inner(xdr.OperationResultTr.payment(xdr.PaymentResult.paymentSuccess()), true, [event]);
}

function credit({ asset, destination, amount }: OperationOf<'payment'>, state: State): xdr.PaymentResult | undefined {
  if (destination === asset.credit?.issuer) return undefined;
  const account = state.account(destination);
  if (!account) return xdr.PaymentResult.paymentNoDestination();
  if (!asset.credit) {
    state.put({ ...account, balance: account.balance + amount });
    return undefined;
  }
  const line = state.trustLine(destination, asset);
  if (!line) return xdr.PaymentResult.paymentNoTrust();
  if (line.balance + amount > line.limit) return xdr.PaymentResult.paymentLineFull();
  state.put({ ...line, balance: line.balance + amount });
  return undefined;
}

function debit(
  { asset, amount }: OperationOf<'payment'>,
  { state, source }: OperationContext,
): xdr.PaymentResult | undefined {
  if (source === asset.credit?.issuer) return undefined;
  if (!asset.credit) {
    const account = state.account(source)!;
    if (spendable(account) < amount) return xdr.PaymentResult.paymentUnderfunded();
    state.put({ ...account, balance: account.balance - amount });
    return undefined;
  }
  const line = state.trustLine(source, asset);
  if (!line) return xdr.PaymentResult.paymentSrcNoTrust();
  if (line.balance < amount) return xdr.PaymentResult.paymentUnderfunded();
  state.put({ ...line, balance: line.balance - amount });
  return undefined;
}

function changeTrust(
  { asset, limit }: OperationOf<'change_trust'>,
  { state, source }: OperationContext,
): OperationOutcome {
  const outcome = (result: xdr.ChangeTrustResult) =>
    inner(xdr.OperationResultTr.changeTrust(result), result.type === 'changeTrustSuccess');
  const account = state.account(source)!;
  const line = state.trustLine(source, asset);
  if (limit < (line?.balance ?? 1n)) return outcome(xdr.ChangeTrustResult.changeTrustInvalidLimit());
  if (line && limit === 0n) {
    state.remove(line);
    state.put({ ...account, subentries: account.subentries - 1 });
    return outcome(xdr.ChangeTrustResult.changeTrustSuccess());
  }
  if (!state.account(asset.credit!.issuer)) return outcome(xdr.ChangeTrustResult.changeTrustNoIssuer());
  if (line) {
    state.put({ ...line, limit });
    return outcome(xdr.ChangeTrustResult.changeTrustSuccess());
  }
  if (spendable(account) < baseReserve) return outcome(xdr.ChangeTrustResult.changeTrustLowReserve());
  state.put({ kind: 'trust_line', owner: source, asset, balance: 0n, limit, lastModified: state.ledger });
  state.put({ ...account, subentries: account.subentries + 1 });
  return outcome(xdr.ChangeTrustResult.changeTrustSuccess());
}

function manageData(
  { name, value }: OperationOf<'manage_data'>,
  { state, source }: OperationContext,
): OperationOutcome {
  const outcome = (result: xdr.ManageDataResult) =>
    inner(xdr.OperationResultTr.manageData(result), result.type === 'manageDataSuccess');
  const account = state.account(source)!;
  const data = state.data(source, name);
  if (!value) {
    if (!data) return outcome(xdr.ManageDataResult.manageDataNameNotFound());
    state.remove(data);
    state.put({ ...account, subentries: account.subentries - 1 });
    return outcome(xdr.ManageDataResult.manageDataSuccess());
  }
  if (data) {
    state.put({ ...data, value });
    return outcome(xdr.ManageDataResult.manageDataSuccess());
  }
  if (spendable(account) < baseReserve) return outcome(xdr.ManageDataResult.manageDataLowReserve());
  state.put({ kind: 'data', owner: source, name, value, lastModified: state.ledger });
  state.put({ ...account, subentries: account.subentries + 1 });
  return outcome(xdr.ManageDataResult.manageDataSuccess());
}

function setOptions({ homeDomain }: OperationOf<'set_options'>, { state, source }: OperationContext): OperationOutcome {
  state.put({ ...state.account(source)!, homeDomain });
  return inner(xdr.OperationResultTr.setOptions(xdr.SetOptionsResult.setOptionsSuccess()), true);
}

/** Returns the stroops of an account above its reserve. */
export function spendable(account: Account): bigint {
  return account.balance - BigInt(2 + account.subentries) * baseReserve;
}

function inner(result: xdr.OperationResultTr, succeeded: boolean, events: xdr.ContractEvent[] = []): OperationOutcome {
  return { succeeded, result: xdr.OperationResult.opInner(result), events };
}
