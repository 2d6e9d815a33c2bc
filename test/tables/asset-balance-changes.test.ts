import { Asset, StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { passphrases } from '../../src/ledger/network.ts';
import { extractOperations, historyOperations } from '../../src/tables/operations.ts';
import { divergence } from '../divergences.ts';
import { rowsOf, type Call } from '../make/call.ts';
import { account, key } from '../make/transaction.ts';

const { ScVal } = xdr;
const contractId = new xdr.ContractId(StrKey.decodeContract(Asset.native().contractId(passphrases.testnet)));
const holder = (byte: number) =>
  ScVal.scvAddress(xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(key(byte))));

function transfer(from: number, to: number): xdr.ContractEvent {
  const topics = [ScVal.scvSymbol('transfer'), holder(from), holder(to), ScVal.scvString('native')];
  const data = ScVal.scvI128(new xdr.Int128Parts({ hi: 0n, lo: 10_000_000n }));
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId,
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
  });
}

const host = xdr.HostFunction.hostFunctionTypeInvokeContract(
  new xdr.InvokeContractArgs({
    contractAddress: xdr.ScAddress.scAddressTypeContract(contractId),
    functionName: 'transfer',
    args: [],
  }),
);

function changesOf(call: Omit<Call, 'host'>): unknown {
  const [row] = rowsOf(historyOperations, extractOperations, { host, ...call });
  return (JSON.parse(String(row.other_details_json)) as Record<string, unknown>).asset_balance_changes;
}

describe('asset_balance_changes', () => {
  const moved = { type: 'transfer', from: account(2), to: account(3), amount: '1.0000000', asset_type: 'native' };

  it('are what the events of the operation tell, whatever its diagnostic events do', () => {
    const diagnostics = [transfer(4, 5), transfer(2, 3)].map(
      (event) => new xdr.DiagnosticEvent({ inSuccessfulContractCall: true, event }),
    );
    expect(changesOf({ events: [transfer(2, 3)], diagnostics })).toEqual([moved]);
    expect(changesOf({ events: [], diagnostics })).toEqual([]);
    expect(changesOf({ events: [transfer(2, 3)] })).toEqual([moved]);
    expect(divergence('asset-balance-changes').proof).toBe('tables/asset-balance-changes.test.ts');
  });

  it('are none of what fails', () => {
    const diagnostics = [new xdr.DiagnosticEvent({ inSuccessfulContractCall: true, event: transfer(2, 3) })];
    expect(changesOf({ failed: true, diagnostics })).toEqual([]);
  });
});
