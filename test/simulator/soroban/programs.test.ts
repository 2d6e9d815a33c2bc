import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { accountAddress } from '../../../src/simulator/events/log.ts';
import { identityOf, sha256, signBytes, type Identity } from '../../../src/simulator/identity.ts';
import { nonceKey, signaturePayload } from '../../../src/simulator/soroban/authenticate.ts';
import { accountLedgerKey } from '../../../src/simulator/soroban/contracts/asset-balances.ts';
import { wasmHashOf, wasmOf, type Program } from '../../../src/simulator/soroban/contracts/index.ts';
import { contractIdOf } from '../../../src/simulator/soroban/create.ts';
import { codeLedgerKey, instanceLedgerKey } from '../../../src/simulator/soroban/keys.ts';
import {
  address,
  addressXdr,
  scBool,
  bytes,
  scContract,
  i128,
  scString,
  scStruct,
  u32,
  vec,
} from '../../../src/simulator/soroban/values.ts';
import { Contracts } from './contracts.ts';

const bob = identityOf(sha256('bob'));
const bobAddress = address(accountAddress(bob.id));

/** Uploads and creates a program; returns its address. */
function deploy(network: Contracts, program: Program, ...constructorArgs: xdr.ScVal[]): string {
  network.run(xdr.HostFunction.hostFunctionTypeUploadContractWasm(wasmOf(program)));
  const contractIdPreimage = xdr.ContractIdPreimage.contractIdPreimageFromAddress(
    new xdr.ContractIdPreimageFromAddress({
      address: xdr.ScAddress.scAddressTypeAccount(network.root.accountId),
      salt: sha256(program),
    }),
  );
  const executable = xdr.ContractExecutable.contractExecutableWasm(Buffer.from(wasmHashOf(program), 'hex'));
  const args = new xdr.CreateContractArgsV2({ contractIdPreimage, executable, constructorArgs });
  const created = network.run(xdr.HostFunction.hostFunctionTypeCreateContractV2(args));
  expect(created.code).toBe('txSuccess');
  return scContract(contractIdOf(network.networkId, contractIdPreimage));
}

function withToken(): { network: Contracts; token: string } {
  const network = new Contracts();
  const token = deploy(network, 'token', network.rootAddress, u32(7), scString('Coin'), scString('COIN'));
  network.invoke(token, 'mint', [network.rootAddress, i128(1_000_000n)]);
  return { network, token };
}

it('moves a token between holders, and keeps their sum', () => {
  const { network, token } = withToken();
  network.invoke(token, 'transfer', [network.rootAddress, bobAddress, i128(400n)]);
  expect(network.invoke(token, 'balance', [bobAddress]).returned).toEqual({ i128: '400' });
  expect(network.invoke(token, 'balance', [network.rootAddress]).returned).toEqual({ i128: '999600' });
});

it('lets another spend what was approved, and no more', () => {
  const { network, token } = withToken();
  network.fund(bob);
  const until = u32(network.ledger + 30);
  network.invoke(token, 'approve', [network.rootAddress, bobAddress, i128(50n), until]);
  const spent = ['transfer_from', [bobAddress, network.rootAddress, bobAddress, i128(30n)]] as const;
  expect(network.invoke(token, ...spent, { source: bob }).code).toBe('txSuccess');
  expect(() => network.invoke(token, ...spent, { source: bob })).toThrow('not enough allowance to spend');
});

it('swaps in a pool of contracts, which never loses', () => {
  const { network, token } = withToken();
  network.createAsset();
  const pool = deploy(network, 'pool', address(network.native), address(token));
  const deposit = [network.rootAddress, i128(10_000n), i128(0n), i128(20_000n), i128(0n)];
  expect(network.invoke(pool, 'deposit', deposit)).toMatchObject({ code: 'txSuccess', returned: { i128: '14142' } });
  const swapped = network.invoke(pool, 'swap', [network.rootAddress, scBool(false), i128(1_000n), i128(600n)]);
  expect(swapped.returned).toEqual({ i128: '528' });
  expect(network.invoke(pool, 'get_rsrvs', []).returned).toEqual({ vec: [{ i128: '10528' }, { i128: '19000' }] });
  const withdrawn = network.invoke(pool, 'withdraw', [network.rootAddress, i128(14_142n), i128(0n), i128(0n)]);
  expect(withdrawn.returned).toEqual({ vec: [{ i128: '10528' }, { i128: '19000' }] });
});

