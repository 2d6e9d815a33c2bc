// Generated from the XDR schema of @stellar/stellar-sdk 17.2.0 and protocol 30. Do not edit: UPDATE=1 npx vitest run -c test/vitest.config.ts xdr/compile
import { Piece } from '../../core/bytes.ts';
import type { JsonWriter } from '../json-writer.ts';
import {
  jsonAssetCode,
  jsonAssetCode12,
  jsonAssetCode4,
  jsonClaimableBalanceId,
  jsonContractId,
  jsonInt128Parts,
  jsonInt256Parts,
  jsonMuxedAccount,
  jsonMuxedAccountMed25519,
  jsonMuxedContract,
  jsonMuxedEd25519Account,
  jsonPoolId,
  jsonPublicKey,
  jsonScAddress,
  jsonSignerKey,
  jsonSignerKeyEd25519SignedPayload,
  jsonUint128Parts,
  jsonUint256Parts,
} from '../json-values.ts';

const $accountId = new Piece('{"account_id":');
const $balance = new Piece(',"balance":');
const $seqNum = new Piece(',"seq_num":');
const $numSubEntries = new Piece(',"num_sub_entries":');
const $inflationDest = new Piece(',"inflation_dest":');
const $null = new Piece('null');
const $flags = new Piece(',"flags":');
const $homeDomain = new Piece(',"home_domain":');
const $thresholds = new Piece(',"thresholds":');
const $signers = new Piece(',"signers":[');
const $ext = new Piece('],"ext":');
const $v0 = new Piece('"v0"');
const $v1 = new Piece('{"v1":');
const $liabilities = new Piece('{"liabilities":');
const $ext2 = new Piece(',"ext":');
const $v2 = new Piece('{"v2":');
const $numSponsored = new Piece('{"num_sponsored":');
const $numSponsoring = new Piece(',"num_sponsoring":');
const $signerSponsoringIDs = new Piece(',"signer_sponsoring_i_ds":[');
const $v3 = new Piece('{"v3":');
const $ext3 = new Piece('{"ext":');
const $seqLedger = new Piece(',"seq_ledger":');
const $seqTime = new Piece(',"seq_time":');
const $success = new Piece('{"success":');
const $malformed = new Piece('"malformed"');
const $noAccount = new Piece('"no_account"');
const $immutableSet = new Piece('"immutable_set"');
const $hasSubEntries = new Piece('"has_sub_entries"');
const $seqnumTooFar = new Piece('"seqnum_too_far"');
const $destFull = new Piece('"dest_full"');
const $isSponsor = new Piece('"is_sponsor"');
const $trustor = new Piece('{"trustor":');
const $asset = new Piece(',"asset":');
const $authorize = new Piece(',"authorize":');
const $success2 = new Piece('"success"');
const $noTrustLine = new Piece('"no_trust_line"');
const $trustNotRequired = new Piece('"trust_not_required"');
const $cantRevoke = new Piece('"cant_revoke"');
const $selfNotAllowed = new Piece('"self_not_allowed"');
const $lowReserve = new Piece('"low_reserve"');
const $assetCode = new Piece('{"asset_code":');
const $issuer = new Piece(',"issuer":');
const $native = new Piece('"native"');
const $creditAlphanum4 = new Piece('{"credit_alphanum4":');
const $creditAlphanum12 = new Piece('{"credit_alphanum12":');
const $flags2 = new Piece('{"flags":');
const $pubkey = new Piece('{"pubkey":');
const $expiration = new Piece(',"expiration":');
const $sig = new Piece(',"sig":');
const $v02 = new Piece('{"v0":');
const $sequence = new Piece('{"sequence":');
const $message = new Piece(',"message":');
const $mac = new Piece(',"mac":');
const $sponsoredId = new Piece('{"sponsored_id":');
const $alreadySponsored = new Piece('"already_sponsored"');
const $recursive = new Piece('"recursive"');
const $liveentry = new Piece('{"liveentry":');
const $initentry = new Piece('{"initentry":');
const $deadentry = new Piece('{"deadentry":');
const $metaentry = new Piece('{"metaentry":');
const $ledgerVersion = new Piece('{"ledger_version":');
const $bumpTo = new Piece('{"bump_to":');
const $badSeq = new Piece('"bad_seq"');
const $poolShare = new Piece('{"pool_share":');
const $line = new Piece('{"line":');
const $limit = new Piece(',"limit":');
const $noIssuer = new Piece('"no_issuer"');
const $invalidLimit = new Piece('"invalid_limit"');
const $trustLineMissing = new Piece('"trust_line_missing"');
const $cannotDelete = new Piece('"cannot_delete"');
const $notAuthMaintainLiabilities = new Piece('"not_auth_maintain_liabilities"');
const $orderBook = new Piece('{"order_book":');
const $liquidityPool = new Piece('{"liquidity_pool":');
const $balanceId = new Piece('{"balance_id":');
const $doesNotExist = new Piece('"does_not_exist"');
const $cannotClaim = new Piece('"cannot_claim"');
const $lineFull = new Piece('"line_full"');
const $noTrust = new Piece('"no_trust"');
const $notAuthorized = new Piece('"not_authorized"');
const $trustlineFrozen = new Piece('"trustline_frozen"');
const $liquidityPoolId = new Piece('{"liquidity_pool_id":');
const $assetSold = new Piece(',"asset_sold":');
const $amountSold = new Piece(',"amount_sold":');
const $assetBought = new Piece(',"asset_bought":');
const $amountBought = new Piece(',"amount_bought":');
const $sellerId = new Piece('{"seller_id":');
const $offerId = new Piece(',"offer_id":');
const $sellerEd25519 = new Piece('{"seller_ed25519":');
const $unconditional = new Piece('"unconditional"');
const $and = new Piece('{"and":[');
const $close = new Piece(']}');
const $or = new Piece('{"or":[');
const $not = new Piece('{"not":');
const $beforeAbsoluteTime = new Piece('{"before_absolute_time":');
const $beforeRelativeTime = new Piece('{"before_relative_time":');
const $claimants = new Piece(',"claimants":[');
const $asset2 = new Piece('],"asset":');
const $amount = new Piece(',"amount":');
const $claimantTypeV0 = new Piece('{"claimant_type_v0":');
const $destination = new Piece('{"destination":');
const $predicate = new Piece(',"predicate":');
const $notIssuer = new Piece('"not_issuer"');
const $notClawbackEnabled = new Piece('"not_clawback_enabled"');
const $asset3 = new Piece('{"asset":');
const $from = new Piece(',"from":');
const $underfunded = new Piece('"underfunded"');
const $ledgerMaxTxsSizeBytes = new Piece('{"ledger_max_txs_size_bytes":');
const $txMaxSizeBytes = new Piece(',"tx_max_size_bytes":');
const $feeTxSize1Kb = new Piece(',"fee_tx_size1_kb":');
const $ledgerMaxInstructions = new Piece('{"ledger_max_instructions":');
const $txMaxInstructions = new Piece(',"tx_max_instructions":');
const $feeRatePerInstructionsIncrement = new Piece(',"fee_rate_per_instructions_increment":');
const $txMemoryLimit = new Piece(',"tx_memory_limit":');
const $txMaxContractEventsSizeBytes = new Piece('{"tx_max_contract_events_size_bytes":');
const $feeContractEvents1Kb = new Piece(',"fee_contract_events1_kb":');
const $ledgerMaxTxCount = new Piece('{"ledger_max_tx_count":');
const $feeHistorical1Kb = new Piece('{"fee_historical1_kb":');
const $txMaxFootprintEntries = new Piece('{"tx_max_footprint_entries":');
const $feeWrite1Kb = new Piece(',"fee_write1_kb":');
const $ledgerMaxDiskReadEntries = new Piece('{"ledger_max_disk_read_entries":');
const $ledgerMaxDiskReadBytes = new Piece(',"ledger_max_disk_read_bytes":');
const $ledgerMaxWriteLedgerEntries = new Piece(',"ledger_max_write_ledger_entries":');
const $ledgerMaxWriteBytes = new Piece(',"ledger_max_write_bytes":');
const $txMaxDiskReadEntries = new Piece(',"tx_max_disk_read_entries":');
const $txMaxDiskReadBytes = new Piece(',"tx_max_disk_read_bytes":');
const $txMaxWriteLedgerEntries = new Piece(',"tx_max_write_ledger_entries":');
const $txMaxWriteBytes = new Piece(',"tx_max_write_bytes":');
const $feeDiskReadLedgerEntry = new Piece(',"fee_disk_read_ledger_entry":');
const $feeWriteLedgerEntry = new Piece(',"fee_write_ledger_entry":');
const $feeDiskRead1Kb = new Piece(',"fee_disk_read1_kb":');
const $sorobanStateTargetSizeBytes = new Piece(',"soroban_state_target_size_bytes":');
const $rentFee1KbSorobanStateSizeLow = new Piece(',"rent_fee1_kb_soroban_state_size_low":');
const $rentFee1KbSorobanStateSizeHigh = new Piece(',"rent_fee1_kb_soroban_state_size_high":');
const $sorobanStateRentFeeGrowthFactor = new Piece(',"soroban_state_rent_fee_growth_factor":');
const $ledgerMaxDependentTxClusters = new Piece('{"ledger_max_dependent_tx_clusters":');
const $contractMaxSizeBytes = new Piece('{"contract_max_size_bytes":');
const $contractComputeV0 = new Piece('{"contract_compute_v0":');
const $contractLedgerCostV0 = new Piece('{"contract_ledger_cost_v0":');
const $contractHistoricalDataV0 = new Piece('{"contract_historical_data_v0":');
const $contractEventsV0 = new Piece('{"contract_events_v0":');
const $contractBandwidthV0 = new Piece('{"contract_bandwidth_v0":');
const $contractCostParamsCpuInstructions = new Piece('{"contract_cost_params_cpu_instructions":[');
const $contractCostParamsMemoryBytes = new Piece('{"contract_cost_params_memory_bytes":[');
const $contractDataKeySizeBytes = new Piece('{"contract_data_key_size_bytes":');
const $contractDataEntrySizeBytes = new Piece('{"contract_data_entry_size_bytes":');
const $stateArchival = new Piece('{"state_archival":');
const $contractExecutionLanes = new Piece('{"contract_execution_lanes":');
const $liveSorobanStateSizeWindow = new Piece('{"live_soroban_state_size_window":[');
const $evictionIterator = new Piece('{"eviction_iterator":');
const $contractParallelComputeV0 = new Piece('{"contract_parallel_compute_v0":');
const $contractLedgerCostExtV0 = new Piece('{"contract_ledger_cost_ext_v0":');
const $scpTiming = new Piece('{"scp_timing":');
const $frozenLedgerKeys = new Piece('{"frozen_ledger_keys":');
const $frozenLedgerKeysDelta = new Piece('{"frozen_ledger_keys_delta":');
const $freezeBypassTxs = new Piece('{"freeze_bypass_txs":');
const $freezeBypassTxsDelta = new Piece('{"freeze_bypass_txs_delta":');
const $ledgerTargetCloseTimeMilliseconds = new Piece('{"ledger_target_close_time_milliseconds":');
const $nominationTimeoutInitialMilliseconds = new Piece(',"nomination_timeout_initial_milliseconds":');
const $nominationTimeoutIncrementMilliseconds = new Piece(',"nomination_timeout_increment_milliseconds":');
const $ballotTimeoutInitialMilliseconds = new Piece(',"ballot_timeout_initial_milliseconds":');
const $ballotTimeoutIncrementMilliseconds = new Piece(',"ballot_timeout_increment_milliseconds":');
const $updatedEntry = new Piece('{"updated_entry":[');
const $contractId = new Piece('{"contract_id":');
const $contentHash = new Piece(',"content_hash":');
const $nInstructions = new Piece(',"n_instructions":');
const $nFunctions = new Piece(',"n_functions":');
const $nGlobals = new Piece(',"n_globals":');
const $nTableEntries = new Piece(',"n_table_entries":');
const $nTypes = new Piece(',"n_types":');
const $nDataSegments = new Piece(',"n_data_segments":');
const $nElemSegments = new Piece(',"n_elem_segments":');
const $nImports = new Piece(',"n_imports":');
const $nExports = new Piece(',"n_exports":');
const $nDataSegmentBytes = new Piece(',"n_data_segment_bytes":');
const $hash = new Piece(',"hash":');
const $code = new Piece(',"code":');
const $costInputs = new Piece(',"cost_inputs":');
const $constTerm = new Piece(',"const_term":');
const $linearTerm = new Piece(',"linear_term":');
const $contract = new Piece(',"contract":');
const $key = new Piece(',"key":');
const $durability = new Piece(',"durability":');
const $val = new Piece(',"val":');
const $contractId2 = new Piece(',"contract_id":');
const $type = new Piece(',"type":');
const $body = new Piece(',"body":');
const $topics = new Piece('{"topics":[');
const $data = new Piece('],"data":');
const $wasm = new Piece('{"wasm":');
const $stellarAsset = new Piece('"stellar_asset"');
const $externalRef = new Piece('{"external_ref":');
const $executableOwner = new Piece('{"executable_owner":');
const $tag = new Piece(',"tag":');
const $address = new Piece('{"address":');
const $salt = new Piece(',"salt":');
const $startingBalance = new Piece(',"starting_balance":');
const $alreadyExist = new Piece('"already_exist"');
const $contractIdPreimage = new Piece('{"contract_id_preimage":');
const $executable = new Piece(',"executable":');
const $constructorArgs = new Piece(',"constructor_args":[');
const $selling = new Piece('{"selling":');
const $buying = new Piece(',"buying":');
const $price = new Piece(',"price":');
const $key2 = new Piece('{"key":');
const $dataName = new Piece(',"data_name":');
const $dataValue = new Piece(',"data_value":');
const $hint = new Piece('{"hint":');
const $signature = new Piece(',"signature":');
const $inSuccessfulContractCall = new Piece('{"in_successful_contract_call":');
const $event = new Piece(',"event":');
const $type2 = new Piece('{"type":');
const $reqHash = new Piece(',"req_hash":');
const $notSponsored = new Piece('"not_sponsored"');
const $code2 = new Piece('{"code":');
const $msg = new Piece(',"msg":');
const $bucketListLevel = new Piece('{"bucket_list_level":');
const $isCurrBucket = new Piece(',"is_curr_bucket":');
const $bucketFileOffset = new Piece(',"bucket_file_offset":');
const $extendTo = new Piece(',"extend_to":');
const $resourceLimitExceeded = new Piece('"resource_limit_exceeded"');
const $insufficientRefundableFee = new Piece('"insufficient_refundable_fee"');
const $feeSource = new Piece('{"fee_source":');
const $fee = new Piece(',"fee":');
const $innerTx = new Piece(',"inner_tx":');
const $tx = new Piece('{"tx":');
const $signatures = new Piece(',"signatures":[');
const $txHashes = new Piece('{"tx_hashes":[');
const $addTxs = new Piece('{"add_txs":[');
const $removeTxs = new Piece('],"remove_txs":[');
const $keys = new Piece('{"keys":[');
const $keysToFreeze = new Piece('{"keys_to_freeze":[');
const $keysToUnfreeze = new Piece('],"keys_to_unfreeze":[');
const $opId = new Piece('{"op_id":');
const $poolRevokeOpId = new Piece('{"pool_revoke_op_id":');
const $sorobanAuthorization = new Piece('{"soroban_authorization":');
const $sorobanAuthorizationWithAddress = new Piece('{"soroban_authorization_with_address":');
const $networkId = new Piece('{"network_id":');
const $contractIdPreimage2 = new Piece(',"contract_id_preimage":');
const $sourceAccount = new Piece('{"source_account":');
const $opNum = new Piece(',"op_num":');
const $liquidityPoolId2 = new Piece(',"liquidity_pool_id":');
const $nonce = new Piece(',"nonce":');
const $signatureExpirationLedger = new Piece(',"signature_expiration_ledger":');
const $invocation = new Piece(',"invocation":');
const $address2 = new Piece(',"address":');
const $overlayVersion = new Piece(',"overlay_version":');
const $overlayMinVersion = new Piece(',"overlay_min_version":');
const $networkId2 = new Piece(',"network_id":');
const $versionStr = new Piece(',"version_str":');
const $listeningPort = new Piece(',"listening_port":');
const $peerId = new Piece(',"peer_id":');
const $cert = new Piece(',"cert":');
const $mac2 = new Piece('{"mac":');
const $invokeContract = new Piece('{"invoke_contract":');
const $createContract = new Piece('{"create_contract":');
const $uploadContractWasm = new Piece('{"upload_contract_wasm":');
const $createContractV2 = new Piece('{"create_contract_v2":');
const $archived = new Piece('{"archived":');
const $live = new Piece('{"live":');
const $success3 = new Piece('{"success":[');
const $notTime = new Piece('"not_time"');
const $feeCharged = new Piece('{"fee_charged":');
const $result = new Piece(',"result":');
const $transactionHash = new Piece('{"transaction_hash":');
const $txSuccess = new Piece('{"tx_success":[');
const $txFailed = new Piece('{"tx_failed":[');
const $txTooEarly = new Piece('"tx_too_early"');
const $txTooLate = new Piece('"tx_too_late"');
const $txMissingOperation = new Piece('"tx_missing_operation"');
const $txBadSeq = new Piece('"tx_bad_seq"');
const $txBadAuth = new Piece('"tx_bad_auth"');
const $txInsufficientBalance = new Piece('"tx_insufficient_balance"');
const $txNoAccount = new Piece('"tx_no_account"');
const $txInsufficientFee = new Piece('"tx_insufficient_fee"');
const $txBadAuthExtra = new Piece('"tx_bad_auth_extra"');
const $txInternalError = new Piece('"tx_internal_error"');
const $txNotSupported = new Piece('"tx_not_supported"');
const $txBadSponsorship = new Piece('"tx_bad_sponsorship"');
const $txBadMinSeqAgeOrGap = new Piece('"tx_bad_min_seq_age_or_gap"');
const $txMalformed = new Piece('"tx_malformed"');
const $txSorobanInvalid = new Piece('"tx_soroban_invalid"');
const $txFrozenKeyAccessed = new Piece('"tx_frozen_key_accessed"');
const $contractAddress = new Piece('{"contract_address":');
const $functionName = new Piece(',"function_name":');
const $args = new Piece(',"args":[');
const $hostFunction = new Piece('{"host_function":');
const $auth = new Piece(',"auth":[');
const $trapped = new Piece('"trapped"');
const $entryArchived = new Piece('"entry_archived"');
const $returnValue = new Piece('{"return_value":');
const $events = new Piece(',"events":[');
const $minLedger = new Piece('{"min_ledger":');
const $maxLedger = new Piece(',"max_ledger":');
const $startSequence = new Piece('{"start_sequence":');
const $endSequence = new Piece(',"end_sequence":');
const $ledgerCloseMetas = new Piece(',"ledger_close_metas":[');
const $sorobanFeeWrite1Kb = new Piece(',"soroban_fee_write1_kb":');
const $ledgerHeader = new Piece('{"ledger_header":');
const $txSet = new Piece(',"tx_set":');
const $txProcessing = new Piece(',"tx_processing":[');
const $upgradesProcessing = new Piece('],"upgrades_processing":[');
const $scpInfo = new Piece('],"scp_info":[');
const $ledgerHeader2 = new Piece(',"ledger_header":');
const $totalByteSizeOfLiveSorobanState = new Piece('],"total_byte_size_of_live_soroban_state":');
const $evictedKeys = new Piece(',"evicted_keys":[');
const $unused = new Piece('],"unused":[');
const $nodeId = new Piece('{"node_id":');
const $lastModifiedLedgerSeq = new Piece('{"last_modified_ledger_seq":');
const $data2 = new Piece(',"data":');
const $created = new Piece('{"created":');
const $updated = new Piece('{"updated":');
const $removed = new Piece('{"removed":');
const $state = new Piece('{"state":');
const $restored = new Piece('{"restored":');
const $account = new Piece('{"account":');
const $trustline = new Piece('{"trustline":');
const $offer = new Piece('{"offer":');
const $data3 = new Piece('{"data":');
const $claimableBalance = new Piece('{"claimable_balance":');
const $contractData = new Piece('{"contract_data":');
const $contractCode = new Piece('{"contract_code":');
const $configSetting = new Piece('{"config_setting":');
const $ttl = new Piece('{"ttl":');
const $sponsoringId = new Piece('{"sponsoring_id":');
const $readOnly = new Piece('{"read_only":[');
const $readWrite = new Piece('],"read_write":[');
const $previousLedgerHash = new Piece(',"previous_ledger_hash":');
const $scpValue = new Piece(',"scp_value":');
const $txSetResultHash = new Piece(',"tx_set_result_hash":');
const $bucketListHash = new Piece(',"bucket_list_hash":');
const $ledgerSeq = new Piece(',"ledger_seq":');
const $totalCoins = new Piece(',"total_coins":');
const $feePool = new Piece(',"fee_pool":');
const $inflationSeq = new Piece(',"inflation_seq":');
const $idPool = new Piece(',"id_pool":');
const $baseFee = new Piece(',"base_fee":');
const $baseReserve = new Piece(',"base_reserve":');
const $maxTxSetSize = new Piece(',"max_tx_set_size":');
const $skipList = new Piece(',"skip_list":[');
const $hash2 = new Piece('{"hash":');
const $header = new Piece(',"header":');
const $configSettingId = new Piece('{"config_setting_id":');
const $contract2 = new Piece('{"contract":');
const $keyHash = new Piece('{"key_hash":');
const $ledgerSeq2 = new Piece('{"ledger_seq":');
const $messages = new Piece(',"messages":[');
const $version = new Piece('{"version":');
const $baseFee2 = new Piece('{"base_fee":');
const $maxTxSetSize2 = new Piece('{"max_tx_set_size":');
const $baseReserve2 = new Piece('{"base_reserve":');
const $config = new Piece('{"config":');
const $maxSorobanTxSetSize = new Piece('{"max_soroban_tx_set_size":');
const $buying2 = new Piece('{"buying":');
const $selling2 = new Piece(',"selling":');
const $assetA = new Piece('{"asset_a":');
const $assetB = new Piece(',"asset_b":');
const $maxAmountA = new Piece(',"max_amount_a":');
const $maxAmountB = new Piece(',"max_amount_b":');
const $minPrice = new Piece(',"min_price":');
const $maxPrice = new Piece(',"max_price":');
const $badPrice = new Piece('"bad_price"');
const $poolFull = new Piece('"pool_full"');
const $liquidityPoolConstantProduct = new Piece('{"liquidity_pool_constant_product":');
const $params = new Piece('{"params":');
const $reserveA = new Piece(',"reserve_a":');
const $reserveB = new Piece(',"reserve_b":');
const $totalPoolShares = new Piece(',"total_pool_shares":');
const $poolSharesTrustLineCount = new Piece(',"pool_shares_trust_line_count":');
const $minAmountA = new Piece(',"min_amount_a":');
const $minAmountB = new Piece(',"min_amount_b":');
const $underMinimum = new Piece('"under_minimum"');
const $buyAmount = new Piece(',"buy_amount":');
const $sellNoTrust = new Piece('"sell_no_trust"');
const $buyNoTrust = new Piece('"buy_no_trust"');
const $sellNotAuthorized = new Piece('"sell_not_authorized"');
const $buyNotAuthorized = new Piece('"buy_not_authorized"');
const $crossSelf = new Piece('"cross_self"');
const $sellNoIssuer = new Piece('"sell_no_issuer"');
const $buyNoIssuer = new Piece('"buy_no_issuer"');
const $notFound = new Piece('"not_found"');
const $dataName2 = new Piece('{"data_name":');
const $notSupportedYet = new Piece('"not_supported_yet"');
const $nameNotFound = new Piece('"name_not_found"');
const $invalidName = new Piece('"invalid_name"');
const $offersClaimed = new Piece('{"offers_claimed":[');
const $offer2 = new Piece('],"offer":');
const $deleted = new Piece('"deleted"');
const $none = new Piece('"none"');
const $text = new Piece('{"text":');
const $id = new Piece('{"id":');
const $return = new Piece('{"return":');
const $createAccount = new Piece('{"create_account":');
const $payment = new Piece('{"payment":');
const $pathPaymentStrictReceive = new Piece('{"path_payment_strict_receive":');
const $manageSellOffer = new Piece('{"manage_sell_offer":');
const $createPassiveSellOffer = new Piece('{"create_passive_sell_offer":');
const $setOptions = new Piece('{"set_options":');
const $changeTrust = new Piece('{"change_trust":');
const $allowTrust = new Piece('{"allow_trust":');
const $accountMerge = new Piece('{"account_merge":');
const $inflation = new Piece('"inflation"');
const $manageData = new Piece('{"manage_data":');
const $bumpSequence = new Piece('{"bump_sequence":');
const $manageBuyOffer = new Piece('{"manage_buy_offer":');
const $pathPaymentStrictSend = new Piece('{"path_payment_strict_send":');
const $createClaimableBalance = new Piece('{"create_claimable_balance":');
const $claimClaimableBalance = new Piece('{"claim_claimable_balance":');
const $beginSponsoringFutureReserves = new Piece('{"begin_sponsoring_future_reserves":');
const $endSponsoringFutureReserves = new Piece('"end_sponsoring_future_reserves"');
const $revokeSponsorship = new Piece('{"revoke_sponsorship":');
const $clawback = new Piece('{"clawback":');
const $clawbackClaimableBalance = new Piece('{"clawback_claimable_balance":');
const $setTrustLineFlags = new Piece('{"set_trust_line_flags":');
const $liquidityPoolDeposit = new Piece('{"liquidity_pool_deposit":');
const $liquidityPoolWithdraw = new Piece('{"liquidity_pool_withdraw":');
const $invokeHostFunction = new Piece('{"invoke_host_function":');
const $extendFootprintTtl = new Piece('{"extend_footprint_ttl":');
const $restoreFootprint = new Piece('{"restore_footprint":');
const $changes = new Piece('{"changes":[');
const $changes2 = new Piece(',"changes":[');
const $events2 = new Piece('],"events":[');
const $opInner = new Piece('{"op_inner":');
const $opBadAuth = new Piece('"op_bad_auth"');
const $opNoAccount = new Piece('"op_no_account"');
const $opNotSupported = new Piece('"op_not_supported"');
const $opTooManySubentries = new Piece('"op_too_many_subentries"');
const $opExceededWorkLimit = new Piece('"op_exceeded_work_limit"');
const $opTooManySponsoring = new Piece('"op_too_many_sponsoring"');
const $inflation2 = new Piece('{"inflation":');
const $endSponsoringFutureReserves2 = new Piece('{"end_sponsoring_future_reserves":');
const $executionStages = new Piece(',"execution_stages":[');
const $sendAsset = new Piece('{"send_asset":');
const $sendMax = new Piece(',"send_max":');
const $destination2 = new Piece(',"destination":');
const $destAsset = new Piece(',"dest_asset":');
const $destAmount = new Piece(',"dest_amount":');
const $path = new Piece(',"path":[');
const $srcNoTrust = new Piece('"src_no_trust"');
const $srcNotAuthorized = new Piece('"src_not_authorized"');
const $noDestination = new Piece('"no_destination"');
const $noIssuer2 = new Piece('{"no_issuer":');
const $tooFewOffers = new Piece('"too_few_offers"');
const $offerCrossSelf = new Piece('"offer_cross_self"');
const $overSendmax = new Piece('"over_sendmax"');
const $offers = new Piece('{"offers":[');
const $last = new Piece('],"last":');
const $sendAmount = new Piece(',"send_amount":');
const $destMin = new Piece(',"dest_min":');
const $underDestmin = new Piece('"under_destmin"');
const $ip = new Piece('{"ip":');
const $port = new Piece(',"port":');
const $numFailures = new Piece(',"num_failures":');
const $iPv4 = new Piece('{"i_pv4":');
const $iPv6 = new Piece('{"i_pv6":');
const $messagesRead = new Piece(',"messages_read":');
const $messagesWritten = new Piece(',"messages_written":');
const $bytesRead = new Piece(',"bytes_read":');
const $bytesWritten = new Piece(',"bytes_written":');
const $secondsConnected = new Piece(',"seconds_connected":');
const $uniqueFloodBytesRecv = new Piece(',"unique_flood_bytes_recv":');
const $duplicateFloodBytesRecv = new Piece(',"duplicate_flood_bytes_recv":');
const $uniqueFetchBytesRecv = new Piece(',"unique_fetch_bytes_recv":');
const $duplicateFetchBytesRecv = new Piece(',"duplicate_fetch_bytes_recv":');
const $uniqueFloodMessageRecv = new Piece(',"unique_flood_message_recv":');
const $duplicateFloodMessageRecv = new Piece(',"duplicate_flood_message_recv":');
const $uniqueFetchMessageRecv = new Piece(',"unique_fetch_message_recv":');
const $duplicateFetchMessageRecv = new Piece(',"duplicate_fetch_message_recv":');
const $scpEnvelopes = new Piece('{"scp_envelopes":[');
const $quorumSets = new Piece('],"quorum_sets":[');
const $txSets = new Piece('],"tx_sets":[');
const $time = new Piece('{"time":');
const $timeBounds = new Piece('{"time_bounds":');
const $ledgerBounds = new Piece(',"ledger_bounds":');
const $minSeqNum = new Piece(',"min_seq_num":');
const $minSeqAge = new Piece(',"min_seq_age":');
const $minSeqLedgerGap = new Piece(',"min_seq_ledger_gap":');
const $extraSigners = new Piece(',"extra_signers":[');
const $n = new Piece('{"n":');
const $d = new Piece(',"d":');
const $ledgerEntry = new Piece('{"ledger_entry":');
const $signer = new Piece('{"signer":');
const $signerKey = new Piece(',"signer_key":');
const $notSponsor = new Piece('"not_sponsor"');
const $onlyTransferable = new Piece('"only_transferable"');
const $executable2 = new Piece('{"executable":');
const $storage = new Piece(',"storage":');
const $scEnvMetaKindInterfaceVersion = new Piece('{"sc_env_meta_kind_interface_version":');
const $protocol = new Piece('{"protocol":');
const $preRelease = new Piece(',"pre_release":');
const $wasmVm = new Piece('{"wasm_vm":');
const $context = new Piece('{"context":');
const $storage2 = new Piece('{"storage":');
const $object = new Piece('{"object":');
const $crypto = new Piece('{"crypto":');
const $events3 = new Piece('{"events":');
const $budget = new Piece('{"budget":');
const $value = new Piece('{"value":');
const $auth2 = new Piece('{"auth":');
const $scMetaV0 = new Piece('{"sc_meta_v0":');
const $nonce2 = new Piece('{"nonce":');
const $functionV0 = new Piece('{"function_v0":');
const $udtStructV0 = new Piece('{"udt_struct_v0":');
const $udtUnionV0 = new Piece('{"udt_union_v0":');
const $udtEnumV0 = new Piece('{"udt_enum_v0":');
const $udtErrorEnumV0 = new Piece('{"udt_error_enum_v0":');
const $eventV0 = new Piece('{"event_v0":');
const $doc = new Piece('{"doc":');
const $name = new Piece(',"name":');
const $location = new Piece(',"location":');
const $lib = new Piece(',"lib":');
const $prefixTopics = new Piece(',"prefix_topics":[');
const $params2 = new Piece('],"params":[');
const $dataFormat = new Piece('],"data_format":');
const $inputs = new Piece(',"inputs":[');
const $outputs = new Piece('],"outputs":[');
const $val2 = new Piece('"val"');
const $bool = new Piece('"bool"');
const $void = new Piece('"void"');
const $error = new Piece('"error"');
const $u32 = new Piece('"u32"');
const $i32 = new Piece('"i32"');
const $u64 = new Piece('"u64"');
const $i64 = new Piece('"i64"');
const $timepoint = new Piece('"timepoint"');
const $duration = new Piece('"duration"');
const $u128 = new Piece('"u128"');
const $i128 = new Piece('"i128"');
const $u256 = new Piece('"u256"');
const $i256 = new Piece('"i256"');
const $bytes = new Piece('"bytes"');
const $string = new Piece('"string"');
const $symbol = new Piece('"symbol"');
const $address3 = new Piece('"address"');
const $muxedAddress = new Piece('"muxed_address"');
const $option = new Piece('{"option":');
const $result2 = new Piece('{"result":');
const $vec = new Piece('{"vec":');
const $map = new Piece('{"map":');
const $tuple = new Piece('{"tuple":');
const $bytesN = new Piece('{"bytes_n":');
const $udt = new Piece('{"udt":');
const $keyType = new Piece('{"key_type":');
const $valueType = new Piece(',"value_type":');
const $valueType2 = new Piece('{"value_type":');
const $okType = new Piece('{"ok_type":');
const $errorType = new Piece(',"error_type":');
const $valueTypes = new Piece('{"value_types":[');
const $name2 = new Piece('{"name":');
const $elementType = new Piece('{"element_type":');
const $value2 = new Piece(',"value":');
const $cases = new Piece(',"cases":[');
const $fields = new Piece(',"fields":[');
const $type3 = new Piece(',"type":[');
const $voidV0 = new Piece('{"void_v0":');
const $tupleV0 = new Piece('{"tuple_v0":');
const $bool2 = new Piece('{"bool":');
const $error2 = new Piece('{"error":');
const $u322 = new Piece('{"u32":');
const $i322 = new Piece('{"i32":');
const $u642 = new Piece('{"u64":');
const $i642 = new Piece('{"i64":');
const $timepoint2 = new Piece('{"timepoint":');
const $duration2 = new Piece('{"duration":');
const $u1282 = new Piece('{"u128":');
const $i1282 = new Piece('{"i128":');
const $u2562 = new Piece('{"u256":');
const $i2562 = new Piece('{"i256":');
const $bytes2 = new Piece('{"bytes":');
const $string2 = new Piece('{"string":');
const $symbol2 = new Piece('{"symbol":');
const $contractInstance = new Piece('{"contract_instance":');
const $ledgerKeyContractInstance = new Piece('"ledger_key_contract_instance"');
const $ledgerKeyNonce = new Piece('{"ledger_key_nonce":');
const $executableTag = new Piece('{"executable_tag":');
const $counter = new Piece('{"counter":');
const $statement = new Piece('{"statement":');
const $quorumSets2 = new Piece('{"quorum_sets":[');
const $ledgerMessages = new Piece('],"ledger_messages":');
const $quorumSetHash = new Piece('{"quorum_set_hash":');
const $votes = new Piece(',"votes":[');
const $accepted = new Piece('],"accepted":[');
const $threshold = new Piece('{"threshold":');
const $validators = new Piece(',"validators":[');
const $innerSets = new Piece('],"inner_sets":[');
const $slotIndex = new Piece(',"slot_index":');
const $pledges = new Piece(',"pledges":');
const $ballot = new Piece('{"ballot":');
const $nPrepared = new Piece(',"n_prepared":');
const $nCommit = new Piece(',"n_commit":');
const $nH = new Piece(',"n_h":');
const $quorumSetHash2 = new Piece(',"quorum_set_hash":');
const $commit = new Piece('{"commit":');
const $commitQuorumSetHash = new Piece(',"commit_quorum_set_hash":');
const $prepare = new Piece('{"prepare":');
const $confirm = new Piece('{"confirm":');
const $externalize = new Piece('{"externalize":');
const $nominate = new Piece('{"nominate":');
const $ballot2 = new Piece(',"ballot":');
const $prepared = new Piece(',"prepared":');
const $preparedPrime = new Piece(',"prepared_prime":');
const $nC = new Piece(',"n_c":');
const $numMessages = new Piece('{"num_messages":');
const $numBytes = new Piece(',"num_bytes":');
const $inputHashSeed = new Piece(',"input_hash_seed":');
const $filterSeed = new Piece(',"filter_seed":');
const $segmentLength = new Piece(',"segment_length":');
const $segementLengthMask = new Piece(',"segement_length_mask":');
const $segmentCount = new Piece(',"segment_count":');
const $segmentCountLength = new Piece(',"segment_count_length":');
const $fingerprintLength = new Piece(',"fingerprint_length":');
const $fingerprints = new Piece(',"fingerprints":');
const $inflationDest2 = new Piece('{"inflation_dest":');
const $clearFlags = new Piece(',"clear_flags":');
const $setFlags = new Piece(',"set_flags":');
const $masterWeight = new Piece(',"master_weight":');
const $lowThreshold = new Piece(',"low_threshold":');
const $medThreshold = new Piece(',"med_threshold":');
const $highThreshold = new Piece(',"high_threshold":');
const $signer2 = new Piece(',"signer":');
const $tooManySigners = new Piece('"too_many_signers"');
const $badFlags = new Piece('"bad_flags"');
const $invalidInflation = new Piece('"invalid_inflation"');
const $cantChange = new Piece('"cant_change"');
const $unknownFlag = new Piece('"unknown_flag"');
const $thresholdOutOfRange = new Piece('"threshold_out_of_range"');
const $badSigner = new Piece('"bad_signer"');
const $invalidHomeDomain = new Piece('"invalid_home_domain"');
const $authRevocableRequired = new Piece('"auth_revocable_required"');
const $invalidState = new Piece('"invalid_state"');
const $seed = new Piece('{"seed":');
const $requestSignature = new Piece('{"request_signature":');
const $request = new Piece(',"request":');
const $responseSignature = new Piece('{"response_signature":');
const $response = new Piece(',"response":');
const $signature2 = new Piece('{"signature":');
const $startCollecting = new Piece(',"start_collecting":');
const $stopCollecting = new Piece(',"stop_collecting":');
const $weight = new Piece(',"weight":');
const $addressCredentials = new Piece('{"address_credentials":');
const $delegates = new Piece(',"delegates":[');
const $credentials = new Piece('{"credentials":');
const $rootInvocation = new Piece(',"root_invocation":');
const $contractFn = new Piece('{"contract_fn":');
const $createContractHostFn = new Piece('{"create_contract_host_fn":');
const $createContractV2HostFn = new Piece('{"create_contract_v2_host_fn":');
const $function = new Piece('{"function":');
const $subInvocations = new Piece(',"sub_invocations":[');
const $sourceAccount2 = new Piece('"source_account"');
const $addressV2 = new Piece('{"address_v2":');
const $addressWithDelegates = new Piece('{"address_with_delegates":');
const $nestedDelegates = new Piece(',"nested_delegates":[');
const $footprint = new Piece('{"footprint":');
const $instructions = new Piece(',"instructions":');
const $diskReadBytes = new Piece(',"disk_read_bytes":');
const $writeBytes = new Piece(',"write_bytes":');
const $archivedSorobanEntries = new Piece('{"archived_soroban_entries":[');
const $resources = new Piece(',"resources":');
const $resourceFee = new Piece(',"resource_fee":');
const $returnValue2 = new Piece('],"return_value":');
const $diagnosticEvents = new Piece(',"diagnostic_events":[');
const $totalNonRefundableResourceFeeCharged = new Piece(',"total_non_refundable_resource_fee_charged":');
const $totalRefundableResourceFeeCharged = new Piece(',"total_refundable_resource_fee_charged":');
const $rentFeeCharged = new Piece(',"rent_fee_charged":');
const $returnValue3 = new Piece(',"return_value":');
const $maxEntryTtl = new Piece('{"max_entry_ttl":');
const $minTemporaryTtl = new Piece(',"min_temporary_ttl":');
const $minPersistentTtl = new Piece(',"min_persistent_ttl":');
const $persistentRentRateDenominator = new Piece(',"persistent_rent_rate_denominator":');
const $tempRentRateDenominator = new Piece(',"temp_rent_rate_denominator":');
const $maxEntriesToArchive = new Piece(',"max_entries_to_archive":');
const $liveSorobanStateSizeWindowSampleSize = new Piece(',"live_soroban_state_size_window_sample_size":');
const $liveSorobanStateSizeWindowSamplePeriod = new Piece(',"live_soroban_state_size_window_sample_period":');
const $evictionScanSize = new Piece(',"eviction_scan_size":');
const $startingEvictionScanLevel = new Piece(',"starting_eviction_scan_level":');
const $errorMsg = new Piece('{"error_msg":');
const $hello = new Piece('{"hello":');
const $dontHave = new Piece('{"dont_have":');
const $peers = new Piece('{"peers":[');
const $getTxSet = new Piece('{"get_tx_set":');
const $txSet2 = new Piece('{"tx_set":');
const $generalizedTxSet = new Piece('{"generalized_tx_set":');
const $transaction = new Piece('{"transaction":');
const $timeSlicedSurveyRequest = new Piece('{"time_sliced_survey_request":');
const $timeSlicedSurveyResponse = new Piece('{"time_sliced_survey_response":');
const $timeSlicedSurveyStartCollecting = new Piece('{"time_sliced_survey_start_collecting":');
const $timeSlicedSurveyStopCollecting = new Piece('{"time_sliced_survey_stop_collecting":');
const $getScpQuorumset = new Piece('{"get_scp_quorumset":');
const $scpQuorumset = new Piece('{"scp_quorumset":');
const $scpMessage = new Piece('{"scp_message":');
const $getScpState = new Piece('{"get_scp_state":');
const $sendMore = new Piece('{"send_more":');
const $sendMoreExtended = new Piece('{"send_more_extended":');
const $floodAdvert = new Piece('{"flood_advert":');
const $floodDemand = new Piece('{"flood_demand":');
const $txSetHash = new Piece('{"tx_set_hash":');
const $closeTime = new Piece(',"close_time":');
const $upgrades = new Piece(',"upgrades":[');
const $basic = new Piece('"basic"');
const $signed = new Piece('{"signed":');
const $emptyTxSet = new Piece('{"empty_tx_set":');
const $signedMs = new Piece('{"signed_ms":');
const $emptyTxSetMs = new Piece('{"empty_tx_set_ms":');
const $closeTimeMs = new Piece('{"close_time_ms":');
const $txSetHash2 = new Piece(',"tx_set_hash":');
const $previousLedgerVersion = new Piece(',"previous_ledger_version":');
const $lcValueSignature = new Piece(',"lc_value_signature":');
const $surveyorPeerId = new Piece('{"surveyor_peer_id":');
const $surveyedPeerId = new Piece(',"surveyed_peer_id":');
const $ledgerNum = new Piece(',"ledger_num":');
const $encryptionKey = new Piece(',"encryption_key":');
const $commandType = new Piece(',"command_type":');
const $surveyTopologyResponseV2 = new Piece('{"survey_topology_response_v2":');
const $encryptedBody = new Piece(',"encrypted_body":');
const $minTime = new Piece('{"min_time":');
const $maxTime = new Piece(',"max_time":');
const $addedAuthenticatedPeers = new Piece('{"added_authenticated_peers":');
const $droppedAuthenticatedPeers = new Piece(',"dropped_authenticated_peers":');
const $totalInboundPeerCount = new Piece(',"total_inbound_peer_count":');
const $totalOutboundPeerCount = new Piece(',"total_outbound_peer_count":');
const $p75ScpFirstToSelfLatencyMs = new Piece(',"p75_scp_first_to_self_latency_ms":');
const $p75ScpSelfToOtherLatencyMs = new Piece(',"p75_scp_self_to_other_latency_ms":');
const $lostSyncCount = new Piece(',"lost_sync_count":');
const $isValidator = new Piece(',"is_validator":');
const $maxInboundPeerCount = new Piece(',"max_inbound_peer_count":');
const $maxOutboundPeerCount = new Piece(',"max_outbound_peer_count":');
const $peerStats = new Piece('{"peer_stats":');
const $averageLatencyMs = new Piece(',"average_latency_ms":');
const $request2 = new Piece('{"request":');
const $inboundPeersIndex = new Piece(',"inbound_peers_index":');
const $outboundPeersIndex = new Piece(',"outbound_peers_index":');
const $response2 = new Piece('{"response":');
const $surveyorId = new Piece('{"surveyor_id":');
const $inboundPeers = new Piece('{"inbound_peers":[');
const $outboundPeers = new Piece('],"outbound_peers":[');
const $nodeData = new Piece('],"node_data":');
const $cond = new Piece(',"cond":');
const $memo = new Piece(',"memo":');
const $operations = new Piece(',"operations":[');
const $txV0 = new Piece('{"tx_v0":');
const $txFeeBump = new Piece('{"tx_fee_bump":');
const $stage = new Piece('{"stage":');
const $txResultSet = new Piece(',"tx_result_set":');
const $v03 = new Piece('{"v0":[');
const $v4 = new Piece('{"v4":');
const $txChanges = new Piece('{"tx_changes":[');
const $operations2 = new Piece('],"operations":[');
const $txChangesBefore = new Piece('{"tx_changes_before":[');
const $txChangesAfter = new Piece('],"tx_changes_after":[');
const $txChangesBefore2 = new Piece(',"tx_changes_before":[');
const $sorobanMeta = new Piece('],"soroban_meta":');
const $diagnosticEvents2 = new Piece('],"diagnostic_events":[');
const $feeProcessing = new Piece(',"fee_processing":[');
const $txApplyProcessing = new Piece('],"tx_apply_processing":');
const $postTxApplyFeeProcessing = new Piece(',"post_tx_apply_fee_processing":[');
const $txFeeBumpInnerSuccess = new Piece('{"tx_fee_bump_inner_success":');
const $txFeeBumpInnerFailed = new Piece('{"tx_fee_bump_inner_failed":');
const $results = new Piece('{"results":[');
const $previousLedgerHash2 = new Piece('{"previous_ledger_hash":');
const $txs = new Piece(',"txs":[');
const $phases = new Piece(',"phases":[');
const $taggedTransaction = new Piece(',"tagged_transaction":');
const $sourceAccountEd25519 = new Piece('{"source_account_ed25519":');
const $timeBounds2 = new Piece(',"time_bounds":');
const $liquidityPoolUseCount = new Piece('{"liquidity_pool_use_count":');
const $liveUntilLedgerSeq = new Piece(',"live_until_ledger_seq":');
const $txsetCompTxsMaybeDiscountedFee = new Piece('{"txset_comp_txs_maybe_discounted_fee":');
const $upgrade = new Piece('{"upgrade":');

