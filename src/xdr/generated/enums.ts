// Generated from the XDR schema of @stellar/stellar-sdk 17.2.0 and protocol 30. Do not edit: UPDATE=1 npx vitest run -c test/vitest.config.ts xdr/compile

export const AccountFlags = {
  authRequiredFlag: 1,
  authRevocableFlag: 2,
  authImmutableFlag: 4,
  authClawbackEnabledFlag: 8,
} as const;

export const AccountMergeResultCode = {
  accountMergeSuccess: 0,
  accountMergeMalformed: -1,
  accountMergeNoAccount: -2,
  accountMergeImmutableSet: -3,
  accountMergeHasSubEntries: -4,
  accountMergeSeqnumTooFar: -5,
  accountMergeDestFull: -6,
  accountMergeIsSponsor: -7,
} as const;

export const AllowTrustResultCode = {
  allowTrustSuccess: 0,
  allowTrustMalformed: -1,
  allowTrustNoTrustLine: -2,
  allowTrustTrustNotRequired: -3,
  allowTrustCantRevoke: -4,
  allowTrustSelfNotAllowed: -5,
  allowTrustLowReserve: -6,
} as const;

export const AssetType = {
  assetTypeNative: 0,
  assetTypeCreditAlphanum4: 1,
  assetTypeCreditAlphanum12: 2,
  assetTypePoolShare: 3,
} as const;

export const BeginSponsoringFutureReservesResultCode = {
  beginSponsoringFutureReservesSuccess: 0,
  beginSponsoringFutureReservesMalformed: -1,
  beginSponsoringFutureReservesAlreadySponsored: -2,
  beginSponsoringFutureReservesRecursive: -3,
} as const;

export const BinaryFuseFilterType = {
  binaryFuseFilter8Bit: 0,
  binaryFuseFilter16Bit: 1,
  binaryFuseFilter32Bit: 2,
} as const;

export const BucketEntryType = {
  metaentry: -1,
  liveentry: 0,
  deadentry: 1,
  initentry: 2,
} as const;

export const BucketListType = {
  live: 0,
  hotArchive: 1,
} as const;

export const BumpSequenceResultCode = {
  bumpSequenceSuccess: 0,
  bumpSequenceBadSeq: -1,
} as const;

export const ChangeTrustResultCode = {
  changeTrustSuccess: 0,
  changeTrustMalformed: -1,
  changeTrustNoIssuer: -2,
  changeTrustInvalidLimit: -3,
  changeTrustLowReserve: -4,
  changeTrustSelfNotAllowed: -5,
  changeTrustTrustLineMissing: -6,
  changeTrustCannotDelete: -7,
  changeTrustNotAuthMaintainLiabilities: -8,
} as const;

export const ClaimAtomType = {
  claimAtomTypeV0: 0,
  claimAtomTypeOrderBook: 1,
  claimAtomTypeLiquidityPool: 2,
} as const;

export const ClaimClaimableBalanceResultCode = {
  claimClaimableBalanceSuccess: 0,
  claimClaimableBalanceDoesNotExist: -1,
  claimClaimableBalanceCannotClaim: -2,
  claimClaimableBalanceLineFull: -3,
  claimClaimableBalanceNoTrust: -4,
  claimClaimableBalanceNotAuthorized: -5,
  claimClaimableBalanceTrustlineFrozen: -6,
} as const;

export const ClaimPredicateType = {
  claimPredicateUnconditional: 0,
  claimPredicateAnd: 1,
  claimPredicateOr: 2,
  claimPredicateNot: 3,
  claimPredicateBeforeAbsoluteTime: 4,
  claimPredicateBeforeRelativeTime: 5,
} as const;

export const ClaimableBalanceFlags = {
  claimableBalanceClawbackEnabledFlag: 1,
} as const;

export const ClaimableBalanceIdType = {
  claimableBalanceIdTypeV0: 0,
} as const;

export const ClaimantType = {
  claimantTypeV0: 0,
} as const;

export const ClawbackClaimableBalanceResultCode = {
  clawbackClaimableBalanceSuccess: 0,
  clawbackClaimableBalanceDoesNotExist: -1,
  clawbackClaimableBalanceNotIssuer: -2,
  clawbackClaimableBalanceNotClawbackEnabled: -3,
} as const;

