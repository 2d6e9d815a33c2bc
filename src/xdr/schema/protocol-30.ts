/**
 * What protocol 30 adds to the schema of protocol 28, as the definitions of the Rust crate stellar-xdr 30.0.0 have it: close times in
 * milliseconds (CAP-88), muxed contracts (CAP-84), cost types of ML-DSA signatures (CAP-87), longer names in the specs of contracts.
 */
import type { Overlay } from './overlay.ts';

const NAME_LIMIT = 1024;

export const protocol30: Overlay = {
  protocol: 30,
  members: {
    ContractCostType: {
      mlDsa44DecodeVerifyingKey: 86,
      mlDsa65DecodeVerifyingKey: 87,
      mlDsa87DecodeVerifyingKey: 88,
      mlDsa44DecodeSignature: 89,
      mlDsa65DecodeSignature: 90,
      mlDsa87DecodeSignature: 91,
      verifyMlDsa44Sig: 92,
      verifyMlDsa65Sig: 93,
      verifyMlDsa87Sig: 94,
    },
    ScAddressType: { scAddressTypeMuxedContract: 5 },
    StellarValueType: { stellarValueSignedMs: 3, stellarValueEmptyTxSetMs: 4 },
  },
  structs: {
    MuxedContract: [
      ['id', 'uint64'],
      ['contractId', 'ContractId'],
    ],
    // closeTimeMs are milliseconds since 1970; closeTime of the StellarValue is the same in whole seconds.
    StellarValueSignedMsValue: [
      ['closeTimeMs', 'uint64'],
      ['lcValueSignature', 'LedgerCloseValueSignature'],
    ],
    StellarValueProposedMsValue: [
      ['closeTimeMs', 'uint64'],
      ['txSetHash', 'Hash'],
      ['previousLedgerHash', 'Hash'],
      ['previousLedgerVersion', 'uint32'],
      ['lcValueSignature', 'LedgerCloseValueSignature'],
    ],
  },
  arms: {
    ScAddress: { scAddressTypeMuxedContract: ['muxedContract', 'MuxedContract'] },
    StellarValueExt: {
      stellarValueSignedMs: ['signedMsValue', 'StellarValueSignedMsValue'],
      stellarValueEmptyTxSetMs: ['proposedMsValue', 'StellarValueProposedMsValue'],
    },
  },
  maxLengths: {
    'ScSpecTypeUdt.name': NAME_LIMIT,
    'ScSpecUdtStructV0.name': NAME_LIMIT,
    'ScSpecUdtUnionV0.name': NAME_LIMIT,
    'ScSpecUdtEnumV0.name': NAME_LIMIT,
    'ScSpecUdtErrorEnumV0.name': NAME_LIMIT,
    'ScSpecEventV0.name': NAME_LIMIT,
  },
};
