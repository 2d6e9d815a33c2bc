import { StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { contractInvocations, extractContractInvocations } from '../../src/tables/contract-invocations.ts';
import { operationFault } from './fault.ts';
import { rowsOf, type Call } from '../make/call.ts';

const key = (n: number) => Buffer.alloc(32, n);
const contractAddress = (n: number) => xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(key(n)));
const accountAddress = (n: number) => xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(key(n)));
const C = (n: number) => StrKey.encodeContract(key(n));
const G = (n: number) => StrKey.encodeEd25519PublicKey(key(n));
const u32 = (n: number) => xdr.ScVal.scvU32(n);

/** A call of function `f` of contract n. */
const args = (n: number, ...values: xdr.ScVal[]) =>
  new xdr.InvokeContractArgs({ contractAddress: contractAddress(n), functionName: 'f', args: values });
const host = (n: number, ...values: xdr.ScVal[]) => xdr.HostFunction.hostFunctionTypeInvokeContract(args(n, ...values));

const invocation = (call: xdr.InvokeContractArgs, ...below: xdr.SorobanAuthorizedInvocation[]) =>
  new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(call),
    subInvocations: below,
  });
const byAccount = (n: number, rootInvocation: xdr.SorobanAuthorizedInvocation) =>
  new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsAddress(
      new xdr.SorobanAddressCredentials({
        address: accountAddress(n),
        nonce: 1n,
        signatureExpirationLedger: 9,
        signature: xdr.ScVal.scvVoid(),
      }),
    ),
    rootInvocation,
  });
const bySource = (rootInvocation: xdr.SorobanAuthorizedInvocation) =>
  new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation,
  });

const symbol = (text: string) => xdr.ScVal.scvSymbol(text);
function event(contract: number | null, topics: xdr.ScVal[], data: xdr.ScVal, inSuccessfulContractCall = true) {
  return new xdr.DiagnosticEvent({
    inSuccessfulContractCall,
    event: new xdr.ContractEvent({
      ext: xdr.ExtensionPoint.v0(),
      contractId: contract === null ? null : new xdr.ContractId(key(contract)),
      type: xdr.ContractEventType.diagnostic,
      body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
    }),
  });
}
const called = (from: number | null, to: number, data: xdr.ScVal = xdr.ScVal.scvVoid()) =>
  event(from, [symbol('fn_call'), xdr.ScVal.scvBytes(key(to)), symbol('f')], data);
const returned = (contract: number) => event(contract, [symbol('fn_return'), symbol('f')], xdr.ScVal.scvVoid());

const rows = (call: Call) => rowsOf(contractInvocations, extractContractInvocations, call);
const tree = (call: Call) =>
  rows(call).map((row) => [
    ...[row.origin, row.execution_order, row.parent, row.depth, row.contract_id, row.caller, row.auth_address],
    ...[row.successful, row.in_call_tree],
  ]);

