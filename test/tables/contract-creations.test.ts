import { createHash } from 'node:crypto';
import { Asset, StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { passphrases } from '../../src/ledger/network.ts';
import { contractCreations, extractContractCreations } from '../../src/tables/contract-creations.ts';
import { operationFault } from './fault.ts';
import { id as networkId, rowsOf, type Call } from '../make/call.ts';

const key = (n: number) => Buffer.alloc(32, n);
const G = (n: number) => StrKey.encodeEd25519PublicKey(key(n));
const account = (n: number) => xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(key(n)));
const contract = (n: number) => xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(key(n)));
const wasm = (n: number) => xdr.ContractExecutable.contractExecutableWasm(new xdr.Hash(key(n)));

const fromAddress = (address: xdr.ScAddress, salt: number) =>
  xdr.ContractIdPreimage.contractIdPreimageFromAddress(
    new xdr.ContractIdPreimageFromAddress({ address, salt: key(salt) }),
  );
const args = (contractIdPreimage: xdr.ContractIdPreimage, executable: xdr.ContractExecutable = wasm(5)) =>
  new xdr.CreateContractArgs({ contractIdPreimage, executable });

/** The id as the SDK's own types make it. */
function idOf(preimage: xdr.ContractIdPreimage): Buffer {
  const whole = xdr.HashIdPreimage.envelopeTypeContractId(
    new xdr.HashIdPreimageContractId({ networkId: new xdr.Hash(networkId), contractIdPreimage: preimage }),
  );
  return createHash('sha256').update(whole.toXdr()).digest();
}

function created(contractId: Buffer, executable: xdr.ContractExecutable = wasm(5)): xdr.LedgerEntryChange {
  const entry = new xdr.ContractDataEntry({
    ext: xdr.ExtensionPoint.v0(),
    contract: xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(contractId)),
    key: xdr.ScVal.scvLedgerKeyContractInstance(),
    durability: xdr.ContractDataDurability.persistent,
    val: xdr.ScVal.scvContractInstance(new xdr.ScContractInstance({ executable, storage: null })),
  });
  return xdr.LedgerEntryChange.ledgerEntryCreated(
    new xdr.LedgerEntry({
      lastModifiedLedgerSeq: 0,
      data: xdr.LedgerEntryData.contractData(entry),
      ext: xdr.LedgerEntryExt.v0(),
    }),
  );
}

const invoke = xdr.HostFunction.hostFunctionTypeInvokeContract(
  new xdr.InvokeContractArgs({ contractAddress: contract(1), functionName: 'deploy', args: [] }),
);

const rows = (call: Call) => rowsOf(contractCreations, extractContractCreations, call);

describe('contract_creations', () => {
  it('has what an operation creates from an address', () => {
    const preimage = fromAddress(account(3), 9);
    const host = xdr.HostFunction.hostFunctionTypeCreateContractV2(
      new xdr.CreateContractArgsV2({ ...args(preimage), constructorArgs: [xdr.ScVal.scvVoid()] }),
    );
    expect(rows({ host, changes: [created(idOf(preimage))] })).toEqual([
      expect.objectContaining({
        contract_id: StrKey.encodeContract(idOf(preimage)),
        creator_address: G(3),
        deployer_contract: null,
        executable_type: 'wasm',
        wasm_hash: key(5).toString('hex'),
        salt: key(9).toString('hex'),
        origin: 'operation',
      }),
    ]);
  });

  it("has the contract of an asset, whose creator is the operation's source", () => {
    const asset = new Asset('USD', G(4));
    const executable = xdr.ContractExecutable.contractExecutableStellarAsset();
    const preimage = xdr.ContractIdPreimage.contractIdPreimageFromAsset(xdr.Asset.fromXdr(asset.toXDRObject().toXDR()));
    const host = xdr.HostFunction.hostFunctionTypeCreateContract(args(preimage, executable));
    expect(rows({ host, changes: [created(idOf(preimage), executable)] })).toEqual([
      expect.objectContaining({
        contract_id: asset.contractId(passphrases.testnet),
        creator_address: G(7),
        executable_type: 'stellar_asset',
        wasm_hash: null,
        salt: null,
        origin: 'operation',
      }),
    ]);
  });

  it('finds in the authorisations what a contract creates, and has no creator where none is recorded', () => {
    const authorised = fromAddress(contract(2), 1);
    const entry = new xdr.SorobanAuthorizationEntry({
      credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
      rootInvocation: new xdr.SorobanAuthorizedInvocation({
        function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
          new xdr.InvokeContractArgs({ contractAddress: contract(1), functionName: 'deploy', args: [] }),
        ),
        subInvocations: [
          new xdr.SorobanAuthorizedInvocation({
            function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractHostFn(args(authorised)),
            subInvocations: [],
          }),
        ],
      }),
    });
    const changes = [created(idOf(authorised)), created(key(8))];
    const columns = rows({ host: invoke, auth: [entry], changes }).map((row) => [
      ...[row.contract_id, row.origin, row.creator_address, row.deployer_contract, row.salt],
    ]);
    const deployer = StrKey.encodeContract(key(2));
    expect(columns).toEqual([
      [StrKey.encodeContract(idOf(authorised)), 'auth', deployer, deployer, key(1).toString('hex')],
      [StrKey.encodeContract(key(8)), 'entry', null, null, null],
    ]);
  });

  it('has nothing of a transaction that failed', () => {
    const host = xdr.HostFunction.hostFunctionTypeCreateContract(args(fromAddress(account(3), 9)));
    expect(rows({ host, failed: true })).toEqual([]);
  });

  it('rejects a creation that left no instance', () => {
    const preimage = fromAddress(account(3), 9);
    const host = xdr.HostFunction.hostFunctionTypeCreateContract(args(preimage));
    const name = idOf(preimage).toString('hex');
    expect(() => rows({ host, changes: [created(key(8))] })).toThrow(
      operationFault(`no change creates the instance of contract ${name}, which the operation creates`),
    );
  });
});
