/** How Hubble names the types and results of operations: Go's constants. */
import * as enums from '../xdr/generated/enums.ts';
import { goNames } from '../xdr/names.ts';

/** The names of operation types, by type. */
export const operationTypes = Object.keys(enums.OperationType).map((name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

/** The names of OperationResultCode. */
export const operationResultCodes = goNames('OperationResultCode', enums.OperationResultCode);

/** The names of the codes of each operation's own result, by type. */
export const operationTraceCodes: Map<number, string>[] = [
  goNames('CreateAccountResultCode', enums.CreateAccountResultCode),
  goNames('PaymentResultCode', enums.PaymentResultCode),
  goNames('PathPaymentStrictReceiveResultCode', enums.PathPaymentStrictReceiveResultCode),
  goNames('ManageSellOfferResultCode', enums.ManageSellOfferResultCode),
  goNames('ManageSellOfferResultCode', enums.ManageSellOfferResultCode),
  goNames('SetOptionsResultCode', enums.SetOptionsResultCode),
  goNames('ChangeTrustResultCode', enums.ChangeTrustResultCode),
  goNames('AllowTrustResultCode', enums.AllowTrustResultCode),
  goNames('AccountMergeResultCode', enums.AccountMergeResultCode),
  goNames('InflationResultCode', enums.InflationResultCode),
  goNames('ManageDataResultCode', enums.ManageDataResultCode),
  goNames('BumpSequenceResultCode', enums.BumpSequenceResultCode),
  goNames('ManageBuyOfferResultCode', enums.ManageBuyOfferResultCode),
  goNames('PathPaymentStrictSendResultCode', enums.PathPaymentStrictSendResultCode),
  goNames('CreateClaimableBalanceResultCode', enums.CreateClaimableBalanceResultCode),
  goNames('ClaimClaimableBalanceResultCode', enums.ClaimClaimableBalanceResultCode),
  goNames('BeginSponsoringFutureReservesResultCode', enums.BeginSponsoringFutureReservesResultCode),
  goNames('EndSponsoringFutureReservesResultCode', enums.EndSponsoringFutureReservesResultCode),
  goNames('RevokeSponsorshipResultCode', enums.RevokeSponsorshipResultCode),
  goNames('ClawbackResultCode', enums.ClawbackResultCode),
  goNames('ClawbackClaimableBalanceResultCode', enums.ClawbackClaimableBalanceResultCode),
  goNames('SetTrustLineFlagsResultCode', enums.SetTrustLineFlagsResultCode),
  goNames('LiquidityPoolDepositResultCode', enums.LiquidityPoolDepositResultCode),
  goNames('LiquidityPoolWithdrawResultCode', enums.LiquidityPoolWithdrawResultCode),
  goNames('InvokeHostFunctionResultCode', enums.InvokeHostFunctionResultCode),
  goNames('ExtendFootprintTtlResultCode', enums.ExtendFootprintTtlResultCode),
  goNames('RestoreFootprintResultCode', enums.RestoreFootprintResultCode),
];
