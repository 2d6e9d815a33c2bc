/** Builds and classifies ledger keys of contract data, instances, code and lifetimes. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { sha256 } from '../identity.ts';
import type { Address } from '../events/log.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { remembering } from '../remembering.ts';
import { sorobanKey } from '../state/keys.ts';
import { addressXdr } from './values.ts';

/** How long an entry of a contract may live. */
export type Durability = 'persistent' | 'temporary';

const durabilities = {
  persistent: xdr.ContractDataDurability.persistent,
  temporary: xdr.ContractDataDurability.temporary,
} as const;

/** Returns the ledger key of a contract's entry. */
export function dataLedgerKey(contract: Address, key: xdr.ScVal, durability: Durability): xdr.LedgerKey {
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({ contract: addressXdr(contract), key, durability: durabilities[durability] }),
  );
}

/** Returns the ledger key of a contract's instance. */
export const instanceLedgerKey = remembering((contract: Address): xdr.LedgerKey =>
  dataLedgerKey(contract, xdr.ScVal.scvLedgerKeyContractInstance(), 'persistent'),
);

/** Returns the ledger key of code, from its hash as hex. */
export const codeLedgerKey = remembering((hash): xdr.LedgerKey =>
  xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: Buffer.from(hash, 'hex') })),
);

/** Whether an entry of this key has a lifetime. */
export const isSoroban = ({ type }: xdr.LedgerKey): boolean => type === 'contractData' || type === 'contractCode';

/** Whether an entry of this key is archived, not forgotten, when its life is over. */
export function isPersistent(key: xdr.LedgerKey): boolean {
  return (
    key.type === 'contractCode' || (key.type === 'contractData' && key.contractData.durability.name === 'persistent')
  );
}

/** Returns the SHA-256 of a ledger key as hex, from the key by which the state calls its entry. */
export const keyHashOf = remembering((stateKey) => hexOf(sha256(Buffer.from(stateKey.slice(sorobanPrefix), 'hex'))));

/** Returns the key by which the state calls a lifetime. */
export const ttlKeyOf = (keyHash: string): string => sorobanKey(`00000009${keyHash}`);

const sorobanPrefix = sorobanKey('').length;