export const ClawbackResultCode = {
  clawbackSuccess: 0,
  clawbackMalformed: -1,
  clawbackNotClawbackEnabled: -2,
  clawbackNoTrust: -3,
  clawbackUnderfunded: -4,
} as const;

export const ConfigSettingId = {
  configSettingContractMaxSizeBytes: 0,
  configSettingContractComputeV0: 1,
  configSettingContractLedgerCostV0: 2,
  configSettingContractHistoricalDataV0: 3,
  configSettingContractEventsV0: 4,
  configSettingContractBandwidthV0: 5,
  configSettingContractCostParamsCpuInstructions: 6,
  configSettingContractCostParamsMemoryBytes: 7,
  configSettingContractDataKeySizeBytes: 8,
  configSettingContractDataEntrySizeBytes: 9,
  configSettingStateArchival: 10,
  configSettingContractExecutionLanes: 11,
  configSettingLiveSorobanStateSizeWindow: 12,
  configSettingEvictionIterator: 13,
  configSettingContractParallelComputeV0: 14,
  configSettingContractLedgerCostExtV0: 15,
  configSettingScpTiming: 16,
  configSettingFrozenLedgerKeys: 17,
  configSettingFrozenLedgerKeysDelta: 18,
  configSettingFreezeBypassTxs: 19,
  configSettingFreezeBypassTxsDelta: 20,
} as const;

export const ContractCostType = {
  wasmInsnExec: 0,
  memAlloc: 1,
  memCpy: 2,
  memCmp: 3,
  dispatchHostFunction: 4,
  visitObject: 5,
  valSer: 6,
  valDeser: 7,
  computeSha256Hash: 8,
  computeEd25519PubKey: 9,
  verifyEd25519Sig: 10,
  vmInstantiation: 11,
  vmCachedInstantiation: 12,
  invokeVmFunction: 13,
  computeKeccak256Hash: 14,
  decodeEcdsaCurve256Sig: 15,
  recoverEcdsaSecp256k1Key: 16,
  int256AddSub: 17,
  int256Mul: 18,
  int256Div: 19,
  int256Pow: 20,
  int256Shift: 21,
  chaCha20DrawBytes: 22,
  parseWasmInstructions: 23,
  parseWasmFunctions: 24,
  parseWasmGlobals: 25,
  parseWasmTableEntries: 26,
  parseWasmTypes: 27,
  parseWasmDataSegments: 28,
  parseWasmElemSegments: 29,
  parseWasmImports: 30,
  parseWasmExports: 31,
  parseWasmDataSegmentBytes: 32,
  instantiateWasmInstructions: 33,
  instantiateWasmFunctions: 34,
  instantiateWasmGlobals: 35,
  instantiateWasmTableEntries: 36,
  instantiateWasmTypes: 37,
  instantiateWasmDataSegments: 38,
  instantiateWasmElemSegments: 39,
  instantiateWasmImports: 40,
  instantiateWasmExports: 41,
  instantiateWasmDataSegmentBytes: 42,
  sec1DecodePointUncompressed: 43,
  verifyEcdsaSecp256r1Sig: 44,
  bls12381EncodeFp: 45,
  bls12381DecodeFp: 46,
  bls12381G1CheckPointOnCurve: 47,
  bls12381G1CheckPointInSubgroup: 48,
  bls12381G2CheckPointOnCurve: 49,
  bls12381G2CheckPointInSubgroup: 50,
  bls12381G1ProjectiveToAffine: 51,
  bls12381G2ProjectiveToAffine: 52,
  bls12381G1Add: 53,
  bls12381G1Mul: 54,
  bls12381G1Msm: 55,
  bls12381MapFpToG1: 56,
  bls12381HashToG1: 57,
  bls12381G2Add: 58,
  bls12381G2Mul: 59,
  bls12381G2Msm: 60,
  bls12381MapFp2ToG2: 61,
  bls12381HashToG2: 62,
  bls12381Pairing: 63,
  bls12381FrFromU256: 64,
  bls12381FrToU256: 65,
  bls12381FrAddSub: 66,
  bls12381FrMul: 67,
  bls12381FrPow: 68,
  bls12381FrInv: 69,
  bn254EncodeFp: 70,
  bn254DecodeFp: 71,
  bn254G1CheckPointOnCurve: 72,
  bn254G2CheckPointOnCurve: 73,
  bn254G2CheckPointInSubgroup: 74,
  bn254G1ProjectiveToAffine: 75,
  bn254G1Add: 76,
  bn254G1Mul: 77,
  bn254Pairing: 78,
  bn254FrFromU256: 79,
  bn254FrToU256: 80,
  bn254FrAddSub: 81,
  bn254FrMul: 82,
  bn254FrPow: 83,
  bn254FrInv: 84,
  bn254G1Msm: 85,
  mlDsa44DecodeVerifyingKey: 86,
  mlDsa65DecodeVerifyingKey: 87,
  mlDsa87DecodeVerifyingKey: 88,
  mlDsa44DecodeSignature: 89,
  mlDsa65DecodeSignature: 90,
  mlDsa87DecodeSignature: 91,
  verifyMlDsa44Sig: 92,
  verifyMlDsa65Sig: 93,
  verifyMlDsa87Sig: 94,
} as const;

