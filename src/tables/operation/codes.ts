/** How Hubble names the types and results of operations: Go's constants. */
import { Piece } from '../../core/bytes.ts';
import * as enums from '../../xdr/generated/enums.ts';
import { fieldName, goNames } from '../../xdr/names.ts';

type Names = readonly Piece[];

/** The names of operation types, by type. */
export const operationTypes: Names = Object.keys(enums.OperationType).map((name) => new Piece(fieldName(name)));

/** The names of OperationResultCode, by the code's magnitude. */
export const operationResultCodes = codeNames('OperationResultCode', enums.OperationResultCode);

/** The names of the codes of each operation's own result, by type and by the code's magnitude. */
export const operationTraceCodes: readonly Names[] = [
  codeNames('CreateAccountResultCode', enums.CreateAccountResultCode),
  codeNames('PaymentResultCode', enums.PaymentResultCode),
  codeNames('PathPaymentStrictReceiveResultCode', enums.PathPaymentStrictReceiveResultCode),
  codeNames('ManageSellOfferResultCode', enums.ManageSellOfferResultCode),
  codeNames('ManageSellOfferResultCode', enums.ManageSellOfferResultCode),
  codeNames('SetOptionsResultCode', enums.SetOptionsResultCode),
  codeNames('ChangeTrustResultCode', enums.ChangeTrustResultCode),
  codeNames('AllowTrustResultCode', enums.AllowTrustResultCode),
  codeNames('AccountMergeResultCode', enums.AccountMergeResultCode),
  codeNames('InflationResultCode', enums.InflationResultCode),
  codeNames('ManageDataResultCode', enums.ManageDataResultCode),
  codeNames('BumpSequenceResultCode', enums.BumpSequenceResultCode),
  codeNames('ManageBuyOfferResultCode', enums.ManageBuyOfferResultCode),
  codeNames('PathPaymentStrictSendResultCode', enums.PathPaymentStrictSendResultCode),
  codeNames('CreateClaimableBalanceResultCode', enums.CreateClaimableBalanceResultCode),
  codeNames('ClaimClaimableBalanceResultCode', enums.ClaimClaimableBalanceResultCode),
  codeNames('BeginSponsoringFutureReservesResultCode', enums.BeginSponsoringFutureReservesResultCode),
  codeNames('EndSponsoringFutureReservesResultCode', enums.EndSponsoringFutureReservesResultCode),
  codeNames('RevokeSponsorshipResultCode', enums.RevokeSponsorshipResultCode),
  codeNames('ClawbackResultCode', enums.ClawbackResultCode),
  codeNames('ClawbackClaimableBalanceResultCode', enums.ClawbackClaimableBalanceResultCode),
  codeNames('SetTrustLineFlagsResultCode', enums.SetTrustLineFlagsResultCode),
  codeNames('LiquidityPoolDepositResultCode', enums.LiquidityPoolDepositResultCode),
  codeNames('LiquidityPoolWithdrawResultCode', enums.LiquidityPoolWithdrawResultCode),
  codeNames('InvokeHostFunctionResultCode', enums.InvokeHostFunctionResultCode),
  codeNames('ExtendFootprintTtlResultCode', enums.ExtendFootprintTtlResultCode),
  codeNames('RestoreFootprintResultCode', enums.RestoreFootprintResultCode),
];

/** Codes run from 0 down. */
function codeNames(type: string, codes: Record<string, number>): Names {
  const names: Piece[] = [];
  for (const [code, name] of goNames(type, codes)) names[-code] = new Piece(name);
  return names;
}
