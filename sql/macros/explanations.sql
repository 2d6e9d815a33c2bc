-- Macros: operations and results in plain words. Stroops of either sign with their asset; the asset alone where the amount is null.
create or replace macro semantic.money(stroops, code) as (
    case
        when code is null then null
        when stroops is null then code
        when stroops >= 0 then semantic.amount_text(stroops) || ' ' || code
        else '-' || semantic.amount_text(-cast(stroops as hugeint)) || ' ' || code
    end
);

-- The code that people call an asset by.
create or replace macro semantic.asset_name(asset_type, asset_code) as (
    case
        when asset_type = 'native' then 'XLM'
        when asset_type = 'liquidity_pool_shares' then 'pool shares'
        else nullif(asset_code, '')
    end
);

-- What an operation does or tries, as a noun phrase. `gives` and `gets` are the two sides of a path payment.
create or replace macro semantic.action_phrase(
    type, source, party, money, gives, gets, asset, selling, buying, price, offer_id, is_ended, target, function_name, contract
) as (
    case type
        when 0 then 'creation of account ' || party || ' with ' || money || ' by ' || source
        when 1 then 'payment of ' || money || ' from ' || source || ' to ' || party
        when 2 then 'path payment of ' || gives || ' from ' || source || ' for ' || gets || ' to ' || party
        when 13 then 'path payment of ' || gives || ' from ' || source || ' for ' || gets || ' to ' || party
        when 3
            then case
                when is_ended then 'removal of offer ' || offer_id || ' by ' || source
                else if(offer_id = 0, 'offer of ', 'change of offer ' || offer_id || ' of ') || source
                    || ' to sell ' || money || ' at ' || price || ' ' || buying || ' each'
            end
        when 4
            then 'passive offer of ' || source || ' to sell ' || money || ' at ' || price || ' ' || buying || ' each'
        when 12
            then case
                when is_ended then 'removal of offer ' || offer_id || ' by ' || source
                else if(offer_id = 0, 'offer of ', 'change of offer ' || offer_id || ' of ') || source
                    || ' to buy ' || money || ' at ' || price || ' ' || selling || ' each'
            end
        when 5 then 'change of the settings of ' || source
        when 6
            then if(is_ended, 'removal of the trust line of ', 'trust line of ') || source
            || ' for ' || coalesce(asset, 'pool shares')
        when 7 then 'authorization of the trust line of ' || party || ' for ' || asset || ' by ' || source
        when 8 then 'merge of ' || source || ' into ' || party || coalesce(' with ' || money, '')
        when 9 then 'inflation'
        when 10
            then if(is_ended, 'removal of the data entry ', 'data entry ') || coalesce(target, '') || ' of ' || source
        when 11 then 'bump of the sequence number of ' || source || coalesce(' to ' || target, '')
        when 14 then 'claimable balance of ' || money || ' from ' || source
        when 15 then 'claim of the claimable balance ' || target || ' by ' || source
        when 16 then 'start of the sponsorship of ' || party || ' by ' || source
        when 17 then 'end of the sponsorship of ' || source
        when 18 then 'revocation of a sponsorship by ' || source
        when 19 then 'clawback of ' || money || ' from ' || party || ' by ' || source
        when 20 then 'clawback of the claimable balance ' || target || ' by ' || source
        when 21 then 'change of the flags of the trust line of ' || party || ' for ' || asset || ' by ' || source
        when 22 then 'deposit into pool ' || target || ' by ' || source
        when 23 then 'withdrawal of ' || money || ' from pool ' || target || ' by ' || source
        when 24
            then coalesce(
                'call of ' || if(function_name = '', '', function_name || ' on ') || contract || ' by ' || source,
                if(target = 'upload_wasm', 'upload of contract code by ', 'deployment of a contract by ') || source
            )
        when 25 then 'extension of the lifetime of contract entries by ' || source
        when 26 then 'restoration of archived contract entries by ' || source
    end
);