export const ContractDataDurability = {
  temporary: 0,
  persistent: 1,
} as const;

export const ContractEventType = {
  system: 0,
  contract: 1,
  diagnostic: 2,
} as const;

export const ContractExecutableType = {
  contractExecutableWasm: 0,
  contractExecutableStellarAsset: 1,
  contractExecutableExternalRef: 2,
} as const;

export const ContractIdPreimageType = {
  contractIdPreimageFromAddress: 0,
  contractIdPreimageFromAsset: 1,
} as const;

export const CreateAccountResultCode = {
  createAccountSuccess: 0,
  createAccountMalformed: -1,
  createAccountUnderfunded: -2,
  createAccountLowReserve: -3,
  createAccountAlreadyExist: -4,
} as const;

export const CreateClaimableBalanceResultCode = {
  createClaimableBalanceSuccess: 0,
  createClaimableBalanceMalformed: -1,
  createClaimableBalanceLowReserve: -2,
  createClaimableBalanceNoTrust: -3,
  createClaimableBalanceNotAuthorized: -4,
  createClaimableBalanceUnderfunded: -5,
} as const;

export const CryptoKeyType = {
  keyTypeEd25519: 0,
  keyTypePreAuthTx: 1,
  keyTypeHashX: 2,
  keyTypeEd25519SignedPayload: 3,
  keyTypeMuxedEd25519: 256,
} as const;

export const EndSponsoringFutureReservesResultCode = {
  endSponsoringFutureReservesSuccess: 0,
  endSponsoringFutureReservesNotSponsored: -1,
} as const;

export const EnvelopeType = {
  envelopeTypeTxV0: 0,
  envelopeTypeScp: 1,
  envelopeTypeTx: 2,
  envelopeTypeAuth: 3,
  envelopeTypeScpvalue: 4,
  envelopeTypeTxFeeBump: 5,
  envelopeTypeOpId: 6,
  envelopeTypePoolRevokeOpId: 7,
  envelopeTypeContractId: 8,
  envelopeTypeSorobanAuthorization: 9,
  envelopeTypeSorobanAuthorizationWithAddress: 10,
} as const;

export const ErrorCode = {
  errMisc: 0,
  errData: 1,
  errConf: 2,
  errAuth: 3,
  errLoad: 4,
} as const;

export const ExtendFootprintTtlResultCode = {
  extendFootprintTtlSuccess: 0,
  extendFootprintTtlMalformed: -1,
  extendFootprintTtlResourceLimitExceeded: -2,
  extendFootprintTtlInsufficientRefundableFee: -3,
} as const;

export const HostFunctionType = {
  hostFunctionTypeInvokeContract: 0,
  hostFunctionTypeCreateContract: 1,
  hostFunctionTypeUploadContractWasm: 2,
  hostFunctionTypeCreateContractV2: 3,
} as const;

export const HotArchiveBucketEntryType = {
  hotArchiveMetaentry: -1,
  hotArchiveArchived: 0,
  hotArchiveLive: 1,
} as const;

export const InflationResultCode = {
  inflationSuccess: 0,
  inflationNotTime: -1,
} as const;

export const InvokeHostFunctionResultCode = {
  invokeHostFunctionSuccess: 0,
  invokeHostFunctionMalformed: -1,
  invokeHostFunctionTrapped: -2,
  invokeHostFunctionResourceLimitExceeded: -3,
  invokeHostFunctionEntryArchived: -4,
  invokeHostFunctionInsufficientRefundableFee: -5,
} as const;