export function jsonAccountEntry(w: JsonWriter, p: number): number {
  w.piece($accountId);
  p = jsonPublicKey(w, p);
  w.piece($balance);
  p = w.int64(p);
  w.piece($seqNum);
  p = w.int64(p);
  w.piece($numSubEntries);
  p = w.uint32(p);
  w.piece($inflationDest);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonPublicKey(w, p);
  w.piece($flags);
  p = w.uint32(p);
  w.piece($homeDomain);
  p = w.string(p);
  w.piece($thresholds);
  p = jsonThresholds(w, p);
  w.piece($signers);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSigner(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($ext);
  p = jsonAccountEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonAccountEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonAccountEntryExtensionV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonAccountEntryExtensionV1(w: JsonWriter, p: number): number {
  w.piece($liabilities);
  p = jsonLiabilities(w, p);
  w.piece($ext2);
  p = jsonAccountEntryExtensionV1Ext(w, p);
  w.byte(125);
  return p;
}

export function jsonAccountEntryExtensionV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 2:
      w.piece($v2);
      p = jsonAccountEntryExtensionV2(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonAccountEntryExtensionV2(w: JsonWriter, p: number): number {
  w.piece($numSponsored);
  p = w.uint32(p);
  w.piece($numSponsoring);
  p = w.uint32(p);
  w.piece($signerSponsoringIDs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p += 4;
    if (w.view.getUint32(p - 4) === 0) w.piece($null);
    else p = jsonPublicKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($ext);
  p = jsonAccountEntryExtensionV2Ext(w, p);
  w.byte(125);
  return p;
}

export function jsonAccountEntryExtensionV2Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 3:
      w.piece($v3);
      p = jsonAccountEntryExtensionV3(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonAccountEntryExtensionV3(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($seqLedger);
  p = w.uint32(p);
  w.piece($seqTime);
  p = w.uint64(p);
  w.byte(125);
  return p;
}

export function jsonAccountFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"required_flag"');
      break;
    case 2:
      w.ascii('"revocable_flag"');
      break;
    case 4:
      w.ascii('"immutable_flag"');
      break;
    case 8:
      w.ascii('"clawback_enabled_flag"');
      break;
  }
  return p + 4;
}

export function jsonAccountMergeResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success);
      p = w.int64(p);
      w.byte(125);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($noAccount);
      break;
    case -3:
      w.piece($immutableSet);
      break;
    case -4:
      w.piece($hasSubEntries);
      break;
    case -5:
      w.piece($seqnumTooFar);
      break;
    case -6:
      w.piece($destFull);
      break;
    case -7:
      w.piece($isSponsor);
      break;
  }
  return p;
}

export function jsonAccountMergeResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_account"');
      break;
    case -3:
      w.ascii('"immutable_set"');
      break;
    case -4:
      w.ascii('"has_sub_entries"');
      break;
    case -5:
      w.ascii('"seqnum_too_far"');
      break;
    case -6:
      w.ascii('"dest_full"');
      break;
    case -7:
      w.ascii('"is_sponsor"');
      break;
  }
  return p + 4;
}

export function jsonAllowTrustOp(w: JsonWriter, p: number): number {
  w.piece($trustor);
  p = jsonPublicKey(w, p);
  w.piece($asset);
  p = jsonAssetCode(w, p);
  w.piece($authorize);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonAllowTrustResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($noTrustLine);
      break;
    case -3:
      w.piece($trustNotRequired);
      break;
    case -4:
      w.piece($cantRevoke);
      break;
    case -5:
      w.piece($selfNotAllowed);
      break;
    case -6:
      w.piece($lowReserve);
      break;
  }
  return p;
}

export function jsonAllowTrustResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust_line"');
      break;
    case -3:
      w.ascii('"trust_not_required"');
      break;
    case -4:
      w.ascii('"cant_revoke"');
      break;
    case -5:
      w.ascii('"self_not_allowed"');
      break;
    case -6:
      w.ascii('"low_reserve"');
      break;
  }
  return p + 4;
}

export function jsonAlphaNum12(w: JsonWriter, p: number): number {
  w.piece($assetCode);
  p = jsonAssetCode12(w, p);
  w.piece($issuer);
  p = jsonPublicKey(w, p);
  w.byte(125);
  return p;
}

export function jsonAlphaNum4(w: JsonWriter, p: number): number {
  w.piece($assetCode);
  p = jsonAssetCode4(w, p);
  w.piece($issuer);
  p = jsonPublicKey(w, p);
  w.byte(125);
  return p;
}

export function jsonAsset(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($native);
      break;
    case 1:
      w.piece($creditAlphanum4);
      p = jsonAlphaNum4(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($creditAlphanum12);
      p = jsonAlphaNum12(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonAssetType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"native"');
      break;
    case 1:
      w.ascii('"credit_alphanum4"');
      break;
    case 2:
      w.ascii('"credit_alphanum12"');
      break;
    case 3:
      w.ascii('"pool_share"');
      break;
  }
  return p + 4;
}

export function jsonAuth(w: JsonWriter, p: number): number {
  w.piece($flags2);
  p = w.int32(p);
  w.byte(125);
  return p;
}

export function jsonAuthCert(w: JsonWriter, p: number): number {
  w.piece($pubkey);
  p = jsonCurve25519Public(w, p);
  w.piece($expiration);
  p = w.uint64(p);
  w.piece($sig);
  p = jsonSignature(w, p);
  w.byte(125);
  return p;
}

export function jsonAuthenticatedMessage(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v02);
      p = jsonAuthenticatedMessageV0(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonAuthenticatedMessageV0(w: JsonWriter, p: number): number {
  w.piece($sequence);
  p = w.uint64(p);
  w.piece($message);
  p = jsonStellarMessage(w, p);
  w.piece($mac);
  p = jsonHmacSha256Mac(w, p);
  w.byte(125);
  return p;
}

export function jsonBeginSponsoringFutureReservesOp(w: JsonWriter, p: number): number {
  w.piece($sponsoredId);
  p = jsonPublicKey(w, p);
  w.byte(125);
  return p;
}

export function jsonBeginSponsoringFutureReservesResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($alreadySponsored);
      break;
    case -3:
      w.piece($recursive);
      break;
  }
  return p;
}

export function jsonBeginSponsoringFutureReservesResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"already_sponsored"');
      break;
    case -3:
      w.ascii('"recursive"');
      break;
  }
  return p + 4;
}

export function jsonBinaryFuseFilterType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"b8_bit"');
      break;
    case 1:
      w.ascii('"b16_bit"');
      break;
    case 2:
      w.ascii('"b32_bit"');
      break;
  }
  return p + 4;
}

export function jsonBucketEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($liveentry);
      p = jsonLedgerEntry(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($initentry);
      p = jsonLedgerEntry(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($deadentry);
      p = jsonLedgerKey(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($metaentry);
      p = jsonBucketMetadata(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonBucketEntryType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case -1:
      w.ascii('"metaentry"');
      break;
    case 0:
      w.ascii('"liveentry"');
      break;
    case 1:
      w.ascii('"deadentry"');
      break;
    case 2:
      w.ascii('"initentry"');
      break;
  }
  return p + 4;
}

export function jsonBucketListType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"live"');
      break;
    case 1:
      w.ascii('"hot_archive"');
      break;
  }
  return p + 4;
}

export function jsonBucketMetadata(w: JsonWriter, p: number): number {
  w.piece($ledgerVersion);
  p = w.uint32(p);
  w.piece($ext2);
  p = jsonBucketMetadataExt(w, p);
  w.byte(125);
  return p;
}

export function jsonBucketMetadataExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonBucketListType(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonBumpSequenceOp(w: JsonWriter, p: number): number {
  w.piece($bumpTo);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonBumpSequenceResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($badSeq);
      break;
  }
  return p;
}

export function jsonBumpSequenceResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"bad_seq"');
      break;
  }
  return p + 4;
}

export function jsonChangeTrustAsset(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($native);
      break;
    case 1:
      w.piece($creditAlphanum4);
      p = jsonAlphaNum4(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($creditAlphanum12);
      p = jsonAlphaNum12(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($poolShare);
      p = jsonLiquidityPoolParameters(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonChangeTrustOp(w: JsonWriter, p: number): number {
  w.piece($line);
  p = jsonChangeTrustAsset(w, p);
  w.piece($limit);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonChangeTrustResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($noIssuer);
      break;
    case -3:
      w.piece($invalidLimit);
      break;
    case -4:
      w.piece($lowReserve);
      break;
    case -5:
      w.piece($selfNotAllowed);
      break;
    case -6:
      w.piece($trustLineMissing);
      break;
    case -7:
      w.piece($cannotDelete);
      break;
    case -8:
      w.piece($notAuthMaintainLiabilities);
      break;
  }
  return p;
}

export function jsonChangeTrustResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_issuer"');
      break;
    case -3:
      w.ascii('"invalid_limit"');
      break;
    case -4:
      w.ascii('"low_reserve"');
      break;
    case -5:
      w.ascii('"self_not_allowed"');
      break;
    case -6:
      w.ascii('"trust_line_missing"');
      break;
    case -7:
      w.ascii('"cannot_delete"');
      break;
    case -8:
      w.ascii('"not_auth_maintain_liabilities"');
      break;
  }
  return p + 4;
}

export function jsonClaimAtom(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v02);
      p = jsonClaimOfferAtomV0(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($orderBook);
      p = jsonClaimOfferAtom(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($liquidityPool);
      p = jsonClaimLiquidityAtom(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonClaimAtomType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"v0"');
      break;
    case 1:
      w.ascii('"order_book"');
      break;
    case 2:
      w.ascii('"liquidity_pool"');
      break;
  }
  return p + 4;
}

export function jsonClaimClaimableBalanceOp(w: JsonWriter, p: number): number {
  w.piece($balanceId);
  p = jsonClaimableBalanceId(w, p);
  w.byte(125);
  return p;
}

export function jsonClaimClaimableBalanceResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($doesNotExist);
      break;
    case -2:
      w.piece($cannotClaim);
      break;
    case -3:
      w.piece($lineFull);
      break;
    case -4:
      w.piece($noTrust);
      break;
    case -5:
      w.piece($notAuthorized);
      break;
    case -6:
      w.piece($trustlineFrozen);
      break;
  }
  return p;
}

export function jsonClaimClaimableBalanceResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"cannot_claim"');
      break;
    case -3:
      w.ascii('"line_full"');
      break;
    case -4:
      w.ascii('"no_trust"');
      break;
    case -5:
      w.ascii('"not_authorized"');
      break;
    case -6:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p + 4;
}

export function jsonClaimLiquidityAtom(w: JsonWriter, p: number): number {
  w.piece($liquidityPoolId);
  p = jsonPoolId(w, p);
  w.piece($assetSold);
  p = jsonAsset(w, p);
  w.piece($amountSold);
  p = w.int64(p);
  w.piece($assetBought);
  p = jsonAsset(w, p);
  w.piece($amountBought);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonClaimOfferAtom(w: JsonWriter, p: number): number {
  w.piece($sellerId);
  p = jsonPublicKey(w, p);
  w.piece($offerId);
  p = w.int64(p);
  w.piece($assetSold);
  p = jsonAsset(w, p);
  w.piece($amountSold);
  p = w.int64(p);
  w.piece($assetBought);
  p = jsonAsset(w, p);
  w.piece($amountBought);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonClaimOfferAtomV0(w: JsonWriter, p: number): number {
  w.piece($sellerEd25519);
  p = jsonUint256Bytes(w, p);
  w.piece($offerId);
  p = w.int64(p);
  w.piece($assetSold);
  p = jsonAsset(w, p);
  w.piece($amountSold);
  p = w.int64(p);
  w.piece($assetBought);
  p = jsonAsset(w, p);
  w.piece($amountBought);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonClaimPredicate(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($unconditional);
      break;
    case 1:
      w.piece($and);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonClaimPredicate(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case 2:
      w.piece($or);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonClaimPredicate(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case 3:
      w.piece($not);
      p += 4;
      if (w.view.getUint32(p - 4) === 0) w.piece($null);
      else p = jsonClaimPredicate(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($beforeAbsoluteTime);
      p = w.int64(p);
      w.byte(125);
      break;
    case 5:
      w.piece($beforeRelativeTime);
      p = w.int64(p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonClaimPredicateType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"unconditional"');
      break;
    case 1:
      w.ascii('"and"');
      break;
    case 2:
      w.ascii('"or"');
      break;
    case 3:
      w.ascii('"not"');
      break;
    case 4:
      w.ascii('"before_absolute_time"');
      break;
    case 5:
      w.ascii('"before_relative_time"');
      break;
  }
  return p + 4;
}

export function jsonClaimableBalanceEntry(w: JsonWriter, p: number): number {
  w.piece($balanceId);
  p = jsonClaimableBalanceId(w, p);
  w.piece($claimants);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimant(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($asset2);
  p = jsonAsset(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.piece($ext2);
  p = jsonClaimableBalanceEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonClaimableBalanceEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonClaimableBalanceEntryExtensionV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonClaimableBalanceEntryExtensionV1(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonClaimableBalanceEntryExtensionV1Ext(w, p);
  w.piece($flags);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonClaimableBalanceEntryExtensionV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonClaimableBalanceFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"claimable_balance_clawback_enabled_flag"');
      break;
  }
  return p + 4;
}

export function jsonClaimableBalanceIdType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"claimable_balance_id_type_v0"');
      break;
  }
  return p + 4;
}

export function jsonClaimant(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($claimantTypeV0);
      p = jsonClaimantV0(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonClaimantType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"claimant_type_v0"');
      break;
  }
  return p + 4;
}

export function jsonClaimantV0(w: JsonWriter, p: number): number {
  w.piece($destination);
  p = jsonPublicKey(w, p);
  w.piece($predicate);
  p = jsonClaimPredicate(w, p);
  w.byte(125);
  return p;
}

export function jsonClawbackClaimableBalanceOp(w: JsonWriter, p: number): number {
  w.piece($balanceId);
  p = jsonClaimableBalanceId(w, p);
  w.byte(125);
  return p;
}

export function jsonClawbackClaimableBalanceResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($doesNotExist);
      break;
    case -2:
      w.piece($notIssuer);
      break;
    case -3:
      w.piece($notClawbackEnabled);
      break;
  }
  return p;
}

export function jsonClawbackClaimableBalanceResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"not_issuer"');
      break;
    case -3:
      w.ascii('"not_clawback_enabled"');
      break;
  }
  return p + 4;
}

export function jsonClawbackOp(w: JsonWriter, p: number): number {
  w.piece($asset3);
  p = jsonAsset(w, p);
  w.piece($from);
  p = jsonMuxedAccount(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonClawbackResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($notClawbackEnabled);
      break;
    case -3:
      w.piece($noTrust);
      break;
    case -4:
      w.piece($underfunded);
      break;
  }
  return p;
}

export function jsonClawbackResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"not_clawback_enabled"');
      break;
    case -3:
      w.ascii('"no_trust"');
      break;
    case -4:
      w.ascii('"underfunded"');
      break;
  }
  return p + 4;
}