describe('contract_invocations', () => {
  it('has the call of the operation', () => {
    expect(rows({ host: host(1, u32(5), xdr.ScVal.scvVoid()) })).toEqual([
      expect.objectContaining({
        parent: null,
        execution_order: 0,
        depth: 0,
        caller: G(7),
        contract_id: C(1),
        function_name: 'f',
        arguments: '[{"u32":5},"void"]',
        origin: 'root',
        auth_address: null,
        successful: true,
        in_call_tree: true,
      }),
    ]);
  });

  it('has what entries authorise below it, depth first, and each call once in the tree', () => {
    const auth = [
      bySource(invocation(args(1), invocation(args(2), invocation(args(3))), invocation(args(2)))),
      byAccount(8, invocation(args(2, u32(1)))),
      byAccount(9, invocation(args(2), invocation(args(4)))),
    ];
    expect(tree({ host: host(1), auth })).toEqual([
      ['root', 0, null, 0, C(1), G(7), null, true, true],
      ['auth', 1, null, 0, C(1), null, G(7), true, false],
      ['auth', 2, 0, 1, C(2), null, G(7), true, true],
      ['auth', 3, 2, 2, C(3), null, G(7), true, true],
      ['auth', 4, 0, 1, C(2), null, G(7), true, true],
      ['auth', 5, 0, 1, C(2), null, G(8), true, true],
      // Account 9 allows the call of row 2, and one below it.
      ['auth', 6, 0, 1, C(2), null, G(9), true, false],
      ['auth', 7, 2, 2, C(4), null, G(9), true, true],
    ]);
  });

  it('takes an entry with other arguments for the call of the operation, which asked for them', () => {
    const auth = [byAccount(8, invocation(args(1, u32(1)), invocation(args(2))))];
    expect(tree({ host: host(1, u32(1), u32(2)), auth }).slice(1)).toEqual([
      ['auth', 1, null, 0, C(1), null, G(8), true, false],
      ['auth', 2, 0, 1, C(2), null, G(8), true, true],
    ]);
  });

  it('leaves what is no contract out of the tree', () => {
    const padding = new xdr.InvokeContractArgs({ contractAddress: accountAddress(3), functionName: '', args: [] });
    const auth = [bySource(invocation(padding))];
    expect(tree({ host: host(1), auth })[1]).toEqual(['auth', 1, 0, 1, G(3), null, G(7), true, false]);
    const call = xdr.HostFunction.hostFunctionTypeInvokeContract(padding);
    expect(tree({ host: call, auth, failed: true })).toEqual([
      ['root', 0, null, 0, G(3), G(7), null, false, false],
      ['auth', 1, null, 0, G(3), null, G(7), false, false],
    ]);
  });

  it('has the recorded calls when there are diagnostic events, and keeps the authorised ones beside them', () => {
    const list = xdr.ScVal.scvVec([u32(1), u32(2)]);
    const diagnostics = [called(null, 1), called(1, 2, list), called(2, 3, u32(1)), returned(3), returned(2)];
    const auth = [bySource(invocation(args(1), invocation(args(3, u32(1)))))];
    const call = { host: host(1), auth, diagnostics: [...diagnostics, called(1, 3), returned(3), returned(1)] };
    expect(tree(call)).toEqual([
      ['root', 0, null, 0, C(1), G(7), null, true, true],
      ['diagnostic', 1, 0, 1, C(2), C(1), null, true, true],
      ['diagnostic', 2, 1, 2, C(3), C(2), null, true, true],
      ['diagnostic', 3, 0, 1, C(3), C(1), null, true, true],
      ['auth', 4, null, 0, C(1), null, G(7), true, false],
      ['auth', 5, 0, 1, C(3), null, G(7), true, false],
    ]);
    expect(rows(call).map((row) => row.arguments)).toEqual([
      ...['[]', '[{"u32":1},{"u32":2}]', '[{"u32":1}]', '[]', '[]', '[{"u32":1}]'],
    ]);
  });

  it('says which calls did not return, though others went on', () => {
    // 1 tries 2, which calls 3 and fails there; then 1 calls 4.
    const diagnostics = [called(null, 1), called(1, 2), called(2, 3), called(1, 4), returned(4), returned(1)];
    expect(tree({ host: host(1), diagnostics }).map((row) => [row[1], row[2], row[7]])).toEqual([
      ...[[0, null, true], [1, 0, false], [2, 1, false], [3, 0, true]], // prettier-ignore
    ]);
    expect(tree({ host: host(1), diagnostics, failed: true }).map((row) => row[7])).toEqual([
      ...[false, false, false, false],
    ]);
  });

  it('has the constructor that the creation of a contract calls', () => {
    const preimage = xdr.ContractIdPreimage.contractIdPreimageFromAddress(
      new xdr.ContractIdPreimageFromAddress({ address: accountAddress(7), salt: key(0) }),
    );
    const create = new xdr.CreateContractArgs({
      contractIdPreimage: preimage,
      executable: xdr.ContractExecutable.contractExecutableWasm(new xdr.Hash(key(5))),
    });
    const auth = [
      bySource(
        new xdr.SorobanAuthorizedInvocation({
          function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractHostFn(create),
          subInvocations: [invocation(args(2))],
        }),
      ),
    ];
    const diagnostics = [called(null, 1), called(1, 2), returned(2), returned(1)];
    const call = { host: xdr.HostFunction.hostFunctionTypeCreateContract(create), auth, diagnostics };
    expect(tree(call)).toEqual([
      ['diagnostic', 0, null, 0, C(1), G(7), null, true, true],
      ['diagnostic', 1, 0, 1, C(2), C(1), null, true, true],
      ['auth', 2, null, 0, C(2), null, G(7), true, false],
    ]);
  });

  it('rejects diagnostic events that contradict the operation', () => {
    const where = operationFault('(.*)');
    const fault = (...diagnostics: xdr.DiagnosticEvent[]) => {
      try {
        rows({ host: host(1), diagnostics });
      } catch (error) {
        return (error as Error).message.replace(where, '$1');
      }
      return undefined;
    };
    expect(fault(called(null, 2))).toBe('the first call of the diagnostic events is not that of the operation');
    expect(fault(called(null, 1), called(null, 1))).toBe('diagnostic events of a second root call');
    expect(fault(called(null, 1), called(3, 2))).toBe('a diagnostic event is of a contract that was not called');
    expect(fault(called(null, 1), returned(2))).toBe('a diagnostic event is of a contract that was not called');
  });
});