export const IpAddrType = {
  iPv4: 0,
  iPv6: 1,
} as const;

export const LedgerEntryChangeType = {
  ledgerEntryCreated: 0,
  ledgerEntryUpdated: 1,
  ledgerEntryRemoved: 2,
  ledgerEntryState: 3,
  ledgerEntryRestored: 4,
} as const;

export const LedgerEntryType = {
  account: 0,
  trustline: 1,
  offer: 2,
  data: 3,
  claimableBalance: 4,
  liquidityPool: 5,
  contractData: 6,
  contractCode: 7,
  configSetting: 8,
  ttl: 9,
} as const;

export const LedgerHeaderFlags = {
  disableLiquidityPoolTradingFlag: 1,
  disableLiquidityPoolDepositFlag: 2,
  disableLiquidityPoolWithdrawalFlag: 4,
} as const;

export const LedgerUpgradeType = {
  ledgerUpgradeVersion: 1,
  ledgerUpgradeBaseFee: 2,
  ledgerUpgradeMaxTxSetSize: 3,
  ledgerUpgradeBaseReserve: 4,
  ledgerUpgradeFlags: 5,
  ledgerUpgradeConfig: 6,
  ledgerUpgradeMaxSorobanTxSetSize: 7,
} as const;

export const LiquidityPoolDepositResultCode = {
  liquidityPoolDepositSuccess: 0,
  liquidityPoolDepositMalformed: -1,
  liquidityPoolDepositNoTrust: -2,
  liquidityPoolDepositNotAuthorized: -3,
  liquidityPoolDepositUnderfunded: -4,
  liquidityPoolDepositLineFull: -5,
  liquidityPoolDepositBadPrice: -6,
  liquidityPoolDepositPoolFull: -7,
  liquidityPoolDepositTrustlineFrozen: -8,
} as const;

export const LiquidityPoolType = {
  liquidityPoolConstantProduct: 0,
} as const;

export const LiquidityPoolWithdrawResultCode = {
  liquidityPoolWithdrawSuccess: 0,
  liquidityPoolWithdrawMalformed: -1,
  liquidityPoolWithdrawNoTrust: -2,
  liquidityPoolWithdrawUnderfunded: -3,
  liquidityPoolWithdrawLineFull: -4,
  liquidityPoolWithdrawUnderMinimum: -5,
  liquidityPoolWithdrawTrustlineFrozen: -6,
} as const;

export const ManageBuyOfferResultCode = {
  manageBuyOfferSuccess: 0,
  manageBuyOfferMalformed: -1,
  manageBuyOfferSellNoTrust: -2,
  manageBuyOfferBuyNoTrust: -3,
  manageBuyOfferSellNotAuthorized: -4,
  manageBuyOfferBuyNotAuthorized: -5,
  manageBuyOfferLineFull: -6,
  manageBuyOfferUnderfunded: -7,
  manageBuyOfferCrossSelf: -8,
  manageBuyOfferSellNoIssuer: -9,
  manageBuyOfferBuyNoIssuer: -10,
  manageBuyOfferNotFound: -11,
  manageBuyOfferLowReserve: -12,
} as const;

export const ManageDataResultCode = {
  manageDataSuccess: 0,
  manageDataNotSupportedYet: -1,
  manageDataNameNotFound: -2,
  manageDataLowReserve: -3,
  manageDataInvalidName: -4,
} as const;

export const ManageOfferEffect = {
  manageOfferCreated: 0,
  manageOfferUpdated: 1,
  manageOfferDeleted: 2,
} as const;

export const ManageSellOfferResultCode = {
  manageSellOfferSuccess: 0,
  manageSellOfferMalformed: -1,
  manageSellOfferSellNoTrust: -2,
  manageSellOfferBuyNoTrust: -3,
  manageSellOfferSellNotAuthorized: -4,
  manageSellOfferBuyNotAuthorized: -5,
  manageSellOfferLineFull: -6,
  manageSellOfferUnderfunded: -7,
  manageSellOfferCrossSelf: -8,
  manageSellOfferSellNoIssuer: -9,
  manageSellOfferBuyNoIssuer: -10,
  manageSellOfferNotFound: -11,
  manageSellOfferLowReserve: -12,
} as const;

