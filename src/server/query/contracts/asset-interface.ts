/** The functions of the contract of an asset, which is built into the protocol (CAP-46-6; destinations that may be muxed: CAP-67). */
import type { SpecFunction } from './contract-spec.ts';

const signatures = [
  'allowance(from: Address, spender: Address) -> i128',
  'approve(from: Address, spender: Address, amount: i128, expiration_ledger: u32)',
  'balance(id: Address) -> i128',
  'transfer(from: Address, to: MuxedAddress, amount: i128)',
  'transfer_from(spender: Address, from: Address, to: Address, amount: i128)',
  'burn(from: Address, amount: i128)',
  'burn_from(spender: Address, from: Address, amount: i128)',
  'decimals() -> u32',
  'name() -> string',
  'symbol() -> string',
  'set_admin(new_admin: Address)',
  'admin() -> Address',
  'set_authorized(id: Address, authorize: bool)',
  'authorized(id: Address) -> bool',
  'mint(to: Address, amount: i128)',
  'clawback(from: Address, amount: i128)',
];

/** The functions, in the order of the interface. */
export const assetFunctions: readonly SpecFunction[] = signatures.map((signature) => {
  const [, name = '', inputs = '', output] = /^(\w+)\((.*)\)(?: -> (\w+))?$/.exec(signature) ?? [];
  const named = inputs.split(', ').flatMap((input) => {
    const [inputName = '', type] = input.split(': ');
    return type === undefined ? [] : [{ name: inputName, type }];
  });
  return { name, inputs: named, outputs: output === undefined ? [] : [output] };
});
