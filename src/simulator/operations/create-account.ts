/** Executes CreateAccount: creates an account and pays its starting balance. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress } from '../events/log.ts';
import { accountOf } from '../encode/from-xdr.ts';
import { newAccount } from '../accounts/new-account.ts';
import { available, withBalance } from '../accounts/balances.ts';
import type { OperationKind } from '../context.ts';
import { createEntry } from '../accounts/reserves.ts';
import { reserveResult } from './results.ts';

/** CreateAccountOpFrame.cpp */
export const createAccount: OperationKind<'createAccount'> = {
  check({ createAccountOp: { destination, startingBalance } }, source) {
    const isMalformed = startingBalance < 0n || accountOf(destination) === source;
    return isMalformed ? result(xdr.CreateAccountResult.createAccountMalformed()) : undefined;
  },

  apply({ createAccountOp: { destination, startingBalance } }, context) {
    const { state, view, source, events } = context;
    const id = accountOf(destination);
    if (state.account(id)) return result(xdr.CreateAccountResult.createAccountAlreadyExist());
    // changes name who pays before what is made
    state.put(state.account(source)!);
    const failure = createEntry(context, newAccount(id, startingBalance, state), id);
    if (failure) return reserveResult(failure, tr(xdr.CreateAccountResult.createAccountLowReserve()));
    const payer = state.account(source)!;
    const paid = available(payer, view) < startingBalance ? undefined : withBalance(payer, -startingBalance, view);
    if (!paid) return result(xdr.CreateAccountResult.createAccountUnderfunded());
    state.put(paid);
    events.transfer('native', accountAddress(source), accountAddress(id), startingBalance, { muxedId: undefined });
    return result(xdr.CreateAccountResult.createAccountSuccess());
  },
};

const tr = (value: xdr.CreateAccountResult) => xdr.OperationResultTr.createAccount(value);
const result = (value: xdr.CreateAccountResult) => xdr.OperationResult.opInner(tr(value));