export const MemoType = {
  memoNone: 0,
  memoText: 1,
  memoId: 2,
  memoHash: 3,
  memoReturn: 4,
} as const;

export const MessageType = {
  errorMsg: 0,
  auth: 2,
  dontHave: 3,
  peers: 5,
  getTxSet: 6,
  txSet: 7,
  generalizedTxSet: 17,
  transaction: 8,
  getScpQuorumset: 9,
  scpQuorumset: 10,
  scpMessage: 11,
  getScpState: 12,
  hello: 13,
  sendMore: 16,
  sendMoreExtended: 20,
  floodAdvert: 18,
  floodDemand: 19,
  timeSlicedSurveyRequest: 21,
  timeSlicedSurveyResponse: 22,
  timeSlicedSurveyStartCollecting: 23,
  timeSlicedSurveyStopCollecting: 24,
} as const;

export const OfferEntryFlags = {
  passiveFlag: 1,
} as const;

export const OperationResultCode = {
  opInner: 0,
  opBadAuth: -1,
  opNoAccount: -2,
  opNotSupported: -3,
  opTooManySubentries: -4,
  opExceededWorkLimit: -5,
  opTooManySponsoring: -6,
} as const;

export const OperationType = {
  createAccount: 0,
  payment: 1,
  pathPaymentStrictReceive: 2,
  manageSellOffer: 3,
  createPassiveSellOffer: 4,
  setOptions: 5,
  changeTrust: 6,
  allowTrust: 7,
  accountMerge: 8,
  inflation: 9,
  manageData: 10,
  bumpSequence: 11,
  manageBuyOffer: 12,
  pathPaymentStrictSend: 13,
  createClaimableBalance: 14,
  claimClaimableBalance: 15,
  beginSponsoringFutureReserves: 16,
  endSponsoringFutureReserves: 17,
  revokeSponsorship: 18,
  clawback: 19,
  clawbackClaimableBalance: 20,
  setTrustLineFlags: 21,
  liquidityPoolDeposit: 22,
  liquidityPoolWithdraw: 23,
  invokeHostFunction: 24,
  extendFootprintTtl: 25,
  restoreFootprint: 26,
} as const;

export const PathPaymentStrictReceiveResultCode = {
  pathPaymentStrictReceiveSuccess: 0,
  pathPaymentStrictReceiveMalformed: -1,
  pathPaymentStrictReceiveUnderfunded: -2,
  pathPaymentStrictReceiveSrcNoTrust: -3,
  pathPaymentStrictReceiveSrcNotAuthorized: -4,
  pathPaymentStrictReceiveNoDestination: -5,
  pathPaymentStrictReceiveNoTrust: -6,
  pathPaymentStrictReceiveNotAuthorized: -7,
  pathPaymentStrictReceiveLineFull: -8,
  pathPaymentStrictReceiveNoIssuer: -9,
  pathPaymentStrictReceiveTooFewOffers: -10,
  pathPaymentStrictReceiveOfferCrossSelf: -11,
  pathPaymentStrictReceiveOverSendmax: -12,
} as const;

export const PathPaymentStrictSendResultCode = {
  pathPaymentStrictSendSuccess: 0,
  pathPaymentStrictSendMalformed: -1,
  pathPaymentStrictSendUnderfunded: -2,
  pathPaymentStrictSendSrcNoTrust: -3,
  pathPaymentStrictSendSrcNotAuthorized: -4,
  pathPaymentStrictSendNoDestination: -5,
  pathPaymentStrictSendNoTrust: -6,
  pathPaymentStrictSendNotAuthorized: -7,
  pathPaymentStrictSendLineFull: -8,
  pathPaymentStrictSendNoIssuer: -9,
  pathPaymentStrictSendTooFewOffers: -10,
  pathPaymentStrictSendOfferCrossSelf: -11,
  pathPaymentStrictSendUnderDestmin: -12,
} as const;

export const PaymentResultCode = {
  paymentSuccess: 0,
  paymentMalformed: -1,
  paymentUnderfunded: -2,
  paymentSrcNoTrust: -3,
  paymentSrcNotAuthorized: -4,
  paymentNoDestination: -5,
  paymentNoTrust: -6,
  paymentNotAuthorized: -7,
  paymentLineFull: -8,
  paymentNoIssuer: -9,
} as const;