it('calls others, and tells of each call in diagnostics', () => {
  const { network, token } = withToken();
  const caller = deploy(network, 'caller');
  const args = [network.rootAddress, address(token), vec(bobAddress), i128(5n)];
  const paid = network.invoke(caller, 'pay_all', args);
  expect(paid.code).toBe('txSuccess');
  const names = paid.diagnostics.map((event) => JSON.stringify(event).match(/fn_call|fn_return|transfer"/)?.[0]);
  expect(names).toEqual(['fn_call', 'fn_call', 'transfer"', 'fn_return', 'fn_return']);
});

describe('a wallet', () => {
  const network = new Contracts(27);
  network.fund(bob);
  network.createAsset();
  const wallet = deploy(network, 'wallet', bobAddress);
  network.invoke(network.native, 'transfer', [network.rootAddress, address(wallet), i128(1_000n)]);
  const args = [address(wallet), network.rootAddress, i128(10n)];
  const rootInvocation = new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
      new xdr.InvokeContractArgs({ contractAddress: addressXdr(network.native), functionName: 'transfer', args }),
    ),
    subInvocations: [],
  });
  const delegateOf = (signer: Identity, payload: Uint8Array, who = bob) =>
    new xdr.SorobanDelegateSignature({
      address: addressXdr(accountAddress(who.id)),
      signature: vec(scStruct({ public_key: bytes(signer.publicKey), signature: bytes(signBytes(signer, payload)) })),
      nestedDelegates: [],
    });
  const own = (nonce: bigint) => ({
    ...{ address: addressXdr(wallet), nonce, signatureExpirationLedger: network.ledger + 20 },
    signature: xdr.ScVal.scvVoid(),
  });

  /** Pays from the wallet with these delegates, who get what they sign. */
  function pay(nonce: bigint, delegates: (payload: Uint8Array) => xdr.SorobanDelegateSignature[], isBound = true) {
    const credentials = own(nonce);
    const payload = signaturePayload({ own: credentials, isBound }, rootInvocation, network.networkId);
    const { sorobanCredentialsAddressWithDelegates } = xdr.SorobanCredentials;
    const signed = new xdr.SorobanAddressCredentialsWithDelegates({
      addressCredentials: new xdr.SorobanAddressCredentials(credentials),
      delegates: delegates(payload),
    });
    const entry = { credentials: sorobanCredentialsAddressWithDelegates(signed), rootInvocation };
    return network.invoke(network.native, 'transfer', args, {
      auth: [new xdr.SorobanAuthorizationEntry(entry)],
      nonces: [nonceKey(credentials)],
      checked: [instanceLedgerKey(wallet), codeLedgerKey(wasmHashOf('wallet')), accountLedgerKey(bob.id)],
    });
  }

  it('pays what its holder signs for, once', () => {
    const paid = pay(1n, (payload) => [delegateOf(bob, payload)]);
    expect(paid.code).toBe('txSuccess');
    expect(JSON.stringify(paid.diagnostics)).toContain('__check_auth');
    const again = pay(1n, (payload) => [delegateOf(bob, payload)]);
    expect([again.code, JSON.stringify(again.diagnostics)]).toEqual([
      'txFailed',
      expect.stringContaining('nonce already exists'),
    ]);
  });

  it.each([
    ['failed ED25519 verification', (payload: Uint8Array) => [delegateOf(bob, payload.toReversed())]],
    ['signer does not belong to account', (payload: Uint8Array) => [delegateOf(network.root, payload)]],
    ['the delegate has not signed', () => []],
    ['the delegate has not signed', (payload: Uint8Array) => [delegateOf(network.root, payload, network.root)]],
    ['delegates are not ordered', (payload: Uint8Array) => [delegateOf(bob, payload), delegateOf(bob, payload)]],
  ])('does not pay: %s', (why, delegates) => {
    const failed = pay(2n, delegates);
    expect([failed.code, JSON.stringify(failed.diagnostics)]).toEqual(['txFailed', expect.stringContaining(why)]);
  });

  it('does not pay for a signature that names no address', () => {
    const failed = pay(3n, (payload) => [delegateOf(bob, payload)], false);
    expect(JSON.stringify(failed.diagnostics)).toContain('failed ED25519 verification');
  });

  it('lets nobody call its check', () => {
    const called = network.invoke(wallet, '__check_auth', [], { allowed: false });
    expect(JSON.stringify(called.diagnostics)).toContain('the delegate has not signed');
  });
});