export function jsonConfigSettingContractBandwidthV0(w: JsonWriter, p: number): number {
  w.piece($ledgerMaxTxsSizeBytes);
  p = w.uint32(p);
  w.piece($txMaxSizeBytes);
  p = w.uint32(p);
  w.piece($feeTxSize1Kb);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonConfigSettingContractComputeV0(w: JsonWriter, p: number): number {
  w.piece($ledgerMaxInstructions);
  p = w.int64(p);
  w.piece($txMaxInstructions);
  p = w.int64(p);
  w.piece($feeRatePerInstructionsIncrement);
  p = w.int64(p);
  w.piece($txMemoryLimit);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonConfigSettingContractEventsV0(w: JsonWriter, p: number): number {
  w.piece($txMaxContractEventsSizeBytes);
  p = w.uint32(p);
  w.piece($feeContractEvents1Kb);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonConfigSettingContractExecutionLanesV0(w: JsonWriter, p: number): number {
  w.piece($ledgerMaxTxCount);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonConfigSettingContractHistoricalDataV0(w: JsonWriter, p: number): number {
  w.piece($feeHistorical1Kb);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonConfigSettingContractLedgerCostExtV0(w: JsonWriter, p: number): number {
  w.piece($txMaxFootprintEntries);
  p = w.uint32(p);
  w.piece($feeWrite1Kb);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonConfigSettingContractLedgerCostV0(w: JsonWriter, p: number): number {
  w.piece($ledgerMaxDiskReadEntries);
  p = w.uint32(p);
  w.piece($ledgerMaxDiskReadBytes);
  p = w.uint32(p);
  w.piece($ledgerMaxWriteLedgerEntries);
  p = w.uint32(p);
  w.piece($ledgerMaxWriteBytes);
  p = w.uint32(p);
  w.piece($txMaxDiskReadEntries);
  p = w.uint32(p);
  w.piece($txMaxDiskReadBytes);
  p = w.uint32(p);
  w.piece($txMaxWriteLedgerEntries);
  p = w.uint32(p);
  w.piece($txMaxWriteBytes);
  p = w.uint32(p);
  w.piece($feeDiskReadLedgerEntry);
  p = w.int64(p);
  w.piece($feeWriteLedgerEntry);
  p = w.int64(p);
  w.piece($feeDiskRead1Kb);
  p = w.int64(p);
  w.piece($sorobanStateTargetSizeBytes);
  p = w.int64(p);
  w.piece($rentFee1KbSorobanStateSizeLow);
  p = w.int64(p);
  w.piece($rentFee1KbSorobanStateSizeHigh);
  p = w.int64(p);
  w.piece($sorobanStateRentFeeGrowthFactor);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonConfigSettingContractParallelComputeV0(w: JsonWriter, p: number): number {
  w.piece($ledgerMaxDependentTxClusters);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonConfigSettingEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($contractMaxSizeBytes);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 1:
      w.piece($contractComputeV0);
      p = jsonConfigSettingContractComputeV0(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($contractLedgerCostV0);
      p = jsonConfigSettingContractLedgerCostV0(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($contractHistoricalDataV0);
      p = jsonConfigSettingContractHistoricalDataV0(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($contractEventsV0);
      p = jsonConfigSettingContractEventsV0(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($contractBandwidthV0);
      p = jsonConfigSettingContractBandwidthV0(w, p);
      w.byte(125);
      break;
    case 6:
      w.piece($contractCostParamsCpuInstructions);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonContractCostParamEntry(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case 7:
      w.piece($contractCostParamsMemoryBytes);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonContractCostParamEntry(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case 8:
      w.piece($contractDataKeySizeBytes);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 9:
      w.piece($contractDataEntrySizeBytes);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 10:
      w.piece($stateArchival);
      p = jsonStateArchivalSettings(w, p);
      w.byte(125);
      break;
    case 11:
      w.piece($contractExecutionLanes);
      p = jsonConfigSettingContractExecutionLanesV0(w, p);
      w.byte(125);
      break;
    case 12:
      w.piece($liveSorobanStateSizeWindow);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = w.uint64(p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case 13:
      w.piece($evictionIterator);
      p = jsonEvictionIterator(w, p);
      w.byte(125);
      break;
    case 14:
      w.piece($contractParallelComputeV0);
      p = jsonConfigSettingContractParallelComputeV0(w, p);
      w.byte(125);
      break;
    case 15:
      w.piece($contractLedgerCostExtV0);
      p = jsonConfigSettingContractLedgerCostExtV0(w, p);
      w.byte(125);
      break;
    case 16:
      w.piece($scpTiming);
      p = jsonConfigSettingScpTiming(w, p);
      w.byte(125);
      break;
    case 17:
      w.piece($frozenLedgerKeys);
      p = jsonFrozenLedgerKeys(w, p);
      w.byte(125);
      break;
    case 18:
      w.piece($frozenLedgerKeysDelta);
      p = jsonFrozenLedgerKeysDelta(w, p);
      w.byte(125);
      break;
    case 19:
      w.piece($freezeBypassTxs);
      p = jsonFreezeBypassTxs(w, p);
      w.byte(125);
      break;
    case 20:
      w.piece($freezeBypassTxsDelta);
      p = jsonFreezeBypassTxsDelta(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonConfigSettingId(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"contract_max_size_bytes"');
      break;
    case 1:
      w.ascii('"contract_compute_v0"');
      break;
    case 2:
      w.ascii('"contract_ledger_cost_v0"');
      break;
    case 3:
      w.ascii('"contract_historical_data_v0"');
      break;
    case 4:
      w.ascii('"contract_events_v0"');
      break;
    case 5:
      w.ascii('"contract_bandwidth_v0"');
      break;
    case 6:
      w.ascii('"contract_cost_params_cpu_instructions"');
      break;
    case 7:
      w.ascii('"contract_cost_params_memory_bytes"');
      break;
    case 8:
      w.ascii('"contract_data_key_size_bytes"');
      break;
    case 9:
      w.ascii('"contract_data_entry_size_bytes"');
      break;
    case 10:
      w.ascii('"state_archival"');
      break;
    case 11:
      w.ascii('"contract_execution_lanes"');
      break;
    case 12:
      w.ascii('"live_soroban_state_size_window"');
      break;
    case 13:
      w.ascii('"eviction_iterator"');
      break;
    case 14:
      w.ascii('"contract_parallel_compute_v0"');
      break;
    case 15:
      w.ascii('"contract_ledger_cost_ext_v0"');
      break;
    case 16:
      w.ascii('"scp_timing"');
      break;
    case 17:
      w.ascii('"frozen_ledger_keys"');
      break;
    case 18:
      w.ascii('"frozen_ledger_keys_delta"');
      break;
    case 19:
      w.ascii('"freeze_bypass_txs"');
      break;
    case 20:
      w.ascii('"freeze_bypass_txs_delta"');
      break;
  }
  return p + 4;
}

export function jsonConfigSettingScpTiming(w: JsonWriter, p: number): number {
  w.piece($ledgerTargetCloseTimeMilliseconds);
  p = w.uint32(p);
  w.piece($nominationTimeoutInitialMilliseconds);
  p = w.uint32(p);
  w.piece($nominationTimeoutIncrementMilliseconds);
  p = w.uint32(p);
  w.piece($ballotTimeoutInitialMilliseconds);
  p = w.uint32(p);
  w.piece($ballotTimeoutIncrementMilliseconds);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonConfigUpgradeSet(w: JsonWriter, p: number): number {
  w.piece($updatedEntry);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonConfigSettingEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonConfigUpgradeSetKey(w: JsonWriter, p: number): number {
  w.piece($contractId);
  p = jsonContractId(w, p);
  w.piece($contentHash);
  p = jsonHash(w, p);
  w.byte(125);
  return p;
}

export function jsonContractCodeCostInputs(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($nInstructions);
  p = w.uint32(p);
  w.piece($nFunctions);
  p = w.uint32(p);
  w.piece($nGlobals);
  p = w.uint32(p);
  w.piece($nTableEntries);
  p = w.uint32(p);
  w.piece($nTypes);
  p = w.uint32(p);
  w.piece($nDataSegments);
  p = w.uint32(p);
  w.piece($nElemSegments);
  p = w.uint32(p);
  w.piece($nImports);
  p = w.uint32(p);
  w.piece($nExports);
  p = w.uint32(p);
  w.piece($nDataSegmentBytes);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonContractCodeEntry(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonContractCodeEntryExt(w, p);
  w.piece($hash);
  p = jsonHash(w, p);
  w.piece($code);
  p = w.varOpaque(p);
  w.byte(125);
  return p;
}

export function jsonContractCodeEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonContractCodeEntryV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonContractCodeEntryV1(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($costInputs);
  p = jsonContractCodeCostInputs(w, p);
  w.byte(125);
  return p;
}

export function jsonContractCostParamEntry(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($constTerm);
  p = w.int64(p);
  w.piece($linearTerm);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonContractCostType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"wasm_insn_exec"');
      break;
    case 1:
      w.ascii('"mem_alloc"');
      break;
    case 2:
      w.ascii('"mem_cpy"');
      break;
    case 3:
      w.ascii('"mem_cmp"');
      break;
    case 4:
      w.ascii('"dispatch_host_function"');
      break;
    case 5:
      w.ascii('"visit_object"');
      break;
    case 6:
      w.ascii('"val_ser"');
      break;
    case 7:
      w.ascii('"val_deser"');
      break;
    case 8:
      w.ascii('"compute_sha256_hash"');
      break;
    case 9:
      w.ascii('"compute_ed25519_pub_key"');
      break;
    case 10:
      w.ascii('"verify_ed25519_sig"');
      break;
    case 11:
      w.ascii('"vm_instantiation"');
      break;
    case 12:
      w.ascii('"vm_cached_instantiation"');
      break;
    case 13:
      w.ascii('"invoke_vm_function"');
      break;
    case 14:
      w.ascii('"compute_keccak256_hash"');
      break;
    case 15:
      w.ascii('"decode_ecdsa_curve256_sig"');
      break;
    case 16:
      w.ascii('"recover_ecdsa_secp256k1_key"');
      break;
    case 17:
      w.ascii('"int256_add_sub"');
      break;
    case 18:
      w.ascii('"int256_mul"');
      break;
    case 19:
      w.ascii('"int256_div"');
      break;
    case 20:
      w.ascii('"int256_pow"');
      break;
    case 21:
      w.ascii('"int256_shift"');
      break;
    case 22:
      w.ascii('"cha_cha20_draw_bytes"');
      break;
    case 23:
      w.ascii('"parse_wasm_instructions"');
      break;
    case 24:
      w.ascii('"parse_wasm_functions"');
      break;
    case 25:
      w.ascii('"parse_wasm_globals"');
      break;
    case 26:
      w.ascii('"parse_wasm_table_entries"');
      break;
    case 27:
      w.ascii('"parse_wasm_types"');
      break;
    case 28:
      w.ascii('"parse_wasm_data_segments"');
      break;
    case 29:
      w.ascii('"parse_wasm_elem_segments"');
      break;
    case 30:
      w.ascii('"parse_wasm_imports"');
      break;
    case 31:
      w.ascii('"parse_wasm_exports"');
      break;
    case 32:
      w.ascii('"parse_wasm_data_segment_bytes"');
      break;
    case 33:
      w.ascii('"instantiate_wasm_instructions"');
      break;
    case 34:
      w.ascii('"instantiate_wasm_functions"');
      break;
    case 35:
      w.ascii('"instantiate_wasm_globals"');
      break;
    case 36:
      w.ascii('"instantiate_wasm_table_entries"');
      break;
    case 37:
      w.ascii('"instantiate_wasm_types"');
      break;
    case 38:
      w.ascii('"instantiate_wasm_data_segments"');
      break;
    case 39:
      w.ascii('"instantiate_wasm_elem_segments"');
      break;
    case 40:
      w.ascii('"instantiate_wasm_imports"');
      break;
    case 41:
      w.ascii('"instantiate_wasm_exports"');
      break;
    case 42:
      w.ascii('"instantiate_wasm_data_segment_bytes"');
      break;
    case 43:
      w.ascii('"sec1_decode_point_uncompressed"');
      break;
    case 44:
      w.ascii('"verify_ecdsa_secp256r1_sig"');
      break;
    case 45:
      w.ascii('"bls12381_encode_fp"');
      break;
    case 46:
      w.ascii('"bls12381_decode_fp"');
      break;
    case 47:
      w.ascii('"bls12381_g1_check_point_on_curve"');
      break;
    case 48:
      w.ascii('"bls12381_g1_check_point_in_subgroup"');
      break;
    case 49:
      w.ascii('"bls12381_g2_check_point_on_curve"');
      break;
    case 50:
      w.ascii('"bls12381_g2_check_point_in_subgroup"');
      break;
    case 51:
      w.ascii('"bls12381_g1_projective_to_affine"');
      break;
    case 52:
      w.ascii('"bls12381_g2_projective_to_affine"');
      break;
    case 53:
      w.ascii('"bls12381_g1_add"');
      break;
    case 54:
      w.ascii('"bls12381_g1_mul"');
      break;
    case 55:
      w.ascii('"bls12381_g1_msm"');
      break;
    case 56:
      w.ascii('"bls12381_map_fp_to_g1"');
      break;
    case 57:
      w.ascii('"bls12381_hash_to_g1"');
      break;
    case 58:
      w.ascii('"bls12381_g2_add"');
      break;
    case 59:
      w.ascii('"bls12381_g2_mul"');
      break;
    case 60:
      w.ascii('"bls12381_g2_msm"');
      break;
    case 61:
      w.ascii('"bls12381_map_fp2_to_g2"');
      break;
    case 62:
      w.ascii('"bls12381_hash_to_g2"');
      break;
    case 63:
      w.ascii('"bls12381_pairing"');
      break;
    case 64:
      w.ascii('"bls12381_fr_from_u256"');
      break;
    case 65:
      w.ascii('"bls12381_fr_to_u256"');
      break;
    case 66:
      w.ascii('"bls12381_fr_add_sub"');
      break;
    case 67:
      w.ascii('"bls12381_fr_mul"');
      break;
    case 68:
      w.ascii('"bls12381_fr_pow"');
      break;
    case 69:
      w.ascii('"bls12381_fr_inv"');
      break;
    case 70:
      w.ascii('"bn254_encode_fp"');
      break;
    case 71:
      w.ascii('"bn254_decode_fp"');
      break;
    case 72:
      w.ascii('"bn254_g1_check_point_on_curve"');
      break;
    case 73:
      w.ascii('"bn254_g2_check_point_on_curve"');
      break;
    case 74:
      w.ascii('"bn254_g2_check_point_in_subgroup"');
      break;
    case 75:
      w.ascii('"bn254_g1_projective_to_affine"');
      break;
    case 76:
      w.ascii('"bn254_g1_add"');
      break;
    case 77:
      w.ascii('"bn254_g1_mul"');
      break;
    case 78:
      w.ascii('"bn254_pairing"');
      break;
    case 79:
      w.ascii('"bn254_fr_from_u256"');
      break;
    case 80:
      w.ascii('"bn254_fr_to_u256"');
      break;
    case 81:
      w.ascii('"bn254_fr_add_sub"');
      break;
    case 82:
      w.ascii('"bn254_fr_mul"');
      break;
    case 83:
      w.ascii('"bn254_fr_pow"');
      break;
    case 84:
      w.ascii('"bn254_fr_inv"');
      break;
    case 85:
      w.ascii('"bn254_g1_msm"');
      break;
    case 86:
      w.ascii('"ml_dsa44_decode_verifying_key"');
      break;
    case 87:
      w.ascii('"ml_dsa65_decode_verifying_key"');
      break;
    case 88:
      w.ascii('"ml_dsa87_decode_verifying_key"');
      break;
    case 89:
      w.ascii('"ml_dsa44_decode_signature"');
      break;
    case 90:
      w.ascii('"ml_dsa65_decode_signature"');
      break;
    case 91:
      w.ascii('"ml_dsa87_decode_signature"');
      break;
    case 92:
      w.ascii('"verify_ml_dsa44_sig"');
      break;
    case 93:
      w.ascii('"verify_ml_dsa65_sig"');
      break;
    case 94:
      w.ascii('"verify_ml_dsa87_sig"');
      break;
  }
  return p + 4;
}

export function jsonContractDataDurability(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"temporary"');
      break;
    case 1:
      w.ascii('"persistent"');
      break;
  }
  return p + 4;
}

export function jsonContractDataEntry(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($contract);
  p = jsonScAddress(w, p);
  w.piece($key);
  p = jsonScVal(w, p);
  w.piece($durability);
  p = jsonContractDataDurability(w, p);
  w.piece($val);
  p = jsonScVal(w, p);
  w.byte(125);
  return p;
}

export function jsonContractEvent(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($contractId2);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonContractId(w, p);
  w.piece($type);
  p = jsonContractEventType(w, p);
  w.piece($body);
  p = jsonContractEventBody(w, p);
  w.byte(125);
  return p;
}

export function jsonContractEventBody(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v02);
      p = jsonContractEventV0(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonContractEventType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"system"');
      break;
    case 1:
      w.ascii('"contract"');
      break;
    case 2:
      w.ascii('"diagnostic"');
      break;
  }
  return p + 4;
}

export function jsonContractEventV0(w: JsonWriter, p: number): number {
  w.piece($topics);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScVal(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($data);
  p = jsonScVal(w, p);
  w.byte(125);
  return p;
}

export function jsonContractExecutable(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($wasm);
      p = jsonHash(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($stellarAsset);
      break;
    case 2:
      w.piece($externalRef);
      p = jsonContractExecutableExternalRef(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonContractExecutableExternalRef(w: JsonWriter, p: number): number {
  w.piece($executableOwner);
  p = jsonScAddress(w, p);
  w.piece($tag);
  p = w.string(p);
  w.byte(125);
  return p;
}

export function jsonContractExecutableType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"wasm"');
      break;
    case 1:
      w.ascii('"stellar_asset"');
      break;
    case 2:
      w.ascii('"external_ref"');
      break;
  }
  return p + 4;
}

export function jsonContractIdPreimage(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($address);
      p = jsonContractIdPreimageFromAddress(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($asset3);
      p = jsonAsset(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonContractIdPreimageFromAddress(w: JsonWriter, p: number): number {
  w.piece($address);
  p = jsonScAddress(w, p);
  w.piece($salt);
  p = jsonUint256Bytes(w, p);
  w.byte(125);
  return p;
}

export function jsonContractIdPreimageType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"address"');
      break;
    case 1:
      w.ascii('"asset"');
      break;
  }
  return p + 4;
}

export function jsonCreateAccountOp(w: JsonWriter, p: number): number {
  w.piece($destination);
  p = jsonPublicKey(w, p);
  w.piece($startingBalance);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonCreateAccountResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($underfunded);
      break;
    case -3:
      w.piece($lowReserve);
      break;
    case -4:
      w.piece($alreadyExist);
      break;
  }
  return p;
}

export function jsonCreateAccountResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"already_exist"');
      break;
  }
  return p + 4;
}

export function jsonCreateClaimableBalanceOp(w: JsonWriter, p: number): number {
  w.piece($asset3);
  p = jsonAsset(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.piece($claimants);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimant(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonCreateClaimableBalanceResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success);
      p = jsonClaimableBalanceId(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($lowReserve);
      break;
    case -3:
      w.piece($noTrust);
      break;
    case -4:
      w.piece($notAuthorized);
      break;
    case -5:
      w.piece($underfunded);
      break;
  }
  return p;
}

export function jsonCreateClaimableBalanceResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"low_reserve"');
      break;
    case -3:
      w.ascii('"no_trust"');
      break;
    case -4:
      w.ascii('"not_authorized"');
      break;
    case -5:
      w.ascii('"underfunded"');
      break;
  }
  return p + 4;
}

export function jsonCreateContractArgs(w: JsonWriter, p: number): number {
  w.piece($contractIdPreimage);
  p = jsonContractIdPreimage(w, p);
  w.piece($executable);
  p = jsonContractExecutable(w, p);
  w.byte(125);
  return p;
}

export function jsonCreateContractArgsV2(w: JsonWriter, p: number): number {
  w.piece($contractIdPreimage);
  p = jsonContractIdPreimage(w, p);
  w.piece($executable);
  p = jsonContractExecutable(w, p);
  w.piece($constructorArgs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScVal(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonCreatePassiveSellOfferOp(w: JsonWriter, p: number): number {
  w.piece($selling);
  p = jsonAsset(w, p);
  w.piece($buying);
  p = jsonAsset(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.piece($price);
  p = jsonPrice(w, p);
  w.byte(125);
  return p;
}

export function jsonCryptoKeyType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"ed25519"');
      break;
    case 1:
      w.ascii('"pre_auth_tx"');
      break;
    case 2:
      w.ascii('"hash_x"');
      break;
    case 3:
      w.ascii('"ed25519_signed_payload"');
      break;
    case 256:
      w.ascii('"muxed_ed25519"');
      break;
  }
  return p + 4;
}

export function jsonCurve25519Public(w: JsonWriter, p: number): number {
  w.piece($key2);
  p = w.opaque(p, 32);
  w.byte(125);
  return p;
}

export function jsonCurve25519Secret(w: JsonWriter, p: number): number {
  w.piece($key2);
  p = w.opaque(p, 32);
  w.byte(125);
  return p;
}

export function jsonDataEntry(w: JsonWriter, p: number): number {
  w.piece($accountId);
  p = jsonPublicKey(w, p);
  w.piece($dataName);
  p = w.string(p);
  w.piece($dataValue);
  p = jsonDataValue(w, p);
  w.piece($ext2);
  p = jsonDataEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonDataEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonDataValue(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonDecoratedSignature(w: JsonWriter, p: number): number {
  w.piece($hint);
  p = jsonSignatureHint(w, p);
  w.piece($signature);
  p = jsonSignature(w, p);
  w.byte(125);
  return p;
}

export function jsonDiagnosticEvent(w: JsonWriter, p: number): number {
  w.piece($inSuccessfulContractCall);
  p = w.bool(p);
  w.piece($event);
  p = jsonContractEvent(w, p);
  w.byte(125);
  return p;
}

export function jsonDontHave(w: JsonWriter, p: number): number {
  w.piece($type2);
  p = jsonMessageType(w, p);
  w.piece($reqHash);
  p = jsonUint256Bytes(w, p);
  w.byte(125);
  return p;
}

export function jsonEncodedLedgerKey(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonEncryptedBody(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonEndSponsoringFutureReservesResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($notSponsored);
      break;
  }
  return p;
}

export function jsonEndSponsoringFutureReservesResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"not_sponsored"');
      break;
  }
  return p + 4;
}

export function jsonEnvelopeType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"tx_v0"');
      break;
    case 1:
      w.ascii('"scp"');
      break;
    case 2:
      w.ascii('"tx"');
      break;
    case 3:
      w.ascii('"auth"');
      break;
    case 4:
      w.ascii('"scpvalue"');
      break;
    case 5:
      w.ascii('"tx_fee_bump"');
      break;
    case 6:
      w.ascii('"op_id"');
      break;
    case 7:
      w.ascii('"pool_revoke_op_id"');
      break;
    case 8:
      w.ascii('"contract_id"');
      break;
    case 9:
      w.ascii('"soroban_authorization"');
      break;
    case 10:
      w.ascii('"soroban_authorization_with_address"');
      break;
  }
  return p + 4;
}

export function jsonError(w: JsonWriter, p: number): number {
  w.piece($code2);
  p = jsonErrorCode(w, p);
  w.piece($msg);
  p = w.string(p);
  w.byte(125);
  return p;
}

export function jsonErrorCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"misc"');
      break;
    case 1:
      w.ascii('"data"');
      break;
    case 2:
      w.ascii('"conf"');
      break;
    case 3:
      w.ascii('"auth"');
      break;
    case 4:
      w.ascii('"load"');
      break;
  }
  return p + 4;
}

export function jsonEvictionIterator(w: JsonWriter, p: number): number {
  w.piece($bucketListLevel);
  p = w.uint32(p);
  w.piece($isCurrBucket);
  p = w.bool(p);
  w.piece($bucketFileOffset);
  p = w.uint64(p);
  w.byte(125);
  return p;
}

export function jsonExtendFootprintTtlOp(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($extendTo);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonExtendFootprintTtlResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($resourceLimitExceeded);
      break;
    case -3:
      w.piece($insufficientRefundableFee);
      break;
  }
  return p;
}

export function jsonExtendFootprintTtlResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -3:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p + 4;
}

export function jsonExtensionPoint(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonFeeBumpTransaction(w: JsonWriter, p: number): number {
  w.piece($feeSource);
  p = jsonMuxedAccount(w, p);
  w.piece($fee);
  p = w.int64(p);
  w.piece($innerTx);
  p = jsonFeeBumpTransactionInnerTx(w, p);
  w.piece($ext2);
  p = jsonFeeBumpTransactionExt(w, p);
  w.byte(125);
  return p;
}

export function jsonFeeBumpTransactionEnvelope(w: JsonWriter, p: number): number {
  w.piece($tx);
  p = jsonFeeBumpTransaction(w, p);
  w.piece($signatures);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDecoratedSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonFeeBumpTransactionExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonFeeBumpTransactionInnerTx(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 2:
      w.piece($tx);
      p = jsonTransactionV1Envelope(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonFloodAdvert(w: JsonWriter, p: number): number {
  w.piece($txHashes);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonFloodDemand(w: JsonWriter, p: number): number {
  w.piece($txHashes);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonFreezeBypassTxs(w: JsonWriter, p: number): number {
  w.piece($txHashes);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonFreezeBypassTxsDelta(w: JsonWriter, p: number): number {
  w.piece($addTxs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($removeTxs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonFrozenLedgerKeys(w: JsonWriter, p: number): number {
  w.piece($keys);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonEncodedLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonFrozenLedgerKeysDelta(w: JsonWriter, p: number): number {
  w.piece($keysToFreeze);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonEncodedLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($keysToUnfreeze);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonEncodedLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonGeneralizedTransactionSet(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 1:
      w.piece($v1);
      p = jsonTransactionSetV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function* stepsGeneralizedTransactionSet(w: JsonWriter, p: number): Generator<void, number> {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 1:
      w.piece($v1);
      p = yield* stepsTransactionSetV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonHash(w: JsonWriter, p: number): number {
  return w.opaque(p, 32);
}

export function jsonHashIdPreimage(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 6:
      w.piece($opId);
      p = jsonHashIdPreimageOperationId(w, p);
      w.byte(125);
      break;
    case 7:
      w.piece($poolRevokeOpId);
      p = jsonHashIdPreimageRevokeId(w, p);
      w.byte(125);
      break;
    case 8:
      w.piece($contractId);
      p = jsonHashIdPreimageContractId(w, p);
      w.byte(125);
      break;
    case 9:
      w.piece($sorobanAuthorization);
      p = jsonHashIdPreimageSorobanAuthorization(w, p);
      w.byte(125);
      break;
    case 10:
      w.piece($sorobanAuthorizationWithAddress);
      p = jsonHashIdPreimageSorobanAuthorizationWithAddress(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonHashIdPreimageContractId(w: JsonWriter, p: number): number {
  w.piece($networkId);
  p = jsonHash(w, p);
  w.piece($contractIdPreimage2);
  p = jsonContractIdPreimage(w, p);
  w.byte(125);
  return p;
}

export function jsonHashIdPreimageOperationId(w: JsonWriter, p: number): number {
  w.piece($sourceAccount);
  p = jsonPublicKey(w, p);
  w.piece($seqNum);
  p = w.int64(p);
  w.piece($opNum);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonHashIdPreimageRevokeId(w: JsonWriter, p: number): number {
  w.piece($sourceAccount);
  p = jsonPublicKey(w, p);
  w.piece($seqNum);
  p = w.int64(p);
  w.piece($opNum);
  p = w.uint32(p);
  w.piece($liquidityPoolId2);
  p = jsonPoolId(w, p);
  w.piece($asset);
  p = jsonAsset(w, p);
  w.byte(125);
  return p;
}

export function jsonHashIdPreimageSorobanAuthorization(w: JsonWriter, p: number): number {
  w.piece($networkId);
  p = jsonHash(w, p);
  w.piece($nonce);
  p = w.int64(p);
  w.piece($signatureExpirationLedger);
  p = w.uint32(p);
  w.piece($invocation);
  p = jsonSorobanAuthorizedInvocation(w, p);
  w.byte(125);
  return p;
}

export function jsonHashIdPreimageSorobanAuthorizationWithAddress(w: JsonWriter, p: number): number {
  w.piece($networkId);
  p = jsonHash(w, p);
  w.piece($nonce);
  p = w.int64(p);
  w.piece($signatureExpirationLedger);
  p = w.uint32(p);
  w.piece($address2);
  p = jsonScAddress(w, p);
  w.piece($invocation);
  p = jsonSorobanAuthorizedInvocation(w, p);
  w.byte(125);
  return p;
}

export function jsonHello(w: JsonWriter, p: number): number {
  w.piece($ledgerVersion);
  p = w.uint32(p);
  w.piece($overlayVersion);
  p = w.uint32(p);
  w.piece($overlayMinVersion);
  p = w.uint32(p);
  w.piece($networkId2);
  p = jsonHash(w, p);
  w.piece($versionStr);
  p = w.string(p);
  w.piece($listeningPort);
  p = w.int32(p);
  w.piece($peerId);
  p = jsonPublicKey(w, p);
  w.piece($cert);
  p = jsonAuthCert(w, p);
  w.piece($nonce);
  p = jsonUint256Bytes(w, p);
  w.byte(125);
  return p;
}

export function jsonHmacSha256Key(w: JsonWriter, p: number): number {
  w.piece($key2);
  p = w.opaque(p, 32);
  w.byte(125);
  return p;
}

export function jsonHmacSha256Mac(w: JsonWriter, p: number): number {
  w.piece($mac2);
  p = w.opaque(p, 32);
  w.byte(125);
  return p;
}

export function jsonHostFunction(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($invokeContract);
      p = jsonInvokeContractArgs(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($createContract);
      p = jsonCreateContractArgs(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($uploadContractWasm);
      p = w.varOpaque(p);
      w.byte(125);
      break;
    case 3:
      w.piece($createContractV2);
      p = jsonCreateContractArgsV2(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonHostFunctionType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"invoke_contract"');
      break;
    case 1:
      w.ascii('"create_contract"');
      break;
    case 2:
      w.ascii('"upload_contract_wasm"');
      break;
    case 3:
      w.ascii('"create_contract_v2"');
      break;
  }
  return p + 4;
}

export function jsonHotArchiveBucketEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($archived);
      p = jsonLedgerEntry(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($live);
      p = jsonLedgerKey(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($metaentry);
      p = jsonBucketMetadata(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonHotArchiveBucketEntryType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case -1:
      w.ascii('"metaentry"');
      break;
    case 0:
      w.ascii('"archived"');
      break;
    case 1:
      w.ascii('"live"');
      break;
  }
  return p + 4;
}

export function jsonInflationPayout(w: JsonWriter, p: number): number {
  w.piece($destination);
  p = jsonPublicKey(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonInflationResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success3);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonInflationPayout(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case -1:
      w.piece($notTime);
      break;
  }
  return p;
}

export function jsonInflationResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"not_time"');
      break;
  }
  return p + 4;
}

export function jsonInnerTransactionResult(w: JsonWriter, p: number): number {
  w.piece($feeCharged);
  p = w.int64(p);
  w.piece($result);
  p = jsonInnerTransactionResultResult(w, p);
  w.piece($ext2);
  p = jsonInnerTransactionResultExt(w, p);
  w.byte(125);
  return p;
}

export function jsonInnerTransactionResultExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonInnerTransactionResultPair(w: JsonWriter, p: number): number {
  w.piece($transactionHash);
  p = jsonHash(w, p);
  w.piece($result);
  p = jsonInnerTransactionResult(w, p);
  w.byte(125);
  return p;
}

export function jsonInnerTransactionResultResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($txSuccess);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationResult(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case -1:
      w.piece($txFailed);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationResult(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case -2:
      w.piece($txTooEarly);
      break;
    case -3:
      w.piece($txTooLate);
      break;
    case -4:
      w.piece($txMissingOperation);
      break;
    case -5:
      w.piece($txBadSeq);
      break;
    case -6:
      w.piece($txBadAuth);
      break;
    case -7:
      w.piece($txInsufficientBalance);
      break;
    case -8:
      w.piece($txNoAccount);
      break;
    case -9:
      w.piece($txInsufficientFee);
      break;
    case -10:
      w.piece($txBadAuthExtra);
      break;
    case -11:
      w.piece($txInternalError);
      break;
    case -12:
      w.piece($txNotSupported);
      break;
    case -14:
      w.piece($txBadSponsorship);
      break;
    case -15:
      w.piece($txBadMinSeqAgeOrGap);
      break;
    case -16:
      w.piece($txMalformed);
      break;
    case -17:
      w.piece($txSorobanInvalid);
      break;
    case -18:
      w.piece($txFrozenKeyAccessed);
      break;
  }
  return p;
}

export function jsonInvokeContractArgs(w: JsonWriter, p: number): number {
  w.piece($contractAddress);
  p = jsonScAddress(w, p);
  w.piece($functionName);
  p = w.string(p);
  w.piece($args);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScVal(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonInvokeHostFunctionOp(w: JsonWriter, p: number): number {
  w.piece($hostFunction);
  p = jsonHostFunction(w, p);
  w.piece($auth);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSorobanAuthorizationEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonInvokeHostFunctionResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success);
      p = jsonHash(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($trapped);
      break;
    case -3:
      w.piece($resourceLimitExceeded);
      break;
    case -4:
      w.piece($entryArchived);
      break;
    case -5:
      w.piece($insufficientRefundableFee);
      break;
  }
  return p;
}

export function jsonInvokeHostFunctionResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"trapped"');
      break;
    case -3:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -4:
      w.ascii('"entry_archived"');
      break;
    case -5:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p + 4;
}

export function jsonInvokeHostFunctionSuccessPreImage(w: JsonWriter, p: number): number {
  w.piece($returnValue);
  p = jsonScVal(w, p);
  w.piece($events);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonContractEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonIpAddrType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"i_pv4"');
      break;
    case 1:
      w.ascii('"i_pv6"');
      break;
  }
  return p + 4;
}

export function jsonLedgerBounds(w: JsonWriter, p: number): number {
  w.piece($minLedger);
  p = w.uint32(p);
  w.piece($maxLedger);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonLedgerCloseMeta(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v02);
      p = jsonLedgerCloseMetaV0(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($v1);
      p = jsonLedgerCloseMetaV1(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($v2);
      p = jsonLedgerCloseMetaV2(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function* stepsLedgerCloseMeta(w: JsonWriter, p: number): Generator<void, number> {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v02);
      p = yield* stepsLedgerCloseMetaV0(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($v1);
      p = yield* stepsLedgerCloseMetaV1(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($v2);
      p = yield* stepsLedgerCloseMetaV2(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLedgerCloseMetaBatch(w: JsonWriter, p: number): number {
  w.piece($startSequence);
  p = w.uint32(p);
  w.piece($endSequence);
  p = w.uint32(p);
  w.piece($ledgerCloseMetas);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerCloseMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonLedgerCloseMetaExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonLedgerCloseMetaExtV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLedgerCloseMetaExtV1(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($sorobanFeeWrite1Kb);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonLedgerCloseMetaV0(w: JsonWriter, p: number): number {
  w.piece($ledgerHeader);
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.piece($txSet);
  p = jsonTransactionSet(w, p);
  w.piece($txProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($upgradesProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($scpInfo);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function* stepsLedgerCloseMetaV0(w: JsonWriter, p: number): Generator<void, number> {
  w.piece($ledgerHeader);
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.piece($txSet);
  p = yield* stepsTransactionSet(w, p);
  w.piece($txProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMeta(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($upgradesProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($scpInfo);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($close);
  return p;
}

export function jsonLedgerCloseMetaV1(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonLedgerCloseMetaExt(w, p);
  w.piece($ledgerHeader2);
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.piece($txSet);
  p = jsonGeneralizedTransactionSet(w, p);
  w.piece($txProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($upgradesProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($scpInfo);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($totalByteSizeOfLiveSorobanState);
  p = w.uint64(p);
  w.piece($evictedKeys);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($unused);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function* stepsLedgerCloseMetaV1(w: JsonWriter, p: number): Generator<void, number> {
  w.piece($ext3);
  p = jsonLedgerCloseMetaExt(w, p);
  w.piece($ledgerHeader2);
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.piece($txSet);
  p = yield* stepsGeneralizedTransactionSet(w, p);
  w.piece($txProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMeta(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($upgradesProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($scpInfo);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($totalByteSizeOfLiveSorobanState);
  p = w.uint64(p);
  w.piece($evictedKeys);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($unused);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntry(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($close);
  return p;
}

export function jsonLedgerCloseMetaV2(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonLedgerCloseMetaExt(w, p);
  w.piece($ledgerHeader2);
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.piece($txSet);
  p = jsonGeneralizedTransactionSet(w, p);
  w.piece($txProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMetaV1(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($upgradesProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($scpInfo);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($totalByteSizeOfLiveSorobanState);
  p = w.uint64(p);
  w.piece($evictedKeys);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function* stepsLedgerCloseMetaV2(w: JsonWriter, p: number): Generator<void, number> {
  w.piece($ext3);
  p = jsonLedgerCloseMetaExt(w, p);
  w.piece($ledgerHeader2);
  p = jsonLedgerHeaderHistoryEntry(w, p);
  w.piece($txSet);
  p = yield* stepsGeneralizedTransactionSet(w, p);
  w.piece($txProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultMetaV1(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($upgradesProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeEntryMeta(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($scpInfo);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpHistoryEntry(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($totalByteSizeOfLiveSorobanState);
  p = w.uint64(p);
  w.piece($evictedKeys);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($close);
  return p;
}

export function jsonLedgerCloseValueSignature(w: JsonWriter, p: number): number {
  w.piece($nodeId);
  p = jsonPublicKey(w, p);
  w.piece($signature);
  p = jsonSignature(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerEntry(w: JsonWriter, p: number): number {
  w.piece($lastModifiedLedgerSeq);
  p = w.uint32(p);
  w.piece($data2);
  p = jsonLedgerEntryData(w, p);
  w.piece($ext2);
  p = jsonLedgerEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerEntryChange(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($created);
      p = jsonLedgerEntry(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($updated);
      p = jsonLedgerEntry(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($removed);
      p = jsonLedgerKey(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($state);
      p = jsonLedgerEntry(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($restored);
      p = jsonLedgerEntry(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLedgerEntryChangeType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"created"');
      break;
    case 1:
      w.ascii('"updated"');
      break;
    case 2:
      w.ascii('"removed"');
      break;
    case 3:
      w.ascii('"state"');
      break;
    case 4:
      w.ascii('"restored"');
      break;
  }
  return p + 4;
}

export function jsonLedgerEntryData(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($account);
      p = jsonAccountEntry(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($trustline);
      p = jsonTrustLineEntry(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($offer);
      p = jsonOfferEntry(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($data3);
      p = jsonDataEntry(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($claimableBalance);
      p = jsonClaimableBalanceEntry(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($liquidityPool);
      p = jsonLiquidityPoolEntry(w, p);
      w.byte(125);
      break;
    case 6:
      w.piece($contractData);
      p = jsonContractDataEntry(w, p);
      w.byte(125);
      break;
    case 7:
      w.piece($contractCode);
      p = jsonContractCodeEntry(w, p);
      w.byte(125);
      break;
    case 8:
      w.piece($configSetting);
      p = jsonConfigSettingEntry(w, p);
      w.byte(125);
      break;
    case 9:
      w.piece($ttl);
      p = jsonTtlEntry(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLedgerEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonLedgerEntryExtensionV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLedgerEntryExtensionV1(w: JsonWriter, p: number): number {
  w.piece($sponsoringId);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonPublicKey(w, p);
  w.piece($ext2);
  p = jsonLedgerEntryExtensionV1Ext(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerEntryExtensionV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonLedgerEntryType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"account"');
      break;
    case 1:
      w.ascii('"trustline"');
      break;
    case 2:
      w.ascii('"offer"');
      break;
    case 3:
      w.ascii('"data"');
      break;
    case 4:
      w.ascii('"claimable_balance"');
      break;
    case 5:
      w.ascii('"liquidity_pool"');
      break;
    case 6:
      w.ascii('"contract_data"');
      break;
    case 7:
      w.ascii('"contract_code"');
      break;
    case 8:
      w.ascii('"config_setting"');
      break;
    case 9:
      w.ascii('"ttl"');
      break;
  }
  return p + 4;
}

export function jsonLedgerFootprint(w: JsonWriter, p: number): number {
  w.piece($readOnly);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($readWrite);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonLedgerHeader(w: JsonWriter, p: number): number {
  w.piece($ledgerVersion);
  p = w.uint32(p);
  w.piece($previousLedgerHash);
  p = jsonHash(w, p);
  w.piece($scpValue);
  p = jsonStellarValue(w, p);
  w.piece($txSetResultHash);
  p = jsonHash(w, p);
  w.piece($bucketListHash);
  p = jsonHash(w, p);
  w.piece($ledgerSeq);
  p = w.uint32(p);
  w.piece($totalCoins);
  p = w.int64(p);
  w.piece($feePool);
  p = w.int64(p);
  w.piece($inflationSeq);
  p = w.uint32(p);
  w.piece($idPool);
  p = w.uint64(p);
  w.piece($baseFee);
  p = w.uint32(p);
  w.piece($baseReserve);
  p = w.uint32(p);
  w.piece($maxTxSetSize);
  p = w.uint32(p);
  w.piece($skipList);
  for (let i = 4; i > 0; i--) {
    p = jsonHash(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($ext);
  p = jsonLedgerHeaderExt(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerHeaderExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonLedgerHeaderExtensionV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLedgerHeaderExtensionV1(w: JsonWriter, p: number): number {
  w.piece($flags2);
  p = w.uint32(p);
  w.piece($ext2);
  p = jsonLedgerHeaderExtensionV1Ext(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerHeaderExtensionV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonLedgerHeaderFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"trading_flag"');
      break;
    case 2:
      w.ascii('"deposit_flag"');
      break;
    case 4:
      w.ascii('"withdrawal_flag"');
      break;
  }
  return p + 4;
}

export function jsonLedgerHeaderHistoryEntry(w: JsonWriter, p: number): number {
  w.piece($hash2);
  p = jsonHash(w, p);
  w.piece($header);
  p = jsonLedgerHeader(w, p);
  w.piece($ext2);
  p = jsonLedgerHeaderHistoryEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerHeaderHistoryEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonLedgerKey(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($account);
      p = jsonLedgerKeyAccount(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($trustline);
      p = jsonLedgerKeyTrustLine(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($offer);
      p = jsonLedgerKeyOffer(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($data3);
      p = jsonLedgerKeyData(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($claimableBalance);
      p = jsonLedgerKeyClaimableBalance(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($liquidityPool);
      p = jsonLedgerKeyLiquidityPool(w, p);
      w.byte(125);
      break;
    case 6:
      w.piece($contractData);
      p = jsonLedgerKeyContractData(w, p);
      w.byte(125);
      break;
    case 7:
      w.piece($contractCode);
      p = jsonLedgerKeyContractCode(w, p);
      w.byte(125);
      break;
    case 8:
      w.piece($configSetting);
      p = jsonLedgerKeyConfigSetting(w, p);
      w.byte(125);
      break;
    case 9:
      w.piece($ttl);
      p = jsonLedgerKeyTtl(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLedgerKeyAccount(w: JsonWriter, p: number): number {
  w.piece($accountId);
  p = jsonPublicKey(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyClaimableBalance(w: JsonWriter, p: number): number {
  w.piece($balanceId);
  p = jsonClaimableBalanceId(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyConfigSetting(w: JsonWriter, p: number): number {
  w.piece($configSettingId);
  p = jsonConfigSettingId(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyContractCode(w: JsonWriter, p: number): number {
  w.piece($hash2);
  p = jsonHash(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyContractData(w: JsonWriter, p: number): number {
  w.piece($contract2);
  p = jsonScAddress(w, p);
  w.piece($key);
  p = jsonScVal(w, p);
  w.piece($durability);
  p = jsonContractDataDurability(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyData(w: JsonWriter, p: number): number {
  w.piece($accountId);
  p = jsonPublicKey(w, p);
  w.piece($dataName);
  p = w.string(p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyLiquidityPool(w: JsonWriter, p: number): number {
  w.piece($liquidityPoolId);
  p = jsonPoolId(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyOffer(w: JsonWriter, p: number): number {
  w.piece($sellerId);
  p = jsonPublicKey(w, p);
  w.piece($offerId);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyTrustLine(w: JsonWriter, p: number): number {
  w.piece($accountId);
  p = jsonPublicKey(w, p);
  w.piece($asset);
  p = jsonTrustLineAsset(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerKeyTtl(w: JsonWriter, p: number): number {
  w.piece($keyHash);
  p = jsonHash(w, p);
  w.byte(125);
  return p;
}

export function jsonLedgerScpMessages(w: JsonWriter, p: number): number {
  w.piece($ledgerSeq2);
  p = w.uint32(p);
  w.piece($messages);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonLedgerUpgrade(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 1:
      w.piece($version);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 2:
      w.piece($baseFee2);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 3:
      w.piece($maxTxSetSize2);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 4:
      w.piece($baseReserve2);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 5:
      w.piece($flags2);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 6:
      w.piece($config);
      p = jsonConfigUpgradeSetKey(w, p);
      w.byte(125);
      break;
    case 7:
      w.piece($maxSorobanTxSetSize);
      p = w.uint32(p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLedgerUpgradeType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"version"');
      break;
    case 2:
      w.ascii('"base_fee"');
      break;
    case 3:
      w.ascii('"max_tx_set_size"');
      break;
    case 4:
      w.ascii('"base_reserve"');
      break;
    case 5:
      w.ascii('"flags"');
      break;
    case 6:
      w.ascii('"config"');
      break;
    case 7:
      w.ascii('"max_soroban_tx_set_size"');
      break;
  }
  return p + 4;
}

export function jsonLiabilities(w: JsonWriter, p: number): number {
  w.piece($buying2);
  p = w.int64(p);
  w.piece($selling2);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonLiquidityPoolConstantProductParameters(w: JsonWriter, p: number): number {
  w.piece($assetA);
  p = jsonAsset(w, p);
  w.piece($assetB);
  p = jsonAsset(w, p);
  w.piece($fee);
  p = w.int32(p);
  w.byte(125);
  return p;
}

export function jsonLiquidityPoolDepositOp(w: JsonWriter, p: number): number {
  w.piece($liquidityPoolId);
  p = jsonPoolId(w, p);
  w.piece($maxAmountA);
  p = w.int64(p);
  w.piece($maxAmountB);
  p = w.int64(p);
  w.piece($minPrice);
  p = jsonPrice(w, p);
  w.piece($maxPrice);
  p = jsonPrice(w, p);
  w.byte(125);
  return p;
}

export function jsonLiquidityPoolDepositResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($noTrust);
      break;
    case -3:
      w.piece($notAuthorized);
      break;
    case -4:
      w.piece($underfunded);
      break;
    case -5:
      w.piece($lineFull);
      break;
    case -6:
      w.piece($badPrice);
      break;
    case -7:
      w.piece($poolFull);
      break;
    case -8:
      w.piece($trustlineFrozen);
      break;
  }
  return p;
}

export function jsonLiquidityPoolDepositResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust"');
      break;
    case -3:
      w.ascii('"not_authorized"');
      break;
    case -4:
      w.ascii('"underfunded"');
      break;
    case -5:
      w.ascii('"line_full"');
      break;
    case -6:
      w.ascii('"bad_price"');
      break;
    case -7:
      w.ascii('"pool_full"');
      break;
    case -8:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p + 4;
}

export function jsonLiquidityPoolEntry(w: JsonWriter, p: number): number {
  w.piece($liquidityPoolId);
  p = jsonPoolId(w, p);
  w.piece($body);
  p = jsonLiquidityPoolEntryBody(w, p);
  w.byte(125);
  return p;
}

export function jsonLiquidityPoolEntryBody(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($liquidityPoolConstantProduct);
      p = jsonLiquidityPoolEntryConstantProduct(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLiquidityPoolEntryConstantProduct(w: JsonWriter, p: number): number {
  w.piece($params);
  p = jsonLiquidityPoolConstantProductParameters(w, p);
  w.piece($reserveA);
  p = w.int64(p);
  w.piece($reserveB);
  p = w.int64(p);
  w.piece($totalPoolShares);
  p = w.int64(p);
  w.piece($poolSharesTrustLineCount);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonLiquidityPoolParameters(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($liquidityPoolConstantProduct);
      p = jsonLiquidityPoolConstantProductParameters(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonLiquidityPoolType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"liquidity_pool_constant_product"');
      break;
  }
  return p + 4;
}

export function jsonLiquidityPoolWithdrawOp(w: JsonWriter, p: number): number {
  w.piece($liquidityPoolId);
  p = jsonPoolId(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.piece($minAmountA);
  p = w.int64(p);
  w.piece($minAmountB);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonLiquidityPoolWithdrawResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($noTrust);
      break;
    case -3:
      w.piece($underfunded);
      break;
    case -4:
      w.piece($lineFull);
      break;
    case -5:
      w.piece($underMinimum);
      break;
    case -6:
      w.piece($trustlineFrozen);
      break;
  }
  return p;
}

export function jsonLiquidityPoolWithdrawResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust"');
      break;
    case -3:
      w.ascii('"underfunded"');
      break;
    case -4:
      w.ascii('"line_full"');
      break;
    case -5:
      w.ascii('"under_minimum"');
      break;
    case -6:
      w.ascii('"trustline_frozen"');
      break;
  }
  return p + 4;
}

export function jsonManageBuyOfferOp(w: JsonWriter, p: number): number {
  w.piece($selling);
  p = jsonAsset(w, p);
  w.piece($buying);
  p = jsonAsset(w, p);
  w.piece($buyAmount);
  p = w.int64(p);
  w.piece($price);
  p = jsonPrice(w, p);
  w.piece($offerId);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonManageBuyOfferResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success);
      p = jsonManageOfferSuccessResult(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($sellNoTrust);
      break;
    case -3:
      w.piece($buyNoTrust);
      break;
    case -4:
      w.piece($sellNotAuthorized);
      break;
    case -5:
      w.piece($buyNotAuthorized);
      break;
    case -6:
      w.piece($lineFull);
      break;
    case -7:
      w.piece($underfunded);
      break;
    case -8:
      w.piece($crossSelf);
      break;
    case -9:
      w.piece($sellNoIssuer);
      break;
    case -10:
      w.piece($buyNoIssuer);
      break;
    case -11:
      w.piece($notFound);
      break;
    case -12:
      w.piece($lowReserve);
      break;
  }
  return p;
}

export function jsonManageBuyOfferResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"sell_no_trust"');
      break;
    case -3:
      w.ascii('"buy_no_trust"');
      break;
    case -4:
      w.ascii('"sell_not_authorized"');
      break;
    case -5:
      w.ascii('"buy_not_authorized"');
      break;
    case -6:
      w.ascii('"line_full"');
      break;
    case -7:
      w.ascii('"underfunded"');
      break;
    case -8:
      w.ascii('"cross_self"');
      break;
    case -9:
      w.ascii('"sell_no_issuer"');
      break;
    case -10:
      w.ascii('"buy_no_issuer"');
      break;
    case -11:
      w.ascii('"not_found"');
      break;
    case -12:
      w.ascii('"low_reserve"');
      break;
  }
  return p + 4;
}

export function jsonManageDataOp(w: JsonWriter, p: number): number {
  w.piece($dataName2);
  p = w.string(p);
  w.piece($dataValue);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonDataValue(w, p);
  w.byte(125);
  return p;
}

export function jsonManageDataResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($notSupportedYet);
      break;
    case -2:
      w.piece($nameNotFound);
      break;
    case -3:
      w.piece($lowReserve);
      break;
    case -4:
      w.piece($invalidName);
      break;
  }
  return p;
}

export function jsonManageDataResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"not_supported_yet"');
      break;
    case -2:
      w.ascii('"name_not_found"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"invalid_name"');
      break;
  }
  return p + 4;
}

export function jsonManageOfferEffect(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"created"');
      break;
    case 1:
      w.ascii('"updated"');
      break;
    case 2:
      w.ascii('"deleted"');
      break;
  }
  return p + 4;
}

export function jsonManageOfferSuccessResult(w: JsonWriter, p: number): number {
  w.piece($offersClaimed);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimAtom(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($offer2);
  p = jsonManageOfferSuccessResultOffer(w, p);
  w.byte(125);
  return p;
}

export function jsonManageOfferSuccessResultOffer(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($created);
      p = jsonOfferEntry(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($updated);
      p = jsonOfferEntry(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($deleted);
      break;
  }
  return p;
}

export function jsonManageSellOfferOp(w: JsonWriter, p: number): number {
  w.piece($selling);
  p = jsonAsset(w, p);
  w.piece($buying);
  p = jsonAsset(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.piece($price);
  p = jsonPrice(w, p);
  w.piece($offerId);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonManageSellOfferResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success);
      p = jsonManageOfferSuccessResult(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($sellNoTrust);
      break;
    case -3:
      w.piece($buyNoTrust);
      break;
    case -4:
      w.piece($sellNotAuthorized);
      break;
    case -5:
      w.piece($buyNotAuthorized);
      break;
    case -6:
      w.piece($lineFull);
      break;
    case -7:
      w.piece($underfunded);
      break;
    case -8:
      w.piece($crossSelf);
      break;
    case -9:
      w.piece($sellNoIssuer);
      break;
    case -10:
      w.piece($buyNoIssuer);
      break;
    case -11:
      w.piece($notFound);
      break;
    case -12:
      w.piece($lowReserve);
      break;
  }
  return p;
}

export function jsonManageSellOfferResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"sell_no_trust"');
      break;
    case -3:
      w.ascii('"buy_no_trust"');
      break;
    case -4:
      w.ascii('"sell_not_authorized"');
      break;
    case -5:
      w.ascii('"buy_not_authorized"');
      break;
    case -6:
      w.ascii('"line_full"');
      break;
    case -7:
      w.ascii('"underfunded"');
      break;
    case -8:
      w.ascii('"cross_self"');
      break;
    case -9:
      w.ascii('"sell_no_issuer"');
      break;
    case -10:
      w.ascii('"buy_no_issuer"');
      break;
    case -11:
      w.ascii('"not_found"');
      break;
    case -12:
      w.ascii('"low_reserve"');
      break;
  }
  return p + 4;
}

export function jsonMemo(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($none);
      break;
    case 1:
      w.piece($text);
      p = w.string(p);
      w.byte(125);
      break;
    case 2:
      w.piece($id);
      p = w.uint64(p);
      w.byte(125);
      break;
    case 3:
      w.piece($hash2);
      p = jsonHash(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($return);
      p = jsonHash(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonMemoType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"none"');
      break;
    case 1:
      w.ascii('"text"');
      break;
    case 2:
      w.ascii('"id"');
      break;
    case 3:
      w.ascii('"hash"');
      break;
    case 4:
      w.ascii('"return"');
      break;
  }
  return p + 4;
}

export function jsonMessageType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"error_msg"');
      break;
    case 2:
      w.ascii('"auth"');
      break;
    case 3:
      w.ascii('"dont_have"');
      break;
    case 5:
      w.ascii('"peers"');
      break;
    case 6:
      w.ascii('"get_tx_set"');
      break;
    case 7:
      w.ascii('"tx_set"');
      break;
    case 17:
      w.ascii('"generalized_tx_set"');
      break;
    case 8:
      w.ascii('"transaction"');
      break;
    case 9:
      w.ascii('"get_scp_quorumset"');
      break;
    case 10:
      w.ascii('"scp_quorumset"');
      break;
    case 11:
      w.ascii('"scp_message"');
      break;
    case 12:
      w.ascii('"get_scp_state"');
      break;
    case 13:
      w.ascii('"hello"');
      break;
    case 16:
      w.ascii('"send_more"');
      break;
    case 20:
      w.ascii('"send_more_extended"');
      break;
    case 18:
      w.ascii('"flood_advert"');
      break;
    case 19:
      w.ascii('"flood_demand"');
      break;
    case 21:
      w.ascii('"time_sliced_survey_request"');
      break;
    case 22:
      w.ascii('"time_sliced_survey_response"');
      break;
    case 23:
      w.ascii('"time_sliced_survey_start_collecting"');
      break;
    case 24:
      w.ascii('"time_sliced_survey_stop_collecting"');
      break;
  }
  return p + 4;
}

export function jsonOfferEntry(w: JsonWriter, p: number): number {
  w.piece($sellerId);
  p = jsonPublicKey(w, p);
  w.piece($offerId);
  p = w.int64(p);
  w.piece($selling2);
  p = jsonAsset(w, p);
  w.piece($buying);
  p = jsonAsset(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.piece($price);
  p = jsonPrice(w, p);
  w.piece($flags);
  p = w.uint32(p);
  w.piece($ext2);
  p = jsonOfferEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonOfferEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonOfferEntryFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"passive_flag"');
      break;
  }
  return p + 4;
}

export function jsonOperation(w: JsonWriter, p: number): number {
  w.piece($sourceAccount);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonMuxedAccount(w, p);
  w.piece($body);
  p = jsonOperationBody(w, p);
  w.byte(125);
  return p;
}

export function jsonOperationBody(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($createAccount);
      p = jsonCreateAccountOp(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($payment);
      p = jsonPaymentOp(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($pathPaymentStrictReceive);
      p = jsonPathPaymentStrictReceiveOp(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($manageSellOffer);
      p = jsonManageSellOfferOp(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($createPassiveSellOffer);
      p = jsonCreatePassiveSellOfferOp(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($setOptions);
      p = jsonSetOptionsOp(w, p);
      w.byte(125);
      break;
    case 6:
      w.piece($changeTrust);
      p = jsonChangeTrustOp(w, p);
      w.byte(125);
      break;
    case 7:
      w.piece($allowTrust);
      p = jsonAllowTrustOp(w, p);
      w.byte(125);
      break;
    case 8:
      w.piece($accountMerge);
      p = jsonMuxedAccount(w, p);
      w.byte(125);
      break;
    case 9:
      w.piece($inflation);
      break;
    case 10:
      w.piece($manageData);
      p = jsonManageDataOp(w, p);
      w.byte(125);
      break;
    case 11:
      w.piece($bumpSequence);
      p = jsonBumpSequenceOp(w, p);
      w.byte(125);
      break;
    case 12:
      w.piece($manageBuyOffer);
      p = jsonManageBuyOfferOp(w, p);
      w.byte(125);
      break;
    case 13:
      w.piece($pathPaymentStrictSend);
      p = jsonPathPaymentStrictSendOp(w, p);
      w.byte(125);
      break;
    case 14:
      w.piece($createClaimableBalance);
      p = jsonCreateClaimableBalanceOp(w, p);
      w.byte(125);
      break;
    case 15:
      w.piece($claimClaimableBalance);
      p = jsonClaimClaimableBalanceOp(w, p);
      w.byte(125);
      break;
    case 16:
      w.piece($beginSponsoringFutureReserves);
      p = jsonBeginSponsoringFutureReservesOp(w, p);
      w.byte(125);
      break;
    case 17:
      w.piece($endSponsoringFutureReserves);
      break;
    case 18:
      w.piece($revokeSponsorship);
      p = jsonRevokeSponsorshipOp(w, p);
      w.byte(125);
      break;
    case 19:
      w.piece($clawback);
      p = jsonClawbackOp(w, p);
      w.byte(125);
      break;
    case 20:
      w.piece($clawbackClaimableBalance);
      p = jsonClawbackClaimableBalanceOp(w, p);
      w.byte(125);
      break;
    case 21:
      w.piece($setTrustLineFlags);
      p = jsonSetTrustLineFlagsOp(w, p);
      w.byte(125);
      break;
    case 22:
      w.piece($liquidityPoolDeposit);
      p = jsonLiquidityPoolDepositOp(w, p);
      w.byte(125);
      break;
    case 23:
      w.piece($liquidityPoolWithdraw);
      p = jsonLiquidityPoolWithdrawOp(w, p);
      w.byte(125);
      break;
    case 24:
      w.piece($invokeHostFunction);
      p = jsonInvokeHostFunctionOp(w, p);
      w.byte(125);
      break;
    case 25:
      w.piece($extendFootprintTtl);
      p = jsonExtendFootprintTtlOp(w, p);
      w.byte(125);
      break;
    case 26:
      w.piece($restoreFootprint);
      p = jsonRestoreFootprintOp(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonOperationMeta(w: JsonWriter, p: number): number {
  w.piece($changes);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonOperationMetaV2(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($changes2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($events2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonContractEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonOperationResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($opInner);
      p = jsonOperationResultTr(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($opBadAuth);
      break;
    case -2:
      w.piece($opNoAccount);
      break;
    case -3:
      w.piece($opNotSupported);
      break;
    case -4:
      w.piece($opTooManySubentries);
      break;
    case -5:
      w.piece($opExceededWorkLimit);
      break;
    case -6:
      w.piece($opTooManySponsoring);
      break;
  }
  return p;
}

export function jsonOperationResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"op_inner"');
      break;
    case -1:
      w.ascii('"op_bad_auth"');
      break;
    case -2:
      w.ascii('"op_no_account"');
      break;
    case -3:
      w.ascii('"op_not_supported"');
      break;
    case -4:
      w.ascii('"op_too_many_subentries"');
      break;
    case -5:
      w.ascii('"op_exceeded_work_limit"');
      break;
    case -6:
      w.ascii('"op_too_many_sponsoring"');
      break;
  }
  return p + 4;
}

export function jsonOperationResultTr(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($createAccount);
      p = jsonCreateAccountResult(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($payment);
      p = jsonPaymentResult(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($pathPaymentStrictReceive);
      p = jsonPathPaymentStrictReceiveResult(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($manageSellOffer);
      p = jsonManageSellOfferResult(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($createPassiveSellOffer);
      p = jsonManageSellOfferResult(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($setOptions);
      p = jsonSetOptionsResult(w, p);
      w.byte(125);
      break;
    case 6:
      w.piece($changeTrust);
      p = jsonChangeTrustResult(w, p);
      w.byte(125);
      break;
    case 7:
      w.piece($allowTrust);
      p = jsonAllowTrustResult(w, p);
      w.byte(125);
      break;
    case 8:
      w.piece($accountMerge);
      p = jsonAccountMergeResult(w, p);
      w.byte(125);
      break;
    case 9:
      w.piece($inflation2);
      p = jsonInflationResult(w, p);
      w.byte(125);
      break;
    case 10:
      w.piece($manageData);
      p = jsonManageDataResult(w, p);
      w.byte(125);
      break;
    case 11:
      w.piece($bumpSequence);
      p = jsonBumpSequenceResult(w, p);
      w.byte(125);
      break;
    case 12:
      w.piece($manageBuyOffer);
      p = jsonManageBuyOfferResult(w, p);
      w.byte(125);
      break;
    case 13:
      w.piece($pathPaymentStrictSend);
      p = jsonPathPaymentStrictSendResult(w, p);
      w.byte(125);
      break;
    case 14:
      w.piece($createClaimableBalance);
      p = jsonCreateClaimableBalanceResult(w, p);
      w.byte(125);
      break;
    case 15:
      w.piece($claimClaimableBalance);
      p = jsonClaimClaimableBalanceResult(w, p);
      w.byte(125);
      break;
    case 16:
      w.piece($beginSponsoringFutureReserves);
      p = jsonBeginSponsoringFutureReservesResult(w, p);
      w.byte(125);
      break;
    case 17:
      w.piece($endSponsoringFutureReserves2);
      p = jsonEndSponsoringFutureReservesResult(w, p);
      w.byte(125);
      break;
    case 18:
      w.piece($revokeSponsorship);
      p = jsonRevokeSponsorshipResult(w, p);
      w.byte(125);
      break;
    case 19:
      w.piece($clawback);
      p = jsonClawbackResult(w, p);
      w.byte(125);
      break;
    case 20:
      w.piece($clawbackClaimableBalance);
      p = jsonClawbackClaimableBalanceResult(w, p);
      w.byte(125);
      break;
    case 21:
      w.piece($setTrustLineFlags);
      p = jsonSetTrustLineFlagsResult(w, p);
      w.byte(125);
      break;
    case 22:
      w.piece($liquidityPoolDeposit);
      p = jsonLiquidityPoolDepositResult(w, p);
      w.byte(125);
      break;
    case 23:
      w.piece($liquidityPoolWithdraw);
      p = jsonLiquidityPoolWithdrawResult(w, p);
      w.byte(125);
      break;
    case 24:
      w.piece($invokeHostFunction);
      p = jsonInvokeHostFunctionResult(w, p);
      w.byte(125);
      break;
    case 25:
      w.piece($extendFootprintTtl);
      p = jsonExtendFootprintTtlResult(w, p);
      w.byte(125);
      break;
    case 26:
      w.piece($restoreFootprint);
      p = jsonRestoreFootprintResult(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonOperationType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"create_account"');
      break;
    case 1:
      w.ascii('"payment"');
      break;
    case 2:
      w.ascii('"path_payment_strict_receive"');
      break;
    case 3:
      w.ascii('"manage_sell_offer"');
      break;
    case 4:
      w.ascii('"create_passive_sell_offer"');
      break;
    case 5:
      w.ascii('"set_options"');
      break;
    case 6:
      w.ascii('"change_trust"');
      break;
    case 7:
      w.ascii('"allow_trust"');
      break;
    case 8:
      w.ascii('"account_merge"');
      break;
    case 9:
      w.ascii('"inflation"');
      break;
    case 10:
      w.ascii('"manage_data"');
      break;
    case 11:
      w.ascii('"bump_sequence"');
      break;
    case 12:
      w.ascii('"manage_buy_offer"');
      break;
    case 13:
      w.ascii('"path_payment_strict_send"');
      break;
    case 14:
      w.ascii('"create_claimable_balance"');
      break;
    case 15:
      w.ascii('"claim_claimable_balance"');
      break;
    case 16:
      w.ascii('"begin_sponsoring_future_reserves"');
      break;
    case 17:
      w.ascii('"end_sponsoring_future_reserves"');
      break;
    case 18:
      w.ascii('"revoke_sponsorship"');
      break;
    case 19:
      w.ascii('"clawback"');
      break;
    case 20:
      w.ascii('"clawback_claimable_balance"');
      break;
    case 21:
      w.ascii('"set_trust_line_flags"');
      break;
    case 22:
      w.ascii('"liquidity_pool_deposit"');
      break;
    case 23:
      w.ascii('"liquidity_pool_withdraw"');
      break;
    case 24:
      w.ascii('"invoke_host_function"');
      break;
    case 25:
      w.ascii('"extend_footprint_ttl"');
      break;
    case 26:
      w.ascii('"restore_footprint"');
      break;
  }
  return p + 4;
}

export function jsonParallelTxsComponent(w: JsonWriter, p: number): number {
  w.piece($baseFee2);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.int64(p);
  w.piece($executionStages);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    w.byte(91);
    p += 4;
    for (let i = w.view.getUint32(p - 4); i > 0; i--) {
      w.byte(91);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonTransactionEnvelope(w, p);
        if (i > 1) w.byte(44);
      }
      w.byte(93);
      if (i > 1) w.byte(44);
    }
    w.byte(93);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function* stepsParallelTxsComponent(w: JsonWriter, p: number): Generator<void, number> {
  w.piece($baseFee2);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.int64(p);
  w.piece($executionStages);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    w.byte(91);
    p += 4;
    for (let i = w.view.getUint32(p - 4); i > 0; i--) {
      w.byte(91);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonTransactionEnvelope(w, p);
        if (i > 1) w.byte(44);
    yield;
      }
      w.byte(93);
      if (i > 1) w.byte(44);
    yield;
    }
    w.byte(93);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($close);
  return p;
}

export function jsonPathPaymentStrictReceiveOp(w: JsonWriter, p: number): number {
  w.piece($sendAsset);
  p = jsonAsset(w, p);
  w.piece($sendMax);
  p = w.int64(p);
  w.piece($destination2);
  p = jsonMuxedAccount(w, p);
  w.piece($destAsset);
  p = jsonAsset(w, p);
  w.piece($destAmount);
  p = w.int64(p);
  w.piece($path);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonAsset(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonPathPaymentStrictReceiveResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success);
      p = jsonPathPaymentStrictReceiveResultSuccess(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($underfunded);
      break;
    case -3:
      w.piece($srcNoTrust);
      break;
    case -4:
      w.piece($srcNotAuthorized);
      break;
    case -5:
      w.piece($noDestination);
      break;
    case -6:
      w.piece($noTrust);
      break;
    case -7:
      w.piece($notAuthorized);
      break;
    case -8:
      w.piece($lineFull);
      break;
    case -9:
      w.piece($noIssuer2);
      p = jsonAsset(w, p);
      w.byte(125);
      break;
    case -10:
      w.piece($tooFewOffers);
      break;
    case -11:
      w.piece($offerCrossSelf);
      break;
    case -12:
      w.piece($overSendmax);
      break;
  }
  return p;
}

export function jsonPathPaymentStrictReceiveResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('"no_issuer"');
      break;
    case -10:
      w.ascii('"too_few_offers"');
      break;
    case -11:
      w.ascii('"offer_cross_self"');
      break;
    case -12:
      w.ascii('"over_sendmax"');
      break;
  }
  return p + 4;
}

export function jsonPathPaymentStrictReceiveResultSuccess(w: JsonWriter, p: number): number {
  w.piece($offers);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimAtom(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($last);
  p = jsonSimplePaymentResult(w, p);
  w.byte(125);
  return p;
}

export function jsonPathPaymentStrictSendOp(w: JsonWriter, p: number): number {
  w.piece($sendAsset);
  p = jsonAsset(w, p);
  w.piece($sendAmount);
  p = w.int64(p);
  w.piece($destination2);
  p = jsonMuxedAccount(w, p);
  w.piece($destAsset);
  p = jsonAsset(w, p);
  w.piece($destMin);
  p = w.int64(p);
  w.piece($path);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonAsset(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonPathPaymentStrictSendResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success);
      p = jsonPathPaymentStrictSendResultSuccess(w, p);
      w.byte(125);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($underfunded);
      break;
    case -3:
      w.piece($srcNoTrust);
      break;
    case -4:
      w.piece($srcNotAuthorized);
      break;
    case -5:
      w.piece($noDestination);
      break;
    case -6:
      w.piece($noTrust);
      break;
    case -7:
      w.piece($notAuthorized);
      break;
    case -8:
      w.piece($lineFull);
      break;
    case -9:
      w.piece($noIssuer2);
      p = jsonAsset(w, p);
      w.byte(125);
      break;
    case -10:
      w.piece($tooFewOffers);
      break;
    case -11:
      w.piece($offerCrossSelf);
      break;
    case -12:
      w.piece($underDestmin);
      break;
  }
  return p;
}

export function jsonPathPaymentStrictSendResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('"no_issuer"');
      break;
    case -10:
      w.ascii('"too_few_offers"');
      break;
    case -11:
      w.ascii('"offer_cross_self"');
      break;
    case -12:
      w.ascii('"under_destmin"');
      break;
  }
  return p + 4;
}

export function jsonPathPaymentStrictSendResultSuccess(w: JsonWriter, p: number): number {
  w.piece($offers);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonClaimAtom(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($last);
  p = jsonSimplePaymentResult(w, p);
  w.byte(125);
  return p;
}

export function jsonPaymentOp(w: JsonWriter, p: number): number {
  w.piece($destination);
  p = jsonMuxedAccount(w, p);
  w.piece($asset);
  p = jsonAsset(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonPaymentResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($underfunded);
      break;
    case -3:
      w.piece($srcNoTrust);
      break;
    case -4:
      w.piece($srcNotAuthorized);
      break;
    case -5:
      w.piece($noDestination);
      break;
    case -6:
      w.piece($noTrust);
      break;
    case -7:
      w.piece($notAuthorized);
      break;
    case -8:
      w.piece($lineFull);
      break;
    case -9:
      w.piece($noIssuer);
      break;
  }
  return p;
}

export function jsonPaymentResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"underfunded"');
      break;
    case -3:
      w.ascii('"src_no_trust"');
      break;
    case -4:
      w.ascii('"src_not_authorized"');
      break;
    case -5:
      w.ascii('"no_destination"');
      break;
    case -6:
      w.ascii('"no_trust"');
      break;
    case -7:
      w.ascii('"not_authorized"');
      break;
    case -8:
      w.ascii('"line_full"');
      break;
    case -9:
      w.ascii('"no_issuer"');
      break;
  }
  return p + 4;
}

export function jsonPeerAddress(w: JsonWriter, p: number): number {
  w.piece($ip);
  p = jsonPeerAddressIp(w, p);
  w.piece($port);
  p = w.uint32(p);
  w.piece($numFailures);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonPeerAddressIp(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($iPv4);
      p = w.opaque(p, 4);
      w.byte(125);
      break;
    case 1:
      w.piece($iPv6);
      p = w.opaque(p, 16);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonPeerStats(w: JsonWriter, p: number): number {
  w.piece($id);
  p = jsonPublicKey(w, p);
  w.piece($versionStr);
  p = w.string(p);
  w.piece($messagesRead);
  p = w.uint64(p);
  w.piece($messagesWritten);
  p = w.uint64(p);
  w.piece($bytesRead);
  p = w.uint64(p);
  w.piece($bytesWritten);
  p = w.uint64(p);
  w.piece($secondsConnected);
  p = w.uint64(p);
  w.piece($uniqueFloodBytesRecv);
  p = w.uint64(p);
  w.piece($duplicateFloodBytesRecv);
  p = w.uint64(p);
  w.piece($uniqueFetchBytesRecv);
  p = w.uint64(p);
  w.piece($duplicateFetchBytesRecv);
  p = w.uint64(p);
  w.piece($uniqueFloodMessageRecv);
  p = w.uint64(p);
  w.piece($duplicateFloodMessageRecv);
  p = w.uint64(p);
  w.piece($uniqueFetchMessageRecv);
  p = w.uint64(p);
  w.piece($duplicateFetchMessageRecv);
  p = w.uint64(p);
  w.byte(125);
  return p;
}

export function jsonPersistedScpState(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v02);
      p = jsonPersistedScpStateV0(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($v1);
      p = jsonPersistedScpStateV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonPersistedScpStateV0(w: JsonWriter, p: number): number {
  w.piece($scpEnvelopes);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($quorumSets);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpQuorumSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($txSets);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonStoredTransactionSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonPersistedScpStateV1(w: JsonWriter, p: number): number {
  w.piece($scpEnvelopes);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($quorumSets);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpQuorumSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonPreconditionType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"none"');
      break;
    case 1:
      w.ascii('"time"');
      break;
    case 2:
      w.ascii('"v2"');
      break;
  }
  return p + 4;
}

export function jsonPreconditions(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($none);
      break;
    case 1:
      w.piece($time);
      p = jsonTimeBounds(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($v2);
      p = jsonPreconditionsV2(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonPreconditionsV2(w: JsonWriter, p: number): number {
  w.piece($timeBounds);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonTimeBounds(w, p);
  w.piece($ledgerBounds);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonLedgerBounds(w, p);
  w.piece($minSeqNum);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.int64(p);
  w.piece($minSeqAge);
  p = w.uint64(p);
  w.piece($minSeqLedgerGap);
  p = w.uint32(p);
  w.piece($extraSigners);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSignerKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonPrice(w: JsonWriter, p: number): number {
  w.piece($n);
  p = w.int32(p);
  w.piece($d);
  p = w.int32(p);
  w.byte(125);
  return p;
}

export function jsonPublicKeyType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"public_key_type_ed25519"');
      break;
  }
  return p + 4;
}

export function jsonRestoreFootprintOp(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.byte(125);
  return p;
}

export function jsonRestoreFootprintResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($resourceLimitExceeded);
      break;
    case -3:
      w.piece($insufficientRefundableFee);
      break;
  }
  return p;
}

export function jsonRestoreFootprintResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"resource_limit_exceeded"');
      break;
    case -3:
      w.ascii('"insufficient_refundable_fee"');
      break;
  }
  return p + 4;
}

export function jsonRevokeSponsorshipOp(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($ledgerEntry);
      p = jsonLedgerKey(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($signer);
      p = jsonRevokeSponsorshipOpSigner(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonRevokeSponsorshipOpSigner(w: JsonWriter, p: number): number {
  w.piece($accountId);
  p = jsonPublicKey(w, p);
  w.piece($signerKey);
  p = jsonSignerKey(w, p);
  w.byte(125);
  return p;
}

export function jsonRevokeSponsorshipResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($doesNotExist);
      break;
    case -2:
      w.piece($notSponsor);
      break;
    case -3:
      w.piece($lowReserve);
      break;
    case -4:
      w.piece($onlyTransferable);
      break;
    case -5:
      w.piece($malformed);
      break;
  }
  return p;
}

export function jsonRevokeSponsorshipResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"does_not_exist"');
      break;
    case -2:
      w.ascii('"not_sponsor"');
      break;
    case -3:
      w.ascii('"low_reserve"');
      break;
    case -4:
      w.ascii('"only_transferable"');
      break;
    case -5:
      w.ascii('"malformed"');
      break;
  }
  return p + 4;
}

export function jsonRevokeSponsorshipType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"ledger_entry"');
      break;
    case 1:
      w.ascii('"signer"');
      break;
  }
  return p + 4;
}

export function jsonScAddressType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"account"');
      break;
    case 1:
      w.ascii('"contract"');
      break;
    case 2:
      w.ascii('"muxed_account"');
      break;
    case 3:
      w.ascii('"claimable_balance"');
      break;
    case 4:
      w.ascii('"liquidity_pool"');
      break;
    case 5:
      w.ascii('"muxed_contract"');
      break;
  }
  return p + 4;
}

export function jsonScBytes(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonScContractInstance(w: JsonWriter, p: number): number {
  w.piece($executable2);
  p = jsonContractExecutable(w, p);
  w.piece($storage);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else {
    w.byte(91);
    p += 4;
    for (let i = w.view.getUint32(p - 4); i > 0; i--) {
      p = jsonScMapEntry(w, p);
      if (i > 1) w.byte(44);
    }
    w.byte(93);
  }
  w.byte(125);
  return p;
}

export function jsonScEnvMetaEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($scEnvMetaKindInterfaceVersion);
      p = jsonScEnvMetaEntryInterfaceVersion(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScEnvMetaEntryInterfaceVersion(w: JsonWriter, p: number): number {
  w.piece($protocol);
  p = w.uint32(p);
  w.piece($preRelease);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonScEnvMetaKind(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"sc_env_meta_kind_interface_version"');
      break;
  }
  return p + 4;
}

export function jsonScError(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($contract2);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 1:
      w.piece($wasmVm);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($context);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($storage2);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($object);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($crypto);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
    case 6:
      w.piece($events3);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
    case 7:
      w.piece($budget);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
    case 8:
      w.piece($value);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
    case 9:
      w.piece($auth2);
      p = jsonScErrorCode(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScErrorCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"arith_domain"');
      break;
    case 1:
      w.ascii('"index_bounds"');
      break;
    case 2:
      w.ascii('"invalid_input"');
      break;
    case 3:
      w.ascii('"missing_value"');
      break;
    case 4:
      w.ascii('"existing_value"');
      break;
    case 5:
      w.ascii('"exceeded_limit"');
      break;
    case 6:
      w.ascii('"invalid_action"');
      break;
    case 7:
      w.ascii('"internal_error"');
      break;
    case 8:
      w.ascii('"unexpected_type"');
      break;
    case 9:
      w.ascii('"unexpected_size"');
      break;
  }
  return p + 4;
}

export function jsonScErrorType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"contract"');
      break;
    case 1:
      w.ascii('"wasm_vm"');
      break;
    case 2:
      w.ascii('"context"');
      break;
    case 3:
      w.ascii('"storage"');
      break;
    case 4:
      w.ascii('"object"');
      break;
    case 5:
      w.ascii('"crypto"');
      break;
    case 6:
      w.ascii('"events"');
      break;
    case 7:
      w.ascii('"budget"');
      break;
    case 8:
      w.ascii('"value"');
      break;
    case 9:
      w.ascii('"auth"');
      break;
  }
  return p + 4;
}

export function jsonScMapEntry(w: JsonWriter, p: number): number {
  w.piece($key2);
  p = jsonScVal(w, p);
  w.piece($val);
  p = jsonScVal(w, p);
  w.byte(125);
  return p;
}

export function jsonScMetaEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($scMetaV0);
      p = jsonScMetaV0(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScMetaKind(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"sc_meta_v0"');
      break;
  }
  return p + 4;
}

export function jsonScMetaV0(w: JsonWriter, p: number): number {
  w.piece($key2);
  p = w.string(p);
  w.piece($val);
  p = w.string(p);
  w.byte(125);
  return p;
}

export function jsonScNonceKey(w: JsonWriter, p: number): number {
  w.piece($nonce2);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonScSpecEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($functionV0);
      p = jsonScSpecFunctionV0(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($udtStructV0);
      p = jsonScSpecUdtStructV0(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($udtUnionV0);
      p = jsonScSpecUdtUnionV0(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($udtEnumV0);
      p = jsonScSpecUdtEnumV0(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($udtErrorEnumV0);
      p = jsonScSpecUdtErrorEnumV0(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($eventV0);
      p = jsonScSpecEventV0(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScSpecEntryKind(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"function_v0"');
      break;
    case 1:
      w.ascii('"udt_struct_v0"');
      break;
    case 2:
      w.ascii('"udt_union_v0"');
      break;
    case 3:
      w.ascii('"udt_enum_v0"');
      break;
    case 4:
      w.ascii('"udt_error_enum_v0"');
      break;
    case 5:
      w.ascii('"event_v0"');
      break;
  }
  return p + 4;
}

export function jsonScSpecEventDataFormat(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"single_value"');
      break;
    case 1:
      w.ascii('"vec"');
      break;
    case 2:
      w.ascii('"map"');
      break;
  }
  return p + 4;
}

export function jsonScSpecEventParamLocationV0(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"data"');
      break;
    case 1:
      w.ascii('"topic_list"');
      break;
  }
  return p + 4;
}

export function jsonScSpecEventParamV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($type);
  p = jsonScSpecTypeDef(w, p);
  w.piece($location);
  p = jsonScSpecEventParamLocationV0(w, p);
  w.byte(125);
  return p;
}

export function jsonScSpecEventV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($lib);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($prefixTopics);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = w.string(p);
    if (i > 1) w.byte(44);
  }
  w.piece($params2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecEventParamV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($dataFormat);
  p = jsonScSpecEventDataFormat(w, p);
  w.byte(125);
  return p;
}

export function jsonScSpecFunctionInputV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($type);
  p = jsonScSpecTypeDef(w, p);
  w.byte(125);
  return p;
}

export function jsonScSpecFunctionV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($inputs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecFunctionInputV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($outputs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecTypeDef(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScSpecType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"val"');
      break;
    case 1:
      w.ascii('"bool"');
      break;
    case 2:
      w.ascii('"void"');
      break;
    case 3:
      w.ascii('"error"');
      break;
    case 4:
      w.ascii('"u32"');
      break;
    case 5:
      w.ascii('"i32"');
      break;
    case 6:
      w.ascii('"u64"');
      break;
    case 7:
      w.ascii('"i64"');
      break;
    case 8:
      w.ascii('"timepoint"');
      break;
    case 9:
      w.ascii('"duration"');
      break;
    case 10:
      w.ascii('"u128"');
      break;
    case 11:
      w.ascii('"i128"');
      break;
    case 12:
      w.ascii('"u256"');
      break;
    case 13:
      w.ascii('"i256"');
      break;
    case 14:
      w.ascii('"bytes"');
      break;
    case 16:
      w.ascii('"string"');
      break;
    case 17:
      w.ascii('"symbol"');
      break;
    case 19:
      w.ascii('"address"');
      break;
    case 20:
      w.ascii('"muxed_address"');
      break;
    case 1000:
      w.ascii('"option"');
      break;
    case 1001:
      w.ascii('"result"');
      break;
    case 1002:
      w.ascii('"vec"');
      break;
    case 1004:
      w.ascii('"map"');
      break;
    case 1005:
      w.ascii('"tuple"');
      break;
    case 1006:
      w.ascii('"bytes_n"');
      break;
    case 2000:
      w.ascii('"udt"');
      break;
  }
  return p + 4;
}

export function jsonScSpecTypeBytesN(w: JsonWriter, p: number): number {
  w.piece($n);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonScSpecTypeDef(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($val2);
      break;
    case 1:
      w.piece($bool);
      break;
    case 2:
      w.piece($void);
      break;
    case 3:
      w.piece($error);
      break;
    case 4:
      w.piece($u32);
      break;
    case 5:
      w.piece($i32);
      break;
    case 6:
      w.piece($u64);
      break;
    case 7:
      w.piece($i64);
      break;
    case 8:
      w.piece($timepoint);
      break;
    case 9:
      w.piece($duration);
      break;
    case 10:
      w.piece($u128);
      break;
    case 11:
      w.piece($i128);
      break;
    case 12:
      w.piece($u256);
      break;
    case 13:
      w.piece($i256);
      break;
    case 14:
      w.piece($bytes);
      break;
    case 16:
      w.piece($string);
      break;
    case 17:
      w.piece($symbol);
      break;
    case 19:
      w.piece($address3);
      break;
    case 20:
      w.piece($muxedAddress);
      break;
    case 1000:
      w.piece($option);
      p = jsonScSpecTypeOption(w, p);
      w.byte(125);
      break;
    case 1001:
      w.piece($result2);
      p = jsonScSpecTypeResult(w, p);
      w.byte(125);
      break;
    case 1002:
      w.piece($vec);
      p = jsonScSpecTypeVec(w, p);
      w.byte(125);
      break;
    case 1004:
      w.piece($map);
      p = jsonScSpecTypeMap(w, p);
      w.byte(125);
      break;
    case 1005:
      w.piece($tuple);
      p = jsonScSpecTypeTuple(w, p);
      w.byte(125);
      break;
    case 1006:
      w.piece($bytesN);
      p = jsonScSpecTypeBytesN(w, p);
      w.byte(125);
      break;
    case 2000:
      w.piece($udt);
      p = jsonScSpecTypeUdt(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScSpecTypeMap(w: JsonWriter, p: number): number {
  w.piece($keyType);
  p = jsonScSpecTypeDef(w, p);
  w.piece($valueType);
  p = jsonScSpecTypeDef(w, p);
  w.byte(125);
  return p;
}

export function jsonScSpecTypeOption(w: JsonWriter, p: number): number {
  w.piece($valueType2);
  p = jsonScSpecTypeDef(w, p);
  w.byte(125);
  return p;
}

export function jsonScSpecTypeResult(w: JsonWriter, p: number): number {
  w.piece($okType);
  p = jsonScSpecTypeDef(w, p);
  w.piece($errorType);
  p = jsonScSpecTypeDef(w, p);
  w.byte(125);
  return p;
}

export function jsonScSpecTypeTuple(w: JsonWriter, p: number): number {
  w.piece($valueTypes);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecTypeDef(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScSpecTypeUdt(w: JsonWriter, p: number): number {
  w.piece($name2);
  p = w.string(p);
  w.byte(125);
  return p;
}

export function jsonScSpecTypeVec(w: JsonWriter, p: number): number {
  w.piece($elementType);
  p = jsonScSpecTypeDef(w, p);
  w.byte(125);
  return p;
}

export function jsonScSpecUdtEnumCaseV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($value2);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonScSpecUdtEnumV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($lib);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($cases);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecUdtEnumCaseV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScSpecUdtErrorEnumCaseV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($value2);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonScSpecUdtErrorEnumV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($lib);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($cases);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecUdtErrorEnumCaseV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScSpecUdtStructFieldV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($type);
  p = jsonScSpecTypeDef(w, p);
  w.byte(125);
  return p;
}

export function jsonScSpecUdtStructV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($lib);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($fields);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecUdtStructFieldV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScSpecUdtUnionCaseTupleV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($type3);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecTypeDef(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScSpecUdtUnionCaseV0(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($voidV0);
      p = jsonScSpecUdtUnionCaseVoidV0(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($tupleV0);
      p = jsonScSpecUdtUnionCaseTupleV0(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScSpecUdtUnionCaseV0Kind(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"void_v0"');
      break;
    case 1:
      w.ascii('"tuple_v0"');
      break;
  }
  return p + 4;
}

export function jsonScSpecUdtUnionCaseVoidV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.byte(125);
  return p;
}

export function jsonScSpecUdtUnionV0(w: JsonWriter, p: number): number {
  w.piece($doc);
  p = w.string(p);
  w.piece($lib);
  p = w.string(p);
  w.piece($name);
  p = w.string(p);
  w.piece($cases);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScSpecUdtUnionCaseV0(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScVal(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($bool2);
      p = w.bool(p);
      w.byte(125);
      break;
    case 1:
      w.piece($void);
      break;
    case 2:
      w.piece($error2);
      p = jsonScError(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($u322);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 4:
      w.piece($i322);
      p = w.int32(p);
      w.byte(125);
      break;
    case 5:
      w.piece($u642);
      p = w.uint64(p);
      w.byte(125);
      break;
    case 6:
      w.piece($i642);
      p = w.int64(p);
      w.byte(125);
      break;
    case 7:
      w.piece($timepoint2);
      p = w.uint64(p);
      w.byte(125);
      break;
    case 8:
      w.piece($duration2);
      p = w.uint64(p);
      w.byte(125);
      break;
    case 9:
      w.piece($u1282);
      p = jsonUint128Parts(w, p);
      w.byte(125);
      break;
    case 10:
      w.piece($i1282);
      p = jsonInt128Parts(w, p);
      w.byte(125);
      break;
    case 11:
      w.piece($u2562);
      p = jsonUint256Parts(w, p);
      w.byte(125);
      break;
    case 12:
      w.piece($i2562);
      p = jsonInt256Parts(w, p);
      w.byte(125);
      break;
    case 13:
      w.piece($bytes2);
      p = jsonScBytes(w, p);
      w.byte(125);
      break;
    case 14:
      w.piece($string2);
      p = w.string(p);
      w.byte(125);
      break;
    case 15:
      w.piece($symbol2);
      p = w.string(p);
      w.byte(125);
      break;
    case 16:
      w.piece($vec);
      p += 4;
      if (w.view.getUint32(p - 4) === 0) w.piece($null);
      else {
        w.byte(91);
        p += 4;
        for (let i = w.view.getUint32(p - 4); i > 0; i--) {
          p = jsonScVal(w, p);
          if (i > 1) w.byte(44);
        }
        w.byte(93);
      }
      w.byte(125);
      break;
    case 17:
      w.piece($map);
      p += 4;
      if (w.view.getUint32(p - 4) === 0) w.piece($null);
      else {
        w.byte(91);
        p += 4;
        for (let i = w.view.getUint32(p - 4); i > 0; i--) {
          p = jsonScMapEntry(w, p);
          if (i > 1) w.byte(44);
        }
        w.byte(93);
      }
      w.byte(125);
      break;
    case 18:
      w.piece($address);
      p = jsonScAddress(w, p);
      w.byte(125);
      break;
    case 19:
      w.piece($contractInstance);
      p = jsonScContractInstance(w, p);
      w.byte(125);
      break;
    case 20:
      w.piece($ledgerKeyContractInstance);
      break;
    case 21:
      w.piece($ledgerKeyNonce);
      p = jsonScNonceKey(w, p);
      w.byte(125);
      break;
    case 22:
      w.piece($executableTag);
      p = w.string(p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScValType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"bool"');
      break;
    case 1:
      w.ascii('"void"');
      break;
    case 2:
      w.ascii('"error"');
      break;
    case 3:
      w.ascii('"u32"');
      break;
    case 4:
      w.ascii('"i32"');
      break;
    case 5:
      w.ascii('"u64"');
      break;
    case 6:
      w.ascii('"i64"');
      break;
    case 7:
      w.ascii('"timepoint"');
      break;
    case 8:
      w.ascii('"duration"');
      break;
    case 9:
      w.ascii('"u128"');
      break;
    case 10:
      w.ascii('"i128"');
      break;
    case 11:
      w.ascii('"u256"');
      break;
    case 12:
      w.ascii('"i256"');
      break;
    case 13:
      w.ascii('"bytes"');
      break;
    case 14:
      w.ascii('"string"');
      break;
    case 15:
      w.ascii('"symbol"');
      break;
    case 16:
      w.ascii('"vec"');
      break;
    case 17:
      w.ascii('"map"');
      break;
    case 18:
      w.ascii('"address"');
      break;
    case 19:
      w.ascii('"contract_instance"');
      break;
    case 20:
      w.ascii('"ledger_key_contract_instance"');
      break;
    case 21:
      w.ascii('"ledger_key_nonce"');
      break;
    case 22:
      w.ascii('"executable_tag"');
      break;
  }
  return p + 4;
}

export function jsonScpBallot(w: JsonWriter, p: number): number {
  w.piece($counter);
  p = w.uint32(p);
  w.piece($value2);
  p = jsonValue(w, p);
  w.byte(125);
  return p;
}

export function jsonScpEnvelope(w: JsonWriter, p: number): number {
  w.piece($statement);
  p = jsonScpStatement(w, p);
  w.piece($signature);
  p = jsonSignature(w, p);
  w.byte(125);
  return p;
}

export function jsonScpHistoryEntry(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v02);
      p = jsonScpHistoryEntryV0(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScpHistoryEntryV0(w: JsonWriter, p: number): number {
  w.piece($quorumSets2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpQuorumSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($ledgerMessages);
  p = jsonLedgerScpMessages(w, p);
  w.byte(125);
  return p;
}

export function jsonScpNomination(w: JsonWriter, p: number): number {
  w.piece($quorumSetHash);
  p = jsonHash(w, p);
  w.piece($votes);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonValue(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($accepted);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonValue(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScpQuorumSet(w: JsonWriter, p: number): number {
  w.piece($threshold);
  p = w.uint32(p);
  w.piece($validators);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonPublicKey(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($innerSets);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonScpQuorumSet(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonScpStatement(w: JsonWriter, p: number): number {
  w.piece($nodeId);
  p = jsonPublicKey(w, p);
  w.piece($slotIndex);
  p = w.uint64(p);
  w.piece($pledges);
  p = jsonScpStatementPledges(w, p);
  w.byte(125);
  return p;
}

export function jsonScpStatementConfirm(w: JsonWriter, p: number): number {
  w.piece($ballot);
  p = jsonScpBallot(w, p);
  w.piece($nPrepared);
  p = w.uint32(p);
  w.piece($nCommit);
  p = w.uint32(p);
  w.piece($nH);
  p = w.uint32(p);
  w.piece($quorumSetHash2);
  p = jsonHash(w, p);
  w.byte(125);
  return p;
}

export function jsonScpStatementExternalize(w: JsonWriter, p: number): number {
  w.piece($commit);
  p = jsonScpBallot(w, p);
  w.piece($nH);
  p = w.uint32(p);
  w.piece($commitQuorumSetHash);
  p = jsonHash(w, p);
  w.byte(125);
  return p;
}

export function jsonScpStatementPledges(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($prepare);
      p = jsonScpStatementPrepare(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($confirm);
      p = jsonScpStatementConfirm(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($externalize);
      p = jsonScpStatementExternalize(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($nominate);
      p = jsonScpNomination(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonScpStatementPrepare(w: JsonWriter, p: number): number {
  w.piece($quorumSetHash);
  p = jsonHash(w, p);
  w.piece($ballot2);
  p = jsonScpBallot(w, p);
  w.piece($prepared);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonScpBallot(w, p);
  w.piece($preparedPrime);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonScpBallot(w, p);
  w.piece($nC);
  p = w.uint32(p);
  w.piece($nH);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonScpStatementType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"prepare"');
      break;
    case 1:
      w.ascii('"confirm"');
      break;
    case 2:
      w.ascii('"externalize"');
      break;
    case 3:
      w.ascii('"nominate"');
      break;
  }
  return p + 4;
}

export function jsonSendMore(w: JsonWriter, p: number): number {
  w.piece($numMessages);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonSendMoreExtended(w: JsonWriter, p: number): number {
  w.piece($numMessages);
  p = w.uint32(p);
  w.piece($numBytes);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonSerializedBinaryFuseFilter(w: JsonWriter, p: number): number {
  w.piece($type2);
  p = jsonBinaryFuseFilterType(w, p);
  w.piece($inputHashSeed);
  p = jsonShortHashSeed(w, p);
  w.piece($filterSeed);
  p = jsonShortHashSeed(w, p);
  w.piece($segmentLength);
  p = w.uint32(p);
  w.piece($segementLengthMask);
  p = w.uint32(p);
  w.piece($segmentCount);
  p = w.uint32(p);
  w.piece($segmentCountLength);
  p = w.uint32(p);
  w.piece($fingerprintLength);
  p = w.uint32(p);
  w.piece($fingerprints);
  p = w.varOpaque(p);
  w.byte(125);
  return p;
}

export function jsonSetOptionsOp(w: JsonWriter, p: number): number {
  w.piece($inflationDest2);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonPublicKey(w, p);
  w.piece($clearFlags);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.uint32(p);
  w.piece($setFlags);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.uint32(p);
  w.piece($masterWeight);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.uint32(p);
  w.piece($lowThreshold);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.uint32(p);
  w.piece($medThreshold);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.uint32(p);
  w.piece($highThreshold);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.uint32(p);
  w.piece($homeDomain);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.string(p);
  w.piece($signer2);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonSigner(w, p);
  w.byte(125);
  return p;
}

export function jsonSetOptionsResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($lowReserve);
      break;
    case -2:
      w.piece($tooManySigners);
      break;
    case -3:
      w.piece($badFlags);
      break;
    case -4:
      w.piece($invalidInflation);
      break;
    case -5:
      w.piece($cantChange);
      break;
    case -6:
      w.piece($unknownFlag);
      break;
    case -7:
      w.piece($thresholdOutOfRange);
      break;
    case -8:
      w.piece($badSigner);
      break;
    case -9:
      w.piece($invalidHomeDomain);
      break;
    case -10:
      w.piece($authRevocableRequired);
      break;
  }
  return p;
}

export function jsonSetOptionsResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"low_reserve"');
      break;
    case -2:
      w.ascii('"too_many_signers"');
      break;
    case -3:
      w.ascii('"bad_flags"');
      break;
    case -4:
      w.ascii('"invalid_inflation"');
      break;
    case -5:
      w.ascii('"cant_change"');
      break;
    case -6:
      w.ascii('"unknown_flag"');
      break;
    case -7:
      w.ascii('"threshold_out_of_range"');
      break;
    case -8:
      w.ascii('"bad_signer"');
      break;
    case -9:
      w.ascii('"invalid_home_domain"');
      break;
    case -10:
      w.ascii('"auth_revocable_required"');
      break;
  }
  return p + 4;
}

export function jsonSetTrustLineFlagsOp(w: JsonWriter, p: number): number {
  w.piece($trustor);
  p = jsonPublicKey(w, p);
  w.piece($asset);
  p = jsonAsset(w, p);
  w.piece($clearFlags);
  p = w.uint32(p);
  w.piece($setFlags);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonSetTrustLineFlagsResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($success2);
      break;
    case -1:
      w.piece($malformed);
      break;
    case -2:
      w.piece($noTrustLine);
      break;
    case -3:
      w.piece($cantRevoke);
      break;
    case -4:
      w.piece($invalidState);
      break;
    case -5:
      w.piece($lowReserve);
      break;
  }
  return p;
}

export function jsonSetTrustLineFlagsResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"success"');
      break;
    case -1:
      w.ascii('"malformed"');
      break;
    case -2:
      w.ascii('"no_trust_line"');
      break;
    case -3:
      w.ascii('"cant_revoke"');
      break;
    case -4:
      w.ascii('"invalid_state"');
      break;
    case -5:
      w.ascii('"low_reserve"');
      break;
  }
  return p + 4;
}

export function jsonShortHashSeed(w: JsonWriter, p: number): number {
  w.piece($seed);
  p = w.opaque(p, 16);
  w.byte(125);
  return p;
}

export function jsonSignature(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonSignatureHint(w: JsonWriter, p: number): number {
  return w.opaque(p, 4);
}

export function jsonSignedTimeSlicedSurveyRequestMessage(w: JsonWriter, p: number): number {
  w.piece($requestSignature);
  p = jsonSignature(w, p);
  w.piece($request);
  p = jsonTimeSlicedSurveyRequestMessage(w, p);
  w.byte(125);
  return p;
}

export function jsonSignedTimeSlicedSurveyResponseMessage(w: JsonWriter, p: number): number {
  w.piece($responseSignature);
  p = jsonSignature(w, p);
  w.piece($response);
  p = jsonTimeSlicedSurveyResponseMessage(w, p);
  w.byte(125);
  return p;
}

export function jsonSignedTimeSlicedSurveyStartCollectingMessage(w: JsonWriter, p: number): number {
  w.piece($signature2);
  p = jsonSignature(w, p);
  w.piece($startCollecting);
  p = jsonTimeSlicedSurveyStartCollectingMessage(w, p);
  w.byte(125);
  return p;
}

export function jsonSignedTimeSlicedSurveyStopCollectingMessage(w: JsonWriter, p: number): number {
  w.piece($signature2);
  p = jsonSignature(w, p);
  w.piece($stopCollecting);
  p = jsonTimeSlicedSurveyStopCollectingMessage(w, p);
  w.byte(125);
  return p;
}

export function jsonSigner(w: JsonWriter, p: number): number {
  w.piece($key2);
  p = jsonSignerKey(w, p);
  w.piece($weight);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonSignerKeyType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"ed25519"');
      break;
    case 1:
      w.ascii('"pre_auth_tx"');
      break;
    case 2:
      w.ascii('"hash_x"');
      break;
    case 3:
      w.ascii('"ed25519_signed_payload"');
      break;
  }
  return p + 4;
}

export function jsonSimplePaymentResult(w: JsonWriter, p: number): number {
  w.piece($destination);
  p = jsonPublicKey(w, p);
  w.piece($asset);
  p = jsonAsset(w, p);
  w.piece($amount);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonSorobanAddressCredentials(w: JsonWriter, p: number): number {
  w.piece($address);
  p = jsonScAddress(w, p);
  w.piece($nonce);
  p = w.int64(p);
  w.piece($signatureExpirationLedger);
  p = w.uint32(p);
  w.piece($signature);
  p = jsonScVal(w, p);
  w.byte(125);
  return p;
}

export function jsonSorobanAddressCredentialsWithDelegates(w: JsonWriter, p: number): number {
  w.piece($addressCredentials);
  p = jsonSorobanAddressCredentials(w, p);
  w.piece($delegates);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSorobanDelegateSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonSorobanAuthorizationEntry(w: JsonWriter, p: number): number {
  w.piece($credentials);
  p = jsonSorobanCredentials(w, p);
  w.piece($rootInvocation);
  p = jsonSorobanAuthorizedInvocation(w, p);
  w.byte(125);
  return p;
}

export function jsonSorobanAuthorizedFunction(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($contractFn);
      p = jsonInvokeContractArgs(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($createContractHostFn);
      p = jsonCreateContractArgs(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($createContractV2HostFn);
      p = jsonCreateContractArgsV2(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonSorobanAuthorizedFunctionType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"contract_fn"');
      break;
    case 1:
      w.ascii('"create_contract_host_fn"');
      break;
    case 2:
      w.ascii('"create_contract_v2_host_fn"');
      break;
  }
  return p + 4;
}

export function jsonSorobanAuthorizedInvocation(w: JsonWriter, p: number): number {
  w.piece($function);
  p = jsonSorobanAuthorizedFunction(w, p);
  w.piece($subInvocations);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSorobanAuthorizedInvocation(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonSorobanCredentials(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($sourceAccount2);
      break;
    case 1:
      w.piece($address);
      p = jsonSorobanAddressCredentials(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($addressV2);
      p = jsonSorobanAddressCredentials(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($addressWithDelegates);
      p = jsonSorobanAddressCredentialsWithDelegates(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonSorobanCredentialsType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"source_account"');
      break;
    case 1:
      w.ascii('"address"');
      break;
    case 2:
      w.ascii('"address_v2"');
      break;
    case 3:
      w.ascii('"address_with_delegates"');
      break;
  }
  return p + 4;
}

export function jsonSorobanDelegateSignature(w: JsonWriter, p: number): number {
  w.piece($address);
  p = jsonScAddress(w, p);
  w.piece($signature);
  p = jsonScVal(w, p);
  w.piece($nestedDelegates);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonSorobanDelegateSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonSorobanResources(w: JsonWriter, p: number): number {
  w.piece($footprint);
  p = jsonLedgerFootprint(w, p);
  w.piece($instructions);
  p = w.uint32(p);
  w.piece($diskReadBytes);
  p = w.uint32(p);
  w.piece($writeBytes);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonSorobanResourcesExtV0(w: JsonWriter, p: number): number {
  w.piece($archivedSorobanEntries);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = w.uint32(p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonSorobanTransactionData(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonSorobanTransactionDataExt(w, p);
  w.piece($resources);
  p = jsonSorobanResources(w, p);
  w.piece($resourceFee);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonSorobanTransactionDataExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonSorobanResourcesExtV0(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonSorobanTransactionMeta(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonSorobanTransactionMetaExt(w, p);
  w.piece($events);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonContractEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($returnValue2);
  p = jsonScVal(w, p);
  w.piece($diagnosticEvents);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDiagnosticEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonSorobanTransactionMetaExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonSorobanTransactionMetaExtV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonSorobanTransactionMetaExtV1(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($totalNonRefundableResourceFeeCharged);
  p = w.int64(p);
  w.piece($totalRefundableResourceFeeCharged);
  p = w.int64(p);
  w.piece($rentFeeCharged);
  p = w.int64(p);
  w.byte(125);
  return p;
}

export function jsonSorobanTransactionMetaV2(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonSorobanTransactionMetaExt(w, p);
  w.piece($returnValue3);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonScVal(w, p);
  w.byte(125);
  return p;
}

export function jsonStateArchivalSettings(w: JsonWriter, p: number): number {
  w.piece($maxEntryTtl);
  p = w.uint32(p);
  w.piece($minTemporaryTtl);
  p = w.uint32(p);
  w.piece($minPersistentTtl);
  p = w.uint32(p);
  w.piece($persistentRentRateDenominator);
  p = w.int64(p);
  w.piece($tempRentRateDenominator);
  p = w.int64(p);
  w.piece($maxEntriesToArchive);
  p = w.uint32(p);
  w.piece($liveSorobanStateSizeWindowSampleSize);
  p = w.uint32(p);
  w.piece($liveSorobanStateSizeWindowSamplePeriod);
  p = w.uint32(p);
  w.piece($evictionScanSize);
  p = w.uint32(p);
  w.piece($startingEvictionScanLevel);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonStellarMessage(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($errorMsg);
      p = jsonError(w, p);
      w.byte(125);
      break;
    case 13:
      w.piece($hello);
      p = jsonHello(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($auth2);
      p = jsonAuth(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($dontHave);
      p = jsonDontHave(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($peers);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonPeerAddress(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case 6:
      w.piece($getTxSet);
      p = jsonUint256Bytes(w, p);
      w.byte(125);
      break;
    case 7:
      w.piece($txSet2);
      p = jsonTransactionSet(w, p);
      w.byte(125);
      break;
    case 17:
      w.piece($generalizedTxSet);
      p = jsonGeneralizedTransactionSet(w, p);
      w.byte(125);
      break;
    case 8:
      w.piece($transaction);
      p = jsonTransactionEnvelope(w, p);
      w.byte(125);
      break;
    case 21:
      w.piece($timeSlicedSurveyRequest);
      p = jsonSignedTimeSlicedSurveyRequestMessage(w, p);
      w.byte(125);
      break;
    case 22:
      w.piece($timeSlicedSurveyResponse);
      p = jsonSignedTimeSlicedSurveyResponseMessage(w, p);
      w.byte(125);
      break;
    case 23:
      w.piece($timeSlicedSurveyStartCollecting);
      p = jsonSignedTimeSlicedSurveyStartCollectingMessage(w, p);
      w.byte(125);
      break;
    case 24:
      w.piece($timeSlicedSurveyStopCollecting);
      p = jsonSignedTimeSlicedSurveyStopCollectingMessage(w, p);
      w.byte(125);
      break;
    case 9:
      w.piece($getScpQuorumset);
      p = jsonUint256Bytes(w, p);
      w.byte(125);
      break;
    case 10:
      w.piece($scpQuorumset);
      p = jsonScpQuorumSet(w, p);
      w.byte(125);
      break;
    case 11:
      w.piece($scpMessage);
      p = jsonScpEnvelope(w, p);
      w.byte(125);
      break;
    case 12:
      w.piece($getScpState);
      p = w.uint32(p);
      w.byte(125);
      break;
    case 16:
      w.piece($sendMore);
      p = jsonSendMore(w, p);
      w.byte(125);
      break;
    case 20:
      w.piece($sendMoreExtended);
      p = jsonSendMoreExtended(w, p);
      w.byte(125);
      break;
    case 18:
      w.piece($floodAdvert);
      p = jsonFloodAdvert(w, p);
      w.byte(125);
      break;
    case 19:
      w.piece($floodDemand);
      p = jsonFloodDemand(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonStellarValue(w: JsonWriter, p: number): number {
  w.piece($txSetHash);
  p = jsonHash(w, p);
  w.piece($closeTime);
  p = w.uint64(p);
  w.piece($upgrades);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonUpgradeType(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($ext);
  p = jsonStellarValueExt(w, p);
  w.byte(125);
  return p;
}

export function jsonStellarValueExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($basic);
      break;
    case 1:
      w.piece($signed);
      p = jsonLedgerCloseValueSignature(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($emptyTxSet);
      p = jsonStellarValueProposedValue(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($signedMs);
      p = jsonStellarValueSignedMsValue(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($emptyTxSetMs);
      p = jsonStellarValueProposedMsValue(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonStellarValueProposedMsValue(w: JsonWriter, p: number): number {
  w.piece($closeTimeMs);
  p = w.uint64(p);
  w.piece($txSetHash2);
  p = jsonHash(w, p);
  w.piece($previousLedgerHash);
  p = jsonHash(w, p);
  w.piece($previousLedgerVersion);
  p = w.uint32(p);
  w.piece($lcValueSignature);
  p = jsonLedgerCloseValueSignature(w, p);
  w.byte(125);
  return p;
}

export function jsonStellarValueProposedValue(w: JsonWriter, p: number): number {
  w.piece($txSetHash);
  p = jsonHash(w, p);
  w.piece($previousLedgerHash);
  p = jsonHash(w, p);
  w.piece($previousLedgerVersion);
  p = w.uint32(p);
  w.piece($lcValueSignature);
  p = jsonLedgerCloseValueSignature(w, p);
  w.byte(125);
  return p;
}

export function jsonStellarValueSignedMsValue(w: JsonWriter, p: number): number {
  w.piece($closeTimeMs);
  p = w.uint64(p);
  w.piece($lcValueSignature);
  p = jsonLedgerCloseValueSignature(w, p);
  w.byte(125);
  return p;
}

export function jsonStellarValueType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"basic"');
      break;
    case 1:
      w.ascii('"signed"');
      break;
    case 2:
      w.ascii('"empty_tx_set"');
      break;
    case 3:
      w.ascii('"signed_ms"');
      break;
    case 4:
      w.ascii('"empty_tx_set_ms"');
      break;
  }
  return p + 4;
}

export function jsonStoredDebugTransactionSet(w: JsonWriter, p: number): number {
  w.piece($txSet2);
  p = jsonStoredTransactionSet(w, p);
  w.piece($ledgerSeq);
  p = w.uint32(p);
  w.piece($scpValue);
  p = jsonStellarValue(w, p);
  w.byte(125);
  return p;
}

export function jsonStoredTransactionSet(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v02);
      p = jsonTransactionSet(w, p);
      w.byte(125);
      break;
    case 1:
      w.piece($v1);
      p = jsonGeneralizedTransactionSet(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonSurveyMessageCommandType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"time_sliced_survey_topology"');
      break;
  }
  return p + 4;
}

export function jsonSurveyMessageResponseType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 2:
      w.ascii('"survey_topology_response_v2"');
      break;
  }
  return p + 4;
}

export function jsonSurveyRequestMessage(w: JsonWriter, p: number): number {
  w.piece($surveyorPeerId);
  p = jsonPublicKey(w, p);
  w.piece($surveyedPeerId);
  p = jsonPublicKey(w, p);
  w.piece($ledgerNum);
  p = w.uint32(p);
  w.piece($encryptionKey);
  p = jsonCurve25519Public(w, p);
  w.piece($commandType);
  p = jsonSurveyMessageCommandType(w, p);
  w.byte(125);
  return p;
}

export function jsonSurveyResponseBody(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 2:
      w.piece($surveyTopologyResponseV2);
      p = jsonTopologyResponseBodyV2(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonSurveyResponseMessage(w: JsonWriter, p: number): number {
  w.piece($surveyorPeerId);
  p = jsonPublicKey(w, p);
  w.piece($surveyedPeerId);
  p = jsonPublicKey(w, p);
  w.piece($ledgerNum);
  p = w.uint32(p);
  w.piece($commandType);
  p = jsonSurveyMessageCommandType(w, p);
  w.piece($encryptedBody);
  p = jsonEncryptedBody(w, p);
  w.byte(125);
  return p;
}

export function jsonThresholdIndexes(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"master_weight"');
      break;
    case 1:
      w.ascii('"low"');
      break;
    case 2:
      w.ascii('"med"');
      break;
    case 3:
      w.ascii('"high"');
      break;
  }
  return p + 4;
}

export function jsonThresholds(w: JsonWriter, p: number): number {
  return w.opaque(p, 4);
}

export function jsonTimeBounds(w: JsonWriter, p: number): number {
  w.piece($minTime);
  p = w.uint64(p);
  w.piece($maxTime);
  p = w.uint64(p);
  w.byte(125);
  return p;
}

export function jsonTimeSlicedNodeData(w: JsonWriter, p: number): number {
  w.piece($addedAuthenticatedPeers);
  p = w.uint32(p);
  w.piece($droppedAuthenticatedPeers);
  p = w.uint32(p);
  w.piece($totalInboundPeerCount);
  p = w.uint32(p);
  w.piece($totalOutboundPeerCount);
  p = w.uint32(p);
  w.piece($p75ScpFirstToSelfLatencyMs);
  p = w.uint32(p);
  w.piece($p75ScpSelfToOtherLatencyMs);
  p = w.uint32(p);
  w.piece($lostSyncCount);
  p = w.uint32(p);
  w.piece($isValidator);
  p = w.bool(p);
  w.piece($maxInboundPeerCount);
  p = w.uint32(p);
  w.piece($maxOutboundPeerCount);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonTimeSlicedPeerData(w: JsonWriter, p: number): number {
  w.piece($peerStats);
  p = jsonPeerStats(w, p);
  w.piece($averageLatencyMs);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonTimeSlicedSurveyRequestMessage(w: JsonWriter, p: number): number {
  w.piece($request2);
  p = jsonSurveyRequestMessage(w, p);
  w.piece($nonce);
  p = w.uint32(p);
  w.piece($inboundPeersIndex);
  p = w.uint32(p);
  w.piece($outboundPeersIndex);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonTimeSlicedSurveyResponseMessage(w: JsonWriter, p: number): number {
  w.piece($response2);
  p = jsonSurveyResponseMessage(w, p);
  w.piece($nonce);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonTimeSlicedSurveyStartCollectingMessage(w: JsonWriter, p: number): number {
  w.piece($surveyorId);
  p = jsonPublicKey(w, p);
  w.piece($nonce);
  p = w.uint32(p);
  w.piece($ledgerNum);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonTimeSlicedSurveyStopCollectingMessage(w: JsonWriter, p: number): number {
  w.piece($surveyorId);
  p = jsonPublicKey(w, p);
  w.piece($nonce);
  p = w.uint32(p);
  w.piece($ledgerNum);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonTopologyResponseBodyV2(w: JsonWriter, p: number): number {
  w.piece($inboundPeers);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTimeSlicedPeerData(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($outboundPeers);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTimeSlicedPeerData(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($nodeData);
  p = jsonTimeSlicedNodeData(w, p);
  w.byte(125);
  return p;
}

export function jsonTransaction(w: JsonWriter, p: number): number {
  w.piece($sourceAccount);
  p = jsonMuxedAccount(w, p);
  w.piece($fee);
  p = w.uint32(p);
  w.piece($seqNum);
  p = w.int64(p);
  w.piece($cond);
  p = jsonPreconditions(w, p);
  w.piece($memo);
  p = jsonMemo(w, p);
  w.piece($operations);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperation(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($ext);
  p = jsonTransactionExt(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionEnvelope(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($txV0);
      p = jsonTransactionV0Envelope(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($tx);
      p = jsonTransactionV1Envelope(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($txFeeBump);
      p = jsonFeeBumpTransactionEnvelope(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTransactionEvent(w: JsonWriter, p: number): number {
  w.piece($stage);
  p = jsonTransactionEventStage(w, p);
  w.piece($event);
  p = jsonContractEvent(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionEventStage(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"before_all_txs"');
      break;
    case 1:
      w.ascii('"after_tx"');
      break;
    case 2:
      w.ascii('"after_all_txs"');
      break;
  }
  return p + 4;
}

export function jsonTransactionExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonSorobanTransactionData(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTransactionHistoryEntry(w: JsonWriter, p: number): number {
  w.piece($ledgerSeq2);
  p = w.uint32(p);
  w.piece($txSet);
  p = jsonTransactionSet(w, p);
  w.piece($ext2);
  p = jsonTransactionHistoryEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionHistoryEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonGeneralizedTransactionSet(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTransactionHistoryResultEntry(w: JsonWriter, p: number): number {
  w.piece($ledgerSeq2);
  p = w.uint32(p);
  w.piece($txResultSet);
  p = jsonTransactionResultSet(w, p);
  w.piece($ext2);
  p = jsonTransactionHistoryResultEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionHistoryResultEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonTransactionMeta(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v03);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationMeta(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case 1:
      w.piece($v1);
      p = jsonTransactionMetaV1(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($v2);
      p = jsonTransactionMetaV2(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($v3);
      p = jsonTransactionMetaV3(w, p);
      w.byte(125);
      break;
    case 4:
      w.piece($v4);
      p = jsonTransactionMetaV4(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTransactionMetaV1(w: JsonWriter, p: number): number {
  w.piece($txChanges);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($operations2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperationMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonTransactionMetaV2(w: JsonWriter, p: number): number {
  w.piece($txChangesBefore);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($operations2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperationMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($txChangesAfter);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonTransactionMetaV3(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($txChangesBefore2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($operations2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperationMeta(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($txChangesAfter);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($sorobanMeta);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonSorobanTransactionMeta(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionMetaV4(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($txChangesBefore2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($operations2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperationMetaV2(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($txChangesAfter);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($sorobanMeta);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonSorobanTransactionMetaV2(w, p);
  w.piece($events);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($diagnosticEvents2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDiagnosticEvent(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonTransactionPhase(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v03);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonTxSetComponent(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case 1:
      w.piece($v1);
      p = jsonParallelTxsComponent(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function* stepsTransactionPhase(w: JsonWriter, p: number): Generator<void, number> {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v03);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = yield* stepsTxSetComponent(w, p);
        if (i > 1) w.byte(44);
    yield;
      }
      w.piece($close);
      break;
    case 1:
      w.piece($v1);
      p = yield* stepsParallelTxsComponent(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTransactionResult(w: JsonWriter, p: number): number {
  w.piece($feeCharged);
  p = w.int64(p);
  w.piece($result);
  p = jsonTransactionResultResult(w, p);
  w.piece($ext2);
  p = jsonTransactionResultExt(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionResultCode(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"tx_fee_bump_inner_success"');
      break;
    case 0:
      w.ascii('"tx_success"');
      break;
    case -1:
      w.ascii('"tx_failed"');
      break;
    case -2:
      w.ascii('"tx_too_early"');
      break;
    case -3:
      w.ascii('"tx_too_late"');
      break;
    case -4:
      w.ascii('"tx_missing_operation"');
      break;
    case -5:
      w.ascii('"tx_bad_seq"');
      break;
    case -6:
      w.ascii('"tx_bad_auth"');
      break;
    case -7:
      w.ascii('"tx_insufficient_balance"');
      break;
    case -8:
      w.ascii('"tx_no_account"');
      break;
    case -9:
      w.ascii('"tx_insufficient_fee"');
      break;
    case -10:
      w.ascii('"tx_bad_auth_extra"');
      break;
    case -11:
      w.ascii('"tx_internal_error"');
      break;
    case -12:
      w.ascii('"tx_not_supported"');
      break;
    case -13:
      w.ascii('"tx_fee_bump_inner_failed"');
      break;
    case -14:
      w.ascii('"tx_bad_sponsorship"');
      break;
    case -15:
      w.ascii('"tx_bad_min_seq_age_or_gap"');
      break;
    case -16:
      w.ascii('"tx_malformed"');
      break;
    case -17:
      w.ascii('"tx_soroban_invalid"');
      break;
    case -18:
      w.ascii('"tx_frozen_key_accessed"');
      break;
  }
  return p + 4;
}

export function jsonTransactionResultExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonTransactionResultMeta(w: JsonWriter, p: number): number {
  w.piece($result2);
  p = jsonTransactionResultPair(w, p);
  w.piece($feeProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($txApplyProcessing);
  p = jsonTransactionMeta(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionResultMetaV1(w: JsonWriter, p: number): number {
  w.piece($ext3);
  p = jsonExtensionPoint(w, p);
  w.piece($result);
  p = jsonTransactionResultPair(w, p);
  w.piece($feeProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($txApplyProcessing);
  p = jsonTransactionMeta(w, p);
  w.piece($postTxApplyFeeProcessing);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonTransactionResultPair(w: JsonWriter, p: number): number {
  w.piece($transactionHash);
  p = jsonHash(w, p);
  w.piece($result);
  p = jsonTransactionResult(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionResultResult(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 1:
      w.piece($txFeeBumpInnerSuccess);
      p = jsonInnerTransactionResultPair(w, p);
      w.byte(125);
      break;
    case -13:
      w.piece($txFeeBumpInnerFailed);
      p = jsonInnerTransactionResultPair(w, p);
      w.byte(125);
      break;
    case 0:
      w.piece($txSuccess);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationResult(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case -1:
      w.piece($txFailed);
      p += 4;
      for (let i = w.view.getUint32(p - 4); i > 0; i--) {
        p = jsonOperationResult(w, p);
        if (i > 1) w.byte(44);
      }
      w.piece($close);
      break;
    case -2:
      w.piece($txTooEarly);
      break;
    case -3:
      w.piece($txTooLate);
      break;
    case -4:
      w.piece($txMissingOperation);
      break;
    case -5:
      w.piece($txBadSeq);
      break;
    case -6:
      w.piece($txBadAuth);
      break;
    case -7:
      w.piece($txInsufficientBalance);
      break;
    case -8:
      w.piece($txNoAccount);
      break;
    case -9:
      w.piece($txInsufficientFee);
      break;
    case -10:
      w.piece($txBadAuthExtra);
      break;
    case -11:
      w.piece($txInternalError);
      break;
    case -12:
      w.piece($txNotSupported);
      break;
    case -14:
      w.piece($txBadSponsorship);
      break;
    case -15:
      w.piece($txBadMinSeqAgeOrGap);
      break;
    case -16:
      w.piece($txMalformed);
      break;
    case -17:
      w.piece($txSorobanInvalid);
      break;
    case -18:
      w.piece($txFrozenKeyAccessed);
      break;
  }
  return p;
}

export function jsonTransactionResultSet(w: JsonWriter, p: number): number {
  w.piece($results);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionResultPair(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonTransactionSet(w: JsonWriter, p: number): number {
  w.piece($previousLedgerHash2);
  p = jsonHash(w, p);
  w.piece($txs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function* stepsTransactionSet(w: JsonWriter, p: number): Generator<void, number> {
  w.piece($previousLedgerHash2);
  p = jsonHash(w, p);
  w.piece($txs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionEnvelope(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($close);
  return p;
}

export function jsonTransactionSetV1(w: JsonWriter, p: number): number {
  w.piece($previousLedgerHash2);
  p = jsonHash(w, p);
  w.piece($phases);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionPhase(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function* stepsTransactionSetV1(w: JsonWriter, p: number): Generator<void, number> {
  w.piece($previousLedgerHash2);
  p = jsonHash(w, p);
  w.piece($phases);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = yield* stepsTransactionPhase(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($close);
  return p;
}

export function jsonTransactionSignaturePayload(w: JsonWriter, p: number): number {
  w.piece($networkId);
  p = jsonHash(w, p);
  w.piece($taggedTransaction);
  p = jsonTransactionSignaturePayloadTaggedTransaction(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionSignaturePayloadTaggedTransaction(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 2:
      w.piece($tx);
      p = jsonTransaction(w, p);
      w.byte(125);
      break;
    case 5:
      w.piece($txFeeBump);
      p = jsonFeeBumpTransaction(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTransactionV0(w: JsonWriter, p: number): number {
  w.piece($sourceAccountEd25519);
  p = jsonUint256Bytes(w, p);
  w.piece($fee);
  p = w.uint32(p);
  w.piece($seqNum);
  p = w.int64(p);
  w.piece($timeBounds2);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = jsonTimeBounds(w, p);
  w.piece($memo);
  p = jsonMemo(w, p);
  w.piece($operations);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonOperation(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($ext);
  p = jsonTransactionV0Ext(w, p);
  w.byte(125);
  return p;
}

export function jsonTransactionV0Envelope(w: JsonWriter, p: number): number {
  w.piece($tx);
  p = jsonTransactionV0(w, p);
  w.piece($signatures);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDecoratedSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonTransactionV0Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonTransactionV1Envelope(w: JsonWriter, p: number): number {
  w.piece($tx);
  p = jsonTransaction(w, p);
  w.piece($signatures);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonDecoratedSignature(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonTrustLineAsset(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($native);
      break;
    case 1:
      w.piece($creditAlphanum4);
      p = jsonAlphaNum4(w, p);
      w.byte(125);
      break;
    case 2:
      w.piece($creditAlphanum12);
      p = jsonAlphaNum12(w, p);
      w.byte(125);
      break;
    case 3:
      w.piece($poolShare);
      p = jsonPoolId(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTrustLineEntry(w: JsonWriter, p: number): number {
  w.piece($accountId);
  p = jsonPublicKey(w, p);
  w.piece($asset);
  p = jsonTrustLineAsset(w, p);
  w.piece($balance);
  p = w.int64(p);
  w.piece($limit);
  p = w.int64(p);
  w.piece($flags);
  p = w.uint32(p);
  w.piece($ext2);
  p = jsonTrustLineEntryExt(w, p);
  w.byte(125);
  return p;
}

export function jsonTrustLineEntryExt(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 1:
      w.piece($v1);
      p = jsonTrustLineEntryV1(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTrustLineEntryExtensionV2(w: JsonWriter, p: number): number {
  w.piece($liquidityPoolUseCount);
  p = w.int32(p);
  w.piece($ext2);
  p = jsonTrustLineEntryExtensionV2Ext(w, p);
  w.byte(125);
  return p;
}

export function jsonTrustLineEntryExtensionV2Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
  }
  return p;
}

export function jsonTrustLineEntryV1(w: JsonWriter, p: number): number {
  w.piece($liabilities);
  p = jsonLiabilities(w, p);
  w.piece($ext2);
  p = jsonTrustLineEntryV1Ext(w, p);
  w.byte(125);
  return p;
}

export function jsonTrustLineEntryV1Ext(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($v0);
      break;
    case 2:
      w.piece($v2);
      p = jsonTrustLineEntryExtensionV2(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTrustLineFlags(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 1:
      w.ascii('"authorized_flag"');
      break;
    case 2:
      w.ascii('"authorized_to_maintain_liabilities_flag"');
      break;
    case 4:
      w.ascii('"trustline_clawback_enabled_flag"');
      break;
  }
  return p + 4;
}

export function jsonTtlEntry(w: JsonWriter, p: number): number {
  w.piece($keyHash);
  p = jsonHash(w, p);
  w.piece($liveUntilLedgerSeq);
  p = w.uint32(p);
  w.byte(125);
  return p;
}

export function jsonTxSetComponent(w: JsonWriter, p: number): number {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($txsetCompTxsMaybeDiscountedFee);
      p = jsonTxSetComponentTxsMaybeDiscountedFee(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function* stepsTxSetComponent(w: JsonWriter, p: number): Generator<void, number> {
  p += 4;
  switch (w.view.getInt32(p - 4)) {
    case 0:
      w.piece($txsetCompTxsMaybeDiscountedFee);
      p = yield* stepsTxSetComponentTxsMaybeDiscountedFee(w, p);
      w.byte(125);
      break;
  }
  return p;
}

export function jsonTxSetComponentTxsMaybeDiscountedFee(w: JsonWriter, p: number): number {
  w.piece($baseFee2);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.int64(p);
  w.piece($txs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionEnvelope(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function* stepsTxSetComponentTxsMaybeDiscountedFee(w: JsonWriter, p: number): Generator<void, number> {
  w.piece($baseFee2);
  p += 4;
  if (w.view.getUint32(p - 4) === 0) w.piece($null);
  else p = w.int64(p);
  w.piece($txs);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonTransactionEnvelope(w, p);
    if (i > 1) w.byte(44);
    yield;
  }
  w.piece($close);
  return p;
}

export function jsonTxSetComponentType(w: JsonWriter, p: number): number {
  switch (w.view.getInt32(p)) {
    case 0:
      w.ascii('"txset_comp_txs_maybe_discounted_fee"');
      break;
  }
  return p + 4;
}

export function jsonUint256Bytes(w: JsonWriter, p: number): number {
  return w.opaque(p, 32);
}

export function jsonUpgradeEntryMeta(w: JsonWriter, p: number): number {
  w.piece($upgrade);
  p = jsonLedgerUpgrade(w, p);
  w.piece($changes2);
  p += 4;
  for (let i = w.view.getUint32(p - 4); i > 0; i--) {
    p = jsonLedgerEntryChange(w, p);
    if (i > 1) w.byte(44);
  }
  w.piece($close);
  return p;
}

export function jsonUpgradeType(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

export function jsonValue(w: JsonWriter, p: number): number {
  return w.varOpaque(p);
}

/** The writer of each type, by name. */
export const jsonWriters = {
  AccountEntry: jsonAccountEntry,
  AccountEntryExt: jsonAccountEntryExt,
  AccountEntryExtensionV1: jsonAccountEntryExtensionV1,
  AccountEntryExtensionV1Ext: jsonAccountEntryExtensionV1Ext,
  AccountEntryExtensionV2: jsonAccountEntryExtensionV2,
  AccountEntryExtensionV2Ext: jsonAccountEntryExtensionV2Ext,
  AccountEntryExtensionV3: jsonAccountEntryExtensionV3,
  AccountFlags: jsonAccountFlags,
  AccountMergeResult: jsonAccountMergeResult,
  AccountMergeResultCode: jsonAccountMergeResultCode,
  AllowTrustOp: jsonAllowTrustOp,
  AllowTrustResult: jsonAllowTrustResult,
  AllowTrustResultCode: jsonAllowTrustResultCode,
  AlphaNum12: jsonAlphaNum12,
  AlphaNum4: jsonAlphaNum4,
  Asset: jsonAsset,
  AssetCode: jsonAssetCode,
  AssetCode12: jsonAssetCode12,
  AssetCode4: jsonAssetCode4,
  AssetType: jsonAssetType,
  Auth: jsonAuth,
  AuthCert: jsonAuthCert,
  AuthenticatedMessage: jsonAuthenticatedMessage,
  AuthenticatedMessageV0: jsonAuthenticatedMessageV0,
  BeginSponsoringFutureReservesOp: jsonBeginSponsoringFutureReservesOp,
  BeginSponsoringFutureReservesResult: jsonBeginSponsoringFutureReservesResult,
  BeginSponsoringFutureReservesResultCode: jsonBeginSponsoringFutureReservesResultCode,
  BinaryFuseFilterType: jsonBinaryFuseFilterType,
  BucketEntry: jsonBucketEntry,
  BucketEntryType: jsonBucketEntryType,
  BucketListType: jsonBucketListType,
  BucketMetadata: jsonBucketMetadata,
  BucketMetadataExt: jsonBucketMetadataExt,
  BumpSequenceOp: jsonBumpSequenceOp,
  BumpSequenceResult: jsonBumpSequenceResult,
  BumpSequenceResultCode: jsonBumpSequenceResultCode,
  ChangeTrustAsset: jsonChangeTrustAsset,
  ChangeTrustOp: jsonChangeTrustOp,
  ChangeTrustResult: jsonChangeTrustResult,
  ChangeTrustResultCode: jsonChangeTrustResultCode,
  ClaimAtom: jsonClaimAtom,
  ClaimAtomType: jsonClaimAtomType,
  ClaimClaimableBalanceOp: jsonClaimClaimableBalanceOp,
  ClaimClaimableBalanceResult: jsonClaimClaimableBalanceResult,
  ClaimClaimableBalanceResultCode: jsonClaimClaimableBalanceResultCode,
  ClaimLiquidityAtom: jsonClaimLiquidityAtom,
  ClaimOfferAtom: jsonClaimOfferAtom,
  ClaimOfferAtomV0: jsonClaimOfferAtomV0,
  ClaimPredicate: jsonClaimPredicate,
  ClaimPredicateType: jsonClaimPredicateType,
  ClaimableBalanceEntry: jsonClaimableBalanceEntry,
  ClaimableBalanceEntryExt: jsonClaimableBalanceEntryExt,
  ClaimableBalanceEntryExtensionV1: jsonClaimableBalanceEntryExtensionV1,
  ClaimableBalanceEntryExtensionV1Ext: jsonClaimableBalanceEntryExtensionV1Ext,
  ClaimableBalanceFlags: jsonClaimableBalanceFlags,
  ClaimableBalanceId: jsonClaimableBalanceId,
  ClaimableBalanceIdType: jsonClaimableBalanceIdType,
  Claimant: jsonClaimant,
  ClaimantType: jsonClaimantType,
  ClaimantV0: jsonClaimantV0,
  ClawbackClaimableBalanceOp: jsonClawbackClaimableBalanceOp,
  ClawbackClaimableBalanceResult: jsonClawbackClaimableBalanceResult,
  ClawbackClaimableBalanceResultCode: jsonClawbackClaimableBalanceResultCode,
  ClawbackOp: jsonClawbackOp,
  ClawbackResult: jsonClawbackResult,
  ClawbackResultCode: jsonClawbackResultCode,
  ConfigSettingContractBandwidthV0: jsonConfigSettingContractBandwidthV0,
  ConfigSettingContractComputeV0: jsonConfigSettingContractComputeV0,
  ConfigSettingContractEventsV0: jsonConfigSettingContractEventsV0,
  ConfigSettingContractExecutionLanesV0: jsonConfigSettingContractExecutionLanesV0,
  ConfigSettingContractHistoricalDataV0: jsonConfigSettingContractHistoricalDataV0,
  ConfigSettingContractLedgerCostExtV0: jsonConfigSettingContractLedgerCostExtV0,
  ConfigSettingContractLedgerCostV0: jsonConfigSettingContractLedgerCostV0,
  ConfigSettingContractParallelComputeV0: jsonConfigSettingContractParallelComputeV0,
  ConfigSettingEntry: jsonConfigSettingEntry,
  ConfigSettingId: jsonConfigSettingId,
  ConfigSettingScpTiming: jsonConfigSettingScpTiming,
  ConfigUpgradeSet: jsonConfigUpgradeSet,
  ConfigUpgradeSetKey: jsonConfigUpgradeSetKey,
  ContractCodeCostInputs: jsonContractCodeCostInputs,
  ContractCodeEntry: jsonContractCodeEntry,
  ContractCodeEntryExt: jsonContractCodeEntryExt,
  ContractCodeEntryV1: jsonContractCodeEntryV1,
  ContractCostParamEntry: jsonContractCostParamEntry,
  ContractCostType: jsonContractCostType,
  ContractDataDurability: jsonContractDataDurability,
  ContractDataEntry: jsonContractDataEntry,
  ContractEvent: jsonContractEvent,
  ContractEventBody: jsonContractEventBody,
  ContractEventType: jsonContractEventType,
  ContractEventV0: jsonContractEventV0,
  ContractExecutable: jsonContractExecutable,
  ContractExecutableExternalRef: jsonContractExecutableExternalRef,
  ContractExecutableType: jsonContractExecutableType,
  ContractId: jsonContractId,
  ContractIdPreimage: jsonContractIdPreimage,
  ContractIdPreimageFromAddress: jsonContractIdPreimageFromAddress,
  ContractIdPreimageType: jsonContractIdPreimageType,
  CreateAccountOp: jsonCreateAccountOp,
  CreateAccountResult: jsonCreateAccountResult,
  CreateAccountResultCode: jsonCreateAccountResultCode,
  CreateClaimableBalanceOp: jsonCreateClaimableBalanceOp,
  CreateClaimableBalanceResult: jsonCreateClaimableBalanceResult,
  CreateClaimableBalanceResultCode: jsonCreateClaimableBalanceResultCode,
  CreateContractArgs: jsonCreateContractArgs,
  CreateContractArgsV2: jsonCreateContractArgsV2,
  CreatePassiveSellOfferOp: jsonCreatePassiveSellOfferOp,
  CryptoKeyType: jsonCryptoKeyType,
  Curve25519Public: jsonCurve25519Public,
  Curve25519Secret: jsonCurve25519Secret,
  DataEntry: jsonDataEntry,
  DataEntryExt: jsonDataEntryExt,
  DataValue: jsonDataValue,
  DecoratedSignature: jsonDecoratedSignature,
  DiagnosticEvent: jsonDiagnosticEvent,
  DontHave: jsonDontHave,
  EncodedLedgerKey: jsonEncodedLedgerKey,
  EncryptedBody: jsonEncryptedBody,
  EndSponsoringFutureReservesResult: jsonEndSponsoringFutureReservesResult,
  EndSponsoringFutureReservesResultCode: jsonEndSponsoringFutureReservesResultCode,
  EnvelopeType: jsonEnvelopeType,
  Error: jsonError,
  ErrorCode: jsonErrorCode,
  EvictionIterator: jsonEvictionIterator,
  ExtendFootprintTtlOp: jsonExtendFootprintTtlOp,
  ExtendFootprintTtlResult: jsonExtendFootprintTtlResult,
  ExtendFootprintTtlResultCode: jsonExtendFootprintTtlResultCode,
  ExtensionPoint: jsonExtensionPoint,
  FeeBumpTransaction: jsonFeeBumpTransaction,
  FeeBumpTransactionEnvelope: jsonFeeBumpTransactionEnvelope,
  FeeBumpTransactionExt: jsonFeeBumpTransactionExt,
  FeeBumpTransactionInnerTx: jsonFeeBumpTransactionInnerTx,
  FloodAdvert: jsonFloodAdvert,
  FloodDemand: jsonFloodDemand,
  FreezeBypassTxs: jsonFreezeBypassTxs,
  FreezeBypassTxsDelta: jsonFreezeBypassTxsDelta,
  FrozenLedgerKeys: jsonFrozenLedgerKeys,
  FrozenLedgerKeysDelta: jsonFrozenLedgerKeysDelta,
  GeneralizedTransactionSet: jsonGeneralizedTransactionSet,
  Hash: jsonHash,
  HashIdPreimage: jsonHashIdPreimage,
  HashIdPreimageContractId: jsonHashIdPreimageContractId,
  HashIdPreimageOperationId: jsonHashIdPreimageOperationId,
  HashIdPreimageRevokeId: jsonHashIdPreimageRevokeId,
  HashIdPreimageSorobanAuthorization: jsonHashIdPreimageSorobanAuthorization,
  HashIdPreimageSorobanAuthorizationWithAddress: jsonHashIdPreimageSorobanAuthorizationWithAddress,
  Hello: jsonHello,
  HmacSha256Key: jsonHmacSha256Key,
  HmacSha256Mac: jsonHmacSha256Mac,
  HostFunction: jsonHostFunction,
  HostFunctionType: jsonHostFunctionType,
  HotArchiveBucketEntry: jsonHotArchiveBucketEntry,
  HotArchiveBucketEntryType: jsonHotArchiveBucketEntryType,
  InflationPayout: jsonInflationPayout,
  InflationResult: jsonInflationResult,
  InflationResultCode: jsonInflationResultCode,
  InnerTransactionResult: jsonInnerTransactionResult,
  InnerTransactionResultExt: jsonInnerTransactionResultExt,
  InnerTransactionResultPair: jsonInnerTransactionResultPair,
  InnerTransactionResultResult: jsonInnerTransactionResultResult,
  Int128Parts: jsonInt128Parts,
  Int256Parts: jsonInt256Parts,
  InvokeContractArgs: jsonInvokeContractArgs,
  InvokeHostFunctionOp: jsonInvokeHostFunctionOp,
  InvokeHostFunctionResult: jsonInvokeHostFunctionResult,
  InvokeHostFunctionResultCode: jsonInvokeHostFunctionResultCode,
  InvokeHostFunctionSuccessPreImage: jsonInvokeHostFunctionSuccessPreImage,
  IpAddrType: jsonIpAddrType,
  LedgerBounds: jsonLedgerBounds,
  LedgerCloseMeta: jsonLedgerCloseMeta,
  LedgerCloseMetaBatch: jsonLedgerCloseMetaBatch,
  LedgerCloseMetaExt: jsonLedgerCloseMetaExt,
  LedgerCloseMetaExtV1: jsonLedgerCloseMetaExtV1,
  LedgerCloseMetaV0: jsonLedgerCloseMetaV0,
  LedgerCloseMetaV1: jsonLedgerCloseMetaV1,
  LedgerCloseMetaV2: jsonLedgerCloseMetaV2,
  LedgerCloseValueSignature: jsonLedgerCloseValueSignature,
  LedgerEntry: jsonLedgerEntry,
  LedgerEntryChange: jsonLedgerEntryChange,
  LedgerEntryChangeType: jsonLedgerEntryChangeType,
  LedgerEntryData: jsonLedgerEntryData,
  LedgerEntryExt: jsonLedgerEntryExt,
  LedgerEntryExtensionV1: jsonLedgerEntryExtensionV1,
  LedgerEntryExtensionV1Ext: jsonLedgerEntryExtensionV1Ext,
  LedgerEntryType: jsonLedgerEntryType,
  LedgerFootprint: jsonLedgerFootprint,
  LedgerHeader: jsonLedgerHeader,
  LedgerHeaderExt: jsonLedgerHeaderExt,
  LedgerHeaderExtensionV1: jsonLedgerHeaderExtensionV1,
  LedgerHeaderExtensionV1Ext: jsonLedgerHeaderExtensionV1Ext,
  LedgerHeaderFlags: jsonLedgerHeaderFlags,
  LedgerHeaderHistoryEntry: jsonLedgerHeaderHistoryEntry,
  LedgerHeaderHistoryEntryExt: jsonLedgerHeaderHistoryEntryExt,
  LedgerKey: jsonLedgerKey,
  LedgerKeyAccount: jsonLedgerKeyAccount,
  LedgerKeyClaimableBalance: jsonLedgerKeyClaimableBalance,
  LedgerKeyConfigSetting: jsonLedgerKeyConfigSetting,
  LedgerKeyContractCode: jsonLedgerKeyContractCode,
  LedgerKeyContractData: jsonLedgerKeyContractData,
  LedgerKeyData: jsonLedgerKeyData,
  LedgerKeyLiquidityPool: jsonLedgerKeyLiquidityPool,
  LedgerKeyOffer: jsonLedgerKeyOffer,
  LedgerKeyTrustLine: jsonLedgerKeyTrustLine,
  LedgerKeyTtl: jsonLedgerKeyTtl,
  LedgerScpMessages: jsonLedgerScpMessages,
  LedgerUpgrade: jsonLedgerUpgrade,
  LedgerUpgradeType: jsonLedgerUpgradeType,
  Liabilities: jsonLiabilities,
  LiquidityPoolConstantProductParameters: jsonLiquidityPoolConstantProductParameters,
  LiquidityPoolDepositOp: jsonLiquidityPoolDepositOp,
  LiquidityPoolDepositResult: jsonLiquidityPoolDepositResult,
  LiquidityPoolDepositResultCode: jsonLiquidityPoolDepositResultCode,
  LiquidityPoolEntry: jsonLiquidityPoolEntry,
  LiquidityPoolEntryBody: jsonLiquidityPoolEntryBody,
  LiquidityPoolEntryConstantProduct: jsonLiquidityPoolEntryConstantProduct,
  LiquidityPoolParameters: jsonLiquidityPoolParameters,
  LiquidityPoolType: jsonLiquidityPoolType,
  LiquidityPoolWithdrawOp: jsonLiquidityPoolWithdrawOp,
  LiquidityPoolWithdrawResult: jsonLiquidityPoolWithdrawResult,
  LiquidityPoolWithdrawResultCode: jsonLiquidityPoolWithdrawResultCode,
  ManageBuyOfferOp: jsonManageBuyOfferOp,
  ManageBuyOfferResult: jsonManageBuyOfferResult,
  ManageBuyOfferResultCode: jsonManageBuyOfferResultCode,
  ManageDataOp: jsonManageDataOp,
  ManageDataResult: jsonManageDataResult,
  ManageDataResultCode: jsonManageDataResultCode,
  ManageOfferEffect: jsonManageOfferEffect,
  ManageOfferSuccessResult: jsonManageOfferSuccessResult,
  ManageOfferSuccessResultOffer: jsonManageOfferSuccessResultOffer,
  ManageSellOfferOp: jsonManageSellOfferOp,
  ManageSellOfferResult: jsonManageSellOfferResult,
  ManageSellOfferResultCode: jsonManageSellOfferResultCode,
  Memo: jsonMemo,
  MemoType: jsonMemoType,
  MessageType: jsonMessageType,
  MuxedAccount: jsonMuxedAccount,
  MuxedAccountMed25519: jsonMuxedAccountMed25519,
  MuxedContract: jsonMuxedContract,
  MuxedEd25519Account: jsonMuxedEd25519Account,
  OfferEntry: jsonOfferEntry,
  OfferEntryExt: jsonOfferEntryExt,
  OfferEntryFlags: jsonOfferEntryFlags,
  Operation: jsonOperation,
  OperationBody: jsonOperationBody,
  OperationMeta: jsonOperationMeta,
  OperationMetaV2: jsonOperationMetaV2,
  OperationResult: jsonOperationResult,
  OperationResultCode: jsonOperationResultCode,
  OperationResultTr: jsonOperationResultTr,
  OperationType: jsonOperationType,
  ParallelTxsComponent: jsonParallelTxsComponent,
  PathPaymentStrictReceiveOp: jsonPathPaymentStrictReceiveOp,
  PathPaymentStrictReceiveResult: jsonPathPaymentStrictReceiveResult,
  PathPaymentStrictReceiveResultCode: jsonPathPaymentStrictReceiveResultCode,
  PathPaymentStrictReceiveResultSuccess: jsonPathPaymentStrictReceiveResultSuccess,
  PathPaymentStrictSendOp: jsonPathPaymentStrictSendOp,
  PathPaymentStrictSendResult: jsonPathPaymentStrictSendResult,
  PathPaymentStrictSendResultCode: jsonPathPaymentStrictSendResultCode,
  PathPaymentStrictSendResultSuccess: jsonPathPaymentStrictSendResultSuccess,
  PaymentOp: jsonPaymentOp,
  PaymentResult: jsonPaymentResult,
  PaymentResultCode: jsonPaymentResultCode,
  PeerAddress: jsonPeerAddress,
  PeerAddressIp: jsonPeerAddressIp,
  PeerStats: jsonPeerStats,
  PersistedScpState: jsonPersistedScpState,
  PersistedScpStateV0: jsonPersistedScpStateV0,
  PersistedScpStateV1: jsonPersistedScpStateV1,
  PoolId: jsonPoolId,
  PreconditionType: jsonPreconditionType,
  Preconditions: jsonPreconditions,
  PreconditionsV2: jsonPreconditionsV2,
  Price: jsonPrice,
  PublicKey: jsonPublicKey,
  PublicKeyType: jsonPublicKeyType,
  RestoreFootprintOp: jsonRestoreFootprintOp,
  RestoreFootprintResult: jsonRestoreFootprintResult,
  RestoreFootprintResultCode: jsonRestoreFootprintResultCode,
  RevokeSponsorshipOp: jsonRevokeSponsorshipOp,
  RevokeSponsorshipOpSigner: jsonRevokeSponsorshipOpSigner,
  RevokeSponsorshipResult: jsonRevokeSponsorshipResult,
  RevokeSponsorshipResultCode: jsonRevokeSponsorshipResultCode,
  RevokeSponsorshipType: jsonRevokeSponsorshipType,
  ScAddress: jsonScAddress,
  ScAddressType: jsonScAddressType,
  ScBytes: jsonScBytes,
  ScContractInstance: jsonScContractInstance,
  ScEnvMetaEntry: jsonScEnvMetaEntry,
  ScEnvMetaEntryInterfaceVersion: jsonScEnvMetaEntryInterfaceVersion,
  ScEnvMetaKind: jsonScEnvMetaKind,
  ScError: jsonScError,
  ScErrorCode: jsonScErrorCode,
  ScErrorType: jsonScErrorType,
  ScMapEntry: jsonScMapEntry,
  ScMetaEntry: jsonScMetaEntry,
  ScMetaKind: jsonScMetaKind,
  ScMetaV0: jsonScMetaV0,
  ScNonceKey: jsonScNonceKey,
  ScSpecEntry: jsonScSpecEntry,
  ScSpecEntryKind: jsonScSpecEntryKind,
  ScSpecEventDataFormat: jsonScSpecEventDataFormat,
  ScSpecEventParamLocationV0: jsonScSpecEventParamLocationV0,
  ScSpecEventParamV0: jsonScSpecEventParamV0,
  ScSpecEventV0: jsonScSpecEventV0,
  ScSpecFunctionInputV0: jsonScSpecFunctionInputV0,
  ScSpecFunctionV0: jsonScSpecFunctionV0,
  ScSpecType: jsonScSpecType,
  ScSpecTypeBytesN: jsonScSpecTypeBytesN,
  ScSpecTypeDef: jsonScSpecTypeDef,
  ScSpecTypeMap: jsonScSpecTypeMap,
  ScSpecTypeOption: jsonScSpecTypeOption,
  ScSpecTypeResult: jsonScSpecTypeResult,
  ScSpecTypeTuple: jsonScSpecTypeTuple,
  ScSpecTypeUdt: jsonScSpecTypeUdt,
  ScSpecTypeVec: jsonScSpecTypeVec,
  ScSpecUdtEnumCaseV0: jsonScSpecUdtEnumCaseV0,
  ScSpecUdtEnumV0: jsonScSpecUdtEnumV0,
  ScSpecUdtErrorEnumCaseV0: jsonScSpecUdtErrorEnumCaseV0,
  ScSpecUdtErrorEnumV0: jsonScSpecUdtErrorEnumV0,
  ScSpecUdtStructFieldV0: jsonScSpecUdtStructFieldV0,
  ScSpecUdtStructV0: jsonScSpecUdtStructV0,
  ScSpecUdtUnionCaseTupleV0: jsonScSpecUdtUnionCaseTupleV0,
  ScSpecUdtUnionCaseV0: jsonScSpecUdtUnionCaseV0,
  ScSpecUdtUnionCaseV0Kind: jsonScSpecUdtUnionCaseV0Kind,
  ScSpecUdtUnionCaseVoidV0: jsonScSpecUdtUnionCaseVoidV0,
  ScSpecUdtUnionV0: jsonScSpecUdtUnionV0,
  ScVal: jsonScVal,
  ScValType: jsonScValType,
  ScpBallot: jsonScpBallot,
  ScpEnvelope: jsonScpEnvelope,
  ScpHistoryEntry: jsonScpHistoryEntry,
  ScpHistoryEntryV0: jsonScpHistoryEntryV0,
  ScpNomination: jsonScpNomination,
  ScpQuorumSet: jsonScpQuorumSet,
  ScpStatement: jsonScpStatement,
  ScpStatementConfirm: jsonScpStatementConfirm,
  ScpStatementExternalize: jsonScpStatementExternalize,
  ScpStatementPledges: jsonScpStatementPledges,
  ScpStatementPrepare: jsonScpStatementPrepare,
  ScpStatementType: jsonScpStatementType,
  SendMore: jsonSendMore,
  SendMoreExtended: jsonSendMoreExtended,
  SerializedBinaryFuseFilter: jsonSerializedBinaryFuseFilter,
  SetOptionsOp: jsonSetOptionsOp,
  SetOptionsResult: jsonSetOptionsResult,
  SetOptionsResultCode: jsonSetOptionsResultCode,
  SetTrustLineFlagsOp: jsonSetTrustLineFlagsOp,
  SetTrustLineFlagsResult: jsonSetTrustLineFlagsResult,
  SetTrustLineFlagsResultCode: jsonSetTrustLineFlagsResultCode,
  ShortHashSeed: jsonShortHashSeed,
  Signature: jsonSignature,
  SignatureHint: jsonSignatureHint,
  SignedTimeSlicedSurveyRequestMessage: jsonSignedTimeSlicedSurveyRequestMessage,
  SignedTimeSlicedSurveyResponseMessage: jsonSignedTimeSlicedSurveyResponseMessage,
  SignedTimeSlicedSurveyStartCollectingMessage: jsonSignedTimeSlicedSurveyStartCollectingMessage,
  SignedTimeSlicedSurveyStopCollectingMessage: jsonSignedTimeSlicedSurveyStopCollectingMessage,
  Signer: jsonSigner,
  SignerKey: jsonSignerKey,
  SignerKeyEd25519SignedPayload: jsonSignerKeyEd25519SignedPayload,
  SignerKeyType: jsonSignerKeyType,
  SimplePaymentResult: jsonSimplePaymentResult,
  SorobanAddressCredentials: jsonSorobanAddressCredentials,
  SorobanAddressCredentialsWithDelegates: jsonSorobanAddressCredentialsWithDelegates,
  SorobanAuthorizationEntry: jsonSorobanAuthorizationEntry,
  SorobanAuthorizedFunction: jsonSorobanAuthorizedFunction,
  SorobanAuthorizedFunctionType: jsonSorobanAuthorizedFunctionType,
  SorobanAuthorizedInvocation: jsonSorobanAuthorizedInvocation,
  SorobanCredentials: jsonSorobanCredentials,
  SorobanCredentialsType: jsonSorobanCredentialsType,
  SorobanDelegateSignature: jsonSorobanDelegateSignature,
  SorobanResources: jsonSorobanResources,
  SorobanResourcesExtV0: jsonSorobanResourcesExtV0,
  SorobanTransactionData: jsonSorobanTransactionData,
  SorobanTransactionDataExt: jsonSorobanTransactionDataExt,
  SorobanTransactionMeta: jsonSorobanTransactionMeta,
  SorobanTransactionMetaExt: jsonSorobanTransactionMetaExt,
  SorobanTransactionMetaExtV1: jsonSorobanTransactionMetaExtV1,
  SorobanTransactionMetaV2: jsonSorobanTransactionMetaV2,
  StateArchivalSettings: jsonStateArchivalSettings,
  StellarMessage: jsonStellarMessage,
  StellarValue: jsonStellarValue,
  StellarValueExt: jsonStellarValueExt,
  StellarValueProposedMsValue: jsonStellarValueProposedMsValue,
  StellarValueProposedValue: jsonStellarValueProposedValue,
  StellarValueSignedMsValue: jsonStellarValueSignedMsValue,
  StellarValueType: jsonStellarValueType,
  StoredDebugTransactionSet: jsonStoredDebugTransactionSet,
  StoredTransactionSet: jsonStoredTransactionSet,
  SurveyMessageCommandType: jsonSurveyMessageCommandType,
  SurveyMessageResponseType: jsonSurveyMessageResponseType,
  SurveyRequestMessage: jsonSurveyRequestMessage,
  SurveyResponseBody: jsonSurveyResponseBody,
  SurveyResponseMessage: jsonSurveyResponseMessage,
  ThresholdIndexes: jsonThresholdIndexes,
  Thresholds: jsonThresholds,
  TimeBounds: jsonTimeBounds,
  TimeSlicedNodeData: jsonTimeSlicedNodeData,
  TimeSlicedPeerData: jsonTimeSlicedPeerData,
  TimeSlicedSurveyRequestMessage: jsonTimeSlicedSurveyRequestMessage,
  TimeSlicedSurveyResponseMessage: jsonTimeSlicedSurveyResponseMessage,
  TimeSlicedSurveyStartCollectingMessage: jsonTimeSlicedSurveyStartCollectingMessage,
  TimeSlicedSurveyStopCollectingMessage: jsonTimeSlicedSurveyStopCollectingMessage,
  TopologyResponseBodyV2: jsonTopologyResponseBodyV2,
  Transaction: jsonTransaction,
  TransactionEnvelope: jsonTransactionEnvelope,
  TransactionEvent: jsonTransactionEvent,
  TransactionEventStage: jsonTransactionEventStage,
  TransactionExt: jsonTransactionExt,
  TransactionHistoryEntry: jsonTransactionHistoryEntry,
  TransactionHistoryEntryExt: jsonTransactionHistoryEntryExt,
  TransactionHistoryResultEntry: jsonTransactionHistoryResultEntry,
  TransactionHistoryResultEntryExt: jsonTransactionHistoryResultEntryExt,
  TransactionMeta: jsonTransactionMeta,
  TransactionMetaV1: jsonTransactionMetaV1,
  TransactionMetaV2: jsonTransactionMetaV2,
  TransactionMetaV3: jsonTransactionMetaV3,
  TransactionMetaV4: jsonTransactionMetaV4,
  TransactionPhase: jsonTransactionPhase,
  TransactionResult: jsonTransactionResult,
  TransactionResultCode: jsonTransactionResultCode,
  TransactionResultExt: jsonTransactionResultExt,
  TransactionResultMeta: jsonTransactionResultMeta,
  TransactionResultMetaV1: jsonTransactionResultMetaV1,
  TransactionResultPair: jsonTransactionResultPair,
  TransactionResultResult: jsonTransactionResultResult,
  TransactionResultSet: jsonTransactionResultSet,
  TransactionSet: jsonTransactionSet,
  TransactionSetV1: jsonTransactionSetV1,
  TransactionSignaturePayload: jsonTransactionSignaturePayload,
  TransactionSignaturePayloadTaggedTransaction: jsonTransactionSignaturePayloadTaggedTransaction,
  TransactionV0: jsonTransactionV0,
  TransactionV0Envelope: jsonTransactionV0Envelope,
  TransactionV0Ext: jsonTransactionV0Ext,
  TransactionV1Envelope: jsonTransactionV1Envelope,
  TrustLineAsset: jsonTrustLineAsset,
  TrustLineEntry: jsonTrustLineEntry,
  TrustLineEntryExt: jsonTrustLineEntryExt,
  TrustLineEntryExtensionV2: jsonTrustLineEntryExtensionV2,
  TrustLineEntryExtensionV2Ext: jsonTrustLineEntryExtensionV2Ext,
  TrustLineEntryV1: jsonTrustLineEntryV1,
  TrustLineEntryV1Ext: jsonTrustLineEntryV1Ext,
  TrustLineFlags: jsonTrustLineFlags,
  TtlEntry: jsonTtlEntry,
  TxSetComponent: jsonTxSetComponent,
  TxSetComponentTxsMaybeDiscountedFee: jsonTxSetComponentTxsMaybeDiscountedFee,
  TxSetComponentType: jsonTxSetComponentType,
  Uint128Parts: jsonUint128Parts,
  Uint256Bytes: jsonUint256Bytes,
  Uint256Parts: jsonUint256Parts,
  UpgradeEntryMeta: jsonUpgradeEntryMeta,
  UpgradeType: jsonUpgradeType,
  Value: jsonValue,
};