-- Why an operation failed, by its result code without the name of the type; null of a success, and the code itself where it is unknown.
create or replace macro semantic.operation_failure(
    code, source, party, money, gives, gets, given, asset, selling, buying, offer_id, target, told
) as (
    case
        when code like '%Success' then null
        when code in ('PathPaymentStrictReceiveTooFewOffers') then 'too few offers for ' || gets
        when code in ('PathPaymentStrictSendTooFewOffers') then 'too few offers to turn ' || gives || ' into ' || asset
        when code in ('PathPaymentStrictReceiveOverSendmax') then gets || ' costs more than ' || gives
        when code in ('PathPaymentStrictSendUnderDestmin') then gives || ' buys less than ' || gets
        when code in ('PathPaymentStrictReceiveOfferCrossSelf', 'PathPaymentStrictSendOfferCrossSelf')
            then 'the path would take an offer of ' || source || ' itself'
        when code in ('PaymentUnderfunded', 'CreateAccountUnderfunded', 'CreateClaimableBalanceUnderfunded', 'ManageSellOfferUnderfunded')
            then source || ' has less than ' || money || ' available'
        when code in ('PathPaymentStrictReceiveUnderfunded', 'PathPaymentStrictSendUnderfunded', 'ManageBuyOfferUnderfunded')
            then source || ' has too little ' || given || ' available'
        when code in ('ClawbackUnderfunded') then party || ' has less than ' || money || ' available'
        when code in ('LiquidityPoolDepositUnderfunded') then source || ' has too little of an asset of the pool'
        when code in ('LiquidityPoolWithdrawUnderfunded') then source || ' has less than ' || money
        when code in ('PaymentSrcNoTrust', 'PathPaymentStrictReceiveSrcNoTrust', 'PathPaymentStrictSendSrcNoTrust')
            then source || ' has no trust line for ' || given
        when code in (
            'PaymentSrcNotAuthorized', 'PathPaymentStrictReceiveSrcNotAuthorized', 'PathPaymentStrictSendSrcNotAuthorized'
        )
            then source || ' is not authorized to send ' || given
        when code in (
            'PaymentNoDestination', 'PathPaymentStrictReceiveNoDestination', 'PathPaymentStrictSendNoDestination',
            'AccountMergeNoAccount'
        )
            then 'the destination ' || party || ' does not exist'
        when code in (
            'PaymentNoTrust', 'PathPaymentStrictReceiveNoTrust', 'PathPaymentStrictSendNoTrust', 'ClawbackNoTrust',
            'AllowTrustNoTrustLine', 'SetTrustLineFlagsNoTrustLine'
        )
            then party || ' has no trust line for ' || asset
        when code in (
            'PaymentNotAuthorized', 'PathPaymentStrictReceiveNotAuthorized', 'PathPaymentStrictSendNotAuthorized'
        )
            then party || ' is not authorized to receive ' || asset
        when code in ('PaymentLineFull', 'PathPaymentStrictReceiveLineFull', 'PathPaymentStrictSendLineFull')
            then 'the limit of ' || party || ' leaves no room for ' || coalesce(gets, money)
        when code in ('PaymentNoIssuer', 'ChangeTrustNoIssuer') then 'the issuer of ' || asset || ' does not exist'
        when code in ('PathPaymentStrictReceiveNoIssuer', 'PathPaymentStrictSendNoIssuer')
            then 'the issuer of an asset of the path does not exist'
        when code in ('CreateAccountLowReserve') then money || ' is below the minimum balance of a new account'
        when code in ('CreateAccountAlreadyExist') then 'the account ' || party || ' exists already'
        when code in ('ManageSellOfferSellNoTrust', 'ManageBuyOfferSellNoTrust')
            then source || ' has no trust line for ' || selling
        when code in ('ManageSellOfferBuyNoTrust', 'ManageBuyOfferBuyNoTrust')
            then source || ' has no trust line for ' || buying
        when code in ('ManageSellOfferSellNotAuthorized', 'ManageBuyOfferSellNotAuthorized')
            then source || ' is not authorized to sell ' || selling
        when code in ('ManageSellOfferBuyNotAuthorized', 'ManageBuyOfferBuyNotAuthorized')
            then source || ' is not authorized to buy ' || buying
        when code in ('ManageSellOfferLineFull', 'ManageBuyOfferLineFull')
            then 'the limit of ' || source || ' leaves no room for the ' || buying || ' of the offer'
        when code in ('ManageSellOfferCrossSelf', 'ManageBuyOfferCrossSelf')
            then 'the offer would take another offer of ' || source
        when code in ('ManageSellOfferSellNoIssuer', 'ManageBuyOfferSellNoIssuer')
            then 'the issuer of ' || selling || ' does not exist'
        when code in ('ManageSellOfferBuyNoIssuer', 'ManageBuyOfferBuyNoIssuer')
            then 'the issuer of ' || buying || ' does not exist'
        when code in ('ManageSellOfferNotFound', 'ManageBuyOfferNotFound')
            then source || ' has no offer ' || offer_id
        when code in ('RevokeSponsorshipLowReserve')
            then 'the owner of the entry has too few lumens for its reserve'
        when code like '%LowReserve' then 'too few lumens for the reserve of a new entry'
        when code in ('SetOptionsTooManySigners') then source || ' has the maximum of 20 signers'
        when code in ('SetOptionsBadFlags') then 'a flag would be set and cleared at once'
        when code in ('SetOptionsInvalidInflation') then 'the inflation destination does not exist'
        when code in ('SetOptionsCantChange') then 'the flags cannot change: ' || source || ' is immutable'
        when code in ('SetOptionsUnknownFlag') then 'a flag is unknown'
        when code in ('SetOptionsThresholdOutOfRange') then 'a threshold or weight is above 255'
        when code in ('SetOptionsBadSigner') then 'the signer is not valid'
        when code in ('SetOptionsInvalidHomeDomain') then 'the home domain is not valid'
        when code in ('SetOptionsAuthRevocableRequired') then 'clawback needs the flag auth_revocable'
        when code in ('ChangeTrustInvalidLimit')
            then if(
                money like '0 %', source || ' still holds ' || asset || ', or offers to buy it',
                'the limit of ' || money || ' is below the balance with what offers may buy'
            )
        when code in ('ChangeTrustSelfNotAllowed') then 'an issuer cannot trust its own asset'
        when code in ('ChangeTrustTrustLineMissing') then source || ' has no trust line for an asset of the pool'
        when code in ('ChangeTrustCannotDelete') then 'a trust line for pool shares still needs it'
        when code in ('ChangeTrustNotAuthMaintainLiabilities') then source || ' is not authorized for an asset of the pool'
        when code in ('AllowTrustTrustNotRequired') then source || ' does not require authorization'
        when code in ('AllowTrustCantRevoke', 'SetTrustLineFlagsCantRevoke')
            then source || ' cannot revoke: it lacks the flag auth_revocable'
        when code in ('AllowTrustSelfNotAllowed') then 'an issuer cannot authorize itself'
        when code in ('SetTrustLineFlagsInvalidState') then 'the flags contradict each other'
        when code in ('AccountMergeMalformed') then 'an account cannot merge into itself'
        when code in ('AccountMergeImmutableSet') then source || ' is immutable'
        when code in ('AccountMergeHasSubEntries') then source || ' still has trust lines, offers, signers or data'
        when code in ('AccountMergeSeqnumTooFar') then 'the sequence number of ' || source || ' is too high'
        when code in ('AccountMergeDestFull') then party || ' cannot hold that many lumens'
        when code in ('AccountMergeIsSponsor') then source || ' still sponsors entries of others'
        when code in ('InflationNotTime') then 'a week has not passed since the last inflation'
        when code in ('ManageDataNameNotFound') then source || ' has no data entry ' || target
        when code in ('ManageDataInvalidName') then 'the name of the data entry is not valid'
        when code in ('BumpSequenceBadSeq') then 'the sequence number is not valid'
        when code in ('CreateClaimableBalanceNoTrust') then source || ' has no trust line for ' || asset
        when code in ('CreateClaimableBalanceNotAuthorized') then source || ' is not authorized to send ' || asset
        when code in ('ClaimClaimableBalanceDoesNotExist', 'ClawbackClaimableBalanceDoesNotExist')
            then 'the claimable balance ' || target || ' does not exist'
        when code in ('ClaimClaimableBalanceCannotClaim')
            then source || ' is not a claimant, or its condition does not hold'
        when code in ('ClaimClaimableBalanceLineFull') then 'the limit of ' || source || ' leaves no room for the balance'
        when code in ('ClaimClaimableBalanceNoTrust') then source || ' has no trust line for the asset of the balance'
        when code in ('ClaimClaimableBalanceNotAuthorized') then source || ' is not authorized to receive the asset'
        when code like '%TrustlineFrozen' then 'a trust line of ' || source || ' is frozen'
        when code in ('BeginSponsoringFutureReservesMalformed') then 'an account cannot sponsor itself'
        when code in ('BeginSponsoringFutureReservesAlreadySponsored') then party || ' has a sponsor already'
        when code in ('BeginSponsoringFutureReservesRecursive') then 'a sponsor cannot be sponsored in the same transaction'
        when code in ('EndSponsoringFutureReservesNotSponsored') then source || ' has no sponsor in this transaction'
        when code in ('RevokeSponsorshipDoesNotExist') then 'the entry does not exist'
        when code in ('RevokeSponsorshipNotSponsor') then source || ' does not sponsor the entry'
        when code in ('RevokeSponsorshipOnlyTransferable')
            then 'the sponsorship of a claimable balance can be transferred only'
        when code in ('ClawbackNotClawbackEnabled', 'ClawbackClaimableBalanceNotClawbackEnabled')
            then 'clawback is not enabled'
        when code in ('ClawbackClaimableBalanceNotIssuer') then source || ' is not the issuer of the asset'
        when code in ('LiquidityPoolDepositNoTrust', 'LiquidityPoolWithdrawNoTrust')
            then source || ' has no trust line for the pool shares or an asset of the pool'
        when code in ('LiquidityPoolDepositNotAuthorized') then source || ' is not authorized for an asset of the pool'
        when code in ('LiquidityPoolDepositLineFull') then 'the limit of ' || source || ' leaves no room for pool shares'
        when code in ('LiquidityPoolWithdrawLineFull')
            then 'the limit of ' || source || ' leaves no room for an asset of the pool'
        when code in ('LiquidityPoolDepositBadPrice') then 'the price of the pool is outside the given limits'
        when code in ('LiquidityPoolDepositPoolFull') then 'the pool is full'
        when code in ('LiquidityPoolWithdrawUnderMinimum') then 'the withdrawal gives less than the minimum'
        when code in ('InvokeHostFunctionTrapped') then coalesce('the call failed: ' || told, 'the call failed')
        when code like '%ResourceLimitExceeded'
            then coalesce(
                'the operation exceeds the resources that it declares: ' || told,
                'the operation exceeds the resources that it declares'
            )
        when code in ('InvokeHostFunctionEntryArchived') then 'an entry of the footprint is archived and needs a restoration'
        when code like '%InsufficientRefundableFee' then 'the refundable fee is below the cost of rent and events'
        when code like '%Malformed' then 'the operation is malformed'
        when code in ('OpBadAuth') then 'signatures of ' || source || ' are missing'
        when code in ('OpNoAccount') then 'the source account ' || source || ' does not exist'
        when code in ('OpNotSupported', 'ManageDataNotSupportedYet')
            then 'the protocol of the ledger does not support the operation'
        when code in ('OpTooManySubentries') then source || ' has the maximum of 1,000 subentries'
        when code in ('OpExceededWorkLimit') then 'the operation exceeds the work limit'
        when code in ('OpTooManySponsoring') then 'the sponsor has the maximum of sponsored entries'
        else code
    end
);