export const PreconditionType = {
  precondNone: 0,
  precondTime: 1,
  precondV2: 2,
} as const;

export const PublicKeyType = {
  publicKeyTypeEd25519: 0,
} as const;

export const RestoreFootprintResultCode = {
  restoreFootprintSuccess: 0,
  restoreFootprintMalformed: -1,
  restoreFootprintResourceLimitExceeded: -2,
  restoreFootprintInsufficientRefundableFee: -3,
} as const;

export const RevokeSponsorshipResultCode = {
  revokeSponsorshipSuccess: 0,
  revokeSponsorshipDoesNotExist: -1,
  revokeSponsorshipNotSponsor: -2,
  revokeSponsorshipLowReserve: -3,
  revokeSponsorshipOnlyTransferable: -4,
  revokeSponsorshipMalformed: -5,
} as const;

export const RevokeSponsorshipType = {
  revokeSponsorshipLedgerEntry: 0,
  revokeSponsorshipSigner: 1,
} as const;

export const ScAddressType = {
  scAddressTypeAccount: 0,
  scAddressTypeContract: 1,
  scAddressTypeMuxedAccount: 2,
  scAddressTypeClaimableBalance: 3,
  scAddressTypeLiquidityPool: 4,
  scAddressTypeMuxedContract: 5,
} as const;

export const ScEnvMetaKind = {
  scEnvMetaKindInterfaceVersion: 0,
} as const;

export const ScErrorCode = {
  scecArithDomain: 0,
  scecIndexBounds: 1,
  scecInvalidInput: 2,
  scecMissingValue: 3,
  scecExistingValue: 4,
  scecExceededLimit: 5,
  scecInvalidAction: 6,
  scecInternalError: 7,
  scecUnexpectedType: 8,
  scecUnexpectedSize: 9,
} as const;

export const ScErrorType = {
  sceContract: 0,
  sceWasmVm: 1,
  sceContext: 2,
  sceStorage: 3,
  sceObject: 4,
  sceCrypto: 5,
  sceEvents: 6,
  sceBudget: 7,
  sceValue: 8,
  sceAuth: 9,
} as const;

export const ScMetaKind = {
  scMetaV0: 0,
} as const;

export const ScSpecEntryKind = {
  scSpecEntryFunctionV0: 0,
  scSpecEntryUdtStructV0: 1,
  scSpecEntryUdtUnionV0: 2,
  scSpecEntryUdtEnumV0: 3,
  scSpecEntryUdtErrorEnumV0: 4,
  scSpecEntryEventV0: 5,
} as const;

export const ScSpecEventDataFormat = {
  scSpecEventDataFormatSingleValue: 0,
  scSpecEventDataFormatVec: 1,
  scSpecEventDataFormatMap: 2,
} as const;

export const ScSpecEventParamLocationV0 = {
  scSpecEventParamLocationData: 0,
  scSpecEventParamLocationTopicList: 1,
} as const;

export const ScSpecType = {
  scSpecTypeVal: 0,
  scSpecTypeBool: 1,
  scSpecTypeVoid: 2,
  scSpecTypeError: 3,
  scSpecTypeU32: 4,
  scSpecTypeI32: 5,
  scSpecTypeU64: 6,
  scSpecTypeI64: 7,
  scSpecTypeTimepoint: 8,
  scSpecTypeDuration: 9,
  scSpecTypeU128: 10,
  scSpecTypeI128: 11,
  scSpecTypeU256: 12,
  scSpecTypeI256: 13,
  scSpecTypeBytes: 14,
  scSpecTypeString: 16,
  scSpecTypeSymbol: 17,
  scSpecTypeAddress: 19,
  scSpecTypeMuxedAddress: 20,
  scSpecTypeOption: 1000,
  scSpecTypeResult: 1001,
  scSpecTypeVec: 1002,
  scSpecTypeMap: 1004,
  scSpecTypeTuple: 1005,
  scSpecTypeBytesN: 1006,
  scSpecTypeUdt: 2000,
} as const;

export const ScSpecUdtUnionCaseV0Kind = {
  scSpecUdtUnionCaseVoidV0: 0,
  scSpecUdtUnionCaseTupleV0: 1,
} as const;

