import { Asset, StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { passphrases } from '../../src/ledger/network.ts';
import { extractTokenPermissions, tokenPermissions } from '../../src/tables/token-permissions.ts';
import { rowsOf } from '../make/call.ts';
import { account, key } from '../make/transaction.ts';

const { ScVal } = xdr;
const usd = new Asset('USD', account(9));
const usdContract = StrKey.decodeContract(usd.contractId(passphrases.testnet));
const token = key(6);
const symbol = (text: string) => ScVal.scvSymbol(text);
const name = ScVal.scvString(`USD:${account(9)}`);
const five = ScVal.scvI128(new xdr.Int128Parts({ hi: 0n, lo: 5n }));
const holder = (byte: number) =>
  ScVal.scvAddress(xdr.ScAddress.scAddressTypeAccount(xdr.PublicKey.publicKeyTypeEd25519(key(byte))));
const map = (members: Record<string, xdr.ScVal>) =>
  ScVal.scvMap(Object.entries(members).map(([member, val]) => new xdr.ScMapEntry({ key: symbol(member), val })));

function event(contract: Uint8Array, topics: xdr.ScVal[], data: xdr.ScVal): xdr.ContractEvent {
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId: new xdr.ContractId(contract),
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
  });
}

const host = xdr.HostFunction.hostFunctionTypeInvokeContract(
  new xdr.InvokeContractArgs({
    contractAddress: xdr.ScAddress.scAddressTypeContract(new xdr.ContractId(token)),
    functionName: 'f',
    args: [],
  }),
);

function told(...events: xdr.ContractEvent[]): unknown[] {
  const rows = rowsOf(tokenPermissions, extractTokenPermissions, { host, events });
  return rows.map(({ event_topic, from, to, amount_raw, live_until_ledger, authorized, asset_key, event_index }) => {
    const isAsset = asset_key === `USD:${account(9)}`;
    return [event_topic, from, to, amount_raw, live_until_ledger, authorized, isAsset, event_index];
  });
}

describe('token_permissions', () => {
  const parties = [holder(2), holder(3)];
  const latest = ScVal.scvU32(4294967295);

  it('has approvals in every form of SEP-41', () => {
    const data = [
      ScVal.scvVec([five, latest]),
      map({ amount: five, live_until_ledger: latest }),
      map({ amount: five, live_until_ledger: latest, reason: name }),
    ];
    const approvals = data.flatMap((one) => [
      event(usdContract, [symbol('approve'), ...parties, name], one),
      event(token, [symbol('approve'), ...parties, symbol('more')], one),
    ]);
    expect(told(...approvals)).toEqual(
      approvals.map((_, i) => ['approve', account(2), account(3), '5', 4294967295n, null, i % 2 === 0, i]),
    );
  });

  it('names whose trust line is authorized, after the administrator where there is one', () => {
    const yes = ScVal.scvBool(true);
    expect(
      told(
        event(usdContract, [symbol('set_authorized'), holder(1), holder(2), name], yes),
        event(usdContract, [symbol('set_authorized'), holder(2), name], ScVal.scvBool(false)),
      ),
    ).toEqual([
      ['set_authorized', null, account(2), null, null, true, true, 0],
      ['set_authorized', null, account(2), null, null, false, true, 1],
    ]);
  });

  it('names the administrator before and after', () => {
    expect(told(event(usdContract, [symbol('set_admin'), holder(1), name], holder(2)))).toEqual([
      ['set_admin', account(1), account(2), null, null, null, true, 0],
    ]);
  });

  it('leaves out movements, and what has another form', () => {
    expect(
      told(
        event(token, [symbol('transfer'), ...parties], five),
        event(token, [symbol('approve'), holder(2)], ScVal.scvVec([five, latest])),
        event(token, [symbol('approve'), holder(2), latest], map({ approved: holder(3) })),
        event(token, [symbol('approve'), ...parties], ScVal.scvVec([latest, latest])),
        event(token, [symbol('set_admin'), holder(1)], five),
        event(token, [symbol('set_authorized'), holder(1)], five),
      ),
    ).toEqual([]);
  });
});
