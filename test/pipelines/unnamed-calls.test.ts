/** Calls whose function has no name, as transactions that fail may hold: named by their first argument, as in the reference. */
import { StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { expect, it } from 'vitest';
import { passphrases } from '../../src/ledger/network.ts';
import type { JsonData } from '../../src/pipelines/yaml/nodes.ts';
import { RecordSet } from '../../src/pipelines/run/record-set.ts';
import { ledgerOf } from '../make/call.ts';
import { key } from '../make/transaction.ts';

const contract = StrKey.encodeContract(key(9));

function callOf(args: xdr.ScVal[]): xdr.HostFunction {
  const contractAddress = xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(key(9)));
  const call = new xdr.InvokeContractArgs({ contractAddress, functionName: '', args });
  return xdr.HostFunction.hostFunctionTypeInvokeContract(call);
}

/** The names that a processor gives the calls of a table. */
function namesOf(id: string, table: string, host: xdr.HostFunction, config: Record<string, JsonData> = {}): unknown[] {
  const set = new RecordSet([{ id, config, passphrase: passphrases.testnet }], passphrases.testnet);
  set.add(ledgerOf({ host, failed: true }));
  return [...set.batches()]
    .filter(([name]) => name === table)
    .flatMap(([, rows]) => [...rows.getChild('function_name')!]);
}

it.each([
  ['send', [xdr.ScVal.scvSymbol('send')]],
  ['send', [xdr.ScVal.scvString('send')]],
  ['unknown', [xdr.ScVal.scvU32(1)]],
  ['unknown', []],
])('are %s for schemas as for invocations', (name, args) => {
  const host = callOf(args);
  const schema = { schema_name: 'a', function_name: name, contract_ids: [contract], extractors: {}, validation: {} };
  const config = { extraction_schemas: { a: schema } };
  expect(namesOf('contract_invocation', 'contract_invocations', host)).toEqual([name]);
  expect(namesOf('extracted_contract_invocation', 'extracted_contract_invocations', host, config)).toEqual([name]);
});