export const ScValType = {
  scvBool: 0,
  scvVoid: 1,
  scvError: 2,
  scvU32: 3,
  scvI32: 4,
  scvU64: 5,
  scvI64: 6,
  scvTimepoint: 7,
  scvDuration: 8,
  scvU128: 9,
  scvI128: 10,
  scvU256: 11,
  scvI256: 12,
  scvBytes: 13,
  scvString: 14,
  scvSymbol: 15,
  scvVec: 16,
  scvMap: 17,
  scvAddress: 18,
  scvContractInstance: 19,
  scvLedgerKeyContractInstance: 20,
  scvLedgerKeyNonce: 21,
  scvExecutableTag: 22,
} as const;

export const ScpStatementType = {
  scpStPrepare: 0,
  scpStConfirm: 1,
  scpStExternalize: 2,
  scpStNominate: 3,
} as const;

export const SetOptionsResultCode = {
  setOptionsSuccess: 0,
  setOptionsLowReserve: -1,
  setOptionsTooManySigners: -2,
  setOptionsBadFlags: -3,
  setOptionsInvalidInflation: -4,
  setOptionsCantChange: -5,
  setOptionsUnknownFlag: -6,
  setOptionsThresholdOutOfRange: -7,
  setOptionsBadSigner: -8,
  setOptionsInvalidHomeDomain: -9,
  setOptionsAuthRevocableRequired: -10,
} as const;

export const SetTrustLineFlagsResultCode = {
  setTrustLineFlagsSuccess: 0,
  setTrustLineFlagsMalformed: -1,
  setTrustLineFlagsNoTrustLine: -2,
  setTrustLineFlagsCantRevoke: -3,
  setTrustLineFlagsInvalidState: -4,
  setTrustLineFlagsLowReserve: -5,
} as const;

export const SignerKeyType = {
  signerKeyTypeEd25519: 0,
  signerKeyTypePreAuthTx: 1,
  signerKeyTypeHashX: 2,
  signerKeyTypeEd25519SignedPayload: 3,
} as const;

export const SorobanAuthorizedFunctionType = {
  sorobanAuthorizedFunctionTypeContractFn: 0,
  sorobanAuthorizedFunctionTypeCreateContractHostFn: 1,
  sorobanAuthorizedFunctionTypeCreateContractV2HostFn: 2,
} as const;

export const SorobanCredentialsType = {
  sorobanCredentialsSourceAccount: 0,
  sorobanCredentialsAddress: 1,
  sorobanCredentialsAddressV2: 2,
  sorobanCredentialsAddressWithDelegates: 3,
} as const;

export const StellarValueType = {
  stellarValueBasic: 0,
  stellarValueSigned: 1,
  stellarValueEmptyTxSet: 2,
  stellarValueSignedMs: 3,
  stellarValueEmptyTxSetMs: 4,
} as const;

export const SurveyMessageCommandType = {
  timeSlicedSurveyTopology: 1,
} as const;

export const SurveyMessageResponseType = {
  surveyTopologyResponseV2: 2,
} as const;

export const ThresholdIndexes = {
  thresholdMasterWeight: 0,
  thresholdLow: 1,
  thresholdMed: 2,
  thresholdHigh: 3,
} as const;

export const TransactionEventStage = {
  transactionEventStageBeforeAllTxs: 0,
  transactionEventStageAfterTx: 1,
  transactionEventStageAfterAllTxs: 2,
} as const;

export const TransactionResultCode = {
  txFeeBumpInnerSuccess: 1,
  txSuccess: 0,
  txFailed: -1,
  txTooEarly: -2,
  txTooLate: -3,
  txMissingOperation: -4,
  txBadSeq: -5,
  txBadAuth: -6,
  txInsufficientBalance: -7,
  txNoAccount: -8,
  txInsufficientFee: -9,
  txBadAuthExtra: -10,
  txInternalError: -11,
  txNotSupported: -12,
  txFeeBumpInnerFailed: -13,
  txBadSponsorship: -14,
  txBadMinSeqAgeOrGap: -15,
  txMalformed: -16,
  txSorobanInvalid: -17,
  txFrozenKeyAccessed: -18,
} as const;

export const TrustLineFlags = {
  authorizedFlag: 1,
  authorizedToMaintainLiabilitiesFlag: 2,
  trustlineClawbackEnabledFlag: 4,
} as const;

export const TxSetComponentType = {
  txsetCompTxsMaybeDiscountedFee: 0,
} as const;