-- Why a transaction failed before its operations, by its result code without the name of the type; the code itself where it is unknown.
create or replace macro semantic.transaction_failure(code, source) as (
    case code
        when 'TxTooEarly' then 'its time or ledger bounds had not begun'
        when 'TxTooLate' then 'its time or ledger bounds had ended'
        when 'TxMissingOperation' then 'it has no operation'
        when 'TxBadSeq' then 'its sequence number does not follow that of ' || source
        when 'TxBadAuth' then 'signatures are missing, or its network is another'
        when 'TxInsufficientBalance' then 'the fee would leave less than the minimum balance'
        when 'TxNoAccount' then 'the source account ' || source || ' does not exist'
        when 'TxInsufficientFee' then 'its fee is too low'
        when 'TxBadAuthExtra' then 'it has signatures that nothing needs'
        when 'TxInternalError' then 'an internal error of stellar-core'
        when 'TxNotSupported' then 'the protocol of the ledger does not support it'
        when 'TxBadSponsorship' then 'a sponsorship does not end in the transaction'
        when 'TxBadMinSeqAgeOrGap' then 'its minimum sequence age or ledger gap is not reached'
        when 'TxMalformed' then 'the transaction is malformed'
        when 'TxSorobanInvalid' then 'its Soroban resources or footprint are not valid'
        when 'TxFrozenKeyAccessed' then 'it accesses a frozen ledger key'
        else code
    end
)
